//! Sums of products with constants: `int_lin_eq` and its kin.

use crate::bounds::Empty;
use parallax_model::Relation;

use super::arguments::Arguments;
use super::{Bounds, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::{Document, List, Term};
use crate::error::{ArgumentError, PostError};

/// `sum of coefficient * term, relation, bound`. Terms may repeat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Linear {
    coefficients: List,
    terms: List,
    pub(crate) relation: Relation,
    bound: Term,
}

impl Linear {
    /// Reads coefficients, terms and the bound, which may be a variable if the terms are bools.
    pub(super) fn read(name: &str, arguments: &mut Arguments<'_>) -> Result<Self, ArgumentError> {
        let relation = match name.get(name.len() - 2..) {
            Some("eq") => Relation::Eq,
            Some("ne") => Relation::Ne,
            Some("le") => Relation::Le,
            Some("lt") => Relation::Lt,
            Some("ge") => Relation::Ge,
            _ => Relation::Gt,
        };
        let coefficients = arguments.numbers()?;
        let is_bool = name.starts_with("bool");
        let terms = if is_bool { arguments.bools()? } else { arguments.ints()? };
        arguments.same_length(coefficients, terms)?;
        let bound = if is_bool { arguments.int()? } else { Term::Value(arguments.number()?) };
        Ok(Linear { coefficients, terms, relation, bound })
    }

    /// Returns the coefficients and terms of `sum - bound`.
    pub(crate) fn parts<'d>(
        &self,
        document: &'d Document,
    ) -> impl Iterator<Item = (i64, Term)> + use<'d> {
        let coefficients = document.list(self.coefficients).iter().map(|term| match term {
            Term::Value(value) => value,
            Term::Var(_) => 0,
        });
        let terms = document.list(self.terms).iter();
        coefficients.zip(terms).chain([(-1, self.bound)])
    }
}

impl Rule for Linear {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        let mut sum = -i128::from(values.term(self.bound));
        for (factor, value) in values.list(self.coefficients).zip(values.list(self.terms)) {
            sum += i128::from(factor) * i128::from(value);
        }
        match self.relation {
            Relation::Eq => sum == 0,
            Relation::Ne => sum != 0,
            Relation::Le => sum <= 0,
            Relation::Lt => sum < 0,
            Relation::Ge => sum >= 0,
            Relation::Gt => sum > 0,
        }
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        draft.sum(self.parts(draft.document), self.relation, 0)
    }

    fn tighten(&self, bounds: &mut Bounds<'_>) -> Result<(), Empty> {
        bounds.list(self.terms);
        let parts: Vec<(i64, Term)> = self.parts(bounds.document()).collect();
        bounds.related(&parts, self.relation, 0)
    }
}
