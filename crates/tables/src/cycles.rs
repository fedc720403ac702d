//! Refuses definitions that depend on themselves.

use std::collections::HashMap;

use parallax_model::flatten::DagNode;

use super::build_error::{CompileError, TableRuleError};
use super::ground::TableGrounder;

/// A table, a variable whose value it defines, and the expressions that define it.
pub(super) type Uses = (usize, usize, Vec<usize>);

/// Returns an error if a variable that tables define depends on itself.
///
/// # Errors
/// Returns the table that defines such a variable, and its name.
pub(super) fn refuse_cycles(
    grounder: &TableGrounder<'_>,
    decided: &[Uses],
) -> Result<(), TableRuleError> {
    let places: HashMap<usize, usize> =
        decided.iter().enumerate().map(|(index, (_, variable, _))| (*variable, index)).collect();
    let mut marks = vec![CycleSearchMark::New; decided.len()];
    for start in 0..decided.len() {
        if marks[start] != CycleSearchMark::New {
            continue;
        }
        marks[start] = CycleSearchMark::Open;
        // A depth-first search without recursion: each open definition with the ones that it uses
        // and that are not yet visited.
        let mut open = vec![(start, used_definitions(grounder, &decided[start].2, &places))];
        while let Some((index, rest)) = open.last_mut() {
            let Some(next) = rest.pop() else {
                marks[*index] = CycleSearchMark::Done;
                open.pop();
                continue;
            };
            match marks[next] {
                CycleSearchMark::New => {
                    marks[next] = CycleSearchMark::Open;
                    open.push((next, used_definitions(grounder, &decided[next].2, &places)));
                }
                // An open definition uses itself through the ones above it on the stack.
                CycleSearchMark::Open => {
                    let (table, variable, _) = &decided[next];
                    let name = grounder.layout.variable_name(grounder.glossary, *variable);
                    return Err(TableRuleError::new(
                        *table,
                        None,
                        CompileError::Recursive { name },
                    ));
                }
                CycleSearchMark::Done => {}
            }
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CycleSearchMark {
    New,
    Open,
    Done,
}

/// Returns the decided variables below some nodes.
fn used_definitions(
    grounder: &TableGrounder<'_>,
    nodes: &[usize],
    places: &HashMap<usize, usize>,
) -> Vec<usize> {
    let mut open = nodes.to_vec();
    let mut seen = std::collections::HashSet::new();
    let mut found = Vec::new();
    while let Some(node) = open.pop() {
        if !seen.insert(node) {
            continue;
        }
        match grounder.terms.all_nodes()[node] {
            // Variables that no table decides end the search.
            DagNode::Flag(variable) | DagNode::Variable(variable) => {
                found.extend(places.get(&(variable as usize)));
            }
            node => grounder.terms.each_part(node, &mut |part| open.push(part)),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
