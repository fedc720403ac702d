//! The command: its arguments, its run and its output.

use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use parallax_engines::Spec;
use parallax_explain::{
    ClaimConfirmation, ExplainedFact, ExplanationOptions, ExplanationProblem, InstanceExplanation,
    MinimalSets, explain_instance,
};
use parallax_instance::{SourcedInstance, parse_value};
use parallax_model::engine_api::Control;
use parallax_report::{why_json, why_svg, why_text};

use super::engine_choice;
use crate::cli::clock::{CommandClock, UnknownAnswerReport};
use crate::cli::evaluate::{InsteadOption, SingleCase, evaluate_single};
use crate::cli::format::{BoardFormat, OutputFormat};
use crate::cli::formula::find_viewpoint;
use crate::cli::given_values::GivenValues;
use crate::cli::numbers::{seconds, whole};
use crate::cli::options::{OneInput, one_engine};
use crate::cli::output::StandardOutput;
use crate::cli::progress::ProgressLine;
use crate::cli::screen::{ScreenOptions, output_layout};
use crate::cli::{CliError, given_values, interrupt};

/// Say why there is no solution, or a value is forced or impossible
///
/// Finds clues and rules that cannot hold together and of which none can be left out, and has
/// engines of other families confirm that. The parts are those of the user: clues, rows, runs,
/// and for models the constraints by their labels.
#[derive(clap::Args)]
#[command(after_help = "\
parallax why latin-4-none.pls names the clues, rows and columns that conflict; with --repair which \
clue to change, and to what. parallax why sudoku-9.sudoku --value r1c3=4 says why this cell has \
this value.")]
pub(in crate::cli) struct WhyArgs {
    #[command(flatten)]
    input: OneInput,
    /// Explain why a variable has or cannot have a value, as r3c4=7
    #[arg(long, value_name = "NAME=VALUE")]
    value: Option<String>,
    #[command(flatten)]
    given: GivenValues,
    /// Say why a decision of a DMN file has its result for the given inputs: which rules apply, and
    /// which cells rule out the others
    #[arg(long, value_name = "NAME", conflicts_with_all = ["value", "smallest", "all", "rules_only", "repair", "engine", "confirm", "model"])]
    decision: Option<String>,
    /// With --decision: find the fewest inputs to change so that the result is this value; without
    /// one, any other but null
    ///
    /// A literal of FEEL, as in '"low"', or an output with it, as in 'risk = "low"'. The decision
    /// must rest on decision tables of constants alone. The changed case is evaluated, and another
    /// engine confirms that no smaller change has this result.
    #[arg(long, value_name = "VALUE", requires = "decision", num_args = 0..=1)]
    instead: Option<Option<String>>,
    /// Find a smallest set and prove that it is one, however long that takes
    #[arg(long)]
    smallest: bool,
    /// Find all minimal sets
    #[arg(long, conflicts_with = "smallest")]
    pub(super) all: bool,
    /// With --all: maximum number of sets
    #[arg(long, value_name = "N", default_value = "100", requires = "all",
        value_parser = whole::<NonZeroUsize>)]
    pub(super) limit: NonZeroUsize,
    /// Take the clues as facts and name rules only
    #[arg(long, conflicts_with = "repair")]
    rules_only: bool,
    /// Find the fewest clues to drop or change so that there is a solution
    ///
    /// If clues are not to blame, these are constraints.
    #[arg(long)]
    repair: bool,
    /// The engine that finds the sets [default: a SAT engine]
    ///
    /// Engines with cores are faster. The default is native if a SAT engine does not take the
    /// model.
    #[arg(long, value_name = "SPEC", value_parser = one_engine)]
    pub(super) engine: Option<Spec>,
    /// An engine that confirms the sets; may be repeated
    ///
    /// The default is native with a limit, then others that take over what it leaves open.
    #[arg(long, value_name = "SPEC", value_parser = one_engine)]
    pub(super) confirm: Vec<Spec>,
    /// The model of the puzzle [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Maximum seconds for the whole command, which then prints what it knows
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// The seed of all random choices
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    seed: u64,
    /// Output format
    #[arg(long, value_enum, default_value_t = BoardFormat::Text)]
    format: BoardFormat,
}

pub(in crate::cli) fn run(args: &WhyArgs) -> Result<u8, CliError> {
    if let Some(decision) = &args.decision {
        return args.explain_decision(decision);
    }
    let json = matches!(args.format, BoardFormat::Json);
    let clock = CommandClock::start_clock(args.timeout, UnknownAnswerReport { code: 0, json });
    let found = args.input.find_instance(&clock)?;
    let control = interrupt::interrupt_control();
    let limited = control.with_timeout(clock.remaining_time());
    let found = load_explanation_form(found, &clock, &limited)?;
    let found = args.given.add_to(found, args.model.as_deref(), &limited)?;
    let instance = &*found.instance;
    let viewpoint = find_viewpoint(&found, args.model.as_deref())?;
    let about = match &args.value {
        None => None,
        Some(text) => {
            let problem = ExplanationProblem::from_instance(instance, &viewpoint, &limited)?;
            let given = parse_value(problem.model(), text);
            Some(given.map_err(|fault| CliError(format!("{}: {fault}", found.source)))?)
        }
    };
    let sets = match (args.smallest, args.all) {
        (true, _) => MinimalSets::Smallest,
        (false, true) => MinimalSets::All(args.limit.get()),
        (false, false) => MinimalSets::One,
    };
    let (repair, rules_only, seed) = (args.repair, args.rules_only, args.seed);
    let request = ExplanationOptions { sets, repair, rules_only, about, seed };
    let engines =
        engine_choice::make_engines(args.engine.as_ref(), &args.confirm, args.timeout.is_some())?;
    let progress = ProgressLine::counting_line("explaining", "instances");
    let why = explain_instance(instance, &viewpoint, request, &engines, &limited);
    progress.finish_line();
    let why = why.map_err(|error| CliError(format!("{}: {error}", found.source)))?;
    let mut out = StandardOutput::new();
    match args.format {
        BoardFormat::Text => {
            let bare = ScreenOptions::chosen_options().quiet;
            if !bare {
                writeln!(out, "{}: {}", found.source, instance.title())?;
            }
            out.write_all(why_text(instance, &why, output_layout(), bare).as_bytes())?;
        }
        BoardFormat::Json => {
            let mut object = why_json(instance, &why);
            object["instance"] = found.source.as_str().into();
            object["index"] = found.index.into();
            given_values::note_givens(&mut object, instance);
            writeln!(out, "{object}")?;
        }
        BoardFormat::Svg => out.write_all(why_svg(instance, &why).as_bytes())?,
    }
    out.flush()?;
    Ok(interrupt::exit_code(&control, exit_code(&why)))
}

impl WhyArgs {
    /// Evaluates a decision, and says why each rule applies or not.
    fn explain_decision(&self, decision: &String) -> Result<u8, CliError> {
        let format = match self.format {
            BoardFormat::Text => OutputFormat::Text,
            BoardFormat::Json => OutputFormat::Json,
            BoardFormat::Svg => {
                return Err(CliError("--decision has the formats text and json".into()));
            }
        };
        let (file, decisions) = (self.input.file_name(), std::slice::from_ref(decision));
        let given = self.given.given_texts();
        // The handler of Ctrl-C comes before the first read, which may wait for a pipe forever.
        let control = interrupt::interrupt_control().with_timeout(self.timeout);
        let engines = engine_choice::make_engines(None, &[], self.timeout.is_some())?;
        let instead = self.instead.as_ref().map(|wanted| InsteadOption {
            wanted: wanted.as_deref(),
            engines: &engines,
            control: &control,
        });
        let case = SingleCase { file, decisions, given, format, explains: true, instead };
        Ok(interrupt::exit_code(&control, evaluate_single(&case)?))
    }
}

/// Returns an instance in the form for explanations, if it has one.
///
/// # Errors
/// If that form cannot be made.
fn load_explanation_form(
    mut found: SourcedInstance,
    clock: &CommandClock,
    control: &Control,
) -> Result<SourcedInstance, CliError> {
    let reasons = found.instance.explanation_source();
    if let Some(form) = reasons.and_then(|own| own.explanation_form(control)) {
        // If the limit stopped the work on the form, the answer is unknown and not an error.
        if form.as_ref().is_err_and(|error| error.why_stopped().is_some()) {
            clock.check_limit();
        }
        found.instance = form?;
    }
    Ok(found)
}

/// Returns the exit code of an explanation.
fn exit_code(why: &InstanceExplanation) -> u8 {
    let refuted =
        |confirmed: &ClaimConfirmation| matches!(confirmed, ClaimConfirmation::Refuted(_));
    let of_sets = why.sets.iter().any(|set| {
        let smallest = set.smallest.iter().flatten().any(refuted);
        refuted(&set.confirmed) || smallest
    });
    let of_repair = why.repair.iter().flatten().any(|repair| refuted(&repair.confirmed));
    match why.finding {
        // A refuted claim outweighs the finding that it belongs to.
        _ if of_sets || of_repair => 5,
        ExplainedFact::Unsatisfiable | ExplainedFact::Impossible(..) => 20,
        ExplainedFact::Satisfiable(_) | ExplainedFact::Forced(..) | ExplainedFact::Possible(..) => {
            10
        }
        ExplainedFact::Contradiction(_) => 5,
        ExplainedFact::Unknown(_) => 0,
    }
}
