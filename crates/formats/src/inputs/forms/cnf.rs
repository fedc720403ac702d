//! Formulas in DIMACS CNF.

use parallax_instance::{InputError, LineReader};

use super::input_format::{FormLikeness, FormReader, InputFormat};
use crate::{CnfInstance, cnf};

/// Formulas in DIMACS CNF.
pub(super) struct CnfFormat;

impl InputFormat for CnfFormat {
    const EXTENSIONS: &'static [&'static str] = &["cnf", "dimacs"];

    const MODEL_NAMES: &'static [&'static str] = &["clauses"];

    const SAMPLES: &'static [&'static str] = &["\
c Each of four pigeons needs a hole of its own, and there are three holes.
c Variable 3p - 3 + h: pigeon p sits in hole h.
p cnf 12 22
c Every pigeon sits somewhere.
1 2 3 0
4 5 6 0
7 8 9 0
10 11 12 0
c No hole holds two.
-1 -4 0
-1 -7 0
-1 -10 0
-4 -7 0
-4 -10 0
-7 -10 0
-2 -5 0
-2 -8 0
-2 -11 0
-5 -8 0
-5 -11 0
-8 -11 0
-3 -6 0
-3 -9 0
-3 -12 0
-6 -9 0
-6 -12 0
-9 -12 0
"];

    const READER: FormReader =
        FormReader::Whole(|lines, _| Ok(Box::new(CnfInstance::read_lines(lines)?)));

    fn resembles(
        likeness: FormLikeness,
        _extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<bool, InputError> {
        Ok(likeness == FormLikeness::Likely && cnf::starts_dimacs(lines)?)
    }
}
