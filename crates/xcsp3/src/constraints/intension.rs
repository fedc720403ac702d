//! `intension`: an expression that is true.

use parallax_instance::InputError;
use parallax_model::flatten::{BoolExpression, DagNode as Term, IntExpression};
use parallax_model::{ComparisonOperator, Domain, Product, Value};
use roxmltree::Node;

use super::ConstraintRule;
use crate::assigned::Xcsp3Assignment;
use crate::cursor::ElementText;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::narrow_value;
use crate::reader::Xcsp3Reader;

/// An expression that is true, and has no undefined operation in it.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Intension {
    truth: BoolExpression,
}

impl Xcsp3Intension {
    /// Reads the expression, directly or in `<function>`.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["function"], &[])?;
        let text = ElementText::from_node(parts.optional_part(reader, "function")?.unwrap_or(node));
        let mut cursor = text.start_cursor();
        let item = reader.read_expression(&mut cursor)?;
        if cursor.skip_blank() {
            return Err(reader.unexpected_text(&cursor, "the end of the expression"));
        }
        Ok(Xcsp3Intension { truth: reader.arena.item_bool(item) })
    }
}

impl ConstraintRule for Xcsp3Intension {
    fn element_name(&self) -> &'static str {
        "intension"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        values.truth_value(self.truth)
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        // Flattening would give the whole product a variable, whose values may be beyond the
        // range of models.
        if let Some((factors, result)) = large_product(draft, self.truth) {
            return post_product(draft, &factors, result);
        }
        draft.assert_true(self.truth);
        Ok(())
    }
}

/// A product beyond this magnitude gets no separate variable if that can be avoided.
const MAX_SEPARATE_PRODUCT: u64 = 100_000;

/// Returns the factors and the result of `eq(mul(...), result)` if all are variables and numbers,
/// and the product alone may be large.
fn large_product(
    draft: &Xcsp3ModelDraft<'_>,
    truth: BoolExpression,
) -> Option<(Vec<IntExpression>, IntExpression)> {
    let terms = draft.terms();
    let Term::Compare(a, ComparisonOperator::Eq, b) = terms.of_bool(truth) else { return None };
    let is_plain = |term| matches!(terms.of_int(term), Term::Number(_) | Term::Variable(_));
    let (product, result) = if is_plain(b) { (a, b) } else { (b, a) };
    let (mut rest, mut factors) = (product, Vec::new());
    // Products are nested to the left: ((a * b) * c).
    while let Term::Mul(more, factor) = terms.of_int(rest) {
        factors.push(factor);
        rest = more;
    }
    factors.push(rest);
    factors.reverse();
    let mut greatest = 1u64;
    for &factor in &factors {
        greatest = greatest.saturating_mul(draft.max_magnitude(factor)?);
    }
    (factors.len() > 1 && is_plain(result) && greatest > MAX_SEPARATE_PRODUCT)
        .then_some((factors, result))
}

/// Posts a product factor by factor. If the result is a number, each partial product divides it.
fn post_product(
    draft: &mut Xcsp3ModelDraft<'_>,
    factors: &[IntExpression],
    result: IntExpression,
) -> Result<(), Xcsp3PostError> {
    let number = match draft.terms().of_int(result) {
        Term::Number(number) => narrow_value(number).filter(|&number| number != 0),
        _ => None,
    };
    let (Some((&last, others)), result) = (factors.split_last(), draft.term_slot(result)) else {
        return Ok(());
    };
    // A partial product divides a result other than 0, so its variable gets few values.
    let left = match number {
        Some(number) => draft.partial_product(others, &divisor_domain(number))?,
        None => {
            let others = others.iter().copied();
            let partial =
                others.reduce(|left, right| draft.arena_mut().terms.add_product(left, right));
            partial.map(|partial| draft.term_slot(partial))
        }
    };
    let right = draft.term_slot(last);
    if let Some(left) = left {
        draft.post_constraint(Product { left, right, result }.into());
    }
    Ok(())
}

/// Returns the divisors of a number other than 0, and their negations.
fn divisor_domain(number: Value) -> Domain {
    let number = i64::from(number).abs();
    // Divisors come in pairs, the smaller one of which is at most the square root.
    let small = (1..).take_while(|small| small * small <= number);
    let pairs = small.filter(|small| number % small == 0).flat_map(|s| [s, number / s]);
    Domain::from_values(pairs.flat_map(|root| [root as Value, -root as Value]))
}
