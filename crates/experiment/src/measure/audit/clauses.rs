//! The clauses of a formula with the meanings of its variables, as the checks need them.

use std::ops::Range;

use parallax_model::VarId;
use parallax_translate::{ModelClauses, VariableMeaning};
use rustsat::types::Lit;

/// Clauses in groups, and the meanings of their variables.
#[derive(Clone, Debug)]
pub(super) struct GroupedClauses {
    pub clauses: Vec<Box<[Lit]>>,
    pub groups: Vec<ClauseGroup>,
    /// By variable; `None` for auxiliary ones.
    pub statements: Vec<Option<VariableMeaning>>,
    /// By auxiliary variable: the groups that mention it.
    homes: Vec<VariableHome>,
}

/// A group of clauses with its label and encodings.
#[derive(Clone, Debug)]
pub(super) struct ClauseGroup {
    pub label: String,
    pub clauses: Range<usize>,
    pub encodings: String,
}

/// The groups that mention a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VariableHome {
    Nowhere,
    One(usize),
    Several,
}

impl GroupedClauses {
    pub(super) fn from_cnf(cnf: &ModelClauses) -> Self {
        let formula = cnf.formula();
        let group_of = |(index, (label, clauses)): (usize, (&str, Range<usize>))| {
            let notes = formula.group_tags(index).map(|(key, name)| format!("{key}={name}"));
            let encodings = notes.collect::<Vec<_>>().join(", ");
            ClauseGroup { label: label.to_owned(), clauses, encodings }
        };
        let mut all = GroupedClauses {
            clauses: formula.clauses().map(Box::from).collect(),
            groups: formula.groups().enumerate().map(group_of).collect(),
            statements: (0..formula.n_vars())
                .map(|variable| cnf.variable_meaning(variable))
                .collect(),
            homes: vec![VariableHome::Nowhere; formula.n_vars()],
        };
        all.find_homes();
        all
    }

    fn find_homes(&mut self) {
        for (index, group) in self.groups.iter().enumerate() {
            for lit in self.clauses[group.clauses.clone()].iter().flatten() {
                let home = &mut self.homes[lit.vidx()];
                *home = match *home {
                    VariableHome::Nowhere => VariableHome::One(index),
                    VariableHome::One(other) if other == index => *home,
                    _ => VariableHome::Several,
                };
            }
        }
    }

    /// The clauses of a group.
    pub(super) fn group_clauses(&self, index: usize) -> &[Box<[Lit]>] {
        &self.clauses[self.groups[index].clauses.clone()]
    }

    /// The variable of the model that a literal is about.
    pub(super) fn literal_variable(&self, lit: Lit) -> Option<VarId> {
        self.statements[lit.vidx()].as_ref().map(|statement| statement.variable)
    }

    /// Whether an auxiliary variable occurs in only one group.
    pub(super) fn is_local(&self, variable: usize) -> bool {
        self.homes[variable] != VariableHome::Several
    }
}
