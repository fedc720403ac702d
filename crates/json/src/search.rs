//! Reads and writes the plan of a model's search.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::text_fragment::TextFragment;
use super::undefined_name::UndefinedNameError;
use parallax_instance::InputError;
use parallax_model::engine_api::UnknownNameError;
use parallax_model::{Model, PlannedRestarts, SearchPlan, SearchStep, Value, VarId};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanItem<N> {
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepItem<N>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    restarts: Option<RestartsItem>,
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    first_values: Vec<FirstItem<N>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepItem<N> {
    variables: Vec<N>,
    choose: N,
    #[serde(rename = "try")]
    value: N,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RestartsItem {
    Luby(u64),
    /// The factor as text: the checker of certificates reads no fractions.
    Geometric(String, u64),
    Linear(u64),
    Constant(u64),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstItem<N> {
    variable: N,
    value: Value,
}

impl<'m> PlanItem<&'m str> {
    /// Returns the item of a plan of `model`.
    pub(super) fn from_plan(model: &'m Model, plan: &SearchPlan) -> Self {
        let step = |step: &SearchStep| StepItem {
            variables: step.variables.iter().map(|&v| model.name_of(v)).collect(),
            choose: step.variable.name(),
            value: step.value.name(),
        };
        let restarts = |restarts: PlannedRestarts| match restarts {
            PlannedRestarts::Luby(unit) => RestartsItem::Luby(unit),
            PlannedRestarts::Geometric(factor, unit) => {
                // The shortest text of a float reads back as the same float.
                RestartsItem::Geometric(factor.to_string(), unit)
            }
            PlannedRestarts::Linear(unit) => RestartsItem::Linear(unit),
            PlannedRestarts::Constant(unit) => RestartsItem::Constant(unit),
        };
        let first = |&(v, value): &(VarId, Value)| FirstItem { variable: model.name_of(v), value };
        PlanItem {
            steps: plan.steps.iter().map(step).collect(),
            restarts: plan.restarts.map(restarts),
            first_values: plan.first_values.iter().map(first).collect(),
        }
    }
}

/// Sets the plan of a model, if its file has one.
pub(super) fn set_plan(
    model: &mut Model,
    whole: &TextFragment<'_>,
    search: Option<&RawValue>,
) -> Result<(), InputError> {
    let Some(raw) = search else { return Ok(()) };
    let part = whole.subfragment(raw);
    set_item(model, &part, raw, part.parse_text(raw.get())?)
}

/// Sets the plan of a model from its item, whose text is `raw`.
pub(super) fn set_item(
    model: &mut Model,
    part: &TextFragment<'_>,
    raw: &RawValue,
    item: PlanItem<String>,
) -> Result<(), InputError> {
    let find = |model: &Model, name: &str| {
        model.find(name).ok_or_else(|| {
            let missing = UndefinedNameError::undefined_variable(model, name);
            part.fault_of(raw.get(), name, &missing.to_string())
        })
    };
    let mut plan = SearchPlan::default();
    for StepItem { variables, choose, value } in item.steps {
        let variables = variables.iter().map(|name| find(model, name)).collect::<Result<_, _>>()?;
        let (variable, value) = (read_choice(part, raw, &choose)?, read_choice(part, raw, &value)?);
        plan.steps.push(SearchStep { variables, variable, value });
    }
    plan.restarts = match item.restarts {
        None => None,
        Some(RestartsItem::Luby(unit)) => Some(PlannedRestarts::Luby(unit)),
        Some(RestartsItem::Geometric(text, unit)) => {
            let wrong = |_| part.fault_of(raw.get(), &text, &"expected a factor, such as \"1.5\"");
            let factor = text.parse().map_err(wrong)?;
            Some(PlannedRestarts::Geometric(factor, unit))
        }
        Some(RestartsItem::Linear(unit)) => Some(PlannedRestarts::Linear(unit)),
        Some(RestartsItem::Constant(unit)) => Some(PlannedRestarts::Constant(unit)),
    };
    for FirstItem { variable, value } in item.first_values {
        plan.first_values.push((find(model, &variable)?, value));
    }
    model.set_search_plan(plan).map_err(|error| part.fault_here(error))
}

/// Reads the name of a choice.
fn read_choice<T: FromStr<Err = UnknownNameError>>(
    part: &TextFragment<'_>,
    raw: &RawValue,
    name: &str,
) -> Result<T, InputError> {
    name.parse().map_err(|error: UnknownNameError| part.fault_of(raw.get(), name, &error))
}

#[cfg(test)]
mod tests {
    use crate::{read_model, write_model};
    use parallax_model::VariableChoice;
    use parallax_model::{
        Domain, Model, PlannedRestarts, SearchPlan, SearchStep, ValueChoice, VarId,
    };

    use crate as json;

    fn model(variables: usize) -> Model {
        let mut model = Model::new("planned");
        for i in 0..variables {
            model.add_shown(format!("x{i}"), Domain::from_range(1, 5)).unwrap();
        }
        model
    }

    #[test]
    fn plans_round_trip_with_all_their_choices() {
        let model = model(3);
        let all = VariableChoice::ALL.into_iter().cycle().zip(ValueChoice::ALL);
        let step = |(i, (variable, value))| SearchStep {
            variables: vec![VarId::new(i % 3), VarId::new((i + 2) % 3)],
            variable,
            value,
        };
        let steps: Vec<SearchStep> = all.enumerate().map(step).collect();
        assert!(
            json::model_digest(&model)
                == json::model_digest(&model.clone().with_search_plan(Default::default()))
        );
        for restarts in [
            None,
            Some(PlannedRestarts::Luby(7)),
            Some(PlannedRestarts::Geometric(1.1, 250)),
            Some(PlannedRestarts::Geometric(1.0 + f64::EPSILON, 1)),
            Some(PlannedRestarts::Geometric(1e300, 1)),
            Some(PlannedRestarts::Linear(i64::MAX as u64)),
            Some(PlannedRestarts::Constant(1)),
        ] {
            let first_values = vec![(VarId::new(2), -4), (VarId::new(0), 5)];
            let plan = SearchPlan { steps: steps.clone(), restarts, first_values };
            let planned = model.clone().with_search_plan(plan.clone());
            let text = write_model(&planned);
            let back = read_model("test", &text).unwrap();
            assert_eq!(back.search_plan(), Some(&plan), "{text}");
            assert_eq!(back, planned);
            assert_ne!(json::model_digest(&planned), json::model_digest(&model));
            let by_hand = text.replace("parallax-model-1", "parallax-model-2");
            assert_eq!(read_model("test", &by_hand).unwrap(), planned);
        }
    }

    #[test]
    fn models_by_hand_name_cells() {
        let text = r#"{"format": "parallax-model-2", "parameters": {"n": 3, "start": [4, 2, 0]},
            "variables": [{"name": "x", "size": "n", "domain": "0..4"}],
            "constraints": [{"expr": "sum(x) = 6"}],
            "search": {"steps": [{"variables": ["x[]", "x[1]"], "choose": "smallest", "try": "max"}],
                       "restarts": {"luby": 10},
                       "first_values": [{"variable": "x[1]", "value": 2}]}}"#;
        let model = read_model("test", text).unwrap();
        let plan = model.search_plan().unwrap();
        assert_eq!(plan.steps[0].variables, [0, 1, 2, 1].map(VarId::new));
        assert_eq!(plan.steps[0].variable, VariableChoice::Smallest);
        assert_eq!(plan.first_values, [(VarId::new(1), 2)]);
    }

    #[test]
    fn faults_name_their_place() {
        let error = |search: &str| {
            let text = write_model(&model(2));
            let text = text.trim_end().trim_end_matches('}').trim_end();
            let text = format!("{text}, \"search\":\n{search}}}");
            let both = ["parallax-model-1", "parallax-model-2"].map(|format| {
                read_model("m", &text.replace("parallax-model-1", format)).unwrap_err().to_string()
            });
            assert_eq!(both[0], both[1]);
            both[0].replace(&format!("m:{}:", text.lines().count()), "m:LAST:")
        };
        for (search, expected) in [
            (
                r#"{"steps": [{"variables": ["y0"], "choose": "smallest", "try": "max"}]}"#,
                "m:LAST:27: search.steps[0].variables[0]: there is no variable 'y0' (did you mean",
            ),
            (
                r#"{"steps": [{"variables": ["x0"], "choose": "smalest", "try": "max"}]}"#,
                "search.steps[0].choose: unknown choice of variables 'smalest' (did you mean",
            ),
            (
                r#"{"steps": [{"variables": ["x0"], "choose": "smallest", "try": "least"}]}"#,
                "search.steps[0].try: unknown choice of values 'least'",
            ),
            (r#"{"restarts": {"luby": 0}}"#, "restarts after 0 failures"),
            (r#"{"restarts": {"geometric": ["0.5", 3]}}"#, "the factor 0.5"),
            (
                r#"{"restarts": {"geometric": ["half", 3]}}"#,
                "search.restarts.geometric[0]: expected a factor, such as \"1.5\"",
            ),
            (r#"{"restarts": {"linear": 9223372036854775808}}"#, "at most 9223372036854775807"),
            (r#"{"restarts": {"lubi": 3}}"#, "unknown variant `lubi`"),
            (r#"{"restart": {"luby": 1}}"#, "unknown field `restart`"),
            (
                r#"{"first_values": [{"variable": "x7", "value": 1}]}"#,
                "search.first_values[0].variable: there is no variable 'x7'",
            ),
        ] {
            let error = error(search);
            assert!(error.starts_with("m:LAST:") && error.contains(expected), "{error}");
        }
    }
}
