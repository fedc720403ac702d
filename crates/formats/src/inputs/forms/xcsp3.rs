//! Instances in XCSP3.

use parallax_instance::{InputError, LineReader};

use super::input_format::{ExtensionWeight, FormLikeness, FormReader, InputFormat};
use crate::Xcsp3Instance;

/// Instances in XCSP3.
pub(super) struct Xcsp3Format;

impl InputFormat for Xcsp3Format {
    const EXTENSIONS: &'static [&'static str] = &["xml"];

    // The reader's error names what it expects in place of other XML.
    const EXTENSION_WEIGHT: ExtensionWeight = ExtensionWeight::Suggests;

    const SAMPLES: &'static [&'static str] = &[
        // An array, a group, a table and an objective.
        "<instance format='XCSP3' type='COP'>\n<variables>\n\
         <array id='x' size='[3]'> 0..4 </array><var id='y'> 1 3..5 </var>\n</variables>\n\
         <constraints>\n<group>\n<intension> le(add(%0,1),%1) </intension>\n\
         <args> x[0] x[1] </args>\n<args> x[1] y </args>\n</group>\n\
         <extension> <list> x[1] x[2] </list> <supports> (1,*)(2,0) </supports> </extension>\n\
         </constraints>\n<objectives>\n\
         <minimize type='sum'> <list> x[] y </list> <coeffs> 1 2x2 -1 </coeffs> </minimize>\n\
         </objectives>\n</instance>\n",
    ];

    const READER: FormReader =
        FormReader::Whole(|lines, _| Ok(Box::new(Xcsp3Instance::read_xcsp3(lines)?)));

    fn resembles(
        likeness: FormLikeness,
        _extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<bool, InputError> {
        Ok(likeness == FormLikeness::Likely && parallax_xcsp3::starts_xcsp3(lines)?)
    }
}
