//! Pseudo-Boolean problems in OPB.

use parallax_instance::{InputError, LineReader};

use super::input_format::{FormLikeness, FormReader, InputFormat};
use crate::{OpbInstance, opb};

/// Pseudo-Boolean problems in OPB.
pub(super) struct OpbFormat;

impl InputFormat for OpbFormat {
    const EXTENSIONS: &'static [&'static str] = &["opb", "pb"];

    const MODEL_NAMES: &'static [&'static str] = &["sums"];

    const SAMPLES: &'static [&'static str] = &[
        "\
* #variable= 6 #constraint= 5
* Which of six guards keep watch? Each guard is a 0/1 variable.
* Each of the four rooms needs a guard who sees it, and room 2 needs two.
* The wages (3, 2, 2, 4, 1, 2) of the guards on watch add up to 7 at most.
+1 x1 +1 x2 +1 x4 >= 1 ;
+1 x2 +1 x3 +1 x4 +1 x5 >= 2 ;
+1 x3 +1 x6 >= 1 ;
+1 x1 +1 x5 -1 x6 >= 0 ;
-3 x1 -2 x2 -2 x3 -4 x4 -1 x5 -2 x6 >= -7 ;
",
        // Products, `max:` and few blanks.
        "* #variable= 3 #constraint= 2 #product= 1 sizeproduct= 2\nmin: +2 x1 ~x2 -1 x3 ;\n\
         +1 x1 ~x2 +1 x3 >= 1 ;\n-2 x3 <= 0 ;\n",
        "max:+1 x1-2 ~x2 x3;+1 x1+1 x2>=1;1 x3=0;",
        "1 x1\n* within\nx2\nx2 ~x1\n>=\n0\n;\n",
    ];

    const READER: FormReader =
        FormReader::Whole(|lines, _| Ok(Box::new(OpbInstance::read_lines(lines)?)));

    fn resembles(
        likeness: FormLikeness,
        _extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<bool, InputError> {
        Ok(likeness == FormLikeness::Likely && opb::starts_opb(lines)?)
    }
}
