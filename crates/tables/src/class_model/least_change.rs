//! Least changes: the fewest inputs of a case to change so that a decision has another result.
//!
//! All inputs of the tables that the decision rests on are variables of one model; the cost of a
//! solution is the number of inputs in another class than that of the case, and then how many
//! classes the numbers move.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_dmn::columns::{ColumnTest, ColumnValue, SeparateTables};
use parallax_dmn::decisions::{DecisionModel, GivenInputs, InputTarget};
use parallax_model::engine_api::{Answer, Control, Engine, Task, checked_solution};
use parallax_model::{Model, ModelError, ModelExpression, Solution, all, any, sum};

use super::change_error::ChangeError;
use super::class_columns::{ClassColumns, ClassModelError};
use super::linked_tables::{ColumnSource, LinkedInput, LinkedTables, check_constant_outputs};
use super::policy_conditions::PolicyConditions;

/// The requested result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedResult {
    /// This value.
    Value(ColumnValue),
    /// Any but this value and null.
    OtherThan(ColumnValue),
}

/// The question for the least change of a case.
pub struct ChangeQuestion {
    columns: ClassColumns,
    inputs: Vec<LinkedInput>,
    cost: ModelExpression,
}

/// The answer to the question.
#[derive(Clone, Debug)]
pub struct ChangeAnswer {
    /// The inputs to change, none if the case has the result; `None` if no inputs give it.
    pub change: Option<Vec<InputChange>>,
    /// The engine that found it.
    pub engine: String,
    /// The opinion of another engine on the claim that no smaller change, or none, gives the result.
    pub opinion: SecondOpinion,
}

/// An input to change.
#[derive(Clone, Debug)]
pub struct InputChange {
    /// The input.
    pub target: InputTarget,
    /// Its value in the case.
    pub before: ColumnValue,
    /// A cell that passes just the values that it may have.
    pub cell: String,
    /// One of these values.
    pub after: ColumnValue,
}

/// The opinion of another engine on a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondOpinion {
    /// The engine agrees.
    Agrees(String),
    /// The engine finds an example to the contrary.
    Disagrees(String),
    /// No other engine answers.
    Missing(Answer),
}

impl ChangeQuestion {
    /// Asks for the least change of a case for a result of a decision. `output` is needed if the
    /// table has several.
    ///
    /// # Errors
    /// Returns an error if the decision does not rest on tables of constants alone.
    pub fn new(
        model: &DecisionModel,
        separate: &SeparateTables,
        given: &GivenInputs<'_>,
        decision: usize,
        output: Option<&str>,
        wanted: &WantedResult,
    ) -> Result<Self, ChangeError> {
        let linked = LinkedTables::from_decision(model, separate, given, decision)?;
        let mut columns = input_columns(&linked)?;
        let last = linked_conditions(&linked, &mut columns)?;
        let table = last.table();
        let output = match output {
            None if table.output_names.len() == 1 => 0,
            None => return Err(ChangeError::SeveralOutputs(table.name.clone())),
            Some(name) => {
                let named = table.output_names.iter().position(|other| other == name);
                let is_decision = table.name == name && table.output_names.len() == 1;
                named
                    .or_else(|| is_decision.then_some(0))
                    .ok_or_else(|| ChangeError::NoOutput(table.name.clone(), name.to_owned()))?
            }
        };
        check_constant_outputs(table, output)?;
        let gives = match wanted {
            WantedResult::Value(value) => last.gives_value(output, value),
            WantedResult::OtherThan(value) => {
                let unwanted = [value, &ColumnValue::Null];
                !any(unwanted.map(|value| last.gives_value(output, value)))
            }
        };
        columns.model.require("wanted", &gives).map_err(ClassModelError::from)?;
        let cost = change_cost(&linked.inputs, &columns)?;
        Ok(ChangeQuestion { columns, inputs: linked.inputs, cost })
    }

    /// Finds the least change by the first engine that answers, and asks for the opinion of the
    /// first other engine that answers.
    ///
    /// # Errors
    /// Returns the last answer if no engine answers.
    pub fn find_change(
        &self,
        finders: &[Arc<dyn Engine>],
        others: &[Arc<dyn Engine>],
        control: &Control,
    ) -> Result<ChangeAnswer, Answer> {
        let unknown = |error: ModelError| Answer::Unknown(error.to_string().into());
        let mut model = self.columns.model.clone();
        model.minimize(&self.cost).map_err(unknown)?;
        let asked = ask_in_turn(finders, &Arc::new(model), Task::Optimise, control);
        let (found, engine) = asked?;
        let (change, less) = match &found {
            Some(found) => {
                let cost = self.cost_of(found);
                let mut less = self.columns.model.clone();
                less.require("less", &self.cost.lt(cost)).map_err(unknown)?;
                (Some(self.describe_change(found)), less)
            }
            None => (None, self.columns.model.clone()),
        };
        let others: Vec<Arc<dyn Engine>> =
            others.iter().filter(|other| other.name() != engine).cloned().collect();
        let opinion = match ask_in_turn(&others, &Arc::new(less), Task::First, control) {
            Ok((None, other)) => SecondOpinion::Agrees(other),
            Ok((Some(_), other)) => SecondOpinion::Disagrees(other),
            Err(answer) => SecondOpinion::Missing(answer),
        };
        Ok(ChangeAnswer { change, engine, opinion })
    }

    /// Returns the cost of a solution, recomputed from its classes.
    fn cost_of(&self, found: &Solution) -> i64 {
        let weight = move_weight(&self.inputs, &self.columns);
        let costs = self.inputs.iter().enumerate().map(|(index, input)| {
            let (now, before) = (
                self.columns.chosen_class(index, found.values()),
                self.columns.class_of(index, &input.before).unwrap_or_default(),
            );
            let steps = if is_scaled(input) { now.abs_diff(before) } else { 0 };
            i64::from(now != before) * weight + i64::try_from(steps).unwrap_or(i64::MAX)
        });
        costs.sum()
    }

    fn describe_change(&self, found: &Solution) -> Vec<InputChange> {
        let mut changes = Vec::new();
        for (index, input) in self.inputs.iter().enumerate() {
            let number = self.columns.chosen_class(index, found.values());
            let class = &self.columns.classes(index)[number];
            if class.value != input.before {
                changes.push(InputChange {
                    target: input.target.clone(),
                    before: input.before.clone(),
                    cell: class.describe_cell(),
                    after: class.value_near(&input.before),
                });
            }
        }
        changes
    }
}

/// Asks engines, one after the other, until one answers. Returns its solution, and its name.
fn ask_in_turn(
    engines: &[Arc<dyn Engine>],
    model: &Arc<Model>,
    task: Task,
    control: &Control,
) -> Result<(Option<Solution>, String), Answer> {
    let mut last = Answer::Unknown("there is no other engine".into());
    for engine in engines {
        match checked_solution(&**engine, model, task, 0, control) {
            Ok((found, _)) => return Ok((found, engine.name())),
            Err(answer) => last = answer,
        }
    }
    Err(last)
}

/// Makes a variable of each input, whose values are the classes that all of its columns allow, and
/// the value of the case.
fn input_columns(linked: &LinkedTables<'_>) -> Result<ClassColumns, ChangeError> {
    let rules: usize = linked.order.iter().map(|&table| linked.tables[table].rule_count).sum();
    let mut columns = ClassColumns::new(rules);
    for input in &linked.inputs {
        let mut classes = input.column.value_classes();
        let is_allowed = |value: &ColumnValue| input.allowed.iter().all(|t| t.passes_value(value));
        classes.retain(|class| class.value == input.before || is_allowed(&class.value));
        if classes.iter().all(|class| class.value != input.before) {
            return Err(ChangeError::Kind(input.column.name.clone()));
        }
        columns.add_column(&input.column.name, classes)?;
    }
    Ok(columns)
}

/// Returns the conditions of the table of the decision, by the inputs of all tables below it.
fn linked_conditions<'t>(
    linked: &LinkedTables<'t>,
    columns: &mut ClassColumns,
) -> Result<PolicyConditions<'t>, ChangeError> {
    // The conditions that an output of a table has a value, for each of its values.
    let mut given: HashMap<ColumnSource, Vec<(ColumnValue, ModelExpression)>> = HashMap::new();
    let mut last = None;
    for &index in &linked.order {
        let table = &linked.tables[index];
        let sources = &linked.sources[&index];
        let mut applies = Vec::with_capacity(table.rule_count);
        for rule in 0..table.rule_count {
            let mut parts = Vec::new();
            for (column, source) in table.columns.iter().zip(sources) {
                let test = &column.tests[rule];
                if *test == ColumnTest::Any {
                    continue;
                }
                parts.push(match source {
                    ColumnSource::Input(input) => columns.test_passes(*input, test),
                    ColumnSource::Output(..) => {
                        let values = given.get(source).into_iter().flatten();
                        any(values.filter(|(v, _)| test.passes_value(v)).map(|(_, gives)| gives))
                    }
                });
            }
            applies.push(all(parts));
        }
        let conditions = PolicyConditions::new(table, applies);
        // Only the outputs that later tables take.
        for source in linked.sources.values().flatten() {
            if let ColumnSource::Output(from, output) = *source
                && from == index
                && !given.contains_key(source)
            {
                given.insert(*source, conditions.value_conditions(output));
            }
        }
        last = Some(conditions);
    }
    last.ok_or_else(|| ChangeError::NoTable(String::new()))
}

/// Whether the classes of an input have an order.
fn is_scaled(input: &LinkedInput) -> bool {
    matches!(input.before, ColumnValue::Point(..))
}

/// Returns the cost of a changed input, more than all numbers together can move.
fn move_weight(inputs: &[LinkedInput], columns: &ClassColumns) -> i64 {
    let moves = inputs.iter().enumerate().filter(|(_, input)| is_scaled(input));
    let moves: usize = moves.map(|(index, _)| columns.classes(index).len()).sum();
    1 + i64::try_from(moves).unwrap_or(i64::MAX / 2)
}

fn change_cost(
    inputs: &[LinkedInput],
    columns: &ClassColumns,
) -> Result<ModelExpression, ChangeError> {
    let weight = move_weight(inputs, columns);
    let mut parts = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let before = columns.class_of(index, &input.before);
        let before = before.ok_or_else(|| ChangeError::Kind(input.column.name.clone()))?;
        let variable = columns.variable(index);
        parts.push(variable.ne(before) * weight);
        if is_scaled(input) {
            parts.push(variable.dist(before));
        }
    }
    Ok(sum(parts))
}
