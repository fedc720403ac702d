//! The variables of a formula and their meanings.

use rustsat::{instances::ManageVars, types::Var};

use crate::IntId;

/// The meaning of a propositional variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormulaVariableMeaning {
    /// True exactly if the integer has this value.
    Eq(IntId, i32),
    /// True exactly if the value of the integer is at most this.
    Le(IntId, i32),
    /// This bit, counted from the lowest, of the place of the integer's value in its domain.
    Bit(IntId, u32),
    /// A named truth value of the caller.
    Bool(String),
    /// Made by an encoding while the group with this index was written; `None` before the first
    /// group.
    Auxiliary(Option<u32>),
}

/// The variables of a formula; implements the variable manager of RustSAT's encoders.
#[derive(Debug, Default)]
pub struct FormulaVariables {
    meanings: Vec<FormulaVariableMeaning>,
    name_bytes: usize,
    pub(crate) group: Option<u32>,
    pub(crate) exhausted: bool,
}

impl FormulaVariables {
    pub(crate) fn create_variable(&mut self, meaning: FormulaVariableMeaning) -> Var {
        let index = u32::try_from(self.meanings.len()).unwrap_or(u32::MAX);
        if index > Var::MAX_IDX {
            // RustSAT's managers cannot fail; the formula checks this flag after each call.
            self.exhausted = true;
            return Var::new(Var::MAX_IDX);
        }
        if let FormulaVariableMeaning::Bool(name) = &meaning {
            self.name_bytes += name.len();
        }
        self.meanings.push(meaning);
        Var::new(index)
    }

    pub(crate) fn meanings(&self) -> &[FormulaVariableMeaning] {
        &self.meanings
    }

    pub(crate) fn byte_count(&self) -> usize {
        self.meanings.len() * size_of::<FormulaVariableMeaning>() + self.name_bytes
    }
}

impl ManageVars for FormulaVariables {
    fn new_var(&mut self) -> Var {
        self.create_variable(FormulaVariableMeaning::Auxiliary(self.group))
    }

    fn max_var(&self) -> Option<Var> {
        let last = u32::try_from(self.meanings.len()).ok()?.checked_sub(1)?;
        Some(Var::new(last))
    }

    fn increase_next_free(&mut self, v: Var) -> bool {
        let grows = v.idx() > self.meanings.len();
        if grows {
            self.meanings.resize(v.idx(), FormulaVariableMeaning::Auxiliary(self.group));
        }
        grows
    }

    fn combine(&mut self, other: Self) {
        for meaning in other.meanings.into_iter().skip(self.meanings.len()) {
            self.create_variable(meaning);
        }
    }

    fn n_used(&self) -> u32 {
        u32::try_from(self.meanings.len()).unwrap_or(u32::MAX)
    }

    fn forget_from(&mut self, min_var: Var) {
        self.meanings.truncate(min_var.idx());
    }
}
