//! An order of decisions that follows the graph of constraints, if that graph is narrow.
//!
//! After the variables before it in an order are decided, a variable and those that it reaches
//! through later ones form a component. The decided variables that it touches are its *context*,
//! and the cache counts the component at most once for each choice of values for the context. So
//! the nodes of a count are at most the sum, over all variables, of the choices for the variable
//! and its context: exponential in the width of the order (Dechter and Mateescu, Artificial
//! Intelligence 171, 2007; Darwiche, Artificial Intelligence 126, 2001). Of three orders the one
//! with the smallest sum is taken, unless that is large: then other orders gain more from
//! propagation.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use parallax_model::{Model, VarId};
use parallax_propagation::store::DomainStore;

use super::certain::is_certain;
use super::divide::{ComponentDivider, CountComponent};

/// Maximum number of nodes that the chosen order may need.
const MAX_ORDER_NODES: u64 = 1 << 20;

/// Maximum number of open variables.
const MAX_ORDER_VARIABLES: usize = 1 << 16;

/// A context has at most one in this many of the open variables.
const CONTEXT_DIVISOR: usize = 3;

/// The open variables of a model and what links them, numbered from 0.
struct PrimalGraph {
    variables: Vec<u32>,
    shown: Vec<bool>,
    sizes: Vec<u64>,
    /// The neighbours of each one, in ascending order.
    beside: Vec<BTreeSet<u32>>,
}

/// Returns the rank of each variable of the model in a narrow order, shown variables first; `None`
/// if the constraints on the open variables of the component leave none.
pub(super) fn narrow_order(
    part: CountComponent,
    links: &ComponentDivider,
    model: &Model,
    store: &mut DomainStore,
) -> Option<Vec<u32>> {
    let graph = PrimalGraph::from_component(part, links, model, store)?;
    let by_place: Vec<u32> = graph.shown_first(0..graph.variables.len() as u32);
    let mut best: Option<(u64, Vec<u32>)> = None;
    for number in 0..3 {
        let order = match number {
            0 => Some(by_place.clone()),
            1 => Some(graph.by_distance()),
            // Such an order divides often, and a certificate has a step for each division.
            _ if links.certified && best.is_some() => None,
            _ => graph.by_elimination(),
        };
        let Some(order) = order else { continue };
        // Only an order with fewer nodes than the best replaces it. The difference cannot
        // underflow: each variable has at least one node.
        let most = best.as_ref().map_or(MAX_ORDER_NODES, |best| best.0 - 1);
        if let Some(nodes) = graph.max_nodes(&order, most) {
            best = Some((nodes, order));
        }
        store.account_steps(8 * graph.variables.len());
    }
    let mut ranks = vec![u32::MAX; model.variables().len()];
    for (rank, own) in best?.1.into_iter().enumerate() {
        ranks[graph.variables[own as usize] as usize] = rank as u32;
    }
    Some(ranks)
}

impl PrimalGraph {
    /// Links the open variables of each constraint; `None` if a constraint is too wide, or the
    /// variables are too many or none.
    fn from_component(
        part: CountComponent,
        links: &ComponentDivider,
        model: &Model,
        store: &DomainStore,
    ) -> Option<Self> {
        let is_open = |v: u32| !store.is_fixed(VarId::new(v as usize));
        let open = links.component_variables(part).iter().copied().filter(|&v| is_open(v));
        let mut variables: Vec<u32> = open.collect();
        if variables.is_empty() || variables.len() > MAX_ORDER_VARIABLES {
            return None;
        }
        variables.sort_unstable();
        let mut graph = PrimalGraph {
            shown: variables.iter().map(|&v| links.is_shown(v)).collect(),
            sizes: variables
                .iter()
                .map(|&v| store.domain_size(VarId::new(v as usize)).into())
                .collect(),
            beside: vec![BTreeSet::new(); variables.len()],
            variables,
        };
        for &place in links.component_constraints(part) {
            let scope = links.constraint_scope(place).iter().map(|v| v.index() as u32);
            let scope: Vec<u32> = scope
                .filter_map(|v| graph.variables.binary_search(&v).ok())
                .map(|own| own as u32)
                .collect();
            if scope.len() < 2 || is_certain(store, &model.constraints()[place as usize].constraint)
            {
                continue;
            }
            // The variables of a constraint are pairwise linked. The last of them in any order has
            // all others in its context, so no order is narrow.
            if scope.len() > graph.max_context() + 1
                || graph.count_choices(scope.iter()) > MAX_ORDER_NODES
            {
                return None;
            }
            for &one in &scope {
                graph.beside[one as usize].extend(scope.iter().filter(|&&other| other != one));
            }
        }
        Some(graph)
    }

    /// Returns the maximum number of variables of a context.
    fn max_context(&self) -> usize {
        self.variables.len() / CONTEXT_DIVISOR
    }

    /// Returns the number of choices for some variables.
    fn count_choices<'a>(&self, all: impl Iterator<Item = &'a u32>) -> u64 {
        all.fold(1, |product: u64, &own| product.saturating_mul(self.sizes[own as usize]))
    }

    fn shown_first(&self, order: impl Iterator<Item = u32>) -> Vec<u32> {
        let mut order: Vec<u32> = order.collect();
        order.sort_by_key(|&own| !self.shown[own as usize]);
        order
    }

    /// Returns the variables by their distance from the last one that is reached from a variable
    /// with the fewest neighbours, component by component (Cuthill and McKee 1969).
    fn by_distance(&self) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.variables.len());
        let mut reached = vec![false; self.variables.len()];
        let mut starts: Vec<u32> = (0..self.variables.len() as u32).collect();
        starts.sort_by_key(|&own| self.beside[own as usize].len());
        for start in starts {
            if reached[start as usize] {
                continue;
            }
            let from = order.len();
            self.append_linked(start, &mut reached, &mut order);
            // The vertex found last is far from the others: starting there again gives thin layers
            // (a pseudo-peripheral vertex, as in George and Liu 1979).
            let last = order[order.len() - 1];
            order.drain(from..).for_each(|own| reached[own as usize] = false);
            self.append_linked(last, &mut reached, &mut order);
        }
        self.shown_first(order.into_iter())
    }

    /// Appends the variables that are linked to one, breadth first.
    fn append_linked(&self, start: u32, reached: &mut [bool], order: &mut Vec<u32>) {
        let mut next = order.len();
        reached[start as usize] = true;
        order.push(start);
        while let Some(&own) = order.get(next) {
            next += 1;
            let new = |other: &u32| !std::mem::replace(&mut reached[*other as usize], true);
            let from = order.len();
            order.extend(self.beside[own as usize].iter().copied().filter(new));
            // Within a layer, fewer neighbours first, as Cuthill and McKee do.
            order[from..].sort_by_key(|&other| self.beside[other as usize].len());
        }
    }

    /// Returns the reverse of an elimination that always takes a variable with the fewest choices
    /// for it and its neighbours, hidden ones first; `None` if they are too many.
    fn by_elimination(&self) -> Option<Vec<u32>> {
        let mut beside = self.beside.clone();
        let key = |own: u32, beside: &[BTreeSet<u32>]| {
            let choices = self.count_choices(beside[own as usize].iter().chain([&own]));
            (self.shown[own as usize], choices, Reverse(own))
        };
        let all = 0..self.variables.len() as u32;
        let mut queue: BTreeSet<_> = all.map(|own| key(own, &beside)).collect();
        let mut order = Vec::with_capacity(self.variables.len());
        while let Some((_, choices, Reverse(own))) = queue.pop_first() {
            let context = std::mem::take(&mut beside[own as usize]);
            if choices > MAX_ORDER_NODES || context.len() > self.max_context() {
                return None;
            }
            for &one in &context {
                // The queue is ordered by the current degree, so an entry leaves before its
                // neighbours change and returns with the new key.
                queue.remove(&key(one, &beside));
                let others = context.iter().filter(|&&other| other != one);
                beside[one as usize].extend(others);
                beside[one as usize].remove(&own);
                queue.insert(key(one, &beside));
            }
            order.push(own);
        }
        order.reverse();
        Some(order)
    }

    /// Returns the maximum number of nodes of an order; `None` if that is above `most`, or a
    /// context is too wide.
    fn max_nodes(&self, order: &[u32], most: u64) -> Option<u64> {
        let mut ranks = vec![0; order.len()];
        for (rank, &own) in order.iter().enumerate() {
            ranks[own as usize] = rank;
        }
        // From the last variable to the first, as in an elimination: a variable passes its context
        // on to the latest variable in it, its parent.
        // By rank: the ranks of the variables that touch it or a later one below it.
        let mut contexts: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); order.len()];
        let mut nodes: u64 = 0;
        for (rank, own) in order.iter().enumerate().rev() {
            let mut context = std::mem::take(&mut contexts[rank]);
            let beside = self.beside[*own as usize].iter().map(|&other| ranks[other as usize]);
            context.extend(beside.filter(|&other| other < rank));
            let decided = context.iter().map(|&other| &order[other]);
            nodes = nodes.saturating_add(self.count_choices(decided.chain([own])));
            if nodes > most || context.len() > self.max_context() {
                return None;
            }
            // The component of the parent contains this one, so it depends on the same decided
            // variables.
            if let Some(parent) = context.pop_last() {
                contexts[parent].append(&mut context);
            }
        }
        Some(nodes)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parallax_model::engine_api::Control;
    use parallax_model::{
        AllDifferent, AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain,
    };

    use super::*;
    use crate::count::tests::counted;
    use crate::count::{ComponentCountOptions, ComponentCounter, CountResult};
    use crate::{SearchSettings, SearchState};

    /// The independent sets of a grid, with the variables in a scrambled order.
    fn independent_sets(rows: usize, columns: usize, step: usize) -> Model {
        let mut model = Model::new("independent sets");
        let cells = rows * columns;
        let all: Vec<VarId> = (0..cells)
            .map(|i| model.add_shown(format!("x{i}"), Domain::boolean()).unwrap())
            .collect();
        let at = |row: usize, column: usize| all[(row * columns + column) * step % cells];
        let right = (0..rows).flat_map(|r| (1..columns).map(move |c| ((r, c - 1), (r, c))));
        let down = (1..rows).flat_map(|r| (0..columns).map(move |c| ((r - 1, c), (r, c))));
        for (one, other) in right.chain(down) {
            let absent =
                |(row, column)| AtomicConstraint::new(at(row, column), ComparisonOperator::Eq, 0);
            let atoms = vec![absent(one), absent(other)];
            model.post("", Constraint::Clause(Clause { atoms })).unwrap();
        }
        model
    }

    fn nodes(model: &Model) -> (CountResult, u64) {
        let control = Control::unlimited();
        let mut search = SearchState::new(model, &SearchSettings::default(), 0, &control).unwrap();
        let mut counter = ComponentCounter::new(model, ComponentCountOptions::default());
        let found = counter.count_assignments(&mut search, model, &[], false, &control).unwrap();
        (found, search.counters().get("nodes").unwrap())
    }

    #[test]
    fn a_grid_is_counted_along_its_shorter_side() {
        for (rows, columns, step) in [(10, 10, 1), (10, 10, 37), (5, 40, 1), (40, 5, 77)] {
            let model = Arc::new(independent_sets(rows, columns, step));
            let (found, nodes) = nodes(&model);
            if rows == columns {
                assert_eq!(found.number.unwrap().to_string(), "2030049051145980050");
            }
            assert!(nodes < 10_000, "{rows} x {columns}, {step}: {nodes} nodes");
        }
    }

    fn order_of(model: &Model) -> Option<Vec<u32>> {
        let control = Control::unlimited();
        let mut search = SearchState::new(model, &SearchSettings::default(), 0, &control).unwrap();
        let links = ComponentDivider::from_model(model);
        narrow_order(links.whole_component(), &links, model, &mut search.store)
    }

    #[test]
    fn an_order_needs_a_narrow_graph() {
        assert!(order_of(&Model::new("empty")).is_none());
        for open in [1, 2, 3, 9, 30] {
            let mut model = Model::new("all different");
            let scope: Vec<VarId> = (0..open)
                .map(|i| model.add_shown(format!("x{i}"), Domain::from_range(1, 30)).unwrap())
                .collect();
            model.post("", Constraint::AllDifferent(AllDifferent { scope })).unwrap();
            assert_eq!(order_of(&model).is_some(), open == 1, "{open}");
        }
    }

    /// Shown variables come first, and fixed ones have no rank.
    #[test]
    fn hidden_variables_come_last() {
        let mut model = Model::new("a path");
        let all: Vec<VarId> = (0..12)
            .map(|i| {
                let (name, domain) = (format!("x{i}"), Domain::from_range(0, (i != 5).into()));
                if i % 3 == 0 {
                    model.add_hidden(name, domain).unwrap()
                } else {
                    model.add_shown(name, domain).unwrap()
                }
            })
            .collect();
        for pair in all.windows(2) {
            let atoms =
                pair.iter().map(|&v| AtomicConstraint::new(v, ComparisonOperator::Eq, 0)).collect();
            model.post("", Constraint::Clause(Clause { atoms })).unwrap();
        }
        let ranks = order_of(&model).unwrap();
        let rank = |&i: &usize| ranks[i];
        let (hidden, shown): (Vec<usize>, Vec<usize>) =
            (0..12).filter(|&i| i != 5).partition(|i| i % 3 == 0);
        assert_eq!(ranks[5], u32::MAX);
        assert!(shown.iter().map(rank).max() < hidden.iter().map(rank).min());
        assert_eq!(
            counted(&model, &[], ComponentCountOptions::default()).number,
            Some(brute(&model).into())
        );
    }

    fn brute(model: &Model) -> u128 {
        crate::count::tests::brute(model, &[])
    }
}
