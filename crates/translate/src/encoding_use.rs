//! The encodings that a model's constraints use.

use std::sync::Arc;

use parallax_encodings::{self as enc, EncodingChoice, EncodingOptions, IntEncoding};
use parallax_model::engine_api::Control;
use parallax_model::{ClassRelation, Constraint, Model};

use super::clauses::encoded_kinds;

/// The encodings that a model's constraints use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EncodingNeeds {
    wide_domains: bool,
    different: bool,
    counting: bool,
    sums: bool,
    tables: bool,
    classes: bool,
}

/// Returns the plain form of a model, or the model itself if it has none.
fn plain_form(model: &Model) -> Arc<Model> {
    let model = Arc::new(model.clone());
    // Encodings take the plain form, in which global constraints are decomposed.
    model.plain_model(&Control::unlimited()).map_or(model, |plain| plain.model)
}

impl EncodingNeeds {
    /// Returns the encodings that the constraints of a model use.
    #[must_use]
    pub fn from_model(model: &Model) -> Self {
        let model = &*plain_form(model);
        let wide_domains = model.variables().iter().any(|variable| variable.domain.len() > 2);
        let mut encoding_use = EncodingNeeds { wide_domains, ..EncodingNeeds::default() };
        model
            .constraints()
            .iter()
            .for_each(|posted| encoding_use.add_constraint(&posted.constraint));
        encoding_use
    }

    /// Returns the encodings that either model uses.
    #[must_use]
    pub fn merge_with(self, other: EncodingNeeds) -> Self {
        EncodingNeeds {
            wide_domains: self.wide_domains || other.wide_domains,
            different: self.different || other.different,
            counting: self.counting || other.counting,
            sums: self.sums || other.sums,
            tables: self.tables || other.tables,
            classes: self.classes || other.classes,
        }
    }

    fn add_constraint(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::AllDifferent(c) => self.different |= c.scope.len() > 2,
            Constraint::GlobalCardinality(_) => self.counting = true,
            Constraint::Linear(c) => self.sums |= c.terms.len() > 1,
            Constraint::Table(c) => self.tables |= c.scope.len() > 1,
            Constraint::Dimension(c) => {
                // The class integers may have more than two values, whatever the variables have.
                self.wide_domains = true;
                self.add_relation(c.relation.simplest_form(c.scope.len()), c.scope.len());
            }
            Constraint::Implies(c) => self.add_constraint(&c.then),
            // No option concerns the others.
            _ => {}
        }
    }

    /// Adds a relation between `count` classes.
    fn add_relation(&mut self, relation: &ClassRelation, count: usize) {
        match relation {
            ClassRelation::Table(_) => self.tables |= count > 1,
            ClassRelation::AllSame => self.classes |= count > 1,
            ClassRelation::AllDifferent | ClassRelation::AllSameOrAllDifferent => {
                self.classes |= count > 1;
                self.different |= count > 2;
            }
            ClassRelation::ExactlyEqual(_) => {
                self.classes = true;
                self.counting = true;
            }
        }
    }

    /// Returns the kinds of constraint encoded for a model, and whether any of that kind is
    /// guarded; each kind once.
    #[must_use]
    pub fn constraint_kinds(model: &Model) -> Vec<(enc::EncodedKind, bool)> {
        let model = &*plain_form(model);
        let mut kinds = vec![(enc::EncodedKind::Integer, false)];
        for posted in model.constraints() {
            for (kind, guarded) in encoded_kinds(&posted.constraint) {
                match kinds.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, known)) => *known |= guarded,
                    None => kinds.push((kind, guarded)),
                }
            }
        }
        kinds
    }

    /// Whether an encoding option can make a difference, given the other options.
    #[must_use]
    pub fn makes_difference(&self, options: &EncodingOptions, choice: &EncodingChoice) -> bool {
        // Only direct integers of three values or more have an exactly-one of their literals.
        let one_hot = self.wide_domains && options.integers == IntEncoding::Direct;
        match choice.key {
            "amo" => one_hot || self.different || self.counting,
            "card" => self.counting,
            "alldiff" => self.different,
            "sum" => self.sums,
            "table" => self.tables,
            "class" => self.classes,
            _ => true,
        }
    }
}
