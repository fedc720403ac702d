//! The conjunction of the diagrams of a component, layer by layer, and the number of its paths.

use parallax_model::Given;
use parallax_model::engine_api::{Control, SolutionCount};

use super::arena::{DiagramArena, DiagramNode, FALSE_NODE};
use super::effort::NodeBudget;
use super::layer::{ConjunctionLayer, StateOrigin};
use super::{DiagramComponent, DiagramError, ModelDiagrams, RootedDiagram};

/// The conjunction of one component under givens.
pub(super) struct ComponentConjunction<'a> {
    diagrams: &'a ModelDiagrams,
    component: &'a DiagramComponent,
    givens: &'a [Given],
    effort: &'a mut NodeBudget,
    control: &'a Control,
}

/// The parts that meet a level.
struct LevelParts {
    level: u32,
    /// The parts that began above, in the order of a state's nodes, then those that begin here; and
    /// whether each continues below.
    parts: Vec<(RootedDiagram, bool)>,
    /// The number of parts that began above.
    above: usize,
}

impl LevelParts {
    /// Appends the successor of a tuple when the variable takes the value at `place`. Returns
    /// whether a solution may follow; if not, appends nothing.
    fn append_successor(
        &self,
        arena: &DiagramArena,
        tuple: &[DiagramNode],
        place: u32,
        out: &mut Vec<DiagramNode>,
    ) -> bool {
        let before = out.len();
        for (at, (part, continues)) in self.parts.iter().enumerate() {
            // Parts that begin at this level are not in the tuple yet: they enter with their roots.
            let node = tuple.get(at).copied().unwrap_or(part.root);
            let child = arena.child_at(node, self.level, place as usize);
            if child == FALSE_NODE {
                out.truncate(before);
                return false;
            }
            // A part that ends here is TRUE by now, and leaves the state.
            if *continues {
                out.push(child);
            }
        }
        true
    }

    /// Whether the value at this level makes no difference to a tuple.
    fn skips_level(&self, arena: &DiagramArena, tuple: &[DiagramNode]) -> bool {
        self.parts.len() == self.above && tuple.iter().all(|&n| arena.level(n) != self.level)
    }
}

impl<'a> ComponentConjunction<'a> {
    pub(super) fn new(
        diagrams: &'a ModelDiagrams,
        component: &'a DiagramComponent,
        givens: &'a [Given],
        effort: &'a mut NodeBudget,
        control: &'a Control,
    ) -> Self {
        ComponentConjunction { diagrams, component, givens, effort, control }
    }

    /// Returns the number of distinct assignments of the shown variables, and the places of the
    /// values of one solution (empty if there is none).
    pub(super) fn count_paths(mut self) -> Result<(SolutionCount, Vec<u32>), DiagramError> {
        if self.component.parts.iter().any(|part| part.root == FALSE_NODE) {
            return Ok((SolutionCount::zero(), Vec::new()));
        }
        // Layers are built one after the other, and only two are held. Of an earlier layer, the
        // first way to each state remains, from which a solution is traced back.
        let cuts = self.parts_by_level();
        let mut layer = ConjunctionLayer::start_layer();
        let mut trace: Vec<Vec<StateOrigin>> = Vec::new();
        for (cut, &shown) in cuts.iter().zip(&self.component.shown) {
            let next = self.compute_next_layer(cut, shown, &layer)?;
            let above = std::mem::replace(&mut layer, next).into_from();
            self.effort.keep_bytes(above.len() * size_of::<StateOrigin>());
            trace.push(above);
        }
        // The last layer has one state at most, since no part continues.
        if layer.len() == 0 {
            return Ok((SolutionCount::zero(), Vec::new()));
        }
        let number = layer.path_count(0).clone();
        trace.push(layer.into_from());
        let mut places = trace_path(&trace);
        if self.component.shown.contains(&false) {
            self.complete_hidden(&cuts, &mut places)?;
        }
        Ok((number, places))
    }

    /// Returns the parts at each level.
    fn parts_by_level(&self) -> Vec<LevelParts> {
        let mut begin = self.component.parts.iter().copied().peekable();
        let mut active: Vec<RootedDiagram> = Vec::new();
        let mut cuts = Vec::new();
        for level in self.component.levels.clone() {
            let above = active.len();
            // Parts are sorted by their first level.
            while let Some(part) = begin.next_if(|part| part.first == level) {
                active.push(part);
            }
            let parts = active.iter().map(|&part| (part, part.last > level)).collect();
            cuts.push(LevelParts { level, parts, above });
            active.retain(|part| part.last > level);
        }
        cuts
    }

    /// Returns the places of the values at a level that the givens allow.
    fn allowed_places(&self, level: u32) -> Vec<u32> {
        let level = level as usize;
        let values = &self.diagrams.values[level];
        let variable = self.diagrams.order[level];
        let mut places: Vec<u32> = (0..values.len() as u32).collect();
        for given in self.givens.iter().filter(|given| given.variable == variable) {
            places.retain(|&place| values[place as usize] == given.value);
        }
        places
    }

    /// Computes the layer below a level.
    fn compute_next_layer(
        &mut self,
        cut: &LevelParts,
        shown: bool,
        layer: &ConjunctionLayer,
    ) -> Result<ConjunctionLayer, DiagramError> {
        let mut next =
            ConjunctionLayer::new(cut.parts.iter().filter(|(_, continues)| *continues).count());
        let allowed = self.allowed_places(cut.level);
        let arena = &self.diagrams.arena;
        for state in 0..layer.len() {
            let held = layer.bytes() + next.bytes();
            self.effort.poll_limits(held, self.control)?;
            // No part looks at this variable, so all values lead to one state: one step for all of
            // them.
            if let Some(&first) = allowed.first()
                && layer.state_tuples(state).all(|tuple| cut.skips_level(arena, tuple))
            {
                let ways = if shown { allowed.len() } else { 1 };
                self.reach_state(cut, layer, state, &[first], ways, &mut next)?;
            } else if shown {
                // Each value leads to a state of its own.
                for place in &allowed {
                    self.reach_state(cut, layer, state, std::slice::from_ref(place), 1, &mut next)?;
                }
            } else {
                // A hidden variable must not split paths: its values lead to one state, the set of
                // all tuples.
                self.reach_state(cut, layer, state, &allowed, 1, &mut next)?;
            }
        }
        Ok(next)
    }

    /// Adds the successor of a state under some values together, `ways` times.
    fn reach_state(
        &mut self,
        cut: &LevelParts,
        layer: &ConjunctionLayer,
        state: usize,
        places: &[u32],
        ways: usize,
        next: &mut ConjunctionLayer,
    ) -> Result<(), DiagramError> {
        let mut reached = Vec::new();
        let mut alive = false;
        let held = layer.bytes() + next.bytes();
        for &place in places {
            for tuple in layer.state_tuples(state) {
                alive |= cut.append_successor(&self.diagrams.arena, tuple, place, &mut reached);
                self.effort
                    .poll_limits(held + reached.len() * size_of::<DiagramNode>(), self.control)?;
            }
        }
        // No tuple has a successor, so no solution follows.
        let Some(&first) = places.first().filter(|_| alive) else { return Ok(()) };
        next.make_canonical(&mut reached);
        let mut paths = layer.path_count(state).clone();
        if ways > 1 {
            paths *= &SolutionCount::from(ways);
        }
        if next.add_paths(&reached, &paths, (state as u32, first)) {
            self.effort.add_node(next.len())?;
        }
        Ok(())
    }

    /// Finds values for the hidden variables that complete the shown values in `places`.
    fn complete_hidden(
        &mut self,
        cuts: &[LevelParts],
        places: &mut [u32],
    ) -> Result<(), DiagramError> {
        let arena = &self.diagrams.arena;
        let mut trace: Vec<Vec<StateOrigin>> = Vec::new();
        // The shown values are known; the search for hidden ones keeps one tuple for each
        // combination of nodes.
        let mut tuples: Vec<Vec<DiagramNode>> = vec![Vec::new()];
        for ((cut, &shown), &place) in cuts.iter().zip(&self.component.shown).zip(&*places) {
            let allowed = if shown { vec![place] } else { self.allowed_places(cut.level) };
            let mut reached: Vec<(Vec<DiagramNode>, StateOrigin)> = Vec::new();
            for (number, tuple) in tuples.iter().enumerate() {
                for &place in &allowed {
                    let mut next = Vec::new();
                    if cut.append_successor(arena, tuple, place, &mut next) {
                        reached.push((next, (number as u32, place)));
                    }
                    self.effort
                        .poll_limits(reached.len() * (cut.parts.len() + 8) * 4, self.control)?;
                }
            }
            reached.sort_unstable();
            // Equal tuples have equal futures, so one way to each suffices.
            reached.dedup_by(|a, b| a.0 == b.0);
            let (next, from): (Vec<_>, Vec<StateOrigin>) = reached.into_iter().unzip();
            tuples = next;
            self.effort.keep_bytes(from.len() * size_of::<StateOrigin>());
            trace.push(from);
        }
        // Like the trace of the count, this one begins above the first level.
        trace.insert(0, vec![(0, 0)]);
        places.copy_from_slice(&trace_path(&trace));
        Ok(())
    }
}

/// Returns the places of the values on the path to the first state of the last layer.
fn trace_path(trace: &[Vec<StateOrigin>]) -> Vec<u32> {
    let mut state = 0;
    let mut places = Vec::with_capacity(trace.len() - 1);
    for from in trace[1..].iter().rev() {
        let (parent, place) = from[state as usize];
        places.push(place);
        state = parent;
    }
    places.reverse();
    places
}
