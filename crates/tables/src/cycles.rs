//! Refuses definitions that depend on themselves.

use std::collections::HashMap;

use parallax_model::flatten::Node;

use super::build_error::{CompileError, RuleError};
use super::ground::Grounder;

/// A table, a variable whose value it defines, and the expressions that define it.
pub(super) type Uses = (usize, usize, Vec<usize>);

/// Returns an error if a variable that tables define depends on itself.
///
/// # Errors
/// Returns the table that defines such a variable, and its name.
pub(super) fn refuse(grounder: &Grounder<'_>, decided: &[Uses]) -> Result<(), RuleError> {
    let places: HashMap<usize, usize> =
        decided.iter().enumerate().map(|(place, (_, variable, _))| (*variable, place)).collect();
    let mut marks = vec![Mark::New; decided.len()];
    for start in 0..decided.len() {
        if marks[start] != Mark::New {
            continue;
        }
        marks[start] = Mark::Open;
        let mut open = vec![(start, used(grounder, &decided[start].2, &places))];
        while let Some((place, rest)) = open.last_mut() {
            let Some(next) = rest.pop() else {
                marks[*place] = Mark::Done;
                open.pop();
                continue;
            };
            match marks[next] {
                Mark::New => {
                    marks[next] = Mark::Open;
                    open.push((next, used(grounder, &decided[next].2, &places)));
                }
                Mark::Open => {
                    let (table, variable, _) = &decided[next];
                    let name = grounder.layout.name(grounder.glossary, *variable);
                    return Err(RuleError::new(*table, None, CompileError::Recursive { name }));
                }
                Mark::Done => {}
            }
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Returns the decided variables below some nodes.
fn used(grounder: &Grounder<'_>, nodes: &[usize], places: &HashMap<usize, usize>) -> Vec<usize> {
    let mut open = nodes.to_vec();
    let mut seen = std::collections::HashSet::new();
    let mut found = Vec::new();
    while let Some(node) = open.pop() {
        if !seen.insert(node) {
            continue;
        }
        match grounder.terms.nodes()[node] {
            Node::Flag(variable) | Node::Variable(variable) => {
                found.extend(places.get(&(variable as usize)));
            }
            node => grounder.terms.each_part(node, &mut |part| open.push(part)),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
