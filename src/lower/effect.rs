//! Which choices of encodings can make a difference to a model's clauses.

use parallax_encodings::{Choice, IntEncoding, Options};

use crate::model::{ClassRelation, Constraint, Model};

/// What a model's constraints use of the encodings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    wide_domains: bool,
    different: bool,
    counting: bool,
    sums: bool,
    tables: bool,
}

impl Effect {
    /// What the constraints of a model use.
    pub fn of(model: &Model) -> Self {
        let wide_domains = model.variables().iter().any(|variable| variable.domain.len() > 2);
        let mut effect = Effect { wide_domains, ..Effect::default() };
        model.constraints().iter().for_each(|posted| effect.add(&posted.constraint));
        effect
    }

    /// What either model uses.
    #[must_use]
    pub fn or(self, other: Effect) -> Self {
        Effect {
            wide_domains: self.wide_domains || other.wide_domains,
            different: self.different || other.different,
            counting: self.counting || other.counting,
            sums: self.sums || other.sums,
            tables: self.tables || other.tables,
        }
    }

    fn add(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::AllDifferent(c) => self.different |= c.scope.len() > 2,
            Constraint::GlobalCardinality(_) => self.counting = true,
            Constraint::Linear(c) => self.sums |= c.terms.len() > 1,
            Constraint::Table(c) => self.tables |= c.scope.len() > 1,
            Constraint::Dimension(c) => {
                self.wide_domains = true;
                self.different |= c.scope.len() > 2 && c.relation != ClassRelation::AllSame;
            }
            Constraint::Implies(c) => self.add(&c.then),
            Constraint::Compare(_)
            | Constraint::Element(_)
            | Constraint::Lexicographic(_)
            | Constraint::Extremum(_)
            | Constraint::Product(_)
            | Constraint::Inverse(_)
            | Constraint::Clause(_)
            | Constraint::Reify(_) => {}
        }
    }

    /// Whether a choice can make a difference beside these options.
    pub fn matters(&self, options: &Options, choice: &Choice) -> bool {
        let one_hot = self.wide_domains && options.integers == IntEncoding::Direct;
        match choice.key {
            "amo" => one_hot || self.different || self.counting,
            "card" => self.counting,
            "alldiff" => self.different,
            "sum" => self.sums,
            "table" => self.tables,
            _ => true,
        }
    }
}
