//! `parallax encodings`: the guarantees of encodings, and their measurements.

use std::io::Write;
use std::time::Duration;

use parallax_encodings::{PropagationStrength, list_encodings};
use parallax_engines::{EngineList, Spec, each_encoding, parse_list};
use parallax_experiment::measure::{
    EncodingMeasurement, EncodingStudy, EncodingStudyOptions, pareto,
};
use parallax_instance::Viewpoint;
use parallax_model::Model;
use parallax_model::engine_api::{Answer, PreparationError};
use parallax_report::{ReportCell, ReportColumn, markdown_table};
use parallax_solvers::SatKind;
use parallax_translate::EncodingNeeds;
use serde::Serialize;

use super::clock::{CommandClock, UnknownAnswerReport};
use super::formula::find_viewpoint;
use super::options::MaybeInput;
use super::output::StandardOutput;
use super::progress::ProgressLine;
use super::screen::output_layout;
use super::{CliError, interrupt};
use crate::cli::format::TableFormat;
use crate::cli::numbers::{seconds, whole, within};

/// List what encodings promise, or measure them on an instance
#[derive(clap::Args)]
#[command(after_help = "propagation: of the values that generalised arc consistency of the \
                        instance's own constraints removes along random partial assignments, the \
                        share that unit propagation removes too; refuted: the same of \
                        contradictions. '*' marks the Pareto front: nothing else is certainly \
                        better in literals, propagation, encode or solve time and certainly worse in none; \
                        times that overlap between runs decide nothing.")]
pub(super) struct EncodingsArgs {
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
    /// Output format
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    format: TableFormat,
}

/// Default limit of a run.
const DEFAULT_RUN_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) fn run(args: &EncodingsArgs) -> Result<u8, CliError> {
    let Some(input) = args.input.given_input() else { return list_guarantees(args.format) };
    let json = args.format == TableFormat::Json;
    let clock = CommandClock::start_clock(args.timeout, UnknownAnswerReport { code: 3, json });
    let found = input.find_instance(&clock)?;
    // The limit is for each run of the study from here on, so the clock of the whole command must
    // not end it.
    clock.release_limit();
    let instance = &*found.instance;
    let viewpoint = find_viewpoint(&found, args.model.as_deref())?;
    let model = instance.model(&viewpoint)?;
    let specs = measured_engines(args.engines.as_ref(), &model);
    let control = interrupt::interrupt_control();
    let settings = EncodingStudyOptions {
        probes: args.probes,
        seed: args.seed,
        runs: args.runs,
        timeout: Some(args.timeout.unwrap_or(DEFAULT_RUN_TIMEOUT)),
    };
    let progress = ProgressLine::counting_line("measuring", "encodings").with_time_left();
    let progress = progress.out_of(specs.len() as u64);
    let refused = |refusal: PreparationError| {
        CliError(format!("{}: {}", found.source, Answer::from(refusal)))
    };
    let study = EncodingStudy::new(model, &instance.givens(&viewpoint), settings, &control)
        .map_err(refused)?;
    let mut rows = Vec::new();
    let mut left_out = Vec::new();
    for spec in specs {
        match study.measure_engine(&spec, &control) {
            Ok(row) => rows.push(row),
            // An interrupt ends the study but still shows the measurements so far.
            Err(_) if control.stop_reason().is_some() => break,
            Err(refusal) => left_out.push((spec, Answer::from(refusal).to_string())),
        }
        progress.count_step(String::new);
    }
    progress.finish_line();
    pareto::mark_front(&mut rows);
    let mut out = StandardOutput::new();
    match args.format {
        TableFormat::Json => {
            for row in &rows {
                serde_json::to_writer(&mut out, row)?;
                writeln!(out)?;
            }
        }
        TableFormat::Csv => write_records(&mut out, &rows)?,
        TableFormat::Text | TableFormat::Markdown => {
            writeln!(out, "{}", study_heading(&found.source, &viewpoint, &study))?;
            writeln!(out, "{}", format_rows(&rows, args.format))?;
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
struct GuaranteeLine {
    choice: &'static str,
    name: &'static str,
    source: &'static str,
    keeps_counts: bool,
    can_keep_counts: bool,
    strength: Option<&'static str>,
}

/// Lists the guarantees of each encoding.
fn list_guarantees(format: TableFormat) -> Result<u8, CliError> {
    let lines = list_encodings().into_iter().map(|promise| GuaranteeLine {
        choice: promise.key,
        name: promise.name,
        source: promise.source,
        keeps_counts: promise.keeps_counts,
        can_keep_counts: promise.can_keep_counts,
        strength: promise.strength.map(PropagationStrength::name),
    });
    let mut out = StandardOutput::new();
    if format == TableFormat::Csv {
        let mut csv = csv::Writer::from_writer(&mut out);
        lines.into_iter().try_for_each(|line| csv.serialize(line))?;
        csv.flush()?;
        return Ok(0);
    }
    let mut rows: Vec<Vec<ReportCell>> = Vec::new();
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
        rows.push(
            [line.choice, line.name, counts, strength, line.source].map(ReportCell::from).to_vec(),
        );
    }
    if format != TableFormat::Json {
        let columns = [
            ReportColumn::word_column("choice", 0),
            ReportColumn::word_column("name", 0),
            ReportColumn::word_column("model counts", 1),
            ReportColumn::word_column("unit propagation", 0),
            ReportColumn::prose_column("from"),
        ];
        writeln!(out, "{}", format_table(&columns, &rows, format))?;
        let note = "Counts and propagation are those of unguarded constraints over direct-encoded \
                    integers, with pairwise at-most-one: what is promised, and tested.";
        out.write_all(output_layout().wrap_text(note, 0).as_bytes())?;
    }
    out.flush()?;
    Ok(0)
}

/// Returns the named engines, else each encoding of integers with each choice that makes a
/// difference, one at a time.
fn measured_engines(named: Option<&EngineList>, model: &Model) -> Vec<Spec> {
    let effect = EncodingNeeds::from_model(model);
    if let Some(list) = named {
        return list.matching_specs(&|options, choice| effect.makes_difference(options, choice));
    }
    let solver = if SatKind::Cadical.is_built() { SatKind::Cadical } else { SatKind::Batsat };
    each_encoding(solver, &effect)
}

fn study_heading(source: &str, viewpoint: &Viewpoint, study: &EncodingStudy) -> String {
    let of = if study.is_bare() { " of the constraints without the givens" } else { "" };
    let probes = study.probe_count();
    format!("{source}, model {viewpoint}: propagation along {probes} partial assignments{of}")
}

/// The columns of the measurements.
const MEASUREMENT_COLUMNS: [ReportColumn<'_>; 13] = [
    ReportColumn::word_column("", 0),
    ReportColumn::word_column("encoding", 0),
    ReportColumn::number_column("variables", 5),
    ReportColumn::number_column("clauses", 1),
    ReportColumn::number_column("literals", 4),
    ReportColumn::word_column("counts", 7),
    ReportColumn::number_column("root", 8),
    ReportColumn::number_column("propagation", 0),
    ReportColumn::number_column("refuted", 6),
    ReportColumn::number_column("encode s", 2),
    ReportColumn::number_column("solve s", 0),
    ReportColumn::word_column("answer", 3),
    ReportColumn::number_column("conflicts", 9),
];

fn format_rows(rows: &[EncodingMeasurement], format: TableFormat) -> String {
    let row = |row: &EncodingMeasurement| {
        let strength = &row.propagation;
        let cells = [
            if row.pareto { "*" } else { "" }.to_owned(),
            row.engine.clone(),
            row.variables.to_string(),
            row.clauses.to_string(),
            row.literals.to_string(),
            if row.keeps_counts { "kept" } else { "projected" }.to_owned(),
            format!("{}/{}", strength.root_found, strength.root),
            percent(strength.found_share()),
            percent(strength.refuted_share()),
            format!("{:.4}", row.encode_s.median),
            row.solve.seconds.map_or_else(|| "-".into(), |time| format!("{:.4}", time.median)),
            row.solve.answer.to_owned(),
            row.solve.conflicts.map_or_else(String::new, |conflicts| conflicts.to_string()),
        ];
        cells.map(ReportCell::from).to_vec()
    };
    format_table(&MEASUREMENT_COLUMNS, &rows.iter().map(row).collect::<Vec<_>>(), format)
}

/// Writes the rows as CSV: a header, and a record for each encoding, with counts of propagation
/// and their totals.
fn write_records(out: impl Write, rows: &[EncodingMeasurement]) -> csv::Result<()> {
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

fn format_table(
    columns: &[ReportColumn<'_>],
    rows: &[Vec<ReportCell>],
    format: TableFormat,
) -> String {
    match format {
        TableFormat::Markdown => markdown_table(columns, rows),
        _ => output_layout().render_table(columns, rows),
    }
}

fn percent(share: f64) -> String {
    // Rounds down, so that only an exact 1 prints as 100 %: 0.9999 is 99.9 %.
    match share {
        1.0 => "100 %".into(),
        share => format!("{:.1} %", (share * 1000.0).floor() / 10.0),
    }
}
