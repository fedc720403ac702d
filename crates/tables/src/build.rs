//! The model of a problem.

use std::sync::Arc;

use parallax_model::flatten::{ExpressionFlattener, SourceExpressions};
use parallax_model::{Domain, Model, Objective};

use super::build_error::{CompileError, TablesBuildError, TablesModelError};
use super::compile::{TableAssertions, TableCompiler};
use super::declare::{NumberBoundsSource, declare_variables};
use super::goal::WorkbookGoal;
use super::ground::{GroundNumber, GroundTruth, TableGrounder, VariableBindings};
use super::layout::{ModelPurpose, SymbolLayout};
use super::tables_problem::TablesProblem;

/// A model, with the meaning of its variables.
#[derive(Clone, Debug)]
pub struct TablesModel {
    /// The variables.
    pub layout: SymbolLayout,
    /// The model. Its first variables are the variables of the layout.
    pub model: Model,
}

/// Builds the model of a problem.
///
/// # Errors
/// Returns the reason if there is no model.
pub fn build_model(
    problem: &TablesProblem,
    purpose: ModelPurpose,
    stop: &dyn Fn() -> bool,
) -> Result<TablesModel, TablesModelError> {
    build_with(problem, purpose, stop, None)
}

/// A change to a problem that poses a question about one of its tables.
pub struct ProblemVariation<'a> {
    /// Whether the table with this number is left out.
    pub without: &'a dyn Fn(usize) -> bool,
    /// The model of the whole problem, which gives the domains of the variables.
    pub whole: &'a Model,
    /// One more assertion, with its label.
    pub also: &'a dyn Fn(&mut TableGrounder<'_>) -> Result<GroundTruth, CompileError>,
}

/// Builds the model of a problem with a change, and without its objective.
///
/// # Errors
/// Returns the reason if there is no model.
pub fn build_with(
    problem: &TablesProblem,
    purpose: ModelPurpose,
    stop: &dyn Fn() -> bool,
    variation: Option<&ProblemVariation<'_>>,
) -> Result<TablesModel, TablesModelError> {
    let layout = SymbolLayout::from_problem(problem, purpose)?;
    let mut grounder = TableGrounder::new(&problem.glossary, &layout, stop);
    let mut compiler = TableCompiler::new(&mut grounder);
    let wanted = |number: usize| variation.is_none_or(|change| !(change.without)(number));
    let tables = problem.tables.iter().enumerate().filter(|(number, _)| wanted(*number));
    compiler.compile_tables(tables).map_err(|fault| {
        // A stop makes compiling fail, and is then the real reason.
        if stop() { TablesModelError::Stopped } else { TablesModelError::Table(fault) }
    })?;
    if let Some(change) = variation {
        let also = (change.also)(compiler.grounder)
            .map_err(|fault| TablesModelError::Other(fault.into()))?;
        compiler.assert_as("asked", also);
    }
    let assertions = compiler.assertions;
    let objective = match variation {
        None => objective_expression(problem, &mut grounder).map_err(TablesModelError::Other)?,
        Some(_) => None,
    };
    // The grounder borrows the layout and owns the terms, which are declared and flattened next.
    let terms = std::mem::take(&mut grounder.terms);
    drop(grounder);
    let bounds = variation.map_or(NumberBoundsSource::Inferred(purpose), |change| {
        NumberBoundsSource::Of(change.whole)
    });
    let mut model = declare_variables(problem, &layout, (&terms, &assertions), bounds)?;
    let mut flattener = ExpressionFlattener::new(&mut model, &terms).with_stop(stop);
    if purpose == ModelPurpose::Explanations {
        flattener = flattener.with_separate_assertions();
    }
    assert_all(&mut flattener, &assertions, stop)?;
    // The constraints up to here come from assertions. The objective's belong to none.
    let flattened = flattener.count_constraints();
    if let Some((sense, num)) = objective {
        let digits = num.decimal_places();
        let (sum, constant) = match num {
            GroundNumber::Known(number) => (Vec::new(), number.units),
            GroundNumber::Term(term, _) => flattener
                .objective_sum(term)
                .map_err(|fault| TablesModelError::Other(fault.into()))?,
        };
        let objective = Objective::new(sense, sum).with_digits(digits);
        set_objective(&mut model, objective, constant).map_err(TablesModelError::Other)?;
    }
    let asserted = assertions.all.iter();
    let label = |index: usize| assertions.labels[index].as_str().into();
    model.keep_expressions(SourceExpressions {
        truths: terms.find_truths(layout.len),
        terms: Arc::new(terms),
        assertions: asserted.map(|&(index, term)| (label(index), term)).collect(),
        constraints: 0..flattened,
    });
    Ok(TablesModel { layout, model })
}

/// Builds the model of some rules of a problem, by their labels, as it is without the others. Where
/// they leave a number without bounds, the bounds in the model of the whole problem hold.
///
/// # Errors
/// Returns the reason if there is no model.
pub fn build_excerpt(
    problem: &TablesProblem,
    labels: &[&str],
    whole: &Model,
    stop: &dyn Fn() -> bool,
) -> Result<Model, TablesModelError> {
    let layout = SymbolLayout::from_problem(problem, ModelPurpose::Explanations)?;
    let mut grounder = TableGrounder::new(&problem.glossary, &layout, stop);
    let mut compiler = TableCompiler::new(&mut grounder);
    let compiled = compiler.compile_tables(problem.tables.iter().enumerate());
    compiled.map_err(|fault| {
        if stop() { TablesModelError::Stopped } else { TablesModelError::Table(fault) }
    })?;
    let mut assertions = compiler.assertions;
    let names = &assertions.labels;
    assertions.all.retain(|(label, _)| labels.contains(&names[*label].as_str()));
    let terms = std::mem::take(&mut grounder.terms);
    drop(grounder);
    let parts = (&terms, &assertions);
    // Without the other rules, a number may have no bounds: the domains of the whole model then
    // hold.
    let mut model = declare_variables(
        problem,
        &layout,
        parts,
        NumberBoundsSource::Inferred(ModelPurpose::Solutions),
    )
    .or_else(|_| declare_variables(problem, &layout, parts, NumberBoundsSource::Of(whole)))?;
    let mut flattener = ExpressionFlattener::new(&mut model, &terms).with_stop(stop);
    assert_all(&mut flattener, &assertions, stop)?;
    drop(flattener);
    Ok(model)
}

/// Posts all assertions.
fn assert_all(
    flattener: &mut ExpressionFlattener<'_>,
    assertions: &TableAssertions,
    stop: &dyn Fn() -> bool,
) -> Result<(), TablesModelError> {
    for (label, term) in &assertions.all {
        let label = &assertions.labels[*label];
        if let Err(fault) = flattener.assert_expression(label, *term) {
            let refused = TablesModelError::Other(TablesBuildError::Assertion {
                label: label.clone(),
                fault,
            });
            return Err(if stop() { TablesModelError::Stopped } else { refused });
        }
    }
    Ok(())
}

/// The objective as an expression.
fn objective_expression(
    problem: &TablesProblem,
    grounder: &mut TableGrounder<'_>,
) -> Result<Option<(parallax_model::ObjectiveSense, GroundNumber)>, TablesBuildError> {
    let WorkbookGoal::Best(sense, expr) = &problem.goal else { return Ok(None) };
    let mut defined = Vec::new();
    let num = grounder.ground_number(
        expr,
        &VariableBindings { variables: &[], values: &[] },
        &mut defined,
    )?;
    if defined.is_empty() { Ok(Some((*sense, num))) } else { Err(TablesBuildError::PartialGoal) }
}

fn set_objective(
    model: &mut Model,
    mut objective: Objective,
    constant: i64,
) -> Result<(), TablesBuildError> {
    // An objective has no constant, so a hidden variable with the value 1 carries it.
    if constant != 0 {
        let variable = model.add_hidden("_one", Domain::from_range(1, 1))?;
        objective.terms.push(parallax_model::LinearTerm { coefficient: constant, variable });
    }
    Ok(model.set_objective(objective)?)
}
