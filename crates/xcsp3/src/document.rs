//! The content of a file: variables, constraints as data, an objective.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;

use parallax_instance::{BrokenRuleError, InputError};
use parallax_model::flatten::ExpressionDag;
use parallax_model::{Domain, Model, Value};
use parallax_xml as xml;

use super::arena::Xcsp3Arena;
use super::assigned::Xcsp3Assignment;
use super::constraints::Constraint;
use super::element_parts::refuse_attributes;
use super::element_walk::{ElementStep, ElementWalk};
use super::error::Xcsp3PostError;
use super::groups::{self, ConstraintCollector};
use super::names::NameMeaning;
use super::objective::{self, Xcsp3Objective};
use super::reader::Xcsp3Reader;
use super::variables;

/// A variable of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xcsp3Variable {
    /// The name: `x`, or `x[0][3]` in an array.
    pub name: String,
    /// The values that it may take.
    pub domain: Domain,
    /// Whether a constraint or the objective mentions it. Others are not part of solutions.
    pub used: bool,
}

/// A constraint, with where it comes from.
#[derive(Clone, Debug)]
pub(super) struct ConstraintEntry {
    pub(super) constraint: Constraint,
    /// The index of its [`ConstraintOrigin`] in the document.
    pub(super) origin: u32,
    /// The number of its arguments or its window, from 0; 0 outside groups and slides.
    pub(super) turn: u32,
}

/// Where a constraint, or all constraints of a group or slide, come from.
#[derive(Clone, Debug)]
pub(super) struct ConstraintOrigin {
    /// The element around them.
    pub(super) kind: OriginKind,
    /// The number of the element among elements of its kind, from 1.
    pub(super) number: usize,
    /// The attribute `id`, otherwise `note`, of the element.
    pub(super) name: Option<Arc<str>>,
    /// The offset of the element in the file.
    pub(super) offset: usize,
}

impl ConstraintOrigin {
    /// Returns the name that the file gives it, otherwise its kind and number.
    pub(super) fn origin_label(&self) -> String {
        match (&self.name, self.kind) {
            (Some(name), _) => name.to_string(),
            (None, OriginKind::Constraint) => format!("constraint {}", self.number),
            (None, OriginKind::Group) => format!("group {}", self.number),
            (None, OriginKind::Slide) => format!("slide {}", self.number),
        }
    }
}

/// The kind of an [`ConstraintOrigin`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OriginKind {
    Constraint,
    Group,
    Slide,
}

/// The content of a file.
#[derive(Clone, Debug)]
pub struct Xcsp3Document {
    pub(super) variables: Vec<Xcsp3Variable>,
    pub(super) entries: Vec<ConstraintEntry>,
    pub(super) origins: Vec<ConstraintOrigin>,
    pub(super) objective: Option<Xcsp3Objective>,
    pub(super) arena: Xcsp3Arena,
    /// The names of variables and arrays.
    pub(super) names: Vec<(String, NameMeaning)>,
}

impl Xcsp3Document {
    /// Reads a text, and builds the model of it. Calls `check` at intervals and stops if it fails.
    ///
    /// # Errors
    /// Returns an error, with its place, for the first element that is not supported or not as
    /// expected.
    pub(super) fn read_text(
        source: &str,
        text: &str,
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<(Self, Model), InputError> {
        xml::guard_text(source, "", text, check)?;
        let mut reader = Xcsp3Reader::new(source, text, check);
        let (found, goal) = Self::read_elements(&mut reader)?;
        // Offsets of errors from here on refer to the file, not to its last part.
        reader.base = 0;
        let ConstraintCollector { mut entries, origins, .. } = found;
        entries.shrink_to_fit();
        let names = std::mem::take(&mut reader.names).into_iter();
        let document = Xcsp3Document {
            names: names.map(|(name, item)| (name.to_owned(), item)).collect(),
            variables: std::mem::take(&mut reader.variables),
            entries,
            origins,
            objective: goal,
            arena: std::mem::take(&mut reader.arena),
        };
        let stop = || check().is_err();
        let model =
            document.build_model(true, &stop).map_err(|error| match (check(), error.entry) {
                (Err(stopped), _) => stopped,
                (_, Some(entry)) => document.constraint_error(&reader, entry, &error.fault),
                (_, None) => InputError::new(source, error.to_string()),
            })?;
        Ok((document, model))
    }

    /// Reads the elements inside the root. Returns the constraints and the objective.
    fn read_elements(
        reader: &mut Xcsp3Reader<'_>,
    ) -> Result<(ConstraintCollector, Option<Xcsp3Objective>), InputError> {
        let (mut found, mut goal) = (ConstraintCollector::default(), None);
        let (mut walk, mut buffer) = (ElementWalk::from(reader.text, 0), String::new());
        let ElementStep::Start(root) = walk.next_step(reader)? else {
            return Err(reader.damaged_error());
        };
        {
            // The root is parsed without its content, so memory does not grow with the file.
            let head = reader.parse_closed_tag(0..root.range.end, &mut buffer)?;
            super::root_element::require_instance(reader, head.root_element())?;
        }
        walk.enter_element(&root);
        while let ElementStep::Start(tag) = walk.next_step(reader)? {
            if tag.name == "constraints" {
                let head = reader.parse_tag(&tag, &mut buffer)?;
                refuse_attributes(reader, head.root_element(), &[])?;
                walk.enter_element(&tag);
                groups::read_constraints(reader, &mut walk, &mut found)?;
                continue;
            }
            // Each other part is parsed alone, and freed before the next one.
            let part = walk.skip_element(reader, &tag)?;
            let tree = reader.parse_part(part)?;
            match tag.name {
                "variables" => variables::read_variables(reader, tree.root_element())?,
                "objectives" => objective::read_objective(reader, tree.root_element(), &mut goal)?,
                "annotations" => {}
                name => return Err(reader.error_at(0, format!("<{name}> is not supported"))),
            }
        }
        walk.expect_end(reader)?;
        Ok((found, goal))
    }

    /// Creates the error of a constraint that the model cannot have, at its place; the place after
    /// all constraints is the objective.
    fn constraint_error(
        &self,
        reader: &Xcsp3Reader<'_>,
        index: usize,
        message: &Xcsp3PostError,
    ) -> InputError {
        let Some(entry) = self.entries.get(index) else {
            let offset = self.objective.as_ref().map_or(0, |objective| objective.offset);
            return reader.fault_at(offset, format!("objective: {message}"));
        };
        let label = self.constraint_label(entry);
        let Some(origin) = self.origins.get(entry.origin as usize) else {
            return reader.fault_at(0, message);
        };
        let turn = entry.turn as usize;
        // The fault of a group is in its template and the arguments together, so the error names
        // both places.
        match groups::place_of_arguments(reader, origin, turn) {
            Some(index) => {
                let line = reader.line_number(origin.offset);
                let message = format!("{label}: {message} (the group is on line {line})");
                reader.fault_at(index, message)
            }
            None => reader.fault_at(origin.offset, format!("{label}: {message}")),
        }
    }

    /// Returns the variables in the order of the file.
    #[must_use]
    pub fn variables(&self) -> &[Xcsp3Variable] {
        &self.variables
    }

    /// Returns the number of constraints, including constraints of groups and slides.
    #[must_use]
    pub fn constraint_count(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is an objective.
    #[must_use]
    pub fn has_objective(&self) -> bool {
        self.objective.is_some()
    }

    pub(super) fn terms(&self) -> &ExpressionDag {
        &self.arena.terms
    }

    /// Returns the label of a constraint: `group 3, args 7: allDifferent`, or the name that the
    /// file gives it.
    pub(super) fn constraint_label(&self, entry: &ConstraintEntry) -> String {
        let Some(origin) = self.origins.get(entry.origin as usize) else { return String::new() };
        let turn = entry.turn + 1;
        let mut label = origin.origin_label();
        let _ = match origin.kind {
            OriginKind::Constraint => Ok(()),
            OriginKind::Group => write!(label, ", args {turn}"),
            OriginKind::Slide => write!(label, ", window {turn}"),
        };
        let _ = write!(label, ": {}", entry.constraint.element_name());
        label
    }

    /// Returns the document with only the constraints with these labels.
    pub(super) fn with_labels(&self, labels: &[&str]) -> Self {
        let kept: HashSet<&str> = labels.iter().copied().collect();
        let mut document = self.clone();
        document.entries.retain(|entry| kept.contains(self.constraint_label(entry).as_str()));
        document.objective = None;
        document
    }

    /// Checks by the meaning of the constraints whether an assignment of all variables is a
    /// solution. Unused variables may have any value.
    ///
    /// # Errors
    /// Returns the first domain or constraint that does not hold.
    pub(super) fn check_values(&self, values: &[Value]) -> Result<(), BrokenRuleError> {
        for (variable, &value) in self.variables.iter().zip(values) {
            if variable.used && !variable.domain.contains(value) {
                let rule = format!("{value} is outside its domain {}", variable.domain);
                return Err(BrokenRuleError::new(&variable.name, rule));
            }
        }
        let assigned = Xcsp3Assignment::evaluate_document(self, values);
        for entry in &self.entries {
            if entry.constraint.rule().holds_for(&assigned) != Some(true) {
                return Err(BrokenRuleError::new(
                    self.constraint_label(entry),
                    "the constraint does not hold",
                ));
            }
        }
        if let Some(objective) = &self.objective
            && objective.objective_value(&assigned).is_none()
        {
            return Err(BrokenRuleError::new("objective", "it divides by 0"));
        }
        Ok(())
    }

    /// Returns the value of the objective, if there is one and it is defined.
    pub(super) fn objective_value(&self, values: &[Value]) -> Option<i128> {
        self.objective.as_ref()?.objective_value(&Xcsp3Assignment::evaluate_document(self, values))
    }

    /// Returns the kinds of constraints, each once, for titles.
    pub(super) fn kind_names(&self) -> Vec<&'static str> {
        let mut kinds: Vec<_> =
            self.entries.iter().map(|entry| entry.constraint.element_name()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}
