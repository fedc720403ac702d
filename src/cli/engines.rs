//! `parallax engines`: the engines of this build.

use std::io::Write;

use parallax_encodings::{EncodingChoice, EncodingOptions};
use parallax_engines::{EngineKind, NativeSearch, Portfolio, SatEngine, Spec};
use parallax_report::layout::{TextLayout, TextStyle};
use parallax_report::{ReportCell, ReportColumn};
use parallax_search::SearchSettings;
use parallax_solvers::replies::{KNOWN_SOLVERS, KnownSolver};
use serde::Serialize;

use super::CliError;
use super::output::StandardOutput;
use super::screen::output_layout;
use crate::cli::format::OutputFormat;

/// List the engines that this build has
#[derive(clap::Args)]
pub(super) struct EnginesArgs {
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
}

/// Lists of engines.
pub(super) const ENGINE_LIST_HELP: &str = "'--engines all' is every engine of this build with its default encoding, without local \
    search. Patterns: 'sat:*+order' is every SAT solver, 'sat:batsat+*' every combination of \
    encodings that makes a difference, 'sat:batsat+order,sum=*' every encoding of sums.";

/// The title of the last column of most tables.
const DESCRIPTION_COLUMN: ReportColumn<'_> = ReportColumn::prose_column("what it does");

/// The width of the page when the output is not a terminal.
const DEFAULT_PAGE_WIDTH: usize = 80;

/// Maximum width of prose that is easy to read.
const MAX_PROSE_WIDTH: usize = 110;

#[derive(Serialize)]
struct EngineLine {
    engine: String,
    built: bool,
    version: String,
    about: String,
    /// The choices that a spec of this engine has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<SpecChoice>,
}

#[derive(Serialize)]
pub(super) struct SpecChoice {
    pub(super) part: &'static str,
    pub(super) name: String,
    pub(super) about: String,
}

/// Returns every engine to list, and the portfolio.
pub(super) fn listed_engines() -> impl Iterator<Item = Spec> {
    Spec::all_variants().into_iter().chain([Spec::new(Portfolio::usual_portfolio())])
}

/// Returns the choices of native search.
pub(super) fn native_choices() -> Vec<SpecChoice> {
    let known = SearchSettings::list_choices().into_iter();
    known.map(|c| SpecChoice { part: c.part, name: c.name, about: c.about }).collect()
}

fn native_table(layout: &TextLayout) -> String {
    let columns = [
        ReportColumn::word_column("native", 0),
        ReportColumn::word_column("choice", 0),
        DESCRIPTION_COLUMN,
    ];
    let mut before = "";
    let rows: Vec<Vec<ReportCell>> = native_choices()
        .into_iter()
        .map(|SpecChoice { part, name, about }| {
            // Names a part only on its first row, as the choices of a part follow each other.
            let part = if std::mem::replace(&mut before, part) == part { "" } else { part };
            vec![part.into(), name.into(), about.into()]
        })
        .collect();
    layout.render_table(&columns, &rows)
}

/// Returns the choices of SAT engines.
fn sat_encodings() -> impl Iterator<Item = &'static EncodingChoice> {
    const INTEGERS: &EncodingChoice = &EncodingOptions::INTEGERS;
    [INTEGERS].into_iter().chain(EncodingOptions::CHOICES)
}

fn sat_choices() -> Vec<SpecChoice> {
    let names = |choice: &'static EncodingChoice| {
        (choice.names)().into_iter().map(move |name| (choice, name))
    };
    let chosen = |(choice, name): (&'static EncodingChoice, &str)| SpecChoice {
        part: choice.key,
        name: name.to_owned(),
        about: choice.about.to_owned(),
    };
    sat_encodings().flat_map(names).map(chosen).collect()
}

fn sat_table(layout: &TextLayout) -> String {
    let columns = [ReportColumn::word_column("sat", 0), ReportColumn::prose_column("names")];
    let row = |choice: &EncodingChoice| {
        let names = format!("{} ({})", (choice.names)().join(", "), choice.about);
        vec![choice.key.into(), names.into()]
    };
    layout.render_table(&columns, &sat_encodings().map(row).collect::<Vec<_>>())
}

/// Returns the line of a known external solver, with the path of its file as its version.
fn program_line(known: &KnownSolver) -> EngineLine {
    let place = known.find_program();
    EngineLine {
        engine: known.spec.to_owned(),
        built: place.is_some(),
        version: place.map_or_else(|| "not installed".into(), |place| place.display().to_string()),
        about: "a program, if it is installed".into(),
        choices: Vec::new(),
    }
}

pub(super) fn run(args: &EnginesArgs) -> Result<u8, CliError> {
    let mut out = StandardOutput::new();
    match args.format {
        OutputFormat::Json => {
            let lines = listed_engines()
                .map(EngineLine::from_spec)
                .chain(KNOWN_SOLVERS.iter().map(program_line));
            for line in lines {
                serde_json::to_writer(&mut out, &line)?;
                writeln!(out)?;
            }
        }
        OutputFormat::Text => {
            let terminal = output_layout();
            let width = terminal.width.unwrap_or(DEFAULT_PAGE_WIDTH).min(MAX_PROSE_WIDTH);
            out.write_all(engines_page(&TextLayout { width: Some(width), ..terminal }).as_bytes())?;
        }
    }
    out.flush()?;
    Ok(0)
}

impl EngineLine {
    fn from_spec(spec: Spec) -> Self {
        EngineLine {
            engine: spec.to_string(),
            built: spec.is_built(),
            version: spec.version(),
            about: spec.description(),
            choices: if spec.is_engine::<NativeSearch>() {
                native_choices()
            } else if spec.is_engine::<SatEngine>() {
                sat_choices()
            } else {
                Vec::new()
            },
        }
    }
}

/// Returns all choices of users, from the engines to their options.
fn engines_page(layout: &TextLayout) -> String {
    let wrap = |text: &str| layout.wrap_text(text, 0);
    let mut parts = vec![engine_table(layout), wrap(ENGINE_LIST_HELP)];
    parts.extend(Spec::engine_usages().map(|usage| match Some(usage) {
        NativeSearch::USAGE => wrap(usage.text) + "\n" + &native_table(layout),
        SatEngine::USAGE => wrap(usage.text) + "\n" + &sat_table(layout),
        _ => wrap(usage.text),
    }));
    parts.push(programs_table(layout));
    parts.join("\n")
}

/// Whether a SAT engine has its default encoding; true for all other engines.
pub(super) fn is_first(spec: &Spec) -> bool {
    spec.as_engine::<SatEngine>().is_none_or(|sat| sat.options == EncodingOptions::default())
}

/// Returns the table of engines, with only the default encoding of SAT solvers.
fn engine_table(layout: &TextLayout) -> String {
    let columns = [
        ReportColumn::word_column("engine", 0),
        ReportColumn::word_column("version", 1),
        DESCRIPTION_COLUMN,
    ];
    let row = |spec: Spec| {
        let version = match spec.version() {
            missing if !spec.is_built() => ReportCell::from(missing).with_style(TextStyle::Faint),
            version => version.into(),
        };
        vec![spec.to_string().into(), version, spec.description().into()]
    };
    let rows: Vec<Vec<ReportCell>> = listed_engines().filter(is_first).map(row).collect();
    layout.render_table(&columns, &rows)
}

/// Returns the known programs, with their paths.
fn programs_table(layout: &TextLayout) -> String {
    let columns =
        [ReportColumn::word_column("known program", 0), ReportColumn::word_column("where", 0)];
    let row = |line: EngineLine| vec![line.engine.into(), line.version.into()];
    layout.render_table(
        &columns,
        &KNOWN_SOLVERS.iter().map(program_line).map(row).collect::<Vec<_>>(),
    )
}
