//! The first hour with the library: the program of `docs/tutorial/library.md`.
//!
//! Run it with `cargo run --example first_hour`.

use std::error::Error;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use parallax::compare::{ComparisonPlan, Verdict, compare_instance};
use parallax::engine_api::{
    Answer, CandidateCallback, Control, Engine, PreparationError, QuestionOutcome, Session, Task,
};
use parallax::engines::{Spec, parse_list};
use parallax::formats::{InputSources, ModelInstance, from_bytes};
use parallax::instance::SourcedInstance;
use parallax::measure::{EncodingStudy, EncodingStudyOptions, mark_front};
use parallax::model::{
    AllDifferent, ComparisonOperator, Constraint, Domain, Given, Linear, Model, ModelError,
};

/// Three different numbers with the sum 7: x and y from 1 to 9, z in {2, 4, 8}.
fn numbers() -> Result<Model, ModelError> {
    let mut model = Model::new("three numbers");
    let x = model.add_shown("x", Domain::from_range(1, 9))?;
    let y = model.add_shown("y", Domain::from_range(1, 9))?;
    let z = model.add_shown("z", Domain::from_values([2, 4, 8]))?;
    let different = AllDifferent { scope: vec![x, y, z] };
    model.post("no two alike", Constraint::AllDifferent(different))?;
    let sum = Linear::unweighted_sum([x, y, z], ComparisonOperator::Eq, 7);
    model.post("sum", Constraint::Linear(sum))?;
    Ok(model)
}

/// Solves the model, and counts its solutions.
fn solve(model: &Model, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    if let Some(solution) = parallax::solve(model)? {
        for &variable in model.shown() {
            writeln!(out, "{} = {}", model.name_of(variable), solution.value(variable))?;
        }
    }
    writeln!(out, "{} solutions", parallax::count(model)?)?;
    Ok(())
}

/// Compares engines, by name and all that this build has.
fn compare(model: &Model, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let compared = parallax::compare(model, &["native", "sat:varisat+order", "brute"])?;
    for row in &compared.rows {
        writeln!(out, "{}: {} solutions", row.engine, row.count)?;
    }
    writeln!(out, "verdict: {}", compared.verdict)?;

    let specs = parse_list("all")?.every_spec();
    let engines = specs.into_iter().map(|spec| Arc::new(spec) as Arc<dyn Engine>).collect();
    let plan =
        ComparisonPlan { timeout: Some(Duration::from_secs(10)), ..ComparisonPlan::new(engines) };
    let instance = SourcedInstance::new("three numbers", ModelInstance::new(model.clone()));
    let compared = compare_instance(&plan, instance, &Control::unlimited())?;
    assert_eq!(compared.verdict, Verdict::Agree);
    Ok(())
}

/// An engine that claims of every model that it has no solution.
struct Liar;

impl Engine for Liar {
    fn spec(&self) -> String {
        "liar".into()
    }

    fn prepare(
        &self,
        _: &Arc<Model>,
        _: u64,
        _: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        Ok(Box::new(Liar))
    }
}

impl Session for Liar {
    fn ask(
        &mut self,
        _: &[Given],
        _: Task,
        _: &Control,
        _: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        QuestionOutcome::at_once(Answer::Unsatisfiable)
    }
}

/// Compares the engine that lies with native search.
fn catch(model: &Model, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let plan = ComparisonPlan::new(vec![Arc::new(Spec::native()), Arc::new(Liar)]);
    let instance = SourcedInstance::new("three numbers", ModelInstance::new(model.clone()));
    let compared = compare_instance(&plan, instance, &Control::unlimited())?;
    writeln!(out, "verdict: {}", compared.verdict)?;
    for row in compared.wrong_rows() {
        writeln!(out, "{}: {}", row.engine, row.wrong.as_deref().unwrap_or_default())?;
    }
    Ok(())
}

/// Reads instances by name and from a text.
fn read(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let names = vec!["latin:4".into(), "magic:3".into()];
    for found in (InputSources { names, ..InputSources::default() }).stream_instances() {
        let found = found?;
        writeln!(out, "{}: {}", found.source, found.instance.title())?;
    }
    for found in from_bytes("text.cnf", "p cnf 2 2\n1 2 0\n-1 -2 0\n".into(), None)? {
        let instance = found?.instance;
        let model = instance.model(&instance.default_viewpoint())?;
        writeln!(out, "{}: {} solutions", instance.title(), parallax::count(&model)?)?;
    }
    Ok(())
}

/// Measures two encodings of the model.
fn measure(model: Model, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let control = Control::unlimited();
    let settings = EncodingStudyOptions {
        probes: 100,
        seed: 0,
        runs: 3,
        timeout: Some(Duration::from_secs(10)),
    };
    let study = EncodingStudy::new(model, &[], settings, &control)?;
    let mut rows = Vec::new();
    for name in ["sat:varisat+direct", "sat:varisat+order"] {
        rows.push(study.measure_engine(&name.parse::<Spec>()?, &control)?);
    }
    mark_front(&mut rows);
    for row in &rows {
        let share = 100.0 * row.propagation.found_share();
        writeln!(out, "{}: {} clauses, {share:.0} % propagation", row.engine, row.clauses)?;
    }
    Ok(())
}

/// Runs all of it.
#[allow(unreachable_pub, reason = "a test of the project runs it, too")]
pub fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let model = numbers()?;
    solve(&model, out)?;
    compare(&model, out)?;
    catch(&model, out)?;
    read(out)?;
    measure(model, out)
}

#[allow(dead_code, reason = "the tests call `run`")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}
