//! `parallax encodings`: the guarantees of encodings, and their measurements.

use std::io::Write;
use std::time::Duration;

use parallax_encodings::{Strength, promises};
use parallax_engines::{EngineList, Spec, each_encoding, parse_list};
use parallax_experiment::measure::{Measured, Settings, Study, pareto};
use parallax_model::Model;
use parallax_model::ask::{Answer, Refusal};
use parallax_model::instance::Viewpoint;
use parallax_report::{Cell, Column, markdown};
use parallax_solvers::SatKind;
use parallax_translate::EncodingUse;
use serde::Serialize;

use super::clock::{Clock, Unknown};
use super::formula::viewpoint;
use super::options::MaybeInput;
use super::output::Output;
use super::progress::Progress;
use super::screen::layout;
use super::{Failure, interrupt};
use crate::cli::format::TableFormat;
use crate::cli::numbers::{seconds, whole, within};

/// Guarantees of the encodings; with FILE, measured on an instance: size, propagation, times.
#[derive(clap::Args)]
#[command(after_help = "propagation: of the values that generalised arc consistency of the \
                        instance's own constraints removes along random partial assignments, the \
                        share that unit propagation removes too; refuted: the same of \
                        contradictions. '*' marks the Pareto front: nothing else is certainly \
                        better in literals, propagation, encode or solve time and certainly worse in none; \
                        times that overlap between runs decide nothing.")]
pub(super) struct Args {
    #[command(flatten)]
    input: MaybeInput,
    /// The model of the puzzle, as in cells+symmetry [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// SAT engines and patterns, such as 'sat:batsat+*' for every combination
    ///
    /// The default is each encoding of integers with each other choice, one at a time.
    #[arg(long, value_name = "LIST", value_parser = parse_list)]
    engines: Option<EngineList>,
    /// The number of partial assignments
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<usize>)]
    probes: usize,
    /// How often to encode and solve, each time with another seed
    ///
    /// The median is shown, and the spread decides about the front.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = within::<u64>(1, u64::MAX))]
    runs: u64,
    /// Maximum seconds for each run [default: 10] and for reading the instance [default: none]
    #[arg(long, value_name = "S", value_parser = seconds)]
    timeout: Option<Duration>,
    /// The seed of the partial assignments, and of the first run
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = whole::<u64>)]
    seed: u64,
    /// How to print
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    format: TableFormat,
}

/// The limit of a run, where the user names none.
const TIMEOUT: Duration = Duration::from_secs(10);

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let Some(input) = args.input.given() else { return list(args.format) };
    let json = args.format == TableFormat::Json;
    let clock = Clock::start(args.timeout, Unknown { code: 3, json });
    let found = input.find(&clock)?;
    clock.release();
    let instance = &*found.instance;
    let viewpoint = viewpoint(&found, args.model.as_deref())?;
    let model = instance.model(&viewpoint)?;
    let specs = engines(args.engines.as_ref(), &model);
    let control = interrupt::control();
    let settings = Settings {
        probes: args.probes,
        seed: args.seed,
        runs: args.runs,
        timeout: Some(args.timeout.unwrap_or(TIMEOUT)),
    };
    let progress = Progress::counting("measuring", "encodings").with_time_left();
    let progress = progress.out_of(specs.len() as u64);
    let refused =
        |refusal: Refusal| Failure(format!("{}: {}", found.source, Answer::from(refusal)));
    let study =
        Study::new(model, &instance.givens(&viewpoint), settings, &control).map_err(refused)?;
    let mut rows = Vec::new();
    let mut left_out = Vec::new();
    for spec in specs {
        match study.measure(&spec, &control) {
            Ok(row) => rows.push(row),
            // Completed measurements are shown after an interrupt also.
            Err(_) if control.stopped().is_some() => break,
            Err(refusal) => left_out.push((spec, Answer::from(refusal).to_string())),
        }
        progress.step(String::new);
    }
    progress.finish();
    pareto::mark(&mut rows);
    let mut out = Output::new();
    match args.format {
        TableFormat::Json => {
            for row in &rows {
                serde_json::to_writer(&mut out, row)?;
                writeln!(out)?;
            }
        }
        TableFormat::Csv => records(&mut out, &rows)?,
        TableFormat::Text | TableFormat::Markdown => {
            writeln!(out, "{}", heading(&found.source, &viewpoint, &study))?;
            writeln!(out, "{}", table(&rows, args.format))?;
        }
    }
    for (spec, why) in left_out {
        eprintln!("parallax: {spec}: {why}");
    }
    out.flush()?;
    Ok(interrupt::exit_code(&control, 0))
}

/// A guarantee as a line of JSON.
#[derive(Serialize)]
struct Promised {
    choice: &'static str,
    name: &'static str,
    source: &'static str,
    keeps_counts: bool,
    can_keep_counts: bool,
    strength: Option<&'static str>,
}

/// Lists the guarantees of each encoding.
fn list(format: TableFormat) -> Result<u8, Failure> {
    let lines = promises().into_iter().map(|promise| Promised {
        choice: promise.key,
        name: promise.name,
        source: promise.source,
        keeps_counts: promise.keeps_counts,
        can_keep_counts: promise.can_keep_counts,
        strength: promise.strength.map(Strength::name),
    });
    let mut out = Output::new();
    if format == TableFormat::Csv {
        let mut csv = csv::Writer::from_writer(&mut out);
        lines.into_iter().try_for_each(|line| csv.serialize(line))?;
        csv.flush()?;
        return Ok(0);
    }
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for line in lines {
        if format == TableFormat::Json {
            serde_json::to_writer(&mut out, &line)?;
            writeln!(out)?;
            continue;
        }
        let counts = match (line.keeps_counts, line.can_keep_counts) {
            (true, _) => "kept",
            (false, true) => "can be kept",
            (false, false) => "projected",
        };
        let strength = line.strength.unwrap_or("");
        rows.push([line.choice, line.name, counts, strength, line.source].map(Cell::from).to_vec());
    }
    if format != TableFormat::Json {
        let columns = [
            Column::words("choice", 0),
            Column::words("name", 0),
            Column::words("model counts", 1),
            Column::words("unit propagation", 0),
            Column::prose("from"),
        ];
        writeln!(out, "{}", print(&columns, &rows, format))?;
        let note = "Counts and propagation are those of unguarded constraints over direct-encoded \
                    integers, with pairwise at-most-one: what is promised, and tested.";
        out.write_all(layout().wrap(note, 0).as_bytes())?;
    }
    out.flush()?;
    Ok(0)
}

/// Returns the engines that are named, or each encoding of integers with each choice that makes a
/// difference, one at a time.
fn engines(named: Option<&EngineList>, model: &Model) -> Vec<Spec> {
    let effect = EncodingUse::of(model);
    if let Some(list) = named {
        return list.specs(&|options, choice| effect.matters(options, choice));
    }
    let solver = if SatKind::Cadical.is_built() { SatKind::Cadical } else { SatKind::Batsat };
    each_encoding(solver, &effect)
}

fn heading(source: &str, viewpoint: &Viewpoint, study: &Study) -> String {
    let of = if study.is_bare() { " of the constraints without the givens" } else { "" };
    let probes = study.probes();
    format!("{source}, model {viewpoint}: propagation along {probes} partial assignments{of}")
}

/// The columns of the measurements.
const COLUMNS: [Column<'_>; 13] = [
    Column::words("", 0),
    Column::words("encoding", 0),
    Column::numbers("variables", 5),
    Column::numbers("clauses", 1),
    Column::numbers("literals", 4),
    Column::words("counts", 7),
    Column::numbers("root", 8),
    Column::numbers("propagation", 0),
    Column::numbers("refuted", 6),
    Column::numbers("encode s", 2),
    Column::numbers("solve s", 0),
    Column::words("answer", 3),
    Column::numbers("conflicts", 9),
];

fn table(rows: &[Measured], format: TableFormat) -> String {
    let row = |row: &Measured| {
        let strength = &row.propagation;
        let cells = [
            if row.pareto { "*" } else { "" }.to_owned(),
            row.engine.clone(),
            row.variables.to_string(),
            row.clauses.to_string(),
            row.literals.to_string(),
            if row.keeps_counts { "kept" } else { "projected" }.to_owned(),
            format!("{}/{}", strength.root_found, strength.root),
            percent(strength.share()),
            percent(strength.refuted_share()),
            format!("{:.4}", row.encode_s.median),
            row.solve.seconds.map_or_else(|| "-".into(), |time| format!("{:.4}", time.median)),
            row.solve.answer.to_owned(),
            row.solve.conflicts.map_or_else(String::new, |conflicts| conflicts.to_string()),
        ];
        cells.map(Cell::from).to_vec()
    };
    print(&COLUMNS, &rows.iter().map(row).collect::<Vec<_>>(), format)
}

/// Writes the rows as CSV: a header, and a record for each encoding. Counts of propagation come
/// with their totals.
fn records(out: impl Write, rows: &[Measured]) -> csv::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record([
        "engine",
        "variables",
        "clauses",
        "literals",
        "keeps_counts",
        "root",
        "root_found",
        "removed",
        "removed_found",
        "refuted",
        "refuted_found",
        "encode_s",
        "encode_least_s",
        "encode_most_s",
        "solve_s",
        "solve_least_s",
        "solve_most_s",
        "answer",
        "conflicts",
        "pareto",
    ])?;
    for row in rows {
        let strength = &row.propagation;
        let or_nothing = |number: Option<String>| number.unwrap_or_default();
        csv.write_record([
            row.engine.clone(),
            row.variables.to_string(),
            row.clauses.to_string(),
            row.literals.to_string(),
            row.keeps_counts.to_string(),
            strength.root.to_string(),
            strength.root_found.to_string(),
            strength.removed.to_string(),
            strength.removed_found.to_string(),
            strength.refuted.to_string(),
            strength.refuted_found.to_string(),
            row.encode_s.median.to_string(),
            row.encode_s.least.to_string(),
            row.encode_s.most.to_string(),
            or_nothing(row.solve.seconds.map(|time| time.median.to_string())),
            or_nothing(row.solve.seconds.map(|time| time.least.to_string())),
            or_nothing(row.solve.seconds.map(|time| time.most.to_string())),
            row.solve.answer.to_owned(),
            or_nothing(row.solve.conflicts.map(|conflicts| conflicts.to_string())),
            row.pareto.to_string(),
        ])?;
    }
    csv.flush()?;
    Ok(())
}

fn print(columns: &[Column<'_>], rows: &[Vec<Cell>], format: TableFormat) -> String {
    match format {
        TableFormat::Markdown => markdown(columns, rows),
        _ => layout().table(columns, rows),
    }
}

fn percent(share: f64) -> String {
    // Only an exact 1 prints as 100 %.
    match share {
        1.0 => "100 %".into(),
        share => format!("{:.1} %", (share * 1000.0).floor() / 10.0),
    }
}
