//! The sorts that can represent integers in SMT, and the translation between them.
//!
//! Constraints are written once, over integers. [`SmtScript::encode_script`] translates the whole
//! script into the requested sort, so every kind of constraint exists in every encoding.

use super::{IntDecl, SmtScript, SmtTerm, bits, booleans};
use crate::{EncodeError, names::named};

/// The representation of an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SmtEncoding {
    /// Linear integer arithmetic (QF_LIA; with products QF_NIA).
    Lia,
    /// As `Lia`, for solvers that turn bounded integers into bits: Z3's logic QF_FD.
    Fd,
    /// Bit-vectors in two's complement, wide enough for every sum (QF_BV).
    Bv,
    /// A truth value for each value, with pseudo-Boolean constraints, which only Z3 has.
    Pb,
}

named!(SmtEncoding, "SMT encoding", { Lia => "lia", Fd => "fd", Bv => "bv", Pb => "pb" });

/// The representation of an integer of the original script in the encoded one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IntCode {
    /// The integer with this index.
    Int(usize),
    /// The bit-vector with this index and width.
    Bits(usize, u32),
    /// Its values, and for each a truth value; exactly one of them is true.
    OneHot(Vec<(i32, SmtTerm)>),
}

impl IntCode {
    /// Returns the term "the integer has this value".
    #[must_use]
    pub fn value_term(&self, value: i64) -> SmtTerm {
        match self {
            IntCode::Int(index) => SmtTerm::IntVar(*index).equals_term(SmtTerm::Int(value)),
            IntCode::Bits(index, width) if bits::fits_width(value.into(), *width) => SmtTerm::Eq(
                Box::new(SmtTerm::BitsVar(*index)),
                Box::new(SmtTerm::Bits(value, *width)),
            ),
            IntCode::Bits(..) => SmtTerm::Bool(false),
            IntCode::OneHot(values) => {
                let at = values.binary_search_by_key(&value, |&(value, _)| value.into());
                at.map_or(SmtTerm::Bool(false), |at| values[at].1.clone())
            }
        }
    }
}

/// Returns the values of an integer as runs; bit-vectors and truth values are made from them.
pub(super) fn value_runs(decl: &IntDecl) -> Result<&[(i32, i32)], EncodeError> {
    let unknown =
        || EncodeError::Unsupported(format!("the values of `{}` are not known", decl.name));
    decl.runs.as_deref().ok_or_else(unknown)
}

/// A script in another sort, and the code of each integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedScript {
    /// The script.
    pub script: SmtScript,
    /// The code of each integer of the original script.
    pub codes: Vec<IntCode>,
}

impl EncodedScript {
    /// Translates a further term of sort Bool over the integers of the original script.
    ///
    /// # Errors
    /// Returns the errors of [`SmtScript::encode_script`].
    pub fn encode_term(&self, term: &SmtTerm) -> Result<SmtTerm, EncodeError> {
        match self.codes.first() {
            // All integers of a script have one kind of code, so the first one decides.
            None | Some(IntCode::Int(_)) => Ok(term.clone()),
            Some(IntCode::Bits(..)) => bits::encode_further_term(term, &self.codes),
            Some(IntCode::OneHot(_)) => booleans::encode_further_term(term, &self.codes),
        }
    }
}

impl SmtScript {
    /// Translates this script over integers into another encoding.
    ///
    /// # Errors
    /// [`EncodeError::Overflow`] if a sum does not fit 64 bits, or a weight of a pseudo-Boolean
    /// constraint 32; [`EncodeError::TooLarge`] if products have too many pairs of values or
    /// integers too many truth values; [`EncodeError::Unsupported`] for an integer whose values are
    /// not known.
    pub fn encode_script(self, encoding: SmtEncoding) -> Result<EncodedScript, EncodeError> {
        match encoding {
            SmtEncoding::Lia | SmtEncoding::Fd => {
                let codes = (0..self.ints.len()).map(IntCode::Int).collect();
                let mut script = self;
                if encoding == SmtEncoding::Fd && script.logic == "QF_LIA" {
                    script.logic = "QF_FD".into();
                }
                Ok(EncodedScript { script, codes })
            }
            SmtEncoding::Bv => bits::encode_script(&self),
            SmtEncoding::Pb => booleans::encode_script(&self),
        }
    }
}
