//! Cubes as questions to an engine.

use parallax_model::{Domain, Given, VarId};
use parallax_search::cubes::Cube;

/// Where propagation has removed at most this many values of a variable, each of them is a question
/// of its own to the session of the block; more of them get a session with a smaller domain.
const FEW: u64 = 8;

/// A question: a cube, or one of the values that propagation has removed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) givens: Vec<Given>,
    /// A smaller domain, which makes another model.
    pub(super) within: Option<(VarId, Domain)>,
}

/// The questions whose answers are those of the cubes, in the order of the cubes. What propagation
/// has removed is asked, too: the engine decides, and not the search that made the cubes.
pub(super) fn parts(cubes: &[Cube]) -> Vec<Part> {
    let mut parts = Vec::new();
    for cube in cubes {
        let given = |(variable, domain): &(VarId, Domain)| {
            let value = domain.min().filter(|_| domain.len() == 1)?;
            Some(Given { variable: *variable, value })
        };
        let mut givens: Vec<Given> = cube.path.iter().filter_map(given).collect();
        match cube.path.iter().find(|(_, domain)| domain.len() != 1) {
            None => parts.push(Part { givens, within: None }),
            Some((variable, domain)) if domain.len() <= FEW => {
                for value in domain.iter() {
                    givens.push(Given { variable: *variable, value });
                    parts.push(Part { givens: givens.clone(), within: None });
                    givens.pop();
                }
            }
            Some(rest) => parts.push(Part { givens, within: Some(rest.clone()) }),
        }
    }
    parts
}
