//! Transitions as a file has them: the judge of `regular` and `mdd` follows them from node to node,
//! without the automaton that models get.

use super::items::IntervalSet;

/// The nodes of an automaton or a decision diagram, with the transitions of the file.
#[derive(Debug)]
pub(crate) struct TransitionPaths {
    /// The transitions from each node: what it reads, and the next node.
    leaving: Vec<Vec<(IntervalSet, u32)>>,
    starts: Vec<u32>,
    ends: Vec<bool>,
}

impl TransitionPaths {
    /// Returns the paths of an automaton.
    pub(super) fn from_automaton(
        nodes: usize,
        written: &[(u32, IntervalSet, u32)],
        start: u32,
        finals: &[u32],
    ) -> Self {
        let mut ends = vec![false; nodes];
        finals.iter().for_each(|&node| ends[node as usize] = true);
        TransitionPaths { leaving: list_leaving(nodes, written), starts: vec![start], ends }
    }

    /// Returns the paths of a diagram: from nodes that no transition enters, to nodes that none
    /// leaves.
    pub(super) fn from_diagram(nodes: usize, written: &[(u32, IntervalSet, u32)]) -> Self {
        let leaving = list_leaving(nodes, written);
        let mut entered = vec![false; nodes];
        written.iter().for_each(|&(_, _, to)| entered[to as usize] = true);
        let starts = (0..nodes as u32).filter(|&node| !entered[node as usize]).collect();
        let ends = leaving.iter().map(Vec::is_empty).collect();
        TransitionPaths { leaving, starts, ends }
    }

    /// Whether a path from a start to an end reads these values.
    pub(super) fn accepts_values(&self, values: &[i128]) -> bool {
        // The set of nodes reached so far: a nondeterministic automaton may be in several.
        let mut nodes = self.starts.clone();
        for &value in values {
            let mut next = Vec::new();
            for node in nodes {
                let arcs = self.leaving[node as usize].iter();
                next.extend(arcs.filter(|arc| arc.0.contains(value)).map(|arc| arc.1));
            }
            next.sort_unstable();
            next.dedup();
            nodes = next;
        }
        nodes.iter().any(|&node| self.ends[node as usize])
    }
}

fn list_leaving(nodes: usize, written: &[(u32, IntervalSet, u32)]) -> Vec<Vec<(IntervalSet, u32)>> {
    let mut leaving = vec![Vec::new(); nodes];
    for (from, label, to) in written {
        leaving[*from as usize].push((label.clone(), *to));
    }
    leaving
}
