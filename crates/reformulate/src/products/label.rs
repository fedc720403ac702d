//! Labels the values of a variable by the demands that a constraint derives from them.

use parallax_model::{
    Clause, Compare, Constraint, DimensionRelation, Element, Extremum, GlobalCardinality, Linear,
    Model, Relation, Value, VarId,
};

use super::table::TableIndex;
use parallax_propagation::decided;
use parallax_propagation::store::Store;

/// The demand of a constraint, given a value of one variable. With two values of one label, it
/// holds for the same combinations of its other variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Label {
    /// It demands nothing of the other variables that it would not demand with another value.
    Always,
    /// It holds for no combination.
    Never,
    /// A demand that only equal numbers share.
    Is(i64),
}

/// Appends the label of each value of `x`, with the other variables' domains in `store`. If the
/// comparison is hard, values that could share a label get different ones.
pub(super) fn labels(
    constraint: &Constraint,
    table: Option<&TableIndex>,
    model: &Model,
    store: &Store,
    x: VarId,
    values: &[Value],
    labels: &mut Vec<Label>,
) {
    let own = |&value: &Value| Label::Is(value.into());
    let mut each = |label: &dyn Fn(Value) -> Label| {
        labels.extend(values.iter().map(|&value| label(value)));
    };
    match constraint {
        Constraint::AllDifferent(c) => {
            each(&|value| taken(store, &c.scope, x, value, |value| Label::Is(value.into())));
        }
        Constraint::GlobalCardinality(c) => each(&|value| counted(c, x, value)),
        Constraint::Linear(c) => {
            let rest = Rest::of(c, store, x);
            each(&|value| rest.label(c.relation, value));
        }
        Constraint::Compare(c) => each(&|value| compared(c, store, x, value)),
        Constraint::Table(_) => match table {
            Some(table) => table.labels(store, x, values, labels),
            None => labels.extend(values.iter().map(own)),
        },
        Constraint::Element(c) => each(&|value| chosen(c, store, x, value)),
        Constraint::Extremum(c) => each(&|value| extreme(c, store, x, value)),
        Constraint::Clause(c) => each(&|value| clause(c, x, value)),
        Constraint::Reify(c) if c.atom.variable == x && c.truth != x => {
            each(&|value| truth(c.atom.relation.holds(value.into(), c.atom.value.into())));
        }
        Constraint::Dimension(c) => each(&|value| class(c, model, value)),
        Constraint::Implies(c) if c.condition != x => {
            if store.contains(c.condition, 1) {
                self::labels(&c.then, None, model, store, x, values, labels);
            } else {
                each(&|_| Label::Always);
            }
        }
        _ => labels.extend(values.iter().map(own)),
    }
}

fn truth(holds: bool) -> Label {
    Label::Is(holds.into())
}

/// Labels a value of an all-different scope: no demand, unless another variable can take it.
fn taken(
    store: &Store,
    scope: &[VarId],
    x: VarId,
    value: Value,
    own: impl Fn(Value) -> Label,
) -> Label {
    let twice = scope.iter().filter(|&&v| v == x).count() > 1;
    if twice || scope.iter().any(|&v| v != x && store.contains(v, value)) {
        own(value)
    } else {
        Label::Always
    }
}

/// Labels a counted value by itself, and all other values alike.
fn counted(c: &GlobalCardinality, x: VarId, value: Value) -> Label {
    let twice = c.scope.iter().filter(|&&v| v == x).count() > 1;
    if twice || c.occurrences.iter().any(|occurrence| occurrence.value == value) {
        Label::Is(value.into())
    } else if c.closed {
        Label::Never
    } else {
        Label::Always
    }
}

/// The other terms of a sum: their bounds, and the coefficient of the variable.
struct Rest {
    coefficient: i128,
    bounds: [i128; 2],
    constant: i128,
}

impl Rest {
    fn of(c: &Linear, store: &Store, x: VarId) -> Self {
        let own = c.terms.iter().filter(|term| term.variable == x);
        Rest {
            coefficient: own.map(|term| i128::from(term.coefficient)).sum(),
            bounds: decided::sum(c.terms.iter().filter(|term| term.variable != x), store),
            constant: c.constant.into(),
        }
    }

    /// Labels a value by the bound on the other terms: `rest relation left`.
    fn label(&self, relation: Relation, value: Value) -> Label {
        let left = self.constant - self.coefficient * i128::from(value);
        match decided::decide(self.bounds, relation, left) {
            Some(true) => Label::Always,
            Some(false) => Label::Never,
            // Within 64 bits, as the ends of a validated sum are.
            None => Label::Is(i64::try_from(left).unwrap_or(i64::MAX)),
        }
    }
}

fn compared(c: &Compare, store: &Store, x: VarId, value: Value) -> Label {
    let value = i64::from(value);
    if c.left == c.right {
        return if c.relation.holds(0, c.offset) { Label::Always } else { Label::Never };
    }
    // The other variable, compared with a bound: `other relation bound`.
    let (other, relation, bound) = if c.left == x {
        (c.right, c.relation.mirrored(), value - c.offset)
    } else {
        (c.left, c.relation, value + c.offset)
    };
    let (min, max) = (i64::from(store.min(other)), i64::from(store.max(other)));
    let has = Value::try_from(bound).is_ok_and(|bound| store.contains(other, bound));
    let next = |bound: i64| {
        // The least value from a bound on determines the values beyond it.
        let bound = bound.clamp(min, max);
        let next = Value::try_from(bound).ok().and_then(|bound| store.at_least(other, bound));
        Label::Is(next.map_or(i64::MAX, i64::from))
    };
    match relation {
        Relation::Eq if has => Label::Is(bound),
        Relation::Eq => Label::Never,
        Relation::Ne if has => Label::Is(bound),
        Relation::Ne => Label::Always,
        Relation::Le if bound >= max => Label::Always,
        Relation::Le if bound < min => Label::Never,
        Relation::Lt if bound > max => Label::Always,
        Relation::Lt if bound <= min => Label::Never,
        Relation::Ge if bound <= min => Label::Always,
        Relation::Ge if bound > max => Label::Never,
        Relation::Gt if bound < min => Label::Always,
        Relation::Gt if bound >= max => Label::Never,
        // The values that are at most a bound lie below the next number.
        Relation::Le | Relation::Gt => next(bound + 1),
        Relation::Lt | Relation::Ge => next(bound),
    }
}

/// Labels a place of an element by itself, and a member that no index refers to with no demand.
fn chosen(c: &Element, store: &Store, x: VarId, value: Value) -> Label {
    if x == c.index || x == c.result {
        return Label::Is(value.into());
    }
    let named = |place: usize| {
        let index = i64::from(c.first) + place as i64;
        Value::try_from(index).is_ok_and(|index| store.contains(c.index, index))
    };
    let mut places = c.array.iter().enumerate().filter(|&(_, &v)| v == x);
    if places.any(|(place, _)| named(place)) { Label::Is(value.into()) } else { Label::Always }
}

/// Labels all members alike that lie below what others reach in any case.
fn extreme(c: &Extremum, store: &Store, x: VarId, value: Value) -> Label {
    let others = c.scope.iter().copied().filter(|&v| v != x);
    let reached = match (x == c.result, c.max) {
        (true, _) => None,
        (false, true) => others.map(|v| store.min(v)).max().filter(|&reached| value <= reached),
        (false, false) => others.map(|v| store.max(v)).min().filter(|&reached| value >= reached),
    };
    reached.map_or(Label::Is(value.into()), |_| Label::Always)
}

fn clause(c: &Clause, x: VarId, value: Value) -> Label {
    let of_x = c.atoms.iter().filter(|atom| atom.variable == x);
    let mut true_ones = of_x.filter(|atom| atom.relation.holds(value.into(), atom.value.into()));
    if true_ones.next().is_some() { Label::Always } else { Label::Is(0) }
}

/// Returns the class of a value in a dimension.
fn class(c: &DimensionRelation, model: &Model, value: Value) -> Label {
    let class = model.dimension(c.dimension).class(value);
    class.map_or(Label::Never, |class| Label::Is(class.into()))
}
