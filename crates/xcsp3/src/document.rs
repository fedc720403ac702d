//! The content of a file: variables, constraints as data, an objective.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;

use parallax_model::flatten::Terms;
use parallax_model::instance::{BrokenRule, InputError};
use parallax_model::{Domain, Model, Value};
use parallax_xml as xml;

use super::arena::Arena;
use super::assigned::Assigned;
use super::constraints::Constraint;
use super::error::PostError;
use super::groups::{self, Found};
use super::names::Name;
use super::objective::{self, Objective};
use super::parts::refuse_attributes;
use super::reader::Reader;
use super::variables;
use super::walk::{Step, Walk};

/// A variable of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name: `x`, or `x[0][3]` in an array.
    pub name: String,
    /// The values that it may take.
    pub domain: Domain,
    /// Whether a constraint or the objective mentions it. Others are no part of solutions.
    pub used: bool,
}

/// A constraint, with where it comes from.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) constraint: Constraint,
    /// The place of its [`Origin`] in the document.
    pub(super) origin: u32,
    /// The number of its arguments or its window, from 0; 0 outside groups and slides.
    pub(super) turn: u32,
}

/// Where a constraint, or all constraints of a group or slide, come from.
#[derive(Clone, Debug)]
pub(super) struct Origin {
    /// The element around them.
    pub(super) kind: Kind,
    /// The number of the element among those of its kind, from 1.
    pub(super) number: usize,
    /// The attribute `id`, otherwise `note`, of the element.
    pub(super) name: Option<Arc<str>>,
    /// The offset of the element in the file.
    pub(super) offset: usize,
}

impl Origin {
    /// Returns the name that the file gives it, otherwise its kind and number.
    pub(super) fn label(&self) -> String {
        match (&self.name, self.kind) {
            (Some(name), _) => name.to_string(),
            (None, Kind::Constraint) => format!("constraint {}", self.number),
            (None, Kind::Group) => format!("group {}", self.number),
            (None, Kind::Slide) => format!("slide {}", self.number),
        }
    }
}

/// The kind of an [`Origin`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Constraint,
    Group,
    Slide,
}

/// The content of a file.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) variables: Vec<Variable>,
    pub(super) entries: Vec<Entry>,
    pub(super) origins: Vec<Origin>,
    pub(super) objective: Option<Objective>,
    pub(super) arena: Arena,
    /// The names of variables and arrays.
    pub(super) names: Vec<(String, Name)>,
}

impl Document {
    /// Reads a text, and builds the model of it. Calls `check` at intervals and stops if it fails.
    ///
    /// # Errors
    /// Returns an error, with its place, for the first element that is not supported or not as
    /// expected.
    pub(super) fn read(
        source: &str,
        text: &str,
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<(Self, Model), InputError> {
        xml::guard(source, "", text, check)?;
        let mut reader = Reader::new(source, text, check);
        let (found, goal) = Self::elements(&mut reader)?;
        reader.base = 0;
        let Found { mut entries, origins, .. } = found;
        entries.shrink_to_fit();
        let names = std::mem::take(&mut reader.names).into_iter();
        let document = Document {
            names: names.map(|(name, own)| (name.to_owned(), own)).collect(),
            variables: std::mem::take(&mut reader.variables),
            entries,
            origins,
            objective: goal,
            arena: std::mem::take(&mut reader.arena),
        };
        let stop = || check().is_err();
        let model = document.model(true, &stop).map_err(|error| match (check(), error.entry) {
            (Err(stopped), _) => stopped,
            (_, Some(entry)) => document.fault(&reader, entry, &error.fault),
            (_, None) => InputError::new(source, error.to_string()),
        })?;
        Ok((document, model))
    }

    /// Reads the elements inside the root. Returns the constraints and the objective.
    fn elements(reader: &mut Reader<'_>) -> Result<(Found, Option<Objective>), InputError> {
        let (mut found, mut goal) = (Found::default(), None);
        let (mut walk, mut buffer) = (Walk::from(reader.text, 0), String::new());
        let Step::Start(root) = walk.step(reader)? else { return Err(reader.damaged()) };
        {
            let head = reader.closed(0..root.range.end, &mut buffer)?;
            super::start::require_instance(reader, head.root_element())?;
        }
        walk.enter(&root);
        while let Step::Start(tag) = walk.step(reader)? {
            if tag.name == "constraints" {
                let head = reader.tag(&tag, &mut buffer)?;
                refuse_attributes(reader, head.root_element(), &[])?;
                walk.enter(&tag);
                groups::read(reader, &mut walk, &mut found)?;
                continue;
            }
            let part = walk.past(reader, &tag)?;
            let tree = reader.tree(part)?;
            match tag.name {
                "variables" => variables::read(reader, tree.root_element())?,
                "objectives" => objective::read(reader, tree.root_element(), &mut goal)?,
                "annotations" => {}
                name => return Err(reader.fault(0, format!("<{name}> is not supported"))),
            }
        }
        walk.finish(reader)?;
        Ok((found, goal))
    }

    /// Creates the error of a constraint that the model cannot have, at its place; the place after
    /// all constraints is the objective.
    fn fault(&self, reader: &Reader<'_>, place: usize, message: &PostError) -> InputError {
        let Some(entry) = self.entries.get(place) else {
            let offset = self.objective.as_ref().map_or(0, |own| own.offset);
            return reader.fault_at(offset, format!("objective: {message}"));
        };
        let label = self.label(entry);
        let Some(origin) = self.origins.get(entry.origin as usize) else {
            return reader.fault_at(0, message);
        };
        let turn = entry.turn as usize;
        match groups::place_of_arguments(reader, origin, turn) {
            Some(place) => {
                let line = reader.line(origin.offset);
                let message = format!("{label}: {message} (the group is on line {line})");
                reader.fault_at(place, message)
            }
            None => reader.fault_at(origin.offset, format!("{label}: {message}")),
        }
    }

    /// Returns the variables in the order of the file.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the number of constraints, with those that groups and slides stand for.
    #[must_use]
    pub fn constraints(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is an objective.
    #[must_use]
    pub fn has_objective(&self) -> bool {
        self.objective.is_some()
    }

    pub(super) fn terms(&self) -> &Terms {
        &self.arena.terms
    }

    /// Returns the label of a constraint: `group 3, args 7: allDifferent`, or the name that the
    /// file gives it.
    pub(super) fn label(&self, entry: &Entry) -> String {
        let Some(origin) = self.origins.get(entry.origin as usize) else { return String::new() };
        let turn = entry.turn + 1;
        let mut label = origin.label();
        let _ = match origin.kind {
            Kind::Constraint => Ok(()),
            Kind::Group => write!(label, ", args {turn}"),
            Kind::Slide => write!(label, ", window {turn}"),
        };
        let _ = write!(label, ": {}", entry.constraint.element());
        label
    }

    /// Returns the document with only the constraints with these labels.
    pub(super) fn only(&self, labels: &[&str]) -> Self {
        let kept: HashSet<&str> = labels.iter().copied().collect();
        let mut document = self.clone();
        document.entries.retain(|entry| kept.contains(self.label(entry).as_str()));
        document.objective = None;
        document
    }

    /// Checks by the meaning of the constraints whether an assignment of all variables is a
    /// solution. Unused variables may have any value.
    ///
    /// # Errors
    /// Returns the first domain or constraint that does not hold.
    pub(super) fn check(&self, values: &[Value]) -> Result<(), BrokenRule> {
        for (variable, &value) in self.variables.iter().zip(values) {
            if variable.used && !variable.domain.contains(value) {
                let rule = format!("{value} is outside its domain {}", variable.domain);
                return Err(BrokenRule::new(&variable.name, rule));
            }
        }
        let assigned = Assigned::of(self, values);
        for entry in &self.entries {
            if entry.constraint.rule().holds(&assigned) != Some(true) {
                return Err(BrokenRule::new(self.label(entry), "the constraint does not hold"));
            }
        }
        if let Some(objective) = &self.objective
            && objective.value(&assigned).is_none()
        {
            return Err(BrokenRule::new("objective", "it divides by 0"));
        }
        Ok(())
    }

    /// Returns the value of the objective, if there is one and it is defined.
    pub(super) fn value(&self, values: &[Value]) -> Option<i128> {
        self.objective.as_ref()?.value(&Assigned::of(self, values))
    }

    /// Returns the number of variables of each kind of constraint, for titles.
    pub(super) fn kinds(&self) -> Vec<&'static str> {
        let mut kinds: Vec<_> = self.entries.iter().map(|own| own.constraint.element()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}
