//! `parallax path`: all steps to the solution.

use std::fs;
use std::io::Write;
use std::path::{Path as FilePath, PathBuf};

use parallax_hints::{End, Hint, HintOptions, Next, Path};
use parallax_report::hint::{Tier, hint_json, hint_text, path_text, step_svg};

use super::state::Written;
use super::{Means, asked, exit_code};
use crate::cli::clock::{Clock, Unknown};
use crate::cli::format::Format;
use crate::cli::given::{self, GivenValues};
use crate::cli::options::OneInput;
use crate::cli::output::Output;
use crate::cli::screen::{Screen, layout};
use crate::cli::{Failure, interrupt};

/// List all steps to the solution, each with its reason
///
/// Takes the easiest step at each point, as `hint` does, and leaves out what no later step needs.
#[derive(clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    input: OneInput,
    #[command(flatten)]
    given: GivenValues,
    #[command(flatten)]
    written: Written,
    #[command(flatten)]
    means: Means,
    /// Keep steps that nothing later needs
    #[arg(long)]
    all_steps: bool,
    /// Only techniques that have a name, and single rules
    #[arg(long)]
    named_only: bool,
    /// Do not have each step confirmed by another engine
    #[arg(long)]
    unconfirmed: bool,
    /// Write a picture of every step into this folder: step-001.svg and so on
    #[arg(long, value_name = "FOLDER")]
    pages: Option<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(in crate::cli) fn run(args: &Args) -> Result<u8, Failure> {
    let control = interrupt::control();
    let wish = HintOptions {
        named_only: args.named_only,
        trim: !args.all_steps,
        confirm: !args.unconfirmed,
        ..args.means.wish()
    };
    let json = matches!(args.format, Format::Json);
    let clock = Clock::start(args.means.timeout, Unknown { code: 3, json });
    let found = args.input.find(&clock)?;
    let limited = control.within(clock.left());
    let found = args.given.add_to(found, args.means.model.as_deref(), &limited)?;
    if found.instance.explanations().is_some_and(|own| own.suggest_hint(&[]).is_some()) {
        return Err(Failure(format!("{}: there are no steps; use hint", found.source)));
    }
    let hint = asked(&found, &args.written, &args.means, wish, &limited)?;
    let mut out = Output::new();
    match (args.format, &hint.next) {
        (Format::Json, _) => {
            let mut object = hint_json(&*found.instance, &hint, Tier::Reason);
            object["instance"] = found.source.as_str().into();
            object["index"] = found.index.into();
            given::note(&mut object, &*found.instance);
            writeln!(out, "{object}")?;
        }
        (Format::Text, next) => {
            let bare = Screen::chosen().quiet;
            if !bare {
                writeln!(out, "{}: {}", found.source, found.instance.title())?;
            }
            let text = match next {
                Next::Steps { path, confirmed, .. } => {
                    let refuted = confirmed.iter().find(|c| !is_confirmed(c));
                    let standing = match refuted {
                        None if confirmed.is_empty() => String::new(),
                        None => "every step is confirmed by another engine\n".to_owned(),
                        Some(other) => {
                            format!("not every step is confirmed: {}\n", other.description())
                        }
                    };
                    path_text(&hint.guide, path, layout()) + &standing
                }
                _ => hint_text(&hint, Tier::Reason, layout(), bare),
            };
            out.write_all(text.as_bytes())?;
        }
    }
    out.flush()?;
    if let (Some(folder), Next::Steps { path, .. }) = (&args.pages, &hint.next) {
        pages(folder, &found.source, &hint, path)?;
    }
    let code = match &hint.next {
        Next::Steps { path, .. } if path.end != End::Complete && exit_code(&hint) == 0 => 3,
        _ => exit_code(&hint),
    };
    Ok(interrupt::exit_code(&control, code))
}

fn is_confirmed(confirmed: &parallax_why::Confirmed) -> bool {
    matches!(confirmed, parallax_why::Confirmed::By(_))
}

/// Writes a picture of every step.
fn pages(folder: &FilePath, source: &str, hint: &Hint, path: &Path) -> Result<(), Failure> {
    let fail = |at: &FilePath, error: std::io::Error| {
        Failure(format!("{}: cannot write: {error}", at.display()))
    };
    fs::create_dir_all(folder).map_err(|error| fail(folder, error))?;
    for (number, (state, step)) in (1..).zip(path.walk(&hint.guide.rules)) {
        let title = format!("{source}, step {number}: {}", hint.guide.conclusion(step));
        let svg = step_svg(&hint.guide, &state, Some(step), &title)
            .ok_or_else(|| Failure(format!("{source}: this puzzle has no board to draw")))?;
        let file = folder.join(format!("step-{number:03}.svg"));
        fs::write(&file, svg).map_err(|error| fail(&file, error))?;
    }
    Ok(())
}
