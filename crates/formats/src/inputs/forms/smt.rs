//! Scripts in SMT-LIB 2.

use parallax_instance::{InputError, LineReader};

use super::input_format::{FormLikeness, FormReader, InputFormat};
use crate::{SmtInstance, smtlib};

/// Scripts in SMT-LIB 2.
pub(super) struct SmtFormat;

impl InputFormat for SmtFormat {
    const EXTENSIONS: &'static [&'static str] = &["smt2", "smt"];

    const SAMPLES: &'static [&'static str] = &["\
; Two ages. The older one is three times the younger one. Together they are at
; most 12 years, and the younger one is at least 3 or the older one is 6.
(set-logic QF_LIA)
(declare-const a Int)
(declare-const b Int)
(declare-const c Bool)
(assert (and (<= 1 b 12) (<= 1 a 12)))
(assert (= a (* 3 b)))
(assert (<= (+ a b) 12))
(assert (= c (>= b 3)))
(assert (or c (= a 6)))
(check-sat)
(get-model)
"];

    const READER: FormReader =
        FormReader::Whole(|lines, _| Ok(Box::new(SmtInstance::read_lines(lines)?)));

    fn resembles(
        likeness: FormLikeness,
        _extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<bool, InputError> {
        Ok(likeness == FormLikeness::Likely && smtlib::starts_smtlib(lines)?)
    }
}
