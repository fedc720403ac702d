//! Random models with numbers at and around the limits: of values, of 32 and 64 bits, of sums; with
//! sparse, empty and wide domains; with empty, single and repeated scopes; with chains and cycles
//! of comparisons.

use std::sync::Arc;

use rand::Rng;
use rand::seq::IndexedRandom;

use super::{draw_constraint, draw_kind, draw_relation, draw_variable};
use crate::{
    ClassRelation, Compare, ComparisonOperator, Constraint, ConstraintKind, Domain, Implies,
    Linear, LinearTerm, MAX_VALUE, Model, ModelError, Objective, ObjectiveSense, Table, Value,
    ValueDimension, VarId,
};

/// The number of values of the domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DomainSpan {
    /// At most four, however far apart: few enough for brute force.
    Few,
    /// Up to all possible values; mostly fewer, next to an end.
    Any,
}

/// Ends of domains.
const EXTREME_DOMAIN_ENDS: [Value; 16] = [
    -MAX_VALUE,
    1 - MAX_VALUE,
    -(1 << 29),
    -65_536,
    -46_341,
    -2,
    -1,
    0,
    1,
    2,
    // 46,340 and -46,341 are next to the square root of 2^31 in magnitude, 65,535 and -65,536 to
    // that of 2^32.
    46_340,
    65_535,
    1 << 20,
    1 << 29,
    MAX_VALUE - 1,
    MAX_VALUE,
];

/// Coefficients, offsets and bounds.
const EXTREME_NUMBERS: [i64; 24] = [
    i64::MIN,
    i64::MIN + 1,
    -(1 << 61),
    -(1 << 60),
    -4_000_000_001,
    -4_000_000_000,
    i32::MIN as i64 - 1,
    i32::MIN as i64,
    -2_000_000_000,
    -1,
    0,
    1,
    2,
    3,
    1_000_000_000,
    // Times the greatest value, these two are just below 2^60 and 2^61.
    1_152_921_504,
    2_305_843_009,
    i32::MAX as i64,
    i32::MAX as i64 + 1,
    4_000_000_000,
    1 << 60,
    1 << 61,
    i64::MAX - 1,
    i64::MAX,
];

/// Returns a random model at the limits: two to four variables, of which the first is a boolean,
/// and one to three constraints of core kinds. Constraints that the model refuses are omitted.
pub fn extreme_model(rng: &mut impl Rng, span: DomainSpan) -> Model {
    extreme_of(rng, span, ConstraintKind::CORE)
}

/// Returns a random model as in [`extreme_model`], with constraints of core and of global kinds.
pub fn extreme_with_globals(rng: &mut impl Rng, span: DomainSpan) -> Model {
    extreme_of(rng, span, ConstraintKind::ALL)
}

fn extreme_of(rng: &mut impl Rng, span: DomainSpan, kinds: &[ConstraintKind]) -> Model {
    let mut model = draw_frame(rng, span);
    for _ in 0..rng.random_range(1..=3) {
        let kind = draw_kind(rng, kinds);
        let drawn = extreme_constraint(rng, &model, kind);
        // A refusal is acceptable.
        let _ = model.post("", drawn);
    }
    if rng.random_bool(0.2) {
        compare_in_a_row(rng, &mut model);
    }
    if rng.random_bool(0.3) {
        let _ = model.set_objective(draw_objective(rng, &model));
    }
    model
}

/// Returns a random model as in [`extreme_model`], with one constraint of a given kind.
///
/// # Errors
/// Returns an error if the model refuses the constraint for its numbers.
pub fn extreme_of_kind(
    rng: &mut impl Rng,
    span: DomainSpan,
    kind: ConstraintKind,
) -> Result<Model, ModelError> {
    let mut model = draw_frame(rng, span);
    let drawn = extreme_constraint(rng, &model, kind);
    model.post("", drawn)?;
    Ok(model)
}

fn draw_frame(rng: &mut impl Rng, span: DomainSpan) -> Model {
    let mut model = Model::new("extreme");
    let mut add = |name: String, domain, shown: bool| {
        if shown { model.add_shown(name, domain) } else { model.add_hidden(name, domain) }
    };
    add("b".into(), Domain::boolean(), true).expect("a fresh name");
    for i in 1..rng.random_range(2..=4) {
        let (domain, shown) = (draw_domain(rng, span), rng.random_bool(0.85));
        add(format!("x{i}"), domain, shown).expect("a fresh name, and values within the limits");
    }
    let classes = ["low", "middle", "high"].map(str::to_owned).to_vec();
    let members: Vec<(Value, usize)> =
        (-2..=3).map(|value| (value, rng.random_range(0..3))).collect();
    let dimension = ValueDimension::new("size", classes, &members).expect("different values");
    model.add_dimension(dimension).expect("a fresh name");
    model
}

fn draw_end(rng: &mut impl Rng) -> Value {
    *EXTREME_DOMAIN_ENDS.choose(rng).expect("not empty")
}

fn draw_number(rng: &mut impl Rng) -> i64 {
    *EXTREME_NUMBERS.choose(rng).expect("not empty")
}

fn draw_domain(rng: &mut impl Rng, span: DomainSpan) -> Domain {
    if span == DomainSpan::Any && rng.random_bool(0.35) {
        if rng.random_bool(0.75) {
            return draw_window(rng);
        }
        let (a, b) = (draw_end(rng), draw_end(rng));
        let whole = Domain::from_range(a.min(b), a.max(b));
        return if rng.random_bool(0.4) {
            whole.without_values(&[draw_end(rng), draw_end(rng), a])
        } else {
            whole
        };
    }
    match rng.random_range(0..12) {
        0 => Domain::from_values([]),
        1..=2 => Domain::boolean(),
        3..=5 => {
            let low = draw_end(rng).min(MAX_VALUE - 2);
            Domain::from_range(low, low + rng.random_range(0..=2))
        }
        _ => Domain::from_values((0..rng.random_range(1..=4)).map(|_| draw_end(rng))),
    }
}

/// Returns a domain of 4 to 16,385 values next to an end, or a few less: engines that list values
/// or propagate by many small steps can take it.
fn draw_window(rng: &mut impl Rng) -> Domain {
    let widest = 1 << rng.random_range(2..=14);
    let width = rng.random_range(3..=widest);
    let near = draw_end(rng);
    let low = if rng.random() { near } else { near - width };
    let low = low.clamp(-MAX_VALUE, MAX_VALUE - width);
    let window = Domain::from_range(low, low + width);
    if rng.random_bool(0.3) {
        window.without_values(&[low, low + 2, draw_end(rng)])
    } else {
        window
    }
}

/// Returns a constraint of a kind whose numbers are stretched, sometimes under a condition.
fn extreme_constraint(rng: &mut impl Rng, model: &Model, kind: ConstraintKind) -> Constraint {
    let mut drawn = draw_constraint(rng, model, kind);
    stretch_constraint(rng, model, &mut drawn);
    if rng.random_bool(0.25) && !matches!(drawn, Constraint::Implies(_) | Constraint::Global(_)) {
        let condition = VarId::new(0);
        return Constraint::Implies(Implies { condition, then: Box::new(drawn) });
    }
    drawn
}

/// Replaces some numbers by numbers at the limits, and some scopes by empty ones or ones with
/// repeated variables.
fn stretch_constraint(rng: &mut impl Rng, model: &Model, constraint: &mut Constraint) {
    let n = model.variables().len();
    match constraint {
        Constraint::Linear(c) => stretch_sum(rng, model, c),
        Constraint::Compare(c) if rng.random_bool(0.7) => c.offset = draw_number(rng),
        Constraint::Table(c) => stretch_table(rng, n, c),
        Constraint::Element(c) => {
            c.first = stretch_value(rng, c.first);
            if rng.random_bool(0.1) {
                c.array.clear();
            }
        }
        Constraint::Inverse(c) => {
            c.first_left = stretch_value(rng, c.first_left);
            c.first_right = stretch_value(rng, c.first_right);
        }
        Constraint::Clause(c) => {
            for atom in &mut c.atoms {
                atom.value = stretch_value(rng, atom.value);
            }
        }
        Constraint::Reify(c) => c.atom.value = stretch_value(rng, c.atom.value),
        Constraint::GlobalCardinality(c) => {
            for occurrence in &mut c.occurrences {
                occurrence.value = stretch_value(rng, occurrence.value);
                if rng.random_bool(0.2) {
                    occurrence.max = u32::MAX;
                }
                if rng.random_bool(0.05) {
                    occurrence.min = u32::MAX;
                }
            }
        }
        Constraint::Lexicographic(c) if rng.random_bool(0.15) => {
            c.left.clear();
            c.right.clear();
        }
        Constraint::Dimension(c) if rng.random_bool(0.15) => {
            c.scope = vec![draw_variable(rng, n); rng.random_range(0..=3)];
            c.relation = match rng.random_range(0..3) {
                0 => ClassRelation::AllSame,
                1 => ClassRelation::AllDifferent,
                _ => ClassRelation::ExactlyEqual(c.scope.len().max(1) as u32),
            };
        }
        Constraint::Implies(c) => stretch_constraint(rng, model, &mut c.then),
        Constraint::Global(c) if rng.random() => super::global::stretch_global(rng, c),
        // The others have no numbers, or keep them.
        _ => {}
    }
}

/// Replaces some coefficients, and the constant by one near an attainable sum.
fn stretch_sum(rng: &mut impl Rng, model: &Model, c: &mut Linear) {
    for term in &mut c.terms {
        if rng.random_bool(0.6) {
            term.coefficient = draw_number(rng);
        }
    }
    let of = |term: &LinearTerm| {
        let domain = model.domain(term.variable);
        let value = if rng.random() { domain.min() } else { domain.max() };
        term.coefficient.saturating_mul(value.unwrap_or(0).into())
    };
    let sum = c.terms.iter().map(of).fold(0, i64::saturating_add);
    // Next to a sum that the domains allow, the constraint is rarely true or false throughout.
    c.constant = if rng.random_bool(0.2) {
        draw_number(rng)
    } else {
        sum.saturating_add(rng.random_range(-1..=1))
    };
}

/// Replaces some cells, and the columns by none or by one more, of any of `n` variables.
fn stretch_table(rng: &mut impl Rng, n: usize, c: &mut Table) {
    let tuples = Arc::make_mut(&mut c.tuples);
    if rng.random_bool(0.2) {
        c.scope.clear();
        tuples.truncate(2);
        tuples.iter_mut().for_each(Vec::clear);
    } else if rng.random_bool(0.2) {
        c.scope.push(draw_variable(rng, n));
        tuples.iter_mut().for_each(|tuple| tuple.push(draw_end(rng)));
    }
    for cell in tuples.iter_mut().flatten() {
        *cell = stretch_value(rng, *cell);
    }
}

/// Returns the value, or sometimes a wide one.
fn stretch_value(rng: &mut impl Rng, value: Value) -> Value {
    if rng.random_bool(0.4) { draw_wide(rng) } else { value }
}

/// Returns a 32-bit number, possibly beyond the range of values.
fn draw_wide(rng: &mut impl Rng) -> Value {
    match rng.random_range(0..6) {
        0 => Value::MIN,
        1 => Value::MAX,
        2 => Value::MIN + 1,
        3 => Value::MAX - 1,
        _ => draw_end(rng),
    }
}

/// Posts `x < y`, `y < z` and so on, sometimes back to the first.
fn compare_in_a_row(rng: &mut impl Rng, model: &mut Model) {
    let n = model.variables().len();
    let strict = if rng.random() { ComparisonOperator::Lt } else { draw_relation(rng) };
    for place in 0..n {
        let next = (place + 1) % n;
        if next > 0 || rng.random() {
            let compare = Compare::new(VarId::new(place), strict, VarId::new(next));
            let _ = model.post("", Constraint::Compare(compare));
        }
    }
}

fn draw_objective(rng: &mut impl Rng, model: &Model) -> Objective {
    let n = model.variables().len();
    let terms = (0..rng.random_range(0..=2)).map(|_| LinearTerm {
        coefficient: if rng.random() { draw_number(rng) } else { rng.random_range(-2..=2) },
        variable: draw_variable(rng, n),
    });
    let terms = terms.collect();
    let sense = if rng.random() { ObjectiveSense::Minimize } else { ObjectiveSense::Maximize };
    Objective::new(sense, terms)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn draws_what_it_is_for() {
        let mut seen = BTreeSet::new();
        for seed in 0..2000 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = extreme_model(&mut rng, DomainSpan::Any);
            for variable in model.variables() {
                seen.insert(if variable.domain.is_empty() { "empty" } else { "some" });
                let size = variable.domain.len();
                if size > 1 << 30 {
                    seen.insert("wide");
                }
                if (100..20_000).contains(&size) && variable.domain.max() == Some(MAX_VALUE) {
                    seen.insert("a window at the end");
                }
            }
            for posted in model.constraints() {
                match &posted.constraint {
                    Constraint::Table(c) if c.scope.is_empty() => seen.insert("no columns"),
                    Constraint::Linear(c) if c.terms.iter().any(|t| t.coefficient > 1 << 59) => {
                        seen.insert("large coefficients")
                    }
                    _ => false,
                };
            }
            let few = extreme_model(&mut rng, DomainSpan::Few);
            assert!(few.assignment_count().is_some_and(|count| count <= 2 * 4 * 4 * 4));
        }
        assert_eq!(seen.len(), 6, "{seen:?}");
    }
}
