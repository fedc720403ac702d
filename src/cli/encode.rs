//! `parallax encode`.

use std::io::Write;

use clap::ValueEnum;

use super::options::OneInput;
use super::output::Output;
use super::progress::Progress;
use super::{Failure, interrupt};
use crate::ask::{Answer, Refusal};
use crate::engines::Spec;
use crate::instance::Instance;
use crate::lower::{Cnf, smt};
use crate::model::Model;

/// Write an instance as clauses (DIMACS) or terms (SMT-LIB).
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    input: OneInput,
    /// The format to write
    #[arg(long, value_enum)]
    to: Target,
    /// The model (viewpoint) of the puzzle, with options as in cells+symmetry [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// For dimacs: the encodings, as in a SAT engine's spec after the '+'
    #[arg(long, value_name = "SPEC", default_value = "direct")]
    encoding: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Target {
    /// DIMACS CNF; comments name the meaning of variables and clauses
    Dimacs,
    /// SMT-LIB 2; comments name the meaning of variables and assertions
    Smtlib,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let found = args.input.find()?;
    let instance = &*found.instance;
    let name = model_name(instance, args.model.as_deref(), &found.source)?;
    let name = name.as_str();
    let model = instance.model(name)?;
    let control = interrupt::control();
    let progress = Progress::new("encoding");
    let refused =
        |refusal: Refusal| Failure(format!("{}: {}", found.source, Answer::from(refusal)));
    let mut out = Output::new();
    match args.to {
        Target::Dimacs => {
            let options = match format!("sat:batsat+{}", args.encoding).parse() {
                Ok(Spec::Sat { options, .. }) => options,
                Ok(_) => return Err(Failure(format!("'{}' is no encoding", args.encoding))),
                Err(error) => return Err(Failure(error)),
            };
            let mut cnf = Cnf::of(&model, &options, &control).map_err(refused)?;
            cnf.add_givens(&instance.givens(name))?;
            head(&mut out, 'c', &found.source, instance, &model)?;
            cnf.write(&mut out)?;
        }
        Target::Smtlib => {
            let mut script = smt::script(&model, &control).map_err(refused)?;
            smt::assert_givens(&mut script, &instance.givens(name));
            head(&mut out, ';', &found.source, instance, &model)?;
            script.write(&mut out)?;
        }
    }
    progress.finish();
    out.flush()?;
    Ok(0)
}

/// The first comment lines: what this is.
fn head(
    out: &mut Output,
    comment: char,
    source: &str,
    instance: &dyn Instance,
    model: &Model,
) -> std::io::Result<()> {
    let source = source.replace(['\n', '\r'], " ");
    writeln!(out, "{comment} {source}: {}", instance.title().replace(['\n', '\r'], " "))?;
    writeln!(out, "{comment} model {}", model.name().replace(['\n', '\r'], " "))
}

/// The model that is meant.
pub(super) fn model_name(
    instance: &dyn Instance,
    wanted: Option<&str>,
    source: &str,
) -> Result<String, Failure> {
    let models = match wanted {
        None => crate::compare::Models::Default,
        Some(name) => crate::compare::Models::Named(vec![name.to_owned()]),
    };
    let chosen = models.of(instance, source)?;
    chosen.first().map(ToString::to_string).ok_or_else(|| Failure(format!("{source}: no model")))
}
