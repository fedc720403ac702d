//! The canonical text of a model: what its digest is about.
//!
//! One line for each variable, `shown` or `hidden` and its values; one for each constraint, its
//! kind and its numbers, with `;` between the parts; and one for the objective. Names and labels
//! are no part of it.

use std::fmt::{Display, Write};

use super::model::{Atom, ClassRelation, Constraint, Model};

fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn terms(terms: &[(i64, usize)]) -> String {
    list(terms.iter().map(|(coefficient, variable)| format!("{coefficient} {variable}")))
}

fn atom(atom: &Atom) -> String {
    format!("{} {} {}", atom.variable, atom.relation, atom.value)
}

fn parts(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect::<Vec<_>>().join(" ; ")
}

fn rows<T: Display>(rows: &[Vec<T>]) -> String {
    parts(rows.iter().map(list))
}

impl Constraint {
    /// The constraint on a line, without a line break.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Constraint::AllDifferent(scope) => format!("all_different {}", list(scope)),
            Constraint::Cardinality { scope, occurrences, closed } => {
                let counts = occurrences.iter().map(|o| format!("{} {} {}", o.value, o.min, o.max));
                let open = if *closed { "closed" } else { "open" };
                format!("global_cardinality {open} ; {} ; {}", list(scope), parts(counts))
            }
            Constraint::Linear { terms: own, relation, constant } => {
                format!("linear {relation} {constant} ; {}", terms(own))
            }
            Constraint::Compare { left, relation, right, offset } => {
                format!("compare {left} {relation} {right} {offset}")
            }
            Constraint::Table { scope, rows: own, forbidden } => {
                let kind = if *forbidden { "forbidden" } else { "allowed" };
                format!("table {kind} ; {} ; {}", list(scope), rows(own))
            }
            Constraint::Element { index, array, result, first } => {
                format!("element {index} {result} {first} ; {}", list(array))
            }
            Constraint::Lexicographic { left, right, strict } => {
                let kind = if *strict { "strict" } else { "equal" };
                format!("lexicographic {kind} ; {} ; {}", list(left), list(right))
            }
            Constraint::Extremum { result, scope, max } => {
                let kind = if *max { "max" } else { "min" };
                format!("extremum {kind} {result} ; {}", list(scope))
            }
            Constraint::Product { left, right, result } => {
                format!("product {left} {right} {result}")
            }
            Constraint::Inverse { left, right, first_left, first_right } => {
                format!("inverse {first_left} {first_right} ; {} ; {}", list(left), list(right))
            }
            Constraint::Clause(atoms) => format!("clause {}", parts(atoms.iter().map(atom))),
            Constraint::Dimension { scope, classes, relation } => {
                let classes = list(classes.iter().map(|(value, class)| format!("{value} {class}")));
                let relation = match relation {
                    ClassRelation::AllSame => "all_same".to_owned(),
                    ClassRelation::AllDifferent => "all_different".to_owned(),
                    ClassRelation::Either => "all_same_or_all_different".to_owned(),
                    ClassRelation::ExactlyEqual(most) => format!("exactly_equal {most}"),
                    ClassRelation::Table(own) => format!("table {}", rows(own)),
                };
                format!("dimension {} ; {classes} ; {relation}", list(scope))
            }
            Constraint::Reify { truth, atom: own } => format!("reify {truth} {}", atom(own)),
            Constraint::Implies { condition, then } => {
                format!("implies {condition} {}", then.text())
            }
        }
    }
}

impl Model {
    /// The canonical text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::from("parallax-flat 1\n");
        for variable in &self.variables {
            let kind = if variable.shown { "shown" } else { "hidden" };
            let _ = writeln!(text, "{kind} {}", list(&variable.domain));
        }
        for constraint in &self.constraints {
            let _ = writeln!(text, "{}", constraint.text());
        }
        if let Some(objective) = &self.objective {
            let kind = if objective.minimize { "minimize" } else { "maximize" };
            let _ = writeln!(text, "{kind} {}", terms(&objective.terms));
        }
        text
    }
}
