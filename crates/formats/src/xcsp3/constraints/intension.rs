//! `intension`: an expression that is true.

use parallax_model::flatten::{Bool, Int, Node as Term};
use parallax_model::{Constraint, MAX_VALUE, Product, Relation};
use roxmltree::Node;

use super::Rule;
use crate::xcsp3::assigned::Assigned;
use crate::xcsp3::cursor::Text;
use crate::xcsp3::draft::{Draft, Made};
use crate::xcsp3::parts::Parts;
use crate::xcsp3::reader::{Read, Reader};

/// An expression that is true, and has no undefined operation in it.
#[derive(Clone, Debug)]
pub(in crate::xcsp3) struct Intension {
    truth: Bool,
}

impl Intension {
    /// Reads the expression, directly or in `<function>`.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Read<Self> {
        let parts = Parts::of(reader, node, &["function"], &[])?;
        let text = Text::of(parts.maybe(reader, "function")?.unwrap_or(node));
        let mut cursor = text.cursor();
        let item = reader.expression(&mut cursor)?;
        if cursor.skip_blank() {
            return Err(reader.unexpected(&cursor, "the end of the expression"));
        }
        Ok(Intension { truth: reader.arena.bool(item) })
    }
}

impl Rule for Intension {
    fn element(&self) -> &'static str {
        "intension"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        values.truth(self.truth)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Made<()> {
        if let Some((left, right, result)) = large_product(draft, self.truth) {
            let (left, right) = (draft.term(left), draft.term(right));
            let result = draft.term(result);
            draft.post(Constraint::Product(Product { left, right, result }));
            return Ok(());
        }
        draft.assert(self.truth);
        Ok(())
    }
}

/// Returns the factors and the result of `eq(mul(...), result)` if the product alone may be beyond
/// the values of models, so that it cannot have a variable of its own. The result is a number or a
/// variable.
fn large_product(draft: &Draft<'_>, truth: Bool) -> Option<(Int, Int, Int)> {
    let terms = &draft.arena.terms;
    let Term::Compare(a, Relation::Eq, b) = terms.of_bool(truth) else { return None };
    let is_plain = |own| matches!(terms.of_int(own), Term::Number(_) | Term::Variable(_));
    let (product, result) = if is_plain(b) { (a, b) } else { (b, a) };
    let Term::Mul(left, right) = terms.of_int(product) else { return None };
    // The greatest magnitude of the product, if its factors are variables and numbers.
    let (mut rest, mut greatest) = (product, 1u64);
    while let Term::Mul(more, factor) = terms.of_int(rest) {
        greatest = greatest.saturating_mul(draft.magnitude(factor)?);
        rest = more;
    }
    greatest = greatest.saturating_mul(draft.magnitude(rest)?);
    (is_plain(result) && greatest > MAX_VALUE as u64).then_some((left, right, result))
}
