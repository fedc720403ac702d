//! The encodings that a model's constraints use.

use std::sync::Arc;

use parallax_encodings::{self as enc, EncodingChoice, IntEncoding, Options};
use parallax_model::ask::Control;
use parallax_model::{ClassRelation, Constraint, Model};

use super::clauses::encoded_kinds;

/// The encodings that a model's constraints use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EncodingUse {
    wide_domains: bool,
    different: bool,
    counting: bool,
    sums: bool,
    tables: bool,
    classes: bool,
}

/// Returns the plain form of a model, or the model itself if it has none.
fn plain(model: &Model) -> Arc<Model> {
    let model = Arc::new(model.clone());
    model.plain(&Control::unlimited()).map_or(model, |plain| plain.model)
}

impl EncodingUse {
    /// Returns the encodings that the constraints of a model use.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let model = &*plain(model);
        let wide_domains = model.variables().iter().any(|variable| variable.domain.len() > 2);
        let mut encoding_use = EncodingUse { wide_domains, ..EncodingUse::default() };
        model.constraints().iter().for_each(|posted| encoding_use.add(&posted.constraint));
        encoding_use
    }

    /// Returns the encodings that either model uses.
    #[must_use]
    pub fn or(self, other: EncodingUse) -> Self {
        EncodingUse {
            wide_domains: self.wide_domains || other.wide_domains,
            different: self.different || other.different,
            counting: self.counting || other.counting,
            sums: self.sums || other.sums,
            tables: self.tables || other.tables,
            classes: self.classes || other.classes,
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
                self.add_relation(c.relation.simplest(c.scope.len()), c.scope.len());
            }
            Constraint::Implies(c) => self.add(&c.then),
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
    pub fn kinds(model: &Model) -> Vec<(enc::EncodedKind, bool)> {
        let model = &*plain(model);
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
    pub fn matters(&self, options: &Options, choice: &EncodingChoice) -> bool {
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
