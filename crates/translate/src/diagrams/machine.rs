//! From a machine that reads the values of a scope to a diagram, layer by layer.

use parallax_model::{ConstraintMachine, MachineState};
use rustc_hash::FxHashMap;

use super::arena::{DiagramNode, FALSE_NODE, TRUE_NODE};
use super::{DiagramBuilder, DiagramError};

/// Steps between two checks of the clock.
const STEPS_BETWEEN_POLLS: usize = 4096;

/// The end of an arc before the nodes exist.
#[derive(Clone, Copy)]
enum ArcTarget {
    End(DiagramNode),
    State(u32),
}

/// Builds the diagram of a machine, with at most `max_arcs` arcs before reduction.
///
/// # Errors
/// [`DiagramError::Large`] if it does not read its variables in the order of the levels, each
/// once; [`DiagramError::Nodes`] beyond `max_arcs` or the arena's limit, and
/// [`DiagramError::Stopped`].
pub(super) fn build_diagram<M: ConstraintMachine>(
    builder: &mut DiagramBuilder<'_>,
    machine: &M,
    max_arcs: usize,
) -> Result<DiagramNode, DiagramError> {
    let levels: Vec<u32> =
        machine.read_variables().into_iter().map(|v| builder.level_of_variable(v)).collect();
    if !levels.is_sorted_by(|a, b| a < b) {
        let why = "a constraint reads its variables in another order than the diagram";
        return Err(DiagramError::Large(why.into()));
    }
    let mut states = match machine.start_state() {
        MachineState::Decided(holds) => return Ok(if holds { TRUE_NODE } else { FALSE_NODE }),
        MachineState::Open(state) => vec![state],
    };
    // Forward: the states that each level reaches, each once, and an arc for each state and value.
    let mut layers: Vec<Vec<ArcTarget>> = Vec::new();
    let mut steps = 0;
    for (place, &level) in levels.iter().enumerate() {
        let mut places: FxHashMap<M::State, u32> = FxHashMap::default();
        let mut found: Vec<M::State> = Vec::new();
        let mut arcs = Vec::new();
        for state in &states {
            for &value in builder.values_at(level) {
                steps += 1;
                if steps > max_arcs {
                    return Err(DiagramError::Nodes(max_arcs as u64));
                }
                if steps.is_multiple_of(STEPS_BETWEEN_POLLS) {
                    builder.control.check_stop()?;
                }
                arcs.push(match machine.next_state(state, place, value) {
                    MachineState::Decided(holds) => {
                        ArcTarget::End(if holds { TRUE_NODE } else { FALSE_NODE })
                    }
                    MachineState::Open(next) => {
                        ArcTarget::State(*places.entry(next).or_insert_with_key(|next| {
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
    // Backward: the nodes of the last level first, so that every arc leads to a finished node.
    // States with equal arcs become one node.
    let mut below: Vec<DiagramNode> = Vec::new();
    for (&level, arcs) in levels.iter().zip(&layers).rev() {
        // `chunks` takes no 0; a level without values has no arcs.
        let width = builder.values_at(level).len().max(1);
        let node = |target: &ArcTarget| match *target {
            ArcTarget::End(node) => node,
            ArcTarget::State(state) => below[state as usize],
        };
        let rows = arcs.chunks(width).map(|row| row.iter().map(node).collect::<Vec<DiagramNode>>());
        let rows: Vec<Vec<DiagramNode>> = rows.collect();
        below =
            rows.iter().map(|row| builder.arena.make_node(level, row)).collect::<Result<_, _>>()?;
    }
    // One start state, hence one node at the first level; none if that has no values.
    Ok(below.first().copied().unwrap_or(FALSE_NODE))
}
