//! The conjunction of the diagrams of a component, layer by layer, and the number of its paths.

use parallax_model::Given;
use parallax_model::ask::{Control, Count};

use super::arena::{Arena, FALSE, Node};
use super::effort::NodeBudget;
use super::layer::{From, Layer};
use super::{Component, DiagramError, Diagrams, RootedDiagram};

/// The conjunction of one component under givens.
pub(super) struct Product<'a> {
    diagrams: &'a Diagrams,
    component: &'a Component,
    givens: &'a [Given],
    effort: &'a mut NodeBudget,
    control: &'a Control,
}

/// The parts that meet a level.
struct Cut {
    level: u32,
    /// The parts that began above, in the order of a state's nodes, then those that begin here; and
    /// whether each continues below.
    parts: Vec<(RootedDiagram, bool)>,
    /// The number of parts that began above.
    above: usize,
}

impl Cut {
    /// Appends the successor of a tuple when the variable takes the value at `place`. Returns
    /// whether a solution may follow; if not, appends nothing.
    fn step(&self, arena: &Arena, tuple: &[Node], place: u32, out: &mut Vec<Node>) -> bool {
        let before = out.len();
        for (at, (part, goes_on)) in self.parts.iter().enumerate() {
            let node = tuple.get(at).copied().unwrap_or(part.root);
            let child = arena.child(node, self.level, place as usize);
            if child == FALSE {
                out.truncate(before);
                return false;
            }
            if *goes_on {
                out.push(child);
            }
        }
        true
    }

    /// Whether the value at this level makes no difference to a tuple.
    fn skips(&self, arena: &Arena, tuple: &[Node]) -> bool {
        self.parts.len() == self.above && tuple.iter().all(|&n| arena.level(n) != self.level)
    }
}

impl<'a> Product<'a> {
    pub(super) fn new(
        diagrams: &'a Diagrams,
        component: &'a Component,
        givens: &'a [Given],
        effort: &'a mut NodeBudget,
        control: &'a Control,
    ) -> Self {
        Product { diagrams, component, givens, effort, control }
    }

    /// Returns the number of distinct assignments of the shown variables, and the places of the
    /// values of one solution (empty if there is none).
    pub(super) fn count(mut self) -> Result<(Count, Vec<u32>), DiagramError> {
        if self.component.parts.iter().any(|part| part.root == FALSE) {
            return Ok((Count::zero(), Vec::new()));
        }
        let cuts = self.cuts();
        let mut layer = Layer::start();
        let mut trace: Vec<Vec<From>> = Vec::new();
        for (cut, &shown) in cuts.iter().zip(&self.component.shown) {
            let next = self.below(cut, shown, &layer)?;
            let above = std::mem::replace(&mut layer, next).into_from();
            self.effort.keep(above.len() * size_of::<From>());
            trace.push(above);
        }
        // The last layer has one state at most, since no part continues.
        if layer.len() == 0 {
            return Ok((Count::zero(), Vec::new()));
        }
        let number = layer.paths(0).clone();
        trace.push(layer.into_from());
        let mut places = path(&trace);
        if self.component.shown.contains(&false) {
            self.complete(&cuts, &mut places)?;
        }
        Ok((number, places))
    }

    /// Returns the parts at each level.
    fn cuts(&self) -> Vec<Cut> {
        let mut begin = self.component.parts.iter().copied().peekable();
        let mut active: Vec<RootedDiagram> = Vec::new();
        let mut cuts = Vec::new();
        for level in self.component.levels.clone() {
            let above = active.len();
            while let Some(part) = begin.next_if(|part| part.first == level) {
                active.push(part);
            }
            let parts = active.iter().map(|&part| (part, part.last > level)).collect();
            cuts.push(Cut { level, parts, above });
            active.retain(|part| part.last > level);
        }
        cuts
    }

    /// Returns the places of the values at a level that the givens allow.
    fn allowed(&self, level: u32) -> Vec<u32> {
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
    fn below(&mut self, cut: &Cut, shown: bool, layer: &Layer) -> Result<Layer, DiagramError> {
        let mut next = Layer::new(cut.parts.iter().filter(|(_, goes_on)| *goes_on).count());
        let allowed = self.allowed(cut.level);
        let arena = &self.diagrams.arena;
        for state in 0..layer.len() {
            let held = layer.bytes() + next.bytes();
            self.effort.poll(held, self.control)?;
            if let Some(&first) = allowed.first()
                && layer.tuples(state).all(|tuple| cut.skips(arena, tuple))
            {
                let ways = if shown { allowed.len() } else { 1 };
                self.reach(cut, layer, state, &[first], ways, &mut next)?;
            } else if shown {
                // Each value leads to a state of its own.
                for place in &allowed {
                    self.reach(cut, layer, state, std::slice::from_ref(place), 1, &mut next)?;
                }
            } else {
                self.reach(cut, layer, state, &allowed, 1, &mut next)?;
            }
        }
        Ok(next)
    }

    /// Adds the successor of a state under some values together, `ways` times.
    fn reach(
        &mut self,
        cut: &Cut,
        layer: &Layer,
        state: usize,
        places: &[u32],
        ways: usize,
        next: &mut Layer,
    ) -> Result<(), DiagramError> {
        let mut reached = Vec::new();
        let mut alive = false;
        let held = layer.bytes() + next.bytes();
        for &place in places {
            for tuple in layer.tuples(state) {
                alive |= cut.step(&self.diagrams.arena, tuple, place, &mut reached);
                self.effort.poll(held + reached.len() * size_of::<Node>(), self.control)?;
            }
        }
        let Some(&first) = places.first().filter(|_| alive) else { return Ok(()) };
        next.canonical(&mut reached);
        let mut paths = layer.paths(state).clone();
        if ways > 1 {
            paths *= &Count::from(ways);
        }
        if next.add(&reached, &paths, (state as u32, first)) {
            self.effort.add(next.len())?;
        }
        Ok(())
    }

    /// Finds values for the hidden variables that complete the shown values in `places`.
    fn complete(&mut self, cuts: &[Cut], places: &mut [u32]) -> Result<(), DiagramError> {
        let arena = &self.diagrams.arena;
        let mut trace: Vec<Vec<From>> = Vec::new();
        let mut tuples: Vec<Vec<Node>> = vec![Vec::new()];
        for ((cut, &shown), &place) in cuts.iter().zip(&self.component.shown).zip(&*places) {
            let allowed = if shown { vec![place] } else { self.allowed(cut.level) };
            let mut reached: Vec<(Vec<Node>, From)> = Vec::new();
            for (number, tuple) in tuples.iter().enumerate() {
                for &place in &allowed {
                    let mut next = Vec::new();
                    if cut.step(arena, tuple, place, &mut next) {
                        reached.push((next, (number as u32, place)));
                    }
                    self.effort.poll(reached.len() * (cut.parts.len() + 8) * 4, self.control)?;
                }
            }
            reached.sort_unstable();
            reached.dedup_by(|a, b| a.0 == b.0);
            let (next, from): (Vec<_>, Vec<From>) = reached.into_iter().unzip();
            tuples = next;
            self.effort.keep(from.len() * size_of::<From>());
            trace.push(from);
        }
        // Like the trace of the count, this one begins above the first level.
        trace.insert(0, vec![(0, 0)]);
        places.copy_from_slice(&path(&trace));
        Ok(())
    }
}

/// Returns the places of the values on the path to the first state of the last layer.
fn path(trace: &[Vec<From>]) -> Vec<u32> {
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
