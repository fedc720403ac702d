//! Constraints as diagrams by trying all assignments of their scope.

use parallax_model::{Constraint, Kind, ModelAssignment};

use super::arena::{DiagramNode, FALSE_NODE, TRUE_NODE};
use super::scope::LevelScope;
use super::{DiagramBuilder, DiagramError};

/// Maximum number of assignments of a scope to try.
const MOST_ASSIGNMENTS: u64 = 1 << 22;

/// Assignments between two checks of the clock.
const ASSIGNMENTS_BETWEEN_POLLS: u64 = 1024;

/// Builds the diagram of a constraint by evaluating each assignment of its scope.
///
/// # Errors
/// [`DiagramError::Large`] if the scope has too many assignments, [`DiagramError::Nodes`],
/// [`DiagramError::Stopped`].
pub(super) fn expand_constraint(
    builder: &mut DiagramBuilder<'_>,
    constraint: &Constraint,
    scope: &LevelScope,
) -> Result<DiagramNode, DiagramError> {
    let levels = scope.levels();
    let sizes = || levels.iter().map(|&level| builder.values_at(level).len() as u64);
    let assignments = sizes().try_fold(1, u64::checked_mul);
    let assignments =
        assignments.filter(|&number| number <= MOST_ASSIGNMENTS).ok_or_else(|| {
            let kind = constraint.kind();
            DiagramError::Large(format!(
                "a constraint '{kind}' has more than {MOST_ASSIGNMENTS} assignments"
            ))
        })?;
    if assignments == 0 {
        return Ok(FALSE_NODE);
    }
    // The finished children at each place that wait for their parent; the last list holds ends. A
    // full list becomes a node at once, so no list is longer than a domain.
    let mut waiting: Vec<Vec<DiagramNode>> = vec![Vec::new(); levels.len()];
    let mut places = vec![0; levels.len()];
    for tried in 0..assignments {
        if tried.is_multiple_of(ASSIGNMENTS_BETWEEN_POLLS) {
            builder.control.check_stop()?;
        }
        for (&level, &place) in levels.iter().zip(&places) {
            let v = builder.order[level as usize].index();
            builder.scratch[v] = builder.values[level as usize][place];
        }
        let holds = constraint.holds(ModelAssignment::new(&builder.scratch, builder.model));
        let mut node = if holds { TRUE_NODE } else { FALSE_NODE };
        // Complete nodes move up, and the next assignment is that of an odometer.
        for at in (0..levels.len()).rev() {
            waiting[at].push(node);
            places[at] += 1;
            if places[at] < builder.values_at(levels[at]).len() {
                break;
            }
            places[at] = 0;
            node = builder.arena.make_node(levels[at], &waiting[at])?;
            waiting[at].clear();
            if at == 0 {
                return Ok(node);
            }
        }
    }
    // Only a scope without variables gets here.
    Ok(if constraint.holds(ModelAssignment::new(&builder.scratch, builder.model)) {
        TRUE_NODE
    } else {
        FALSE_NODE
    })
}
