//! `parallax explain`: the steps of a reformulation or a search.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use parallax_engines::Spec;
use parallax_instance::{Instance, OptionEffect, Viewpoint};
use parallax_model::Model;
use parallax_model::engine_api::{Answer, Control, Engine};
use parallax_report::search_trace::{
    RunExplanation, render_dot, render_explanation_page, render_tree,
};

use super::clock::{CommandClock, UnknownAnswerReport};
use super::formula::find_viewpoint;
use super::options::{OneInput, one_engine};
use super::output::StandardOutput;
use super::progress::ProgressLine;
use super::{CliError, interrupt};
use crate::cli::numbers::{seconds, whole};

/// Show step by step how an engine works on an instance
#[derive(clap::Args)]
#[command(after_help = "\
For each node: what is branched on and by which rule, the board or the domains, the table of \
dimensions, the branches that are not made and why, what the search of a leaf does, and effort. \
'reform:paper' is the published algorithm for SET with its tests and heuristics, \
'native:set-paper' the published search, 'reform' the general strategy for any model with dimensions, 'native' the tree of backtracking search. All look \
for all solutions.\n\n\
parallax explain set:12@7 --format html --out tree.html writes a page to fold and step through, \
with reformulation and search side by side; parallax explain set:12@7 --format dot | dot -Tsvg \
draws the tree.")]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    input: OneInput,
    /// An engine: reform:paper, native:set-paper, reform or native; may be repeated
    ///
    /// Its choices follow its name. The default is reform:paper or reform if they take the model,
    /// on a page with native:set-paper or native next to them; else native.
    #[arg(long, value_name = "SPEC", value_parser = one_engine)]
    engine: Vec<Spec>,
    /// Show search next to the reformulation, as a page does
    #[arg(long, conflicts_with = "engine")]
    beside: bool,
    /// The model of the puzzle [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Maximum number of nodes of a tree; the run ends there
    #[arg(long, value_name = "N", default_value = "2000", value_parser = whole::<NonZeroUsize>)]
    max_nodes: NonZeroUsize,
    /// Maximum seconds for each run; what is done then is shown
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// The seed of all random choices
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    seed: u64,
    /// How to show it
    #[arg(long, value_enum, default_value_t = ExplainFormat::Text)]
    format: ExplainFormat,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// An indented tree
    Text,
    /// One object with all nodes, a line for each engine
    Json,
    /// A graph for Graphviz
    Dot,
    /// A page to fold and step through, engines side by side
    Html,
}

pub(super) fn run(args: &ExplainArgs) -> Result<u8, CliError> {
    let json = matches!(args.format, ExplainFormat::Json);
    let clock = CommandClock::start_clock(args.timeout, UnknownAnswerReport { code: 3, json });
    let found = args.input.find_instance(&clock)?;
    let instance = &*found.instance;
    let viewpoint = find_viewpoint(&found, args.model.as_deref())?;
    let model = Arc::new(instance.model(&viewpoint)?.restrict_givens(&instance.givens(&viewpoint)));
    let control = interrupt::interrupt_control();
    let mut explanations = Vec::new();
    for engine in explained_engines(args, &model, &control) {
        let progress = ProgressLine::counting_line("explaining", "trees");
        let limited = control.with_timeout(clock.remaining_time());
        let traced = engine.record_trace(&model, args.seed, args.max_nodes.get(), &limited);
        progress.finish_line();
        let traced = traced
            .map_err(|refusal| CliError(format!("{}: {}", found.source, Answer::from(refusal))))?;
        if let Some(why) = &traced.stopped {
            eprintln!("parallax: {engine}: not the whole tree: {why}");
        }
        let (spec, title) = (engine.to_string(), trace_title(instance, &viewpoint));
        explanations.push(RunExplanation::new(&found.source, &title, &spec, &model, traced));
    }
    let shown = match args.format {
        ExplainFormat::Text => explanations.iter().map(render_tree).collect::<Vec<_>>().join("\n"),
        ExplainFormat::Dot => explanations.iter().map(render_dot).collect(),
        ExplainFormat::Html => render_explanation_page(&explanations),
        ExplainFormat::Json => {
            let lines = explanations.iter().map(|e| Ok(serde_json::to_string(e)? + "\n"));
            lines.collect::<Result<String, serde_json::Error>>()?
        }
    };
    match &args.out {
        Some(file) => {
            // Nothing goes to standard output, so the clock must not print `unknown` and end the
            // program while it writes the file.
            clock.release_limit();
            std::fs::write(file, shown)
                .map_err(|error| CliError(format!("{}: cannot write: {error}", file.display())))?;
        }
        None => {
            let mut out = StandardOutput::new();
            out.write_all(shown.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(interrupt::exit_code(&control, 0))
}

/// Returns the title, with a remark if the model drops solutions.
fn trace_title(instance: &dyn Instance, viewpoint: &Viewpoint) -> String {
    match viewpoint.combined_effect() {
        OptionEffect::Same => instance.title(),
        OptionEffect::Orbits | OptionEffect::Part => {
            format!("{}; the model {viewpoint} drops solutions", instance.title())
        }
    }
}

/// Returns the requested engines. Without any, the published reformulation if it takes the model,
/// else the general one if values have dimensions, else native search; on a page, reformulation and
/// search side by side: both published, or both general.
fn explained_engines(args: &ExplainArgs, model: &Arc<Model>, control: &Control) -> Vec<Spec> {
    if !args.engine.is_empty() {
        return args.engine.clone();
    }
    let [paper, general] = Spec::published_reformulations();
    let takes = |spec: &Spec| spec.prepare(model, args.seed, control).is_ok();
    let on_page = args.format == ExplainFormat::Html || args.beside;
    let published = !model.dimensions().is_empty() && takes(&paper);
    let reformulation = if published {
        Some(paper)
    } else if !model.dimensions().is_empty() {
        Some(general)
    } else {
        (on_page && takes(&general)).then_some(general)
    };
    let beside = on_page || reformulation.is_none();
    // The published reformulation is paired with the published search, because both count checks
    // in the same way.
    let search = || if published { Spec::published_search() } else { Spec::native() };
    reformulation.into_iter().chain(beside.then(search)).collect()
}
