//! Finds interchangeable variables.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parallax_model::engine_api::{Control, StopReason};
use parallax_model::{
    ClassRelation, Compare, ComparisonOperator, Constraint, Domain, Model, Value, VarId,
};

/// Pairwise interchangeable variables: they have one domain, and exchanging two of them maps the
/// constraints to themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterchangeGroup {
    /// The variables; of an ordered group in ascending order of their values.
    pub variables: Vec<VarId>,
    /// Whether the model requires strictly ascending values, so that a solution is a set rather
    /// than a sequence.
    pub ordered: bool,
}

/// The groups of a model: a partition of `variables`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InterchangePartition {
    /// The groups.
    pub groups: Vec<InterchangeGroup>,
    /// The indices of the constraints that the order of groups replaces.
    pub absorbed: Vec<usize>,
}

/// Maximum text of constraints to write for comparing them, in bytes. Once it is used up, no more
/// interchangeable variables are found.
const MAX_COMPARED_TEXT_BYTES: usize = 1 << 26;

/// Finds the groups of `variables`. Each of `scopes` contains a group entirely or not at all, so
/// that a constraint on it is symmetric in the group.
///
/// # Errors
/// Returns a `StopReason` if `control` is stopped.
pub fn find_groups(
    model: &Model,
    variables: &[VarId],
    scopes: &[&[VarId]],
    control: &Control,
) -> Result<InterchangePartition, StopReason> {
    let mut finder = ExchangeTester::new(model, control)?;
    // The scopes of each variable.
    let mut within: HashMap<VarId, Vec<usize>> =
        variables.iter().map(|&v| (v, Vec::new())).collect();
    for (index, scope) in scopes.iter().enumerate() {
        scope.iter().for_each(|v| within.entry(*v).or_default().push(index));
    }
    let mut found = InterchangePartition::default();
    let mut grouped = HashSet::new();
    for chain in find_chains(model) {
        control.check_stop()?;
        // A relation must name all variables of the chain or none, or an exchange would change it.
        let first = within.get(&chain.variables[0]);
        let fits = |v: &VarId| first.is_some() && within.get(v) == first;
        if chain.variables.iter().all(fits) && finder.is_exchangeable(&chain, control)? {
            grouped.extend(chain.variables.iter().copied());
            found.absorbed.extend(chain.places);
            found.groups.push(InterchangeGroup { variables: chain.variables, ordered: true });
        }
    }
    let mut free: Vec<InterchangeGroup> = Vec::new();
    // Groups by scopes, domain and visibility; only variables that agree in all three can be
    // interchangeable.
    let mut like: HashMap<(&[usize], &Domain, bool), Vec<usize>> = HashMap::new();
    for &v in variables.iter().filter(|v| !grouped.contains(*v)) {
        let variable = &model.variables()[v.index()];
        let candidates = like.entry((&within[&v], &variable.domain, variable.shown)).or_default();
        let mut joins = None;
        for &group in &*candidates {
            control.check_stop()?;
            if finder.budget == 0 {
                break;
            }
            // Exchangeability is transitive, so one member of a group answers for all.
            if finder.can_swap(free[group].variables[0], v, &HashSet::new()) {
                joins = Some(group);
                break;
            }
        }
        match joins {
            Some(group) => free[group].variables.push(v),
            None => {
                candidates.push(free.len());
                free.push(InterchangeGroup { variables: vec![v], ordered: false });
            }
        }
    }
    found.groups.extend(free);
    // Ordered groups were found before the others; the order of the groups does not depend on that.
    found.groups.sort_by_key(|group| group.variables.iter().min().copied());
    Ok(found)
}

/// Variables in strictly ascending order, and the constraints that require it.
struct AscendingChain {
    variables: Vec<VarId>,
    places: Vec<usize>,
}

/// Returns the paths of `x < y` from a variable that is above none to one that is below none, such
/// that no variable is on two paths. No such path contains a cycle.
fn find_chains(model: &Model) -> Vec<AscendingChain> {
    let mut next: HashMap<VarId, (VarId, usize)> = HashMap::new();
    let mut below: HashMap<VarId, usize> = HashMap::new();
    let mut forked = HashSet::new();
    for (index, posted) in model.constraints().iter().enumerate() {
        let Some((low, high)) = strict_order(&posted.constraint) else { continue };
        if next.insert(low, (high, index)).is_some() {
            forked.insert(low);
        }
        *below.entry(high).or_default() += 1;
    }
    let mut starts: Vec<VarId> = next.keys().copied().filter(|v| !below.contains_key(v)).collect();
    starts.sort_unstable();
    let path = |start: VarId| {
        let mut chain = AscendingChain { variables: vec![start], places: Vec::new() };
        let mut v = start;
        while let Some(&(high, index)) = next.get(&v) {
            // Paths that meet are not chains. Every variable on the path is above exactly one
            // other, so none occurs twice.
            if forked.contains(&v) || below.get(&high) != Some(&1) {
                return None;
            }
            chain.variables.push(high);
            chain.places.push(index);
            v = high;
        }
        Some(chain)
    };
    starts.into_iter().filter_map(path).collect()
}

/// Returns the sides of `low < high`.
fn strict_order(constraint: &Constraint) -> Option<(VarId, VarId)> {
    match constraint {
        Constraint::Compare(Compare {
            left,
            relation: ComparisonOperator::Lt,
            right,
            offset: 0,
        }) => Some((*left, *right)),
        Constraint::Compare(Compare {
            left,
            relation: ComparisonOperator::Gt,
            right,
            offset: 0,
        }) => Some((*right, *left)),
        _ => None,
    }
}

/// Tests exchanges of variables against the constraints of a model.
struct ExchangeTester<'m> {
    model: &'m Model,
    /// The number of occurrences of each constraint, in a canonical form that ignores the order of
    /// symmetric elements.
    known: HashMap<String, i32>,
    /// The constraints on each variable.
    of: HashMap<VarId, Vec<usize>>,
    /// The remaining text that may be written, in bytes.
    budget: usize,
}

impl<'m> ExchangeTester<'m> {
    fn new(model: &'m Model, control: &Control) -> Result<Self, StopReason> {
        let mut finder = ExchangeTester {
            model,
            known: HashMap::new(),
            of: HashMap::new(),
            budget: MAX_COMPARED_TEXT_BYTES,
        };
        for (index, posted) in model.constraints().iter().enumerate() {
            control.check_stop()?;
            // The list is incomplete then, but every later test refuses as well, so that no
            // constraint that is missing from it could be taken for one that an exchange removes.
            if finder.budget == 0 {
                break;
            }
            let mut scope = HashSet::new();
            rename_variables(&posted.constraint, |v| {
                scope.insert(v);
                v
            });
            scope.into_iter().for_each(|v| finder.of.entry(v).or_default().push(index));
            let key = finder.canonical_key(&posted.constraint);
            *finder.known.entry(key).or_default() += 1;
        }
        Ok(finder)
    }

    /// Whether neighbours in a chain, and therefore any of its variables, are interchangeable
    /// without the constraints that form the chain.
    fn is_exchangeable(
        &mut self,
        chain: &AscendingChain,
        control: &Control,
    ) -> Result<bool, StopReason> {
        let without: HashSet<usize> = chain.places.iter().copied().collect();
        for pair in chain.variables.windows(2) {
            control.check_stop()?;
            let [a, b] = [pair[0], pair[1]].map(|v| &self.model.variables()[v.index()]);
            let alike = a.domain == b.domain && a.shown == b.shown;
            if !alike || !self.can_swap(pair[0], pair[1], &without) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether two variables with the same domain are interchangeable without the constraints
    /// at `without`.
    fn can_swap(&mut self, a: VarId, b: VarId, without: &HashSet<usize>) -> bool {
        if self.budget == 0 {
            return false;
        }
        let touched = |v| self.of.get(&v).into_iter().flatten().copied();
        let mut indices: Vec<usize> = touched(a).chain(touched(b)).collect();
        indices.sort_unstable();
        indices.dedup();
        indices.retain(|index| !without.contains(index));
        // The affected constraints must be the same list after the exchange.
        let mut balance: HashMap<String, i32> = HashMap::new();
        for index in indices {
            let constraint = &self.model.constraints()[index].constraint;
            let swapped = rename_variables(constraint, |v| match v {
                v if v == a => b,
                v if v == b => a,
                v => v,
            });
            let (before, after) = (self.canonical_key(constraint), self.canonical_key(&swapped));
            // A constraint that the model does not have decides at once.
            if self.budget == 0 || !self.known.contains_key(&after) {
                return false;
            }
            *balance.entry(before).or_default() += 1;
            *balance.entry(after).or_default() -= 1;
        }
        balance.values().all(|&count| count == 0)
    }

    fn canonical_key(&mut self, constraint: &Constraint) -> String {
        let text = format!("{:?}", canonical_form(constraint));
        self.budget = self.budget.saturating_sub(text.len());
        text
    }
}

/// Renames the variables of a constraint.
fn rename_variables(constraint: &Constraint, mut to: impl FnMut(VarId) -> VarId) -> Constraint {
    let Ok(renamed) = constraint.rename(
        &mut |&v| Ok::<_, std::convert::Infallible>(to(v)),
        &mut |&d| Ok(d),
        &mut |_, &class| Ok(class),
    );
    renamed
}

/// Returns the canonical form of a constraint: sorts all elements whose order has no meaning.
fn canonical_form(constraint: &Constraint) -> Constraint {
    let mut constraint = constraint.clone();
    match &mut constraint {
        Constraint::AllDifferent(c) => c.scope.sort_unstable(),
        Constraint::GlobalCardinality(c) => c.scope.sort_unstable(),
        Constraint::Extremum(c) => c.scope.sort_unstable(),
        Constraint::Linear(c) => c.terms.sort_by_key(|term| (term.variable, term.coefficient)),
        Constraint::Compare(c) if c.relation == ComparisonOperator::Gt => {
            (c.left, c.right) = (c.right, c.left);
            (c.relation, c.offset) = (ComparisonOperator::Lt, -c.offset);
        }
        Constraint::Compare(c)
            if matches!(c.relation, ComparisonOperator::Eq | ComparisonOperator::Ne)
                && c.offset == 0
                && c.left > c.right =>
        {
            (c.left, c.right) = (c.right, c.left);
        }
        Constraint::Clause(c) => c.atoms.sort_by_key(|atom| (atom.variable, atom.value)),
        Constraint::Dimension(c) => match &mut c.relation {
            ClassRelation::Table(rows) => sort_columns(&mut c.scope, rows),
            _ => c.scope.sort_unstable(),
        },
        Constraint::Table(c) => {
            let tuples: &mut Vec<Vec<Value>> = Arc::make_mut(&mut c.tuples);
            sort_columns(&mut c.scope, tuples);
        }
        // Other kinds keep their order: where it has no meaning, only some symmetries are missed.
        _ => {}
    }
    constraint
}

/// Sorts the columns of a table by their variables, then its rows.
fn sort_columns<T: Ord + Copy>(scope: &mut [VarId], rows: &mut [Vec<T>]) {
    let mut order: Vec<usize> = (0..scope.len()).collect();
    order.sort_by_key(|&i| scope[i]);
    scope.sort_unstable();
    rows.iter_mut().for_each(|row| *row = order.iter().map(|&i| row[i]).collect());
    rows.sort_unstable();
}

#[cfg(test)]
mod tests {
    use parallax_model::{AllDifferent, Domain, Linear};

    use super::*;

    fn model(constraints: &[Constraint]) -> Model {
        let mut model = Model::new("test");
        for i in 0..4 {
            model.add_shown(format!("x{i}"), Domain::from_range(1, 4)).unwrap();
        }
        constraints.iter().for_each(|c| model.post("", c.clone()).unwrap());
        model
    }

    fn x(i: usize) -> VarId {
        VarId::new(i)
    }

    fn found(model: &Model) -> Vec<(Vec<usize>, bool)> {
        let all: Vec<VarId> = (0..4).map(x).collect();
        let groups =
            find_groups(model, &all, &[], &Control::unlimited()).unwrap().groups.into_iter();
        let places = |group: InterchangeGroup| {
            (group.variables.iter().map(|v| v.index()).collect(), group.ordered)
        };
        groups.map(places).collect()
    }

    fn less(a: usize, b: usize) -> Constraint {
        Constraint::Compare(Compare::new(x(a), ComparisonOperator::Lt, x(b)))
    }

    #[test]
    fn groups_of_small_models() {
        let all = Constraint::AllDifferent(AllDifferent { scope: (0..4).map(x).collect() });
        assert_eq!(found(&model(std::slice::from_ref(&all))), [(vec![0, 1, 2, 3], false)]);
        let sum =
            Constraint::Linear(Linear::unweighted_sum([x(1), x(3)], ComparisonOperator::Eq, 5));
        assert_eq!(
            found(&model(&[all.clone(), sum.clone()])),
            [(vec![0, 2], false), (vec![1, 3], false)]
        );
        // An order makes sets; if another constraint is not symmetric, the order stays.
        let ordered = [all.clone(), less(2, 1), less(1, 0)];
        assert_eq!(found(&model(&ordered)), [(vec![2, 1, 0], true), (vec![3], false)]);
        let singles: Vec<_> = (0..4).map(|i| (vec![i], false)).collect();
        assert_eq!(found(&model(&[all.clone(), sum, less(0, 1), less(1, 2)])), singles);
        // A cycle is not a chain, nor is a path into a cycle, a variable below itself, or an
        // order required twice.
        for order in [
            vec![less(0, 1), less(1, 2), less(2, 1)],
            vec![less(0, 1), less(1, 0)],
            vec![less(0, 1), less(1, 2), less(2, 3), less(3, 1)],
            vec![less(0, 0), less(0, 1)],
            vec![less(0, 1), less(1, 1)],
            vec![less(0, 1), less(0, 1)],
        ] {
            let constraints: Vec<_> = [all.clone()].into_iter().chain(order).collect();
            let groups = found(&model(&constraints));
            assert!(groups.iter().all(|(_, ordered)| !ordered), "{groups:?}");
        }
        // A fork is not a chain.
        let forked = found(&model(&[all, less(0, 1), less(0, 2)]));
        assert_eq!(forked, [(vec![0], false), (vec![1, 2], false), (vec![3], false)]);
    }

    #[test]
    fn exchanges_that_map_constraints_onto_each_other() {
        let pair = |a, b| Constraint::AllDifferent(AllDifferent { scope: vec![x(a), x(b)] });
        assert_eq!(found(&model(&[pair(0, 1), pair(2, 1)]))[0], (vec![0, 2], false));
        // The square 0 1 2 3: only opposite corners are interchangeable.
        let square = model(&[pair(0, 1), pair(1, 2), pair(2, 3), pair(3, 0)]);
        assert_eq!(found(&square), [(vec![0, 2], false), (vec![1, 3], false)]);
    }
}
