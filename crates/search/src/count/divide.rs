//! Divides the open variables of a part into components that no constraint links.

use parallax_model::engine_api::SolutionCount;
use parallax_model::{Model, VarId};
use parallax_propagation::store::DomainStore;

use super::certain::{is_certain, is_certain_to_checker};

/// Open variables and the constraints that link them: ranges of the lists in [`ComponentDivider`].
#[derive(Clone, Copy, Debug)]
pub(super) struct CountComponent {
    pub(super) variables: (u32, u32),
    pub(super) constraints: (u32, u32),
}

/// All variables and constraints, ordered so that each part in progress is a range. Dividing a part
/// reorders its ranges.
#[derive(Debug)]
pub(super) struct ComponentDivider {
    variables: Vec<u32>,
    constraints: Vec<u32>,
    /// The constraints on each variable, each once.
    on: Vec<Vec<u32>>,
    /// The variables of each constraint, each once.
    scopes: Vec<Vec<VarId>>,
    shown: Vec<bool>,
    /// Whether a constraint is dropped only where the checker of certificates sees that it holds.
    pub(super) certified: bool,
    /// The number of the last division.
    round: u64,
    /// By variable, and by constraint: the mark of the last round that met it.
    reached: Vec<u64>,
    seen: Vec<u64>,
    /// Buffers for a division.
    stack: Vec<u32>,
    sorted: [Vec<u32>; 2],
    /// The components of the last division.
    pub(super) found: Vec<CountComponent>,
}

impl ComponentDivider {
    pub(super) fn from_model(model: &Model) -> Self {
        let scopes: Vec<Vec<VarId>> =
            model.constraints().iter().map(|posted| posted.constraint.scope()).collect();
        let mut on = vec![Vec::new(); model.variables().len()];
        for (constraint, scope) in scopes.iter().enumerate() {
            for v in scope {
                on[v.index()].push(constraint as u32);
            }
        }
        ComponentDivider {
            variables: (0..model.variables().len() as u32).collect(),
            constraints: (0..scopes.len() as u32).collect(),
            reached: vec![0; on.len()],
            seen: vec![0; scopes.len()],
            on,
            scopes,
            shown: model.variables().iter().map(|variable| variable.shown).collect(),
            certified: false,
            round: 0,
            stack: Vec::new(),
            sorted: [Vec::new(), Vec::new()],
            found: Vec::new(),
        }
    }

    /// Returns the part of all variables and constraints.
    pub(super) fn whole_component(&self) -> CountComponent {
        CountComponent {
            variables: (0, self.variables.len() as u32),
            constraints: (0, self.constraints.len() as u32),
        }
    }

    /// Returns the variables of a part; those of a component are in ascending order and open, until
    /// it is divided.
    pub(super) fn component_variables(&self, part: CountComponent) -> &[u32] {
        &self.variables[part.variables.0 as usize..part.variables.1 as usize]
    }

    /// Returns the constraints of a part; those of a component are in ascending order.
    pub(super) fn component_constraints(&self, part: CountComponent) -> &[u32] {
        &self.constraints[part.constraints.0 as usize..part.constraints.1 as usize]
    }

    pub(super) fn constraint_scope(&self, constraint: u32) -> &[VarId] {
        &self.scopes[constraint as usize]
    }

    /// Returns the number of constraints of a component that are on a variable.
    pub(super) fn variable_degree(&self, part: CountComponent, variable: u32) -> usize {
        // A component's constraints are sorted, so each membership test is a binary search.
        let own = self.component_constraints(part);
        let on = &self.on[variable as usize];
        on.iter().filter(|place| own.binary_search(place).is_ok()).count()
    }

    pub(super) fn is_shown(&self, variable: u32) -> bool {
        self.shown[variable as usize]
    }

    /// Returns the open variables of a divided part that have no remaining constraint.
    pub(super) fn free_variables(
        &self,
        part: CountComponent,
        store: &DomainStore,
    ) -> impl Iterator<Item = u32> {
        // `put_back` has moved the components to the front of the range; free and fixed variables
        // follow.
        let from = self.found.iter().map(|own| own.variables.1).max();
        let rest = from.unwrap_or(part.variables.0) as usize..part.variables.1 as usize;
        let rest = self.variables[rest].iter().copied();
        rest.filter(|&own| !store.is_fixed(VarId::new(own as usize)))
    }

    /// Divides a part whose domains have changed into components, in
    /// [`found`](ComponentDivider::found), the smallest first. Returns the number of choices for
    /// the shown variables without any remaining constraint.
    pub(super) fn divide_component(
        &mut self,
        part: CountComponent,
        model: &Model,
        store: &DomainStore,
    ) -> SolutionCount {
        // Marks of older rounds are smaller, so no mark is ever reset: three values per round
        // (`MARKS_PER_ROUND`) tell unvisited, visited and placed items apart.
        self.round += 1;
        self.found.clear();
        self.sorted.iter_mut().for_each(Vec::clear);
        let mut free = SolutionCount::one();
        for at in part.variables.0..part.variables.1 {
            let variable = self.variables[at as usize] as usize;
            if !store.is_fixed(VarId::new(variable)) {
                // Fixed variables, and all variables of other parts, keep an older mark. The
                // traversal skips them.
                self.reached[variable] = MARKS_PER_ROUND * self.round;
            }
        }
        for at in part.constraints.0..part.constraints.1 {
            self.seen[self.constraints[at as usize] as usize] = MARKS_PER_ROUND * self.round;
        }
        for at in part.variables.0..part.variables.1 {
            let variable = self.variables[at as usize];
            if self.reached[variable as usize] == MARKS_PER_ROUND * self.round {
                self.find_component(variable, model, store, &mut free);
            }
        }
        self.put_back(part);
        free
    }

    /// Finds the component of a variable.
    fn find_component(
        &mut self,
        first: u32,
        model: &Model,
        store: &DomainStore,
        free: &mut SolutionCount,
    ) {
        let [from, links_from] = self.sorted.each_ref().map(Vec::len);
        // Depth-first search over variables and constraints in turn: each division tests a
        // constraint once, however many variables it has.
        self.reached[first as usize] += 1;
        self.stack.push(first);
        while let Some(variable) = self.stack.pop() {
            self.sorted[0].push(variable);
            for &place in &self.on[variable as usize] {
                let seen = &mut self.seen[place as usize];
                if *seen != MARKS_PER_ROUND * self.round {
                    continue;
                }
                *seen += 1;
                let holds = if self.certified { is_certain_to_checker } else { is_certain };
                if holds(store, &model.constraints()[place as usize].constraint) {
                    continue;
                }
                self.sorted[1].push(place);
                for v in &self.scopes[place as usize] {
                    let reached = &mut self.reached[v.index()];
                    if *reached == MARKS_PER_ROUND * self.round {
                        *reached += 1;
                        self.stack.push(v.index() as u32);
                    }
                }
            }
        }
        if self.sorted[1].len() == links_from {
            // No remaining constraint is on the variable.
            self.sorted[0].truncate(from);
            if self.shown[first as usize] {
                *free *=
                    &SolutionCount::from(u64::from(store.domain_size(VarId::new(first as usize))));
            }
            return;
        }
        // Ascending order makes keys independent of the path that reached the variables.
        self.sorted[0][from..].sort_unstable();
        self.sorted[1][links_from..].sort_unstable();
        let [to, links_to] = self.sorted.each_ref().map(Vec::len);
        self.found.push(CountComponent {
            variables: (from as u32, to as u32),
            constraints: (links_from as u32, links_to as u32),
        });
    }

    /// Moves the components to the front of the part's ranges; other items follow.
    fn put_back(&mut self, part: CountComponent) {
        // Until here the ranges of components are counted from the start of the part.
        for component in &mut self.found {
            for (range, start) in [
                (&mut component.variables, part.variables.0),
                (&mut component.constraints, part.constraints.0),
            ] {
                *range = (range.0 + start, range.1 + start);
            }
        }
        self.found.sort_by_key(|component| {
            let (from, to) = component.variables;
            (to - from, self.sorted[0][(from - part.variables.0) as usize])
        });
        let placed = MARKS_PER_ROUND * self.round + 2;
        let [variables, constraints] = &mut self.sorted;
        let range = part.variables.0 as usize..part.variables.1 as usize;
        move_front(&mut self.variables[range], variables, &mut self.reached, placed);
        let range = part.constraints.0 as usize..part.constraints.1 as usize;
        move_front(&mut self.constraints[range], constraints, &mut self.seen, placed);
    }
}

/// Marks per round: unvisited, visited, in a component.
const MARKS_PER_ROUND: u64 = 3;

/// Moves the items of `first` to the front of `own`, which contains them.
fn move_front(own: &mut [u32], first: &mut Vec<u32>, marks: &mut [u64], placed: u64) {
    for &item in first.iter() {
        marks[item as usize] = placed;
    }
    // `first` takes the other items after the components and becomes the new content: a permutation
    // of the old one, so the ranges of outer parts stay valid.
    first.extend(own.iter().filter(|&&item| marks[item as usize] != placed));
    own.copy_from_slice(first);
}
