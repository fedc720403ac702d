//! `parallax explain`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;

use super::formula::viewpoint;
use super::options::{OneInput, seconds};
use super::output::Output;
use super::progress::Progress;
use super::{Failure, interrupt};
use crate::ask::{Answer, Control, Engine};
use crate::engines::Spec;
use crate::explain::{Story, dot, html, text};
use crate::model::Model;

/// Show step by step how an engine reformulates or searches an instance.
#[derive(clap::Args)]
#[command(after_help = "\
For each node: what was branched on and by which rule, the domain table, the branches that were not \
made and why, what the search of a leaf did, and effort. 'reform:paper' is the published algorithm \
for SET with its tests and heuristics, 'reform' the general strategy for any model with dimensions, \
'native' the tree of backtracking search. All solutions are looked for.\n\n\
parallax explain set:12@7 --format html --out tree.html writes a page to fold and step through; \
parallax explain set:12@7 --format dot | dot -Tsvg draws the tree.")]
pub(super) struct Args {
    #[command(flatten)]
    input: OneInput,
    /// The engine: reform:paper, reform or native, with its choices [default: the first that takes
    /// the model]
    #[arg(long, value_name = "SPEC")]
    engine: Option<Spec>,
    /// The model (viewpoint) of the puzzle [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// The most nodes; the run ends there
    #[arg(long, value_name = "N", default_value = "2000")]
    max_nodes: NonZeroUsize,
    /// Seconds for the run; what was done until then is told
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// The seed of whatever is random
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// How to tell it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// An indented tree
    Text,
    /// One object with all nodes
    Json,
    /// A graph for Graphviz
    Dot,
    /// A page to fold and step through
    Html,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let found = args.input.find()?;
    let instance = &*found.instance;
    let viewpoint = viewpoint(&found, args.model.as_deref())?;
    let model = Arc::new(instance.model(&viewpoint)?.restricted(&instance.givens(&viewpoint)));
    let control = interrupt::control();
    let engine = engine(args, &model, &control);
    let progress = Progress::counting("explaining", "trees");
    let limited = control.within(args.timeout);
    let traced = engine.trace(&model, args.seed, args.max_nodes.get(), &limited);
    progress.finish();
    let traced = traced
        .map_err(|refusal| Failure(format!("{}: {}", found.source, Answer::from(refusal))))?;
    if let Some(why) = &traced.stopped {
        eprintln!("parallax: not the whole tree: {why}");
    }
    let spec = engine.to_string();
    let story = Story::new(&found.source, &instance.title(), &spec, &model, traced);
    let told = match args.format {
        Format::Text => text(&story),
        Format::Dot => dot(&story),
        Format::Html => html(&story),
        Format::Json => serde_json::to_string(&story)? + "\n",
    };
    match &args.out {
        Some(file) => std::fs::write(file, told)
            .map_err(|error| Failure(format!("{}: cannot write: {error}", file.display())))?,
        None => {
            let mut out = Output::new();
            out.write_all(told.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(interrupt::exit_code(&control, 0))
}

/// The engine that is asked for, or the published algorithm where it takes
/// the model, else the general one.
fn engine(args: &Args, model: &Arc<Model>, control: &Control) -> Spec {
    if let Some(engine) = &args.engine {
        return engine.clone();
    }
    let [paper, general] = Spec::reformulations();
    match paper.prepare(model, args.seed, control) {
        Ok(_) => paper,
        Err(_) => general,
    }
}
