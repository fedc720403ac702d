//! `parallax path`: all steps to the solution.

use std::fs;
use std::io::Write;
use std::path::{Path as FilePath, PathBuf};

use parallax_hints::{HintContent, HintOptions, ModelHint, PathEnd, StepPath};
use parallax_report::hint::{HintTier, hint_json, hint_text, path_text, step_svg};

use super::person_entries::EntryArgs;
use super::{StepOptions, exit_code, find_user_hint};
use crate::cli::clock::{CommandClock, UnknownAnswerReport};
use crate::cli::format::OutputFormat;
use crate::cli::given_values::{self, GivenValues};
use crate::cli::options::OneInput;
use crate::cli::output::StandardOutput;
use crate::cli::screen::{ScreenOptions, output_layout};
use crate::cli::{CliError, interrupt};

/// List all steps to the solution, each with its reason
///
/// Takes the easiest step at each point, as `hint` does, and leaves out what no later step needs.
#[derive(clap::Args)]
pub(in crate::cli) struct PathArgs {
    #[command(flatten)]
    input: OneInput,
    #[command(flatten)]
    given: GivenValues,
    #[command(flatten)]
    written: EntryArgs,
    #[command(flatten)]
    means: StepOptions,
    /// Keep steps that no later step needs
    #[arg(long)]
    all_steps: bool,
    /// Use only techniques with a name, and single rules
    #[arg(long)]
    named_only: bool,
    /// Skip the confirmation of each step by another engine
    #[arg(long)]
    unconfirmed: bool,
    /// Write a picture of every step into this folder: step-001.svg and so on
    #[arg(long, value_name = "FOLDER")]
    pages: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

pub(in crate::cli) fn run(args: &PathArgs) -> Result<u8, CliError> {
    let control = interrupt::interrupt_control();
    let wish = HintOptions {
        named_only: args.named_only,
        trim: !args.all_steps,
        confirm: !args.unconfirmed,
        ..args.means.hint_options()
    };
    let json = matches!(args.format, OutputFormat::Json);
    let clock =
        CommandClock::start_clock(args.means.timeout, UnknownAnswerReport { code: 3, json });
    let found = args.input.find_instance(&clock)?;
    let limited = control.with_timeout(clock.remaining_time());
    let found = args.given.add_to(found, args.means.model.as_deref(), &limited)?;
    if found.instance.explanation_source().is_some_and(|own| own.suggest_hint(&[]).is_some()) {
        return Err(CliError(format!("{}: there are no steps; use hint", found.source)));
    }
    let hint = find_user_hint(&found, &args.written, &args.means, wish, &limited)?;
    let mut out = StandardOutput::new();
    match (args.format, &hint.next) {
        (OutputFormat::Json, _) => {
            let mut object = hint_json(&*found.instance, &hint, HintTier::Reason);
            object["instance"] = found.source.as_str().into();
            object["index"] = found.index.into();
            given_values::note_givens(&mut object, &*found.instance);
            writeln!(out, "{object}")?;
        }
        (OutputFormat::Text, next) => {
            let bare = ScreenOptions::chosen_options().quiet;
            if !bare {
                writeln!(out, "{}: {}", found.source, found.instance.title())?;
            }
            let text = match next {
                HintContent::Steps { path, confirmed, .. } => {
                    let refuted = confirmed.iter().find(|c| !is_confirmed(c));
                    let standing = match refuted {
                        None if confirmed.is_empty() => String::new(),
                        None => "every step is confirmed by another engine\n".to_owned(),
                        Some(other) => {
                            format!("not every step is confirmed: {}\n", other.description())
                        }
                    };
                    path_text(&hint.guide, path, output_layout()) + &standing
                }
                _ => hint_text(&hint, HintTier::Reason, output_layout(), bare),
            };
            out.write_all(text.as_bytes())?;
        }
    }
    out.flush()?;
    if let (Some(folder), HintContent::Steps { path, .. }) = (&args.pages, &hint.next) {
        write_step_pictures(folder, &found.source, &hint, path)?;
    }
    // A path without a fault still misses its aim if it ends before the solution.
    let code = match &hint.next {
        HintContent::Steps { path, .. }
            if path.end != PathEnd::Complete && exit_code(&hint) == 0 =>
        {
            3
        }
        _ => exit_code(&hint),
    };
    Ok(interrupt::exit_code(&control, code))
}

fn is_confirmed(confirmed: &parallax_explain::ClaimConfirmation) -> bool {
    matches!(confirmed, parallax_explain::ClaimConfirmation::By(_))
}

/// Writes a picture of every step.
fn write_step_pictures(
    folder: &FilePath,
    source: &str,
    hint: &ModelHint,
    path: &StepPath,
) -> Result<(), CliError> {
    let fail = |at: &FilePath, error: std::io::Error| {
        CliError(format!("{}: cannot write: {error}", at.display()))
    };
    fs::create_dir_all(folder).map_err(|error| fail(folder, error))?;
    for (number, (state, step)) in (1..).zip(path.walk_states(&hint.guide.rules)) {
        let title = format!("{source}, step {number}: {}", hint.guide.describe_conclusions(step));
        let svg = step_svg(&hint.guide, &state, Some(step), &title)
            .ok_or_else(|| CliError(format!("{source}: this puzzle has no board to draw")))?;
        let file = folder.join(format!("step-{number:03}.svg"));
        fs::write(&file, svg).map_err(|error| fail(&file, error))?;
    }
    Ok(())
}
