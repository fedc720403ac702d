//! Comparisons of two terms: `int_le`, `bool_not`, `bool2int` and their kin.

use crate::bounds::Empty;
use parallax_model::Relation;

use super::arguments::Arguments;
use super::{Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{Term, Var};
use crate::error::{ArgumentError, PostError};

/// `left relation right`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compare {
    left: Term,
    relation: Relation,
    right: Term,
}

impl Compare {
    /// Reads both sides.
    pub(super) fn read(name: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        let relation = match name {
            "int_ne" | "bool_not" | "bool_xor" => Relation::Ne,
            "int_le" | "bool_le" => Relation::Le,
            "int_lt" | "bool_lt" => Relation::Lt,
            _ => Relation::Eq,
        };
        let (left, right) = match name {
            "bool2int" => (arguments.bool()?, arguments.int()?),
            _ if name.starts_with("bool") => (arguments.bool()?, arguments.bool()?),
            _ => (arguments.int()?, arguments.int()?),
        };
        Ok(Compare { left, relation, right })
    }

    /// Returns two variables that it makes equal.
    pub(crate) fn equal_variables(&self) -> Option<(Var, Var)> {
        match (self.left, self.relation, self.right) {
            (Term::Var(a), Relation::Eq, Term::Var(b)) => Some((a, b)),
            _ => None,
        }
    }
}

impl Rule for Compare {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let (left, right) = (values.term(self.left), values.term(self.right));
        match self.relation {
            Relation::Eq => left == right,
            Relation::Ne => left != right,
            Relation::Le => left <= right,
            Relation::Lt => left < right,
            Relation::Ge => left >= right,
            Relation::Gt => left > right,
        }
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        draft.comparison(self.left, self.relation, self.right)
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        bounds.related(&[(1, self.left), (-1, self.right)], self.relation, 0)
    }
}
