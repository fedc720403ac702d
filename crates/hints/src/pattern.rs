//! The kinds of rules that have their own techniques.

use parallax_model::{ComparisonOperator, Constraint, Linear, Model, Table, VarId};

use super::group::ConstraintGroup;
use super::rules::CandidateRules;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::technique::Technique;
use super::unit::CandidateId;

/// The kind of a group, from its constraints. It does not depend on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupPattern {
    /// A table of different values with the same sum.
    Cage,
    /// One sum.
    Sum,
    /// Several sums.
    Sums,
    /// Another table.
    Entries,
    /// Several tables of two variables each.
    Pairs,
    /// The numbers of uses of values.
    Uses,
    /// Equalities of two variables.
    Equal,
    /// Comparisons without offsets.
    Order,
    /// Any other rule.
    Other,
}

impl GroupPattern {
    /// Returns the pattern of a group.
    pub(super) fn from_group(model: &Model, group: &ConstraintGroup) -> Self {
        let all: Vec<&Constraint> =
            group.places.iter().map(|&index| &model.constraints()[index].constraint).collect();
        match all[..] {
            [Constraint::Table(table)] if is_cage(table) => return GroupPattern::Cage,
            [Constraint::Table(_)] => return GroupPattern::Entries,
            [Constraint::Linear(_)] => return GroupPattern::Sum,
            [Constraint::GlobalCardinality(_)] => return GroupPattern::Uses,
            _ => {}
        }
        let is_pair = |own: &&Constraint| matches!(own, Constraint::Table(t) if t.scope.len() == 2);
        let is_sum = |own: &&Constraint| matches!(own, Constraint::Linear(_));
        let is_order = |own: &&Constraint| match own {
            Constraint::Compare(compare) => {
                compare.offset == 0 && compare.relation != ComparisonOperator::Ne
            }
            _ => false,
        };
        let is_equal = |own: &&Constraint| match own {
            Constraint::Compare(compare) => compare.relation == ComparisonOperator::Eq,
            _ => false,
        };
        // Equalities come first, because they are also comparisons without offset.
        match () {
            () if all.iter().all(is_equal) => GroupPattern::Equal,
            () if all.iter().all(is_pair) => GroupPattern::Pairs,
            () if all.iter().all(is_sum) => GroupPattern::Sums,
            () if all.iter().all(is_order) => GroupPattern::Order,
            () => GroupPattern::Other,
        }
    }

    /// Returns the name of a step by one group alone.
    pub(super) fn group_technique(
        self,
        rules: &CandidateRules,
        state: &CandidateState,
        group: &ConstraintGroup,
        step: &DeductionStep,
    ) -> Technique {
        let is_open = |&&v: &&VarId| !rules.of_variable(v).any(|c| state.is_placed(c));
        let is_last = group.scope.iter().filter(is_open).count() == 1;
        match self {
            GroupPattern::Cage | GroupPattern::Sum if is_last => Technique::LastOfSum,
            GroupPattern::Cage => Technique::CageCombinations,
            GroupPattern::Sum | GroupPattern::Sums => match group.only_constraint(rules.model()) {
                Some(Constraint::Linear(sum)) => of_sum(rules, state, sum, step),
                _ => Technique::RestOfSum,
            },
            GroupPattern::Entries => Technique::Entries,
            GroupPattern::Pairs => Technique::Pairs,
            GroupPattern::Uses => Technique::Uses,
            GroupPattern::Equal => Technique::Equal,
            GroupPattern::Order => Technique::Order,
            GroupPattern::Other => Technique::OneRule,
        }
    }
}

/// Returns the sum of the tuples of a table, if it is the same for all.
pub(super) fn same_sum(table: &Table) -> Option<i64> {
    let sum = |tuple: &Vec<i32>| tuple.iter().map(|&value| i64::from(value)).sum::<i64>();
    let first = table.tuples.first().map(sum)?;
    let is_plain = !table.forbidden && table.scope.len() > 1 && are_different(&table.scope);
    (is_plain && table.tuples.iter().all(|tuple| sum(tuple) == first)).then_some(first)
}

fn are_different<T: Ord + Clone>(items: &[T]) -> bool {
    let mut sorted = items.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

fn is_cage(table: &Table) -> bool {
    same_sum(table).is_some() && table.tuples.iter().all(|tuple| are_different(tuple))
}

/// Returns the easiest name of a step by one sum: the bounds or the parities of the other terms
/// already give it, or only their values do.
fn of_sum(
    rules: &CandidateRules,
    state: &CandidateState,
    sum: &Linear,
    step: &DeductionStep,
) -> Technique {
    let placed = step.places.iter().flat_map(|&place| {
        let all = rules.of_variable(rules.given(place).variable);
        all.filter(move |&c| c != place && state.has_candidate(c))
    });
    // A placement removes the other candidates of its variable.
    let gone: Vec<CandidateId> = step.removes.iter().copied().chain(placed).collect();
    let values = |variable: VarId| {
        let live = rules.of_variable(variable).filter(|&c| state.has_candidate(c));
        live.map(|c| i64::from(rules.given(c).value)).collect::<Vec<_>>()
    };
    let mut live: Vec<(i64, VarId, Vec<i64>)> =
        sum.terms.iter().map(|t| (t.coefficient, t.variable, values(t.variable))).collect();
    // With a repeated variable, the bounds of single terms are not exact.
    if !are_different(&live.iter().map(|term| term.1).collect::<Vec<_>>()) {
        return Technique::RestOfSum;
    }
    let remains = |live: &[(i64, VarId, Vec<i64>)], c: &CandidateId| {
        let given = rules.given(*c);
        live.iter().any(|term| term.1 == given.variable && term.2.contains(&given.value.into()))
    };
    // The techniques are tried from the easiest on: the first that explains all removals names the
    // step.
    narrow_bounds(&mut live, sum);
    if !gone.iter().any(|c| remains(&live, c)) {
        return Technique::SumBounds;
    }
    narrow_parities(&mut live, sum);
    if gone.iter().any(|c| remains(&live, c)) { Technique::RestOfSum } else { Technique::SumParity }
}

/// Removes the values that the least and greatest values of the other terms forbid, until nothing
/// changes.
fn narrow_bounds(live: &mut [(i64, VarId, Vec<i64>)], sum: &Linear) {
    use ComparisonOperator as R;
    let (upper, lower) = match sum.relation {
        R::Eq => (Some(sum.constant), Some(sum.constant)),
        R::Le => (Some(sum.constant), None),
        R::Lt => (Some(sum.constant - 1), None),
        R::Ge => (None, Some(sum.constant)),
        R::Gt => (None, Some(sum.constant + 1)),
        R::Ne => (None, None),
    };
    loop {
        let span = |(factor, _, values): &(i64, VarId, Vec<i64>)| {
            let products = || values.iter().map(|value| factor * value);
            (products().min().unwrap_or(0), products().max().unwrap_or(0))
        };
        // A value is possible only if the extremes of the other terms allow the bound of the sum.
        let spans: Vec<(i64, i64)> = live.iter().map(span).collect();
        let min_sum: i64 = spans.iter().map(|span| span.0).sum();
        let max_sum: i64 = spans.iter().map(|span| span.1).sum();
        let mut changed = false;
        for ((factor, _, values), (low, high)) in live.iter_mut().zip(spans) {
            let before = values.len();
            values.retain(|value| {
                let product = *factor * value;
                upper.is_none_or(|upper| min_sum - low + product <= upper)
                    && lower.is_none_or(|lower| max_sum - high + product >= lower)
            });
            changed |= values.len() < before;
        }
        if !changed {
            return;
        }
    }
}

/// Removes the values of the wrong parity from the only term with an open parity.
fn narrow_parities(live: &mut [(i64, VarId, Vec<i64>)], sum: &Linear) {
    if sum.relation != ComparisonOperator::Eq {
        return;
    }
    // The parity of the sum less the parities of all closed terms is that of the open term.
    let mut rest = sum.constant.rem_euclid(2);
    let mut open = None;
    for (index, (factor, _, values)) in live.iter().enumerate() {
        // A term with an even coefficient is even, whatever its value.
        let Some(first) = values.first().filter(|_| factor % 2 != 0) else { continue };
        if values.iter().all(|value| (value - first) % 2 == 0) {
            rest = (rest + first).rem_euclid(2);
        } else if open.replace(index).is_some() {
            return;
        }
    }
    if let Some(index) = open {
        live[index].2.retain(|value| value.rem_euclid(2) == rest);
    }
}
