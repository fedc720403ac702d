//! Helpers: small models, all solutions by the plain check, and a chi-squared test.

mod diverse;
mod liars;
mod numbers;
mod uniform;

use parallax_engines::Spec;
use parallax_formats::ModelInstance;
use parallax_instance::Instance;
use parallax_model::engine_api::{Control, Engine, SolutionCount};
use parallax_model::{
    Compare, ComparisonOperator, Constraint, Domain, Implies, Linear, LinearTerm, Model, Objective,
    ObjectiveSense, Value,
};
use parallax_puzzles::{Puzzle, model_from_name};

use super::{
    CountingEngines, MemoryBounds, MissingSampleError, NumberedSolutions, NumberingMethod,
    SamplePopulation,
};

/// Compares how often each of some equally likely cases occurred.
///
/// # Errors
/// Returns the statistic if it is beyond doubt: the bound is its mean plus six standard deviations
/// and ten, which a fair draw exceeds less than once in 10^5 times, for few cases and for many.
pub(in crate::sample) fn chi_squared(seen: &[u64]) -> Result<f64, f64> {
    let expected = seen.iter().sum::<u64>() as f64 / seen.len() as f64;
    let statistic: f64 = seen.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
    let freedom = seen.len() as f64 - 1.0;
    if statistic <= freedom + 6.0 * (2.0 * freedom).sqrt() + 10.0 {
        Ok(statistic)
    } else {
        Err(statistic)
    }
}

/// Returns all solutions of a model as the values of its shown variables, sorted, each once.
fn all(model: &Model) -> Vec<Vec<Value>> {
    let mut found = vec![Vec::new()];
    for variable in model.variables() {
        let longer = |start: &Vec<Value>| {
            let start = start.clone();
            variable.domain.iter().map(move |value| [&start[..], &[value]].concat())
        };
        found = found.iter().flat_map(longer).collect();
    }
    found.retain(|values| model.check(&[], values).is_ok());
    let shown = |all: &Vec<Value>| model.shown().iter().map(|v| all[v.index()]).collect();
    let mut found: Vec<Vec<Value>> = found.iter().map(shown).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Bounds without lists: all solutions are found by counts.
const COUNTS: MemoryBounds = MemoryBounds { listed: 0, parts: 0, ..MemoryBounds::DEFAULT };

/// Returns the ways to find a solution by its number, and the methods that they must use.
fn ways() -> Vec<(&'static str, bool, MemoryBounds, Option<NumberingMethod>)> {
    let small = MemoryBounds { values: 40, ..MemoryBounds::DEFAULT };
    let few = MemoryBounds { listed: 0, parts: 3, ..MemoryBounds::DEFAULT };
    vec![
        ("native", true, MemoryBounds::DEFAULT, Some(NumberingMethod::List)),
        ("native", true, COUNTS, Some(NumberingMethod::Counts)),
        ("native", true, few, Some(NumberingMethod::Counts)),
        ("native", true, small, None),
        ("native", true, MemoryBounds { values: 0, ..COUNTS }, Some(NumberingMethod::Counts)),
        ("native", false, COUNTS, Some(NumberingMethod::Counts)),
        ("reform", false, COUNTS, Some(NumberingMethod::Counts)),
        ("reform", false, few, Some(NumberingMethod::Counts)),
        ("count:native", false, COUNTS, Some(NumberingMethod::Counts)),
        ("count:native", false, few, Some(NumberingMethod::Counts)),
        ("reform", false, MemoryBounds::DEFAULT, Some(NumberingMethod::List)),
        ("sat:batsat+order", true, COUNTS, Some(NumberingMethod::Counts)),
        ("brute", true, COUNTS, Some(NumberingMethod::Counts)),
    ]
}

/// Counts the solutions of an instance and passes their numbers to a closure.
fn with<T>(
    instance: &dyn Instance,
    engine: &dyn Engine,
    enumerates: bool,
    bounds: MemoryBounds,
    then: impl FnOnce(&mut NumberedSolutions<'_>) -> T,
) -> Result<T, MissingSampleError> {
    let control = Control::unlimited();
    let problem =
        SamplePopulation::for_viewpoint(instance, &instance.default_viewpoint(), &control)?;
    let lister = Spec::native();
    let lister: &dyn Engine = if enumerates { engine } else { &lister };
    let who = CountingEngines { counter: engine, lister, enumerates, seed: 0 };
    let mut numbered = NumberedSolutions::count_solutions(&problem, who, bounds, &control)?;
    Ok(then(&mut numbered))
}

fn made(name: &str) -> Box<dyn Instance> {
    let model = || Box::new(ModelInstance::new(model_from_name(name).unwrap().unwrap()));
    Puzzle::from_name(name).map_or_else(|| model() as Box<dyn Instance>, Result::unwrap)
}

fn instance(model: &Model) -> ModelInstance {
    ModelInstance::new(model.clone())
}

/// Returns the models, by name.
fn models() -> Vec<(&'static str, Model)> {
    vec![
        ("hidden", hidden()),
        ("uneven", uneven()),
        ("one variable", one_variable()),
        ("no variables", Model::new("nothing")),
        ("only hidden", only_hidden(3)),
        ("no solutions", unsatisfiable()),
        ("no values", no_values()),
        ("objective", objective()),
    ]
}

/// Two shown numbers, and hidden ones with one to five completions.
fn hidden() -> Model {
    let mut model = Model::new("hidden");
    let h = model.add_hidden("h", Domain::from_range(0, 4)).unwrap();
    let x = model.add_shown("x", Domain::from_range(0, 4)).unwrap();
    model.add_hidden("free", Domain::from_range(0, 2)).unwrap();
    let y = model.add_shown("y", Domain::from_values([-3, 1, 2])).unwrap();
    let above = Constraint::Compare(Compare::new(h, ComparisonOperator::Ge, x));
    model.post("", above).unwrap();
    model.post("", Constraint::Compare(Compare::new(h, ComparisonOperator::Ge, y))).unwrap();
    model
}

/// One solution under the first value, 32 under the second, and none under the third.
fn uneven() -> Model {
    let mut model = Model::new("uneven");
    let b = model.add_shown("b", Domain::from_range(0, 2)).unwrap();
    let c = model.add_hidden("c", Domain::boolean()).unwrap();
    let sum = Linear::unweighted_sum([b, c], ComparisonOperator::Eq, 1);
    model.post("", Constraint::Linear(sum)).unwrap();
    for i in 0..5 {
        let x = model.add_shown(format!("x{i}"), Domain::boolean()).unwrap();
        let fixed = Constraint::Linear(Linear::unweighted_sum([x], ComparisonOperator::Eq, i % 2));
        let then = Implies { condition: c, then: Box::new(fixed) };
        model.post("", Constraint::Implies(then)).unwrap();
    }
    model
}

fn one_variable() -> Model {
    let mut model = Model::new("one");
    model.add_shown("x", Domain::from_values([-9, 0, 4, 5])).unwrap();
    model
}

fn only_hidden(values: Value) -> Model {
    let mut model = Model::new("only hidden");
    model.add_hidden("h", Domain::from_range(1, values)).unwrap();
    model
}

fn unsatisfiable() -> Model {
    let mut model = Model::new("unsatisfiable");
    let x = model.add_shown("x", Domain::from_range(0, 3)).unwrap();
    let y = model.add_shown("y", Domain::from_range(0, 3)).unwrap();
    for relation in [ComparisonOperator::Lt, ComparisonOperator::Gt] {
        model.post("", Constraint::Compare(Compare::new(x, relation, y))).unwrap();
    }
    model
}

fn no_values() -> Model {
    let mut model = Model::new("no values");
    model.add_shown("x", Domain::from_values([])).unwrap();
    model.add_shown("y", Domain::from_range(0, 3)).unwrap();
    model
}

/// An objective, which does not matter.
fn objective() -> Model {
    let mut model = Model::new("objective");
    let scope = ["x", "y"].map(|name| model.add_shown(name, Domain::from_range(1, 4)).unwrap());
    let sum = Linear::unweighted_sum(scope, ComparisonOperator::Le, 6);
    model.post("", Constraint::Linear(sum)).unwrap();
    let terms = scope.map(|variable| LinearTerm { coefficient: 1, variable }).to_vec();
    model.set_objective(Objective::new(ObjectiveSense::Maximize, terms)).unwrap();
    model
}

fn number(place: usize) -> SolutionCount {
    SolutionCount::from(place)
}
