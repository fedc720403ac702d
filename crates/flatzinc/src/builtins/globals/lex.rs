//! Two arrays in lexicographic order.

use parallax_model::{Lexicographic, Relation};

use super::{Arguments, Draft, Rule, Truth};
use crate::assigned::Assigned;
use crate::document::List;
use crate::error::{ArgumentError, PostError};

/// The left array comes before the right one; an array comes before those that it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lex {
    left: List,
    right: List,
    /// Whether equal arrays are excluded.
    strict: bool,
}

impl Lex {
    /// Reads both arrays.
    pub(in crate::builtins) fn read(
        name: &str,
        arguments: &mut Arguments<'_>,
    ) -> Result<Self, ArgumentError> {
        let strict = !name.contains("lesseq") && name != "array_int_lq";
        let (left, right) = if name.ends_with("bool") {
            (arguments.bools()?, arguments.bools()?)
        } else {
            (arguments.ints()?, arguments.ints()?)
        };
        Ok(Lex { left, right, strict })
    }

    /// Returns the number of places that both have, and whether arrays that agree there are
    /// excluded.
    fn cut(&self, draft: &Draft<'_>) -> (usize, bool) {
        let [left, right] = [self.left, self.right].map(|list| draft.document.list(list).len());
        (left.min(right), if self.strict { left >= right } else { left > right })
    }
}

impl Rule for Lex {
    fn holds(&self, values: &Assigned<'_>) -> bool {
        match values.list(self.left).cmp(values.list(self.right)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Equal => !self.strict,
            std::cmp::Ordering::Greater => false,
        }
    }

    fn truth(&self, draft: &mut Draft<'_>) -> Result<Truth, PostError> {
        let (left, right) = (draft.ints(self.left)?, draft.ints(self.right)?);
        let (places, strict) = self.cut(draft);
        let mut rest = draft.terms.truth(!strict);
        for place in (0..places).rev() {
            let (a, b) = (left[place], right[place]);
            let less = draft.terms.compare(a, Relation::Lt, b);
            let same = draft.terms.compare(a, Relation::Eq, b);
            let later = draft.terms.and(&[same, rest]);
            rest = draft.terms.or(&[less, later]);
        }
        Ok(Truth::Bool(rest))
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let (mut left, mut right) = (draft.variables(self.left)?, draft.variables(self.right)?);
        let (places, strict) = self.cut(draft);
        left.truncate(places);
        right.truncate(places);
        if places == 0 {
            return if strict { draft.clause(Vec::new()) } else { Ok(()) };
        }
        draft.post(Lexicographic { left, right, strict }.into())
    }
}
