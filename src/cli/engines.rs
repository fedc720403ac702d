//! `parallax engines`: the engines of this build.

use std::io::Write;

use parallax_encodings::{EncodingChoice, Options};
use parallax_engines::{EngineKind, NativeSearch, Portfolio, SatEngine, Spec};
use parallax_report::layout::{Layout, Paint};
use parallax_report::{Cell, Column};
use parallax_search::Settings;
use parallax_solvers::replies::{KNOWN, KnownSolver};
use serde::Serialize;

use super::Failure;
use super::output::Output;
use super::screen::layout;
use crate::cli::format::Format;

/// List the engines that this build has.
#[derive(clap::Args)]
pub(super) struct Args {
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Lists of engines.
pub(super) const LISTS: &str = "'--engines all' is every engine of this build with its default encoding, without local \
    search. Patterns: 'sat:*+order' is every SAT solver, 'sat:batsat+*' every combination of \
    encodings that makes a difference, 'sat:batsat+order,sum=*' every encoding of sums.";

/// The title of the last column of most tables.
const ABOUT: Column<'_> = Column::prose("what it does");

/// The width of the page when the output is not a terminal.
const PAGE: usize = 80;

/// Maximum width of prose that is easy to read.
const WIDEST: usize = 110;

#[derive(Serialize)]
struct Line {
    engine: String,
    built: bool,
    version: String,
    about: String,
    /// The choices that a spec of this engine has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<Chosen>,
}

#[derive(Serialize)]
pub(super) struct Chosen {
    pub(super) part: &'static str,
    pub(super) name: String,
    pub(super) about: String,
}

/// Returns every engine to list, and the portfolio.
pub(super) fn listed() -> impl Iterator<Item = Spec> {
    Spec::variants().into_iter().chain([Spec::new(Portfolio::plain())])
}

/// Returns the choices of native search.
pub(super) fn choices() -> Vec<Chosen> {
    let known = Settings::choices().into_iter();
    known.map(|c| Chosen { part: c.part, name: c.name, about: c.about }).collect()
}

fn native_table(layout: &Layout) -> String {
    let columns = [Column::words("native", 0), Column::words("choice", 0), ABOUT];
    let mut before = "";
    let rows: Vec<Vec<Cell>> = choices()
        .into_iter()
        .map(|Chosen { part, name, about }| {
            let part = if std::mem::replace(&mut before, part) == part { "" } else { part };
            vec![part.into(), name.into(), about.into()]
        })
        .collect();
    layout.table(&columns, &rows)
}

/// Returns the choices of SAT engines.
fn encodings() -> impl Iterator<Item = &'static EncodingChoice> {
    const INTEGERS: &EncodingChoice = &Options::INTEGERS;
    [INTEGERS].into_iter().chain(Options::CHOICES)
}

fn sat_choices() -> Vec<Chosen> {
    let names = |choice: &'static EncodingChoice| {
        (choice.names)().into_iter().map(move |name| (choice, name))
    };
    let chosen = |(choice, name): (&'static EncodingChoice, &str)| Chosen {
        part: choice.key,
        name: name.to_owned(),
        about: choice.about.to_owned(),
    };
    encodings().flat_map(names).map(chosen).collect()
}

fn sat_table(layout: &Layout) -> String {
    let columns = [Column::words("sat", 0), Column::prose("names")];
    let row = |choice: &EncodingChoice| {
        let names = format!("{} ({})", (choice.names)().join(", "), choice.about);
        vec![choice.key.into(), names.into()]
    };
    layout.table(&columns, &encodings().map(row).collect::<Vec<_>>())
}

/// Returns the line of a known solver that is a program; its version is the place of its file.
fn program(known: &KnownSolver) -> Line {
    let place = known.place();
    Line {
        engine: known.spec.to_owned(),
        built: place.is_some(),
        version: place.map_or_else(|| "not installed".into(), |place| place.display().to_string()),
        about: "a program, if it is installed".into(),
        choices: Vec::new(),
    }
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let mut out = Output::new();
    match args.format {
        Format::Json => {
            let lines = listed().map(Line::of).chain(KNOWN.iter().map(program));
            for line in lines {
                serde_json::to_writer(&mut out, &line)?;
                writeln!(out)?;
            }
        }
        Format::Text => {
            let terminal = layout();
            let width = terminal.width.unwrap_or(PAGE).min(WIDEST);
            out.write_all(page(&Layout { width: Some(width), ..terminal }).as_bytes())?;
        }
    }
    out.flush()?;
    Ok(0)
}

impl Line {
    fn of(spec: Spec) -> Self {
        Line {
            engine: spec.to_string(),
            built: spec.is_built(),
            version: spec.version(),
            about: spec.description(),
            choices: if spec.is_engine::<NativeSearch>() {
                choices()
            } else if spec.is_engine::<SatEngine>() {
                sat_choices()
            } else {
                Vec::new()
            },
        }
    }
}

/// Returns all choices of users, from the engines to their options.
fn page(layout: &Layout) -> String {
    let wrap = |text: &str| layout.wrap(text, 0);
    let mut parts = vec![engine_table(layout), wrap(LISTS)];
    parts.extend(Spec::usages().map(|usage| match Some(usage) {
        NativeSearch::USAGE => wrap(usage.text) + "\n" + &native_table(layout),
        SatEngine::USAGE => wrap(usage.text) + "\n" + &sat_table(layout),
        _ => wrap(usage.text),
    }));
    parts.push(programs(layout));
    parts.join("\n")
}

/// Whether a SAT engine has its first encoding; others always count.
pub(super) fn is_first(spec: &Spec) -> bool {
    spec.as_engine::<SatEngine>().is_none_or(|sat| sat.options == Options::default())
}

/// Returns the engines, SAT solvers with their first encoding only.
fn engine_table(layout: &Layout) -> String {
    let columns = [Column::words("engine", 0), Column::words("version", 1), ABOUT];
    let row = |spec: Spec| {
        let version = match spec.version() {
            missing if !spec.is_built() => Cell::from(missing).painted(Paint::Faint),
            version => version.into(),
        };
        vec![spec.to_string().into(), version, spec.description().into()]
    };
    let rows: Vec<Vec<Cell>> = listed().filter(is_first).map(row).collect();
    layout.table(&columns, &rows)
}

/// Returns the known programs, with their places.
fn programs(layout: &Layout) -> String {
    let columns = [Column::words("known program", 0), Column::words("where", 0)];
    let row = |line: Line| vec![line.engine.into(), line.version.into()];
    layout.table(&columns, &KNOWN.iter().map(program).map(row).collect::<Vec<_>>())
}
