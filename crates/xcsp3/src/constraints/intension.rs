//! `intension`: an expression that is true.

use parallax_model::flatten::{Bool, Int, Node as Term};
use parallax_model::instance::InputError;
use parallax_model::{Domain, Product, Relation, Value};
use roxmltree::Node;

use super::Rule;
use crate::assigned::Assigned;
use crate::cursor::Text;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::narrow;
use crate::parts::Parts;
use crate::reader::Reader;

/// An expression that is true, and has no undefined operation in it.
#[derive(Clone, Debug)]
pub(crate) struct Intension {
    truth: Bool,
}

impl Intension {
    /// Reads the expression, directly or in `<function>`.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
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

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        if let Some((factors, result)) = large_product(draft, self.truth) {
            return post_product(draft, &factors, result);
        }
        draft.assert(self.truth);
        Ok(())
    }
}

/// A product beyond this magnitude gets no variable of its own if that can be avoided.
const LARGE: u64 = 100_000;

/// Returns the factors and the result of `eq(mul(...), result)` if all are variables and numbers,
/// and the product alone may be large.
fn large_product(draft: &Draft<'_>, truth: Bool) -> Option<(Vec<Int>, Int)> {
    let terms = draft.terms();
    let Term::Compare(a, Relation::Eq, b) = terms.of_bool(truth) else { return None };
    let is_plain = |own| matches!(terms.of_int(own), Term::Number(_) | Term::Variable(_));
    let (product, result) = if is_plain(b) { (a, b) } else { (b, a) };
    let (mut rest, mut factors) = (product, Vec::new());
    while let Term::Mul(more, factor) = terms.of_int(rest) {
        factors.push(factor);
        rest = more;
    }
    factors.push(rest);
    factors.reverse();
    let mut greatest = 1u64;
    for &factor in &factors {
        greatest = greatest.saturating_mul(draft.magnitude(factor)?);
    }
    (factors.len() > 1 && is_plain(result) && greatest > LARGE).then_some((factors, result))
}

/// Posts a product factor by factor. If the result is a number, each partial product divides it.
fn post_product(draft: &mut Draft<'_>, factors: &[Int], result: Int) -> Result<(), PostError> {
    let number = match draft.terms().of_int(result) {
        Term::Number(number) => narrow(number).filter(|&number| number != 0),
        _ => None,
    };
    let (Some((&last, others)), result) = (factors.split_last(), draft.term(result)) else {
        return Ok(());
    };
    let left = match number {
        Some(number) => draft.partial_product(others, &divisors(number))?,
        None => {
            let others = others.iter().copied();
            let partial = others.reduce(|left, right| draft.arena().terms.product(left, right));
            partial.map(|partial| draft.term(partial))
        }
    };
    let right = draft.term(last);
    if let Some(left) = left {
        draft.post(Product { left, right, result }.into());
    }
    Ok(())
}

/// Returns the divisors of a number other than 0, and their negations.
fn divisors(number: Value) -> Domain {
    let number = i64::from(number).abs();
    let small = (1..).take_while(|small| small * small <= number);
    let pairs = small.filter(|small| number % small == 0).flat_map(|s| [s, number / s]);
    Domain::of(pairs.flat_map(|own| [own as Value, -own as Value]))
}
