//! From a machine that reads the values of a scope to a diagram, layer by layer.

use std::hash::Hash;

use parallax_model::Value;
use rustc_hash::FxHashMap;

use super::arena::{FALSE, Node, TRUE};
use super::scope::Scope;
use super::{Builder, DiagramError};

/// The state of a machine after a value.
pub(super) enum Next<S> {
    /// The constraint holds, or fails, for all values that follow.
    Decided(bool),
    /// The result depends on the values that follow.
    Open(S),
}

/// Reads values for the places of a scope, in order, and decides whether a constraint holds. After
/// the last place everything is decided.
pub(super) trait Machine {
    type State: Clone + Eq + Hash;

    fn start(&self) -> Self::State;

    fn next(&self, state: &Self::State, place: usize, value: Value) -> Next<Self::State>;
}

/// Steps between two checks of the clock.
const STEPS_BETWEEN_POLLS: usize = 4096;

/// The end of an arc before the nodes exist.
#[derive(Clone, Copy)]
enum Target {
    End(Node),
    State(u32),
}

/// Builds the diagram of a machine over a nonempty scope, with at most `most` arcs before
/// reduction.
///
/// # Errors
/// [`DiagramError::Nodes`] beyond `most` or the arena's limit, and [`DiagramError::Stopped`].
pub(super) fn build<M: Machine>(
    builder: &mut Builder<'_>,
    scope: &Scope,
    machine: &M,
    most: usize,
) -> Result<Node, DiagramError> {
    let mut layers: Vec<Vec<Target>> = Vec::new();
    let mut states = vec![machine.start()];
    let mut steps = 0;
    for (place, &level) in scope.levels().iter().enumerate() {
        let mut places: FxHashMap<M::State, u32> = FxHashMap::default();
        let mut found: Vec<M::State> = Vec::new();
        let mut arcs = Vec::new();
        for state in &states {
            for &value in builder.values(level) {
                steps += 1;
                if steps > most {
                    return Err(DiagramError::Nodes(most as u64));
                }
                if steps.is_multiple_of(STEPS_BETWEEN_POLLS) {
                    builder.control.check()?;
                }
                arcs.push(match machine.next(state, place, value) {
                    Next::Decided(holds) => Target::End(if holds { TRUE } else { FALSE }),
                    Next::Open(next) => {
                        Target::State(*places.entry(next).or_insert_with_key(|next| {
                            found.push(next.clone());
                            found.len() as u32 - 1
                        }))
                    }
                });
            }
        }
        layers.push(arcs);
        states = found;
    }
    let mut below: Vec<Node> = Vec::new();
    for (&level, arcs) in scope.levels().iter().zip(&layers).rev() {
        let width = builder.values(level).len().max(1);
        let node = |target: &Target| match *target {
            Target::End(node) => node,
            Target::State(state) => below[state as usize],
        };
        let rows = arcs.chunks(width).map(|row| row.iter().map(node).collect::<Vec<Node>>());
        let rows: Vec<Vec<Node>> = rows.collect();
        below = rows.iter().map(|row| builder.arena.make(level, row)).collect::<Result<_, _>>()?;
    }
    Ok(below.first().copied().unwrap_or(FALSE))
}
