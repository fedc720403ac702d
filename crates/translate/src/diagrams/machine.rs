//! From a machine that reads the values of a scope to a diagram, layer by layer.

use parallax_model::{Machine, Next};
use rustc_hash::FxHashMap;

use super::arena::{FALSE, Node, TRUE};
use super::{Builder, DiagramError};

/// Steps between two checks of the clock.
const STEPS_BETWEEN_POLLS: usize = 4096;

/// The end of an arc before the nodes exist.
#[derive(Clone, Copy)]
enum Target {
    End(Node),
    State(u32),
}

/// Builds the diagram of a machine, with at most `most` arcs before reduction.
///
/// # Errors
/// [`DiagramError::Large`] if it does not read its variables in the order of the levels, each
/// once; [`DiagramError::Nodes`] beyond `most` or the arena's limit, and
/// [`DiagramError::Stopped`].
pub(super) fn build<M: Machine>(
    builder: &mut Builder<'_>,
    machine: &M,
    most: usize,
) -> Result<Node, DiagramError> {
    let levels: Vec<u32> = machine.reads().into_iter().map(|v| builder.level(v)).collect();
    if !levels.is_sorted_by(|a, b| a < b) {
        let why = "a constraint reads its variables in another order than the diagram";
        return Err(DiagramError::Large(why.into()));
    }
    let mut states = match machine.start() {
        Next::Decided(holds) => return Ok(if holds { TRUE } else { FALSE }),
        Next::Open(state) => vec![state],
    };
    let mut layers: Vec<Vec<Target>> = Vec::new();
    let mut steps = 0;
    for (place, &level) in levels.iter().enumerate() {
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
    for (&level, arcs) in levels.iter().zip(&layers).rev() {
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
