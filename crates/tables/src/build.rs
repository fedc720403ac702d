//! The model of a problem.

use std::sync::Arc;

use parallax_model::flatten::{Flattener, SourceExpressions};
use parallax_model::{Domain, Model, Objective};

use super::build_error::{BuildError, CompileError, Refused};
use super::compile::{Assertions, Compiler};
use super::declare::{Bounds, declared};
use super::goal::Goal;
use super::ground::{Bound, Grounder, Num, Truth};
use super::layout::{Layout, Purpose};
use super::tables_problem::TablesProblem;

/// A model, with the meaning of its variables.
#[derive(Clone, Debug)]
pub struct Built {
    /// The variables.
    pub layout: Layout,
    /// The model. Its first variables are those of the layout.
    pub model: Model,
}

/// Builds the model of a problem.
///
/// # Errors
/// Returns the reason if there is no model.
pub fn build(
    problem: &TablesProblem,
    purpose: Purpose,
    stop: &dyn Fn() -> bool,
) -> Result<Built, Refused> {
    build_with(problem, purpose, stop, None)
}

/// A change to a problem that poses a question about one of its tables.
pub struct Variation<'a> {
    /// Whether the table with this number is left out.
    pub without: &'a dyn Fn(usize) -> bool,
    /// The model of the whole problem, which gives the domains of the variables.
    pub whole: &'a Model,
    /// One more assertion, with its label.
    pub also: &'a dyn Fn(&mut Grounder<'_>) -> Result<Truth, CompileError>,
}

/// Builds the model of a problem with a change, and without its objective.
///
/// # Errors
/// Returns the reason if there is no model.
pub fn build_with(
    problem: &TablesProblem,
    purpose: Purpose,
    stop: &dyn Fn() -> bool,
    variation: Option<&Variation<'_>>,
) -> Result<Built, Refused> {
    let layout = Layout::of(problem, purpose)?;
    let mut grounder = Grounder::new(&problem.glossary, &layout, stop);
    let mut compiler = Compiler::new(&mut grounder);
    let wanted = |number: usize| variation.is_none_or(|change| !(change.without)(number));
    let tables = problem.tables.iter().enumerate().filter(|(number, _)| wanted(*number));
    compiler
        .all(tables)
        .map_err(|fault| if stop() { Refused::Stopped } else { Refused::Table(fault) })?;
    if let Some(change) = variation {
        let also =
            (change.also)(compiler.grounder).map_err(|fault| Refused::Other(fault.into()))?;
        compiler.assert_as("asked", also);
    }
    let assertions = compiler.assertions;
    let objective = match variation {
        None => objective(problem, &mut grounder).map_err(Refused::Other)?,
        Some(_) => None,
    };
    let terms = std::mem::take(&mut grounder.terms);
    drop(grounder);
    let bounds = variation.map_or(Bounds::Inferred(purpose), |change| Bounds::Of(change.whole));
    let mut model = declared(problem, &layout, (&terms, &assertions), bounds)?;
    let mut flattener = Flattener::new(&mut model, &terms).until(stop);
    if purpose == Purpose::Explanations {
        flattener = flattener.apart();
    }
    assert_all(&mut flattener, &assertions, stop)?;
    let flattened = flattener.count_constraints();
    if let Some((sense, num)) = objective {
        let digits = num.digits();
        let (sum, constant) = match num {
            Num::Known(number) => (Vec::new(), number.units),
            Num::Term(term, _) => {
                flattener.sum(term).map_err(|fault| Refused::Other(fault.into()))?
            }
        };
        let objective = Objective::new(sense, sum).with_digits(digits);
        set_objective(&mut model, objective, constant).map_err(Refused::Other)?;
    }
    let asserted = assertions.all.iter();
    let label = |place: usize| assertions.labels[place].as_str().into();
    model.keep_expressions(SourceExpressions {
        truths: terms.find_truths(layout.len),
        terms: Arc::new(terms),
        assertions: asserted.map(|&(place, term)| (label(place), term)).collect(),
        constraints: 0..flattened,
    });
    Ok(Built { layout, model })
}

/// Builds the model of some rules of a problem, by their labels, as it is without the others. Where
/// they leave a number without bounds, those of a model of the whole problem hold.
///
/// # Errors
/// Returns the reason if there is no model.
pub fn build_excerpt(
    problem: &TablesProblem,
    labels: &[&str],
    whole: &Model,
    stop: &dyn Fn() -> bool,
) -> Result<Model, Refused> {
    let layout = Layout::of(problem, Purpose::Explanations)?;
    let mut grounder = Grounder::new(&problem.glossary, &layout, stop);
    let mut compiler = Compiler::new(&mut grounder);
    let compiled = compiler.all(problem.tables.iter().enumerate());
    compiled.map_err(|fault| if stop() { Refused::Stopped } else { Refused::Table(fault) })?;
    let mut assertions = compiler.assertions;
    let names = &assertions.labels;
    assertions.all.retain(|(label, _)| labels.contains(&names[*label].as_str()));
    let terms = std::mem::take(&mut grounder.terms);
    drop(grounder);
    let parts = (&terms, &assertions);
    let mut model = declared(problem, &layout, parts, Bounds::Inferred(Purpose::Solutions))
        .or_else(|_| declared(problem, &layout, parts, Bounds::Of(whole)))?;
    let mut flattener = Flattener::new(&mut model, &terms).until(stop);
    assert_all(&mut flattener, &assertions, stop)?;
    drop(flattener);
    Ok(model)
}

/// Posts all assertions.
fn assert_all(
    flattener: &mut Flattener<'_>,
    assertions: &Assertions,
    stop: &dyn Fn() -> bool,
) -> Result<(), Refused> {
    for (label, term) in &assertions.all {
        let label = &assertions.labels[*label];
        if let Err(fault) = flattener.assert(label, *term) {
            let refused = Refused::Other(BuildError::Assertion { label: label.clone(), fault });
            return Err(if stop() { Refused::Stopped } else { refused });
        }
    }
    Ok(())
}

/// The objective as an expression.
fn objective(
    problem: &TablesProblem,
    grounder: &mut Grounder<'_>,
) -> Result<Option<(parallax_model::Sense, Num)>, BuildError> {
    let Goal::Best(sense, expr) = &problem.goal else { return Ok(None) };
    let mut defined = Vec::new();
    let num = grounder.num(expr, &Bound { variables: &[], values: &[] }, &mut defined)?;
    if defined.is_empty() { Ok(Some((*sense, num))) } else { Err(BuildError::PartialGoal) }
}

fn set_objective(
    model: &mut Model,
    mut objective: Objective,
    constant: i64,
) -> Result<(), BuildError> {
    if constant != 0 {
        let variable = model.add_hidden("_one", Domain::range(1, 1))?;
        objective.terms.push(parallax_model::Term { coefficient: constant, variable });
    }
    Ok(model.set_objective(objective)?)
}
