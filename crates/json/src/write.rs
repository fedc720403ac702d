//! Writes a model as text, item by item, without an intermediate value as large
//! as the model.

use std::convert::Infallible;
use std::io;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use xxhash_rust::xxh3::Xxh3;

use super::search::PlanItem;
use super::{DimensionItem, MODEL_FORMAT};
use crate::presentation::SolutionPresentation;
use parallax_model::{
    Constraint, Domain, LinearTerm, Model, ObjectiveSense, PostedConstraint, VarId, Variable,
};

/// Writes a model in a form that [`read_model`](crate::read_model) reads back.
#[must_use]
pub fn write_model(model: &Model) -> String {
    let mut text = serde_json::to_string_pretty(&JsonModel(model)).expect("string keys only");
    text.push('\n');
    text
}

/// Writes a model and the presentation of its solutions.
#[must_use]
pub fn write_presented(model: &Model, presentation: &SolutionPresentation) -> String {
    let whole = PresentedModel { model, presentation };
    let mut text = serde_json::to_string_pretty(&whole).expect("string keys only");
    text.push('\n');
    text
}

/// Returns a 128-bit digest of the model's text, computed without building the text. Models with
/// different texts have different digests.
#[must_use]
pub fn model_digest(model: &Model) -> u128 {
    let mut digest = DigestWriter(Xxh3::new());
    serde_json::to_writer(&mut digest, &JsonModel(model)).expect("a digest takes everything");
    digest.0.digest128()
}

struct DigestWriter(Xxh3);

impl io::Write for DigestWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A model that serializes as the JSON object that [`read_model`](crate::read_model) reads.
#[derive(Clone, Copy, Debug)]
pub struct JsonModel<'m>(pub &'m Model);

impl Serialize for JsonModel<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PresentedModel { model: self.0, presentation: &SolutionPresentation::default() }
            .serialize(serializer)
    }
}

/// A model and the presentation of its solutions.
struct PresentedModel<'m> {
    model: &'m Model,
    presentation: &'m SolutionPresentation,
}

impl Serialize for PresentedModel<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PresentedModel { model, presentation } = *self;
        let mut out = serializer.serialize_struct("Model", 11)?;
        out.serialize_field("format", MODEL_FORMAT)?;
        out.serialize_field("name", model.name())?;
        out.serialize_field(
            "dimensions",
            &LazySequence(model.dimensions(), DimensionItem::from_dimension),
        )?;
        if !presentation.values_by_name().is_empty() {
            out.serialize_field("values", presentation.values_by_name())?;
        }
        let variables: Vec<VarId> = (0..model.variables().len()).map(VarId::new).collect();
        let variable = |&v: &VarId| WrittenVariable::from_variable(model, v, presentation);
        out.serialize_field("variables", &LazySequence(&variables, variable))?;
        if let Some(order) = model.grid_order() {
            out.serialize_field("grid", &order)?;
        }
        if !presentation.own_rows().is_empty() {
            let name = |&cell: &Option<VarId>| cell.map(|v| model.name_of(v));
            let row = |row: &Vec<Option<VarId>>| row.iter().map(name).collect::<Vec<_>>();
            out.serialize_field("picture", &LazySequence(presentation.own_rows(), row))?;
        }
        let by_name = |posted| WrittenConstraint::from_posted(model, posted);
        out.serialize_field("constraints", &LazySequence(model.constraints(), by_name))?;
        if let Some(objective) = model.objective() {
            let key = match objective.sense {
                ObjectiveSense::Minimize => "minimize",
                ObjectiveSense::Maximize => "maximize",
            };
            let named = |&LinearTerm { coefficient, variable }| LinearTerm {
                coefficient,
                variable: model.name_of(variable),
            };
            out.serialize_field(key, &LazySequence(&objective.terms, named))?;
        }
        if let Some(plan) = model.search_plan() {
            out.serialize_field("search", &PlanItem::from_plan(model, plan))?;
        }
        out.end()
    }
}

/// A list that builds each item when it writes it.
struct LazySequence<'m, T, F>(&'m [T], F);

impl<'m, T, U: Serialize, F: Fn(&'m T) -> U> Serialize for LazySequence<'m, T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

#[derive(Serialize)]
struct WrittenVariable<'m> {
    name: &'m str,
    domain: WrittenDomain<'m>,
    // `clone` returns the bool itself: the member is omitted for shown variables.
    #[serde(skip_serializing_if = "Clone::clone")]
    shown: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'m str>,
}

impl<'m> WrittenVariable<'m> {
    fn from_variable(
        model: &'m Model,
        place: VarId,
        presentation: &'m SolutionPresentation,
    ) -> Self {
        let Variable { name, domain, shown } = &model.variables()[place.index()];
        // Without the file's list of names, names would be numbered again when they are read.
        let is_named =
            !presentation.values_by_name().is_empty() && model.value_names(place).is_some();
        let names = is_named.then_some((place, model));
        let label = presentation.own_label(place);
        WrittenVariable { name, domain: WrittenDomain { domain, names }, shown: *shown, label }
    }
}

/// A domain as text, or as the names of its values.
struct WrittenDomain<'m> {
    domain: &'m Domain,
    names: Option<(VarId, &'m Model)>,
}

impl Serialize for WrittenDomain<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.names {
            None => serializer.collect_str(self.domain),
            Some((v, model)) => serializer
                .collect_seq(self.domain.iter().map(|value| model.describe_value(v, value))),
        }
    }
}

#[derive(Serialize)]
struct WrittenConstraint<'m> {
    #[serde(skip_serializing_if = "str::is_empty")]
    label: &'m str,
    #[serde(flatten)]
    constraint: Constraint<&'m str, &'m str, &'m str>,
}

impl<'m> WrittenConstraint<'m> {
    fn from_posted(model: &'m Model, posted: &'m PostedConstraint) -> Self {
        let Ok(constraint) = posted.constraint.rename(
            &mut |&v| Ok::<_, Infallible>(model.name_of(v)),
            &mut |&d| Ok(model.dimension(d).name()),
            // Posting the constraint has checked that the class exists.
            &mut |&d, &class| Ok(model.dimension(d).class_names()[class as usize].as_str()),
        );
        WrittenConstraint { label: &posted.label, constraint }
    }
}
