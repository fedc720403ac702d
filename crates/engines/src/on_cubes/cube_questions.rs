//! Cubes as questions to an engine.

use parallax_model::{Domain, Given, VarId};
use parallax_search::parallel::ModelCube;

/// Maximum number of removed values of a variable that are asked one by one in the session of the
/// block; more of them get a session with a smaller domain.
const MAX_REMOVED_VALUES: u64 = 8;

/// A question: a cube, or values that propagation has removed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CubeQuestion {
    pub(super) givens: Vec<Given>,
    /// A smaller domain of one variable, which makes another model.
    pub(super) within: Option<(VarId, Domain)>,
}

/// Returns the questions whose answers together are the model's, in the order of the cubes. They
/// include values that propagation has removed, so that the engine decides and not the search that
/// made the cubes.
pub(super) fn cube_questions(cubes: &[ModelCube]) -> Vec<CubeQuestion> {
    let mut parts = Vec::new();
    for cube in cubes {
        let given = |(variable, domain): &(VarId, Domain)| {
            let value = domain.min().filter(|_| domain.len() == 1)?;
            Some(Given { variable: *variable, value })
        };
        let mut givens: Vec<Given> = cube.path.iter().filter_map(given).collect();
        // Only the last domain of a path can have several values, or removed ones: a cube of values
        // that propagation has removed is never split again.
        match cube.path.iter().find(|(_, domain)| domain.len() != 1) {
            None => parts.push(CubeQuestion { givens, within: None }),
            Some((variable, domain)) if domain.len() <= MAX_REMOVED_VALUES => {
                for value in domain.iter() {
                    givens.push(Given { variable: *variable, value });
                    parts.push(CubeQuestion { givens: givens.clone(), within: None });
                    givens.pop();
                }
            }
            Some(rest) => parts.push(CubeQuestion { givens, within: Some(rest.clone()) }),
        }
    }
    parts
}
