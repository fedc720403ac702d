//! Labels the values of a variable by the demands that a constraint derives from them.

use parallax_model::{
    Clause, Compare, ComparisonOperator, Constraint, DimensionRelation, Element, Extremum,
    GlobalCardinality, Linear, Model, Value, VarId,
};

use super::table::TableIndex;
use parallax_propagation::decided_relations;
use parallax_propagation::store::DomainStore;

/// The demand of a constraint, given a value of one variable. With two values of one label, the
/// constraint holds for the same combinations of its other variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ValueLabel {
    /// The constraint demands nothing of the other variables that it would not demand with another
    /// value.
    Always,
    /// The constraint holds for no combination.
    Never,
    /// A demand that only equal numbers share.
    Is(i64),
}

/// Appends the label of each value of `x`, with the other variables' domains in `store`. If the
/// comparison is hard, values that could share a label get different ones.
pub(super) fn append_labels(
    constraint: &Constraint,
    table: Option<&TableIndex>,
    model: &Model,
    store: &DomainStore,
    x: VarId,
    values: &[Value],
    labels: &mut Vec<ValueLabel>,
) {
    let value_label = |&value: &Value| ValueLabel::Is(value.into());
    let mut each = |label: &dyn Fn(Value) -> ValueLabel| {
        labels.extend(values.iter().map(|&value| label(value)));
    };
    match constraint {
        Constraint::AllDifferent(c) => {
            each(&|value| {
                taken_label(store, &c.scope, x, value, |value| ValueLabel::Is(value.into()))
            });
        }
        Constraint::GlobalCardinality(c) => each(&|value| counted_label(c, x, value)),
        Constraint::Linear(c) => {
            let rest = OtherTerms::from_sum(c, store, x);
            each(&|value| rest.bound_label(c.relation, value));
        }
        Constraint::Compare(c) => each(&|value| comparison_label(c, store, x, value)),
        Constraint::Table(_) => match table {
            Some(table) => table.append_labels(store, x, values, labels),
            None => labels.extend(values.iter().map(value_label)),
        },
        Constraint::Element(c) => each(&|value| label_element_constraint(c, store, x, value)),
        Constraint::Extremum(c) => each(&|value| extremum_label(c, store, x, value)),
        Constraint::Clause(c) => each(&|value| clause_label(c, x, value)),
        Constraint::Reify(c) if c.atom.variable == x && c.truth != x => {
            each(&|value| {
                truth_label(c.atom.relation.holds_between(value.into(), c.atom.value.into()))
            });
        }
        Constraint::Dimension(c) => each(&|value| class_label(c, model, value)),
        Constraint::Implies(c) if c.condition != x => {
            if store.contains(c.condition, 1) {
                // If the condition is still open, the labels of the consequence may separate more
                // values than necessary, never fewer. A table without its index separates all.
                self::append_labels(&c.then, None, model, store, x, values, labels);
            } else {
                each(&|_| ValueLabel::Always);
            }
        }
        _ => labels.extend(values.iter().map(value_label)),
    }
}

fn truth_label(holds: bool) -> ValueLabel {
    ValueLabel::Is(holds.into())
}

/// Labels a value of an all-different scope: no demand, unless another variable can take it.
fn taken_label(
    store: &DomainStore,
    scope: &[VarId],
    x: VarId,
    value: Value,
    value_label: impl Fn(Value) -> ValueLabel,
) -> ValueLabel {
    // With x at two positions, the other "variable" that can take the value is x itself.
    let twice = scope.iter().filter(|&&v| v == x).count() > 1;
    if twice || scope.iter().any(|&v| v != x && store.contains(v, value)) {
        value_label(value)
    } else {
        ValueLabel::Always
    }
}

/// Labels a counted value by itself, and all other values alike.
fn counted_label(c: &GlobalCardinality, x: VarId, value: Value) -> ValueLabel {
    let twice = c.scope.iter().filter(|&&v| v == x).count() > 1;
    if twice || c.occurrences.iter().any(|occurrence| occurrence.value == value) {
        ValueLabel::Is(value.into())
    } else if c.closed {
        ValueLabel::Never
    } else {
        ValueLabel::Always
    }
}

/// The other terms of a sum: their bounds, and the coefficient of the variable.
struct OtherTerms {
    coefficient: i128,
    bounds: [i128; 2],
    constant: i128,
}

impl OtherTerms {
    fn from_sum(c: &Linear, store: &DomainStore, x: VarId) -> Self {
        let x_terms = c.terms.iter().filter(|term| term.variable == x);
        OtherTerms {
            coefficient: x_terms.map(|term| i128::from(term.coefficient)).sum(),
            bounds: decided_relations::sum_bounds(
                c.terms.iter().filter(|term| term.variable != x),
                store,
            ),
            constant: c.constant.into(),
        }
    }

    /// Labels a value by the bound on the other terms: `rest relation left`.
    fn bound_label(&self, relation: ComparisonOperator, value: Value) -> ValueLabel {
        // Two values with the same `left` demand the same of the rest, e.g. if the coefficient is
        // 0.
        let left = self.constant - self.coefficient * i128::from(value);
        match decided_relations::decide_relation(self.bounds, relation, left) {
            Some(true) => ValueLabel::Always,
            Some(false) => ValueLabel::Never,
            // Within 64 bits, as the ends of a validated sum are.
            None => ValueLabel::Is(i64::try_from(left).unwrap_or(i64::MAX)),
        }
    }
}

fn comparison_label(c: &Compare, store: &DomainStore, x: VarId, value: Value) -> ValueLabel {
    let value = i64::from(value);
    if c.left == c.right {
        return if c.relation.holds_between(0, c.offset) {
            ValueLabel::Always
        } else {
            ValueLabel::Never
        };
    }
    // The other variable, compared with a bound: `other relation bound`.
    let (other, relation, bound) = if c.left == x {
        (c.right, c.relation.mirror_relation(), value - c.offset)
    } else {
        (c.left, c.relation, value + c.offset)
    };
    let (min, max) = (i64::from(store.min(other)), i64::from(store.max(other)));
    let has = Value::try_from(bound).is_ok_and(|bound| store.contains(other, bound));
    let next = |bound: i64| {
        // The least value from a bound on determines the values beyond it.
        let bound = bound.clamp(min, max);
        let next = Value::try_from(bound).ok().and_then(|bound| store.at_least(other, bound));
        ValueLabel::Is(next.map_or(i64::MAX, i64::from))
    };
    match relation {
        ComparisonOperator::Eq if has => ValueLabel::Is(bound),
        ComparisonOperator::Eq => ValueLabel::Never,
        ComparisonOperator::Ne if has => ValueLabel::Is(bound),
        ComparisonOperator::Ne => ValueLabel::Always,
        ComparisonOperator::Le if bound >= max => ValueLabel::Always,
        ComparisonOperator::Le if bound < min => ValueLabel::Never,
        ComparisonOperator::Lt if bound > max => ValueLabel::Always,
        ComparisonOperator::Lt if bound <= min => ValueLabel::Never,
        ComparisonOperator::Ge if bound <= min => ValueLabel::Always,
        ComparisonOperator::Ge if bound > max => ValueLabel::Never,
        ComparisonOperator::Gt if bound < min => ValueLabel::Always,
        ComparisonOperator::Gt if bound >= max => ValueLabel::Never,
        // The values that are at most a bound lie below the next number.
        ComparisonOperator::Le | ComparisonOperator::Gt => next(bound + 1),
        ComparisonOperator::Lt | ComparisonOperator::Ge => next(bound),
    }
}

/// Labels a value of an array member by itself, unless no index refers to the member.
fn label_element_constraint(
    c: &Element,
    store: &DomainStore,
    x: VarId,
    value: Value,
) -> ValueLabel {
    if x == c.index || x == c.result {
        return ValueLabel::Is(value.into());
    }
    let named = |position: usize| {
        let index = i64::from(c.first) + position as i64;
        Value::try_from(index).is_ok_and(|index| store.contains(c.index, index))
    };
    let mut positions = c.array.iter().enumerate().filter(|&(_, &v)| v == x);
    if positions.any(|(position, _)| named(position)) {
        ValueLabel::Is(value.into())
    } else {
        ValueLabel::Always
    }
}

/// Labels all values alike that another member exceeds in any case.
fn extremum_label(c: &Extremum, store: &DomainStore, x: VarId, value: Value) -> ValueLabel {
    let others = c.scope.iter().copied().filter(|&v| v != x);
    // E.g. of a maximum with another member that is at least 5, all values of x up to 5 are alike.
    let reached = match (x == c.result, c.max) {
        (true, _) => None,
        (false, true) => others.map(|v| store.min(v)).max().filter(|&reached| value <= reached),
        (false, false) => others.map(|v| store.max(v)).min().filter(|&reached| value >= reached),
    };
    reached.map_or(ValueLabel::Is(value.into()), |_| ValueLabel::Always)
}

fn clause_label(c: &Clause, x: VarId, value: Value) -> ValueLabel {
    let of_x = c.atoms.iter().filter(|atom| atom.variable == x);
    // A true atom satisfies the clause. All other values leave the same demand to the other
    // variables.
    let mut true_ones =
        of_x.filter(|atom| atom.relation.holds_between(value.into(), atom.value.into()));
    if true_ones.next().is_some() { ValueLabel::Always } else { ValueLabel::Is(0) }
}

/// Returns the class of a value in a dimension.
fn class_label(c: &DimensionRelation, model: &Model, value: Value) -> ValueLabel {
    // The relation sees only the class, and forbids values without one.
    let class = model.dimension(c.dimension).class_of_value(value);
    class.map_or(ValueLabel::Never, |class| ValueLabel::Is(class.into()))
}
