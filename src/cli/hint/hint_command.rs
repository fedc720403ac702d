//! The commands: their arguments, their runs and their output.

use std::io::Write;
use std::time::Duration;

use parallax_engines::Spec;
use parallax_explain::ClaimConfirmation;
use parallax_hints::{
    DeductionStep, HintContent, HintFault, HintOptions, ModelHint, PathGoal, find_hint,
};
use parallax_instance::{PuzzleHint, SourcedInstance};
use parallax_model::Value;
use parallax_model::engine_api::Control;
use parallax_report::hint::{HintTier, hint_json, hint_text, step_svg};

use super::person_entries::EntryArgs;
use super::puzzle_hint;
use crate::cli::clock::{CommandClock, UnknownAnswerReport};
use crate::cli::format::BoardFormat;
use crate::cli::formula::find_viewpoint;
use crate::cli::given_values::{self, GivenValues};
use crate::cli::numbers::{seconds, within};
use crate::cli::options::{OneInput, one_engine};
use crate::cli::output::StandardOutput;
use crate::cli::screen::{ScreenOptions, output_layout};
use crate::cli::why::engine_choice;
use crate::cli::{CliError, interrupt};

/// Give the next step of a puzzle and its reason
///
/// First checks the entries so far: a wrong one is the hint. Then finds the easiest step: a
/// technique with a name, one rule alone, or else a smallest set of rules that suffices. Engines
/// that did not find the step confirm it.
#[derive(clap::Args)]
#[command(after_help = "\
parallax hint sudoku-9.sudoku --tier 1 only says where to look. --state '4.....8.5.3...' is \
the board with the entries so far; --remove r1c2=6 rules a value out; --marks FILE holds all \
pencil marks.")]
pub(in crate::cli) struct HintArgs {
    #[command(flatten)]
    pub(super) input: OneInput,
    #[command(flatten)]
    pub(super) given: GivenValues,
    #[command(flatten)]
    pub(super) written: EntryArgs,
    /// For SET: the numbers of the selected cards, as 3,7
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = within::<Value>(1, 1_000_000))]
    pub(super) select: Vec<Value>,
    /// How much to show: 1 where to look, 2 the cell, 3 the technique and its result, 4 why
    #[arg(long, value_name = "N", default_value = "4", value_parser = tier)]
    pub(super) tier: HintTier,
    /// Find the step with the smallest reason of all, in up to S seconds
    ///
    /// Proves that no reason is smaller. For puzzles whose rules are all-different.
    #[arg(long, value_name = "S", value_parser = seconds, num_args = 0..=1, default_missing_value = "10")]
    smallest: Option<Duration>,
    #[command(flatten)]
    pub(super) means: StepOptions,
    /// Output format
    #[arg(long, value_enum, default_value_t = BoardFormat::Text)]
    pub(super) format: BoardFormat,
}

/// The means of steps, and the engines.
#[derive(clap::Args)]
pub(in crate::cli) struct StepOptions {
    /// Allow techniques that are right only if there is exactly one solution
    ///
    /// Two engines have to agree that there is.
    #[arg(long)]
    uniqueness: bool,
    /// The engine that solves and finds steps of several rules [default: a SAT engine]
    #[arg(long, value_name = "SPEC", value_parser = one_engine)]
    pub(super) engine: Option<Spec>,
    /// An engine that confirms; may be repeated
    #[arg(long, value_name = "SPEC", value_parser = one_engine)]
    pub(super) confirm: Vec<Spec>,
    /// The model of the puzzle [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    pub(super) model: Option<String>,
    /// Maximum seconds for the whole command
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(super) timeout: Option<Duration>,
}

pub(super) fn tier(text: &str) -> Result<HintTier, String> {
    let number: usize = text.parse().map_err(|_| "expected 1, 2, 3 or 4".to_owned())?;
    let place = number.checked_sub(1).and_then(|place| HintTier::ALL.get(place));
    place.copied().ok_or_else(|| "expected 1, 2, 3 or 4".to_owned())
}

pub(in crate::cli) fn run(args: &HintArgs) -> Result<u8, CliError> {
    let control = interrupt::interrupt_control();
    let json = matches!(args.format, BoardFormat::Json);
    let clock =
        CommandClock::start_clock(args.means.timeout, UnknownAnswerReport { code: 3, json });
    let found = args.input.find_instance(&clock)?;
    let limited = control.with_timeout(clock.remaining_time());
    let found = args.given.add_to(found, args.means.model.as_deref(), &limited)?;
    // SET has no steps of candidates: such a puzzle words its hints itself, and the search for
    // steps below does not apply.
    if let Some(hint) = puzzle_hint::suggest_puzzle_hint(&found, &args.select)? {
        let code = own_hint(args, &found, &hint, &limited)?;
        return Ok(interrupt::exit_code(&control, code));
    }
    let wish = HintOptions {
        until: PathGoal::Placement,
        smallest: args.smallest,
        ..args.means.hint_options()
    };
    let hint = find_user_hint(&found, &args.written, &args.means, wish, &limited)?;
    let instance = &*found.instance;
    let mut out = StandardOutput::new();
    match args.format {
        BoardFormat::Text => {
            let bare = ScreenOptions::chosen_options().quiet;
            if !bare {
                writeln!(out, "{}: {}", found.source, instance.title())?;
            }
            out.write_all(hint_text(&hint, args.tier, output_layout(), bare).as_bytes())?;
        }
        BoardFormat::Json => {
            let mut object = hint_json(instance, &hint, args.tier);
            object["instance"] = found.source.as_str().into();
            object["index"] = found.index.into();
            given_values::note_givens(&mut object, instance);
            writeln!(out, "{object}")?;
        }
        BoardFormat::Svg => {
            out.write_all(draw_step(&found.source, &hint, args.tier)?.as_bytes())?;
        }
    }
    out.flush()?;
    Ok(interrupt::exit_code(&control, exit_code(&hint)))
}

/// Draws the board, and the first step if the tier allows.
pub(super) fn draw_step(
    source: &str,
    hint: &ModelHint,
    tier: HintTier,
) -> Result<String, CliError> {
    let (state, step) = match &hint.next {
        HintContent::Steps { path, .. } => (&path.start, path.steps.first()),
        HintContent::Done(state) | HintContent::Nothing(state) => (state, None),
        HintContent::Fault(_) | HintContent::Unknown(_) => {
            return Err(CliError(format!("{source}: no step to draw; --format text says why")));
        }
    };
    // A picture of the step reveals its result, so lower tiers only show the board.
    let step = step.filter(|_| tier == HintTier::Reason);
    step_svg(&hint.guide, state, step, source)
        .ok_or_else(|| CliError(format!("{source}: this puzzle has no board to draw")))
}

/// Prints the hint of a puzzle that has no steps. Returns the exit code.
fn own_hint(
    args: &HintArgs,
    found: &SourcedInstance,
    hint: &PuzzleHint,
    control: &Control,
) -> Result<u8, CliError> {
    let means = &args.means;
    let engines = engine_choice::make_engines(
        means.engine.as_ref(),
        &means.confirm,
        means.timeout.is_some(),
    )?;
    let confirmed = puzzle_hint::confirm_hint(found, hint, &engines, control);
    let mut out = StandardOutput::new();
    let bare = ScreenOptions::chosen_options().quiet;
    let code = match args.format {
        BoardFormat::Json => {
            puzzle_hint::print_json(&mut out, found, hint, args.tier, confirmed.as_ref())?
        }
        BoardFormat::Text => {
            if !bare {
                writeln!(out, "{}: {}", found.source, found.instance.title())?;
            }
            puzzle_hint::print_hint(&mut out, found, hint, (args.tier, bare), confirmed.as_ref())?
        }
        BoardFormat::Svg => {
            let choice = &hint.choices[args.tier as usize];
            let shown: &[_] = if choice.len() == 3 { std::slice::from_ref(choice) } else { &[] };
            out.write_all(found.instance.picture().draw_svg(shown).as_bytes())?;
            0
        }
    };
    out.flush()?;
    Ok(code)
}

/// Finds a hint or path for an instance with its entries.
pub(super) fn find_user_hint(
    found: &SourcedInstance,
    written: &EntryArgs,
    means: &StepOptions,
    wish: HintOptions,
    control: &Control,
) -> Result<ModelHint, CliError> {
    let instance = &*found.instance;
    let viewpoint = find_viewpoint(found, means.model.as_deref())?;
    let fail = |error: parallax_model::ModelError| CliError(format!("{}: {error}", found.source));
    let entries = written.read_entries(found, &viewpoint, control)?;
    let engines = engine_choice::make_engines(
        means.engine.as_ref(),
        &means.confirm,
        means.timeout.is_some(),
    )?;
    let progress = crate::cli::progress::ProgressLine::counting_line("looking for steps", "steps");
    let on_step = &mut |_: &DeductionStep| progress.count_step(String::new);
    let hint =
        find_hint(instance, &viewpoint, &entries, wish, &engines, control, on_step).map_err(fail);
    progress.finish_line();
    hint
}

impl StepOptions {
    /// Returns the options of a trimmed and confirmed path to the solution.
    pub(super) fn hint_options(&self) -> HintOptions {
        HintOptions {
            uniqueness: self.uniqueness,
            named_only: false,
            smallest: None,
            until: PathGoal::Solution,
            max_steps: usize::MAX,
            trim: true,
            confirm: true,
        }
    }
}

/// Returns the exit code of a hint or path.
pub(super) fn exit_code(hint: &ModelHint) -> u8 {
    let refuted =
        |confirmed: &ClaimConfirmation| matches!(confirmed, ClaimConfirmation::Refuted(_));
    match &hint.next {
        // A refuted step comes first: contradictory engines outweigh every hint.
        HintContent::Steps { confirmed, .. } if confirmed.iter().any(refuted) => 5,
        HintContent::Fault(HintFault::Entries { confirmed, .. }) if refuted(confirmed) => 5,
        HintContent::Steps { .. } | HintContent::Done(_) => 0,
        HintContent::Fault(HintFault::Unsolvable) => 20,
        HintContent::Fault(_) => 1,
        HintContent::Nothing(_) | HintContent::Unknown(_) => 3,
    }
}
