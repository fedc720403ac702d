//! The tables of a comparison for people.

use std::collections::BTreeMap;

use parallax_compare::{Row, Verdict};
use parallax_model::engine_api::Answer;

use super::columns::{ReportCell, ReportColumn};
use super::fastest::RaceTotals;
use super::folder::shared_folder;
use super::layout::{TextLayout, TextStyle};
use super::summary::LaneSummary;
use super::{
    ComparisonSummary, answer_with_evidence, claim_compiler, count_text, instance_name, rests_on,
    row_remark, seconds_text,
};

/// The width of the longest bar, in characters.
const MAX_BAR_CHARACTERS: usize = 20;

/// The columns of single rows.
const ROW_COLUMNS: [ReportColumn<'_>; 10] = [
    ReportColumn::word_column("instance", 0),
    ReportColumn::word_column("model", 5),
    ReportColumn::word_column("engine", 0),
    ReportColumn::word_column("answer", 0),
    ReportColumn::number_column("count", 0),
    ReportColumn::number_column("encode s", 3),
    ReportColumn::number_column("solve s", 2),
    ReportColumn::number_column("check s", 4),
    ReportColumn::number_column("factor", 5),
    ReportColumn::word_column("proof", 6),
];

/// The place of the proof in a row of [`ROW_COLUMNS`]; the factor comes before it.
const PROOF_COLUMN_INDEX: usize = 8;

/// Returns a table with a row of each engine for one instance.
pub(super) fn engine_table(rows: &[Row], verdict: Verdict, layout: &TextLayout) -> String {
    let several = rows.iter().any(|row| row.model != rows[0].model);
    let mut race = RaceTotals::default();
    race.add_rows(rows, verdict);
    let fastest = race.fastest_engine();
    let cells: Vec<Vec<ReportCell>> = rows
        .iter()
        .map(|row| {
            let mut cells = row_cells(row);
            let factor = fastest.as_ref().and_then(|best| best.factor_of(&row.engine, &row.model));
            // The factor depends on the other rows, so `row_cells` leaves it out. With a single
            // instance the column of instances is removed, and its title by the slice below.
            cells.insert(PROOF_COLUMN_INDEX, factor.map(time_multiple).unwrap_or_default().into());
            cells.remove(0);
            if !several {
                cells[0] = ReportCell::default();
            }
            cells
        })
        .collect();
    layout.render_table(&ROW_COLUMNS[1..], &cells)
}

/// Returns a table with the rows of several instances; an instance is named in its first row, and
/// the folder that all share above the table.
pub(super) fn row_table(rows: &[Row], layout: &TextLayout) -> String {
    let names: Vec<String> = rows.iter().map(instance_name).collect();
    let folder = shared_folder(names.iter().map(String::as_str));
    let mut last = None;
    let cells: Vec<Vec<ReportCell>> = rows
        .iter()
        .map(|row| {
            let name = Some((&row.instance, row.index));
            let mut cells = row_cells(row);
            cells.insert(PROOF_COLUMN_INDEX, ReportCell::default());
            // All names begin with the shared folder, so the cut is within bounds.
            cells[0].text.drain(..folder.len());
            if std::mem::replace(&mut last, name) == name {
                cells[0] = ReportCell::default();
            }
            cells
        })
        .collect();
    let head = if folder.is_empty() { String::new() } else { format!("instances in {folder}\n") };
    head + &layout.render_table(&ROW_COLUMNS, &cells)
}

fn row_cells(row: &Row) -> Vec<ReportCell> {
    let paint = match &row.answer {
        _ if !row.checked || row.wrong.is_some() => TextStyle::Bad,
        Answer::Unsupported(_) => TextStyle::Faint,
        Answer::Unknown(_) => TextStyle::Doubtful,
        _ => TextStyle::Plain,
    };
    let times = match row.answer {
        Answer::Unsupported(_) => Default::default(),
        _ => [row.time_s.encode, row.time_s.solve, row.time_s.check].map(seconds_text),
    };
    let [encode, solve, check] = times;
    vec![
        instance_name(row).into(),
        (*row.model).into(),
        row.engine.as_str().into(),
        ReportCell::from(answer_with_evidence(row)).with_style(paint),
        count_text(row).into(),
        encode.into(),
        solve.into(),
        check.into(),
        row.proof.clone().unwrap_or_default().into(),
    ]
}

/// Returns the reasons why engines gave no answer, or an incomplete one: each reason once, with its
/// engines.
pub(super) fn reason_notes(rows: &[Row], layout: &TextLayout) -> String {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in rows {
        let Some(reason) = row_remark(row) else { continue };
        // Many rows fail for one reason; a linear search keeps the reasons in the order of the
        // rows.
        let place = reasons.iter().position(|(known, _)| *known == reason);
        let place = place.unwrap_or_else(|| {
            reasons.push((reason, Vec::new()));
            reasons.len() - 1
        });
        let engines = &mut reasons[place].1;
        if !engines.contains(&row.engine.as_str()) {
            engines.push(&row.engine);
        }
    }
    let lines = reasons.iter().map(|(reason, engines)| {
        let line = format!("{}: {reason}", engines.join(", "));
        let wrapped = layout.wrap_text(&line, 2);
        format!("{}\n", layout.style_text(wrapped.trim_end(), TextStyle::Faint))
    });
    let mut lines: String = lines.collect();
    let mut compiled: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in rows {
        if let Some(compiler) = claim_compiler(row) {
            let engines = compiled.entry(compiler).or_default();
            if !engines.contains(&row.engine.as_str()) {
                engines.push(&row.engine);
            }
        }
    }
    for (compiler, engines) in compiled {
        let wrapped = layout.wrap_text(&rests_on(&engines.join(", "), compiler), 2);
        lines += &format!("{}\n", layout.style_text(wrapped.trim_end(), TextStyle::Faint));
    }
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// Returns a table with a row for each engine over all instances, or for each model and engine if
/// `by_model`.
pub(super) fn summary_table(
    summary: &ComparisonSummary,
    by_model: bool,
    layout: &TextLayout,
) -> String {
    let lanes = if by_model { summary.lanes.clone() } else { summary.engine_lanes() };
    let fastest = summary.fastest_engine();
    let factor = |lane: &LaneSummary| fastest.as_ref()?.factor_of(&lane.engine, &lane.model);
    let columns = [
        ReportColumn::word_column("model", 6),
        ReportColumn::word_column("engine", 0),
        ReportColumn::number_column("sat", 0),
        ReportColumn::number_column("unsat", 0),
        ReportColumn::number_column("unfinished", 0),
        ReportColumn::number_column("unknown", 0),
        ReportColumn::number_column("n/a", 4),
        ReportColumn::number_column("wrong", 1),
        ReportColumn::number_column("agreed", 2),
        ReportColumn::number_column("time s", 0),
        ReportColumn::number_column("factor", 2),
        ReportColumn::word_column("", 3),
    ];
    let slowest = lanes.iter().map(LaneSummary::total_seconds).fold(0.0, f64::max);
    let rows: Vec<Vec<ReportCell>> = lanes
        .iter()
        .map(|lane| {
            let [sat, unsat, unknown, unsupported] = lane.answers;
            let number = |n: u64| if n == 0 { String::new() } else { n.to_string() };
            let painted = |n: u64, paint| ReportCell::from(number(n)).with_style(paint);
            vec![
                if by_model { (*lane.model).into() } else { ReportCell::default() },
                lane.engine.as_str().into(),
                number(sat).into(),
                number(unsat).into(),
                painted(lane.unfinished, TextStyle::Doubtful),
                painted(unknown, TextStyle::Doubtful),
                painted(unsupported, TextStyle::Faint),
                painted(lane.wrong, TextStyle::Bad),
                number(lane.agreed).into(),
                seconds_text(lane.total_seconds()).into(),
                factor(lane).map(time_multiple).unwrap_or_default().into(),
                draw_bar(lane.total_seconds(), slowest).into(),
            ]
        })
        .collect();
    layout.render_table(&columns, &rows)
}

/// Returns a time as a multiple of the least one.
fn time_multiple(factor: f64) -> String {
    if factor < 0.95 { format!("{factor:.2}") } else { format!("{factor:.1}") }
}

/// Returns a bar of at most [`MAX_BAR_CHARACTERS`] characters, in eighths of a character.
pub(super) fn draw_bar(part: f64, whole: f64) -> String {
    const EIGHTH_BLOCKS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    if whole <= 0.0 || part <= 0.0 {
        return String::new();
    }
    // A positive part has at least one eighth, so that it differs from 0.
    let eighths = ((part / whole * (8 * MAX_BAR_CHARACTERS) as f64).round() as usize)
        .clamp(1, 8 * MAX_BAR_CHARACTERS);
    format!("{}{}", "█".repeat(eighths / 8), EIGHTH_BLOCKS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::draw_bar;

    #[test]
    fn bars_are_in_proportion() {
        assert_eq!(draw_bar(0.0, 0.0), "");
        assert_eq!(draw_bar(1e-9, 1.0), "▏");
        assert_eq!(draw_bar(0.5, 1.0), "█".repeat(10));
        assert_eq!(draw_bar(1.0, 1.0), "█".repeat(20));
    }
}
