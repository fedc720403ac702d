//! The tables of a comparison for people.

use std::collections::BTreeMap;

use parallax_compare::{Row, Verdict};
use parallax_model::ask::Answer;

use super::columns::{Cell, Column};
use super::fastest::Race;
use super::folder::shared_folder;
use super::layout::{Layout, Paint};
use super::summary::Lane;
use super::{Summary, compiler, count, instance_name, remark, rests_on, seconds, supported};

/// The width of the longest bar, in characters.
const BAR: usize = 20;

/// The columns of single rows.
const ROWS: [Column<'_>; 10] = [
    Column::words("instance", 0),
    Column::words("model", 5),
    Column::words("engine", 0),
    Column::words("answer", 0),
    Column::numbers("count", 0),
    Column::numbers("encode s", 3),
    Column::numbers("solve s", 2),
    Column::numbers("check s", 4),
    Column::numbers("factor", 5),
    Column::words("proof", 6),
];

/// The place of the proof in a row of [`ROWS`]; the factor comes before it.
const PROOF: usize = 8;

/// Returns a table with a row of each engine for one instance.
pub(super) fn engines(rows: &[Row], verdict: Verdict, layout: &Layout) -> String {
    let several = rows.iter().any(|row| row.model != rows[0].model);
    let mut race = Race::default();
    race.add(rows, verdict);
    let fastest = race.fastest();
    let cells: Vec<Vec<Cell>> = rows
        .iter()
        .map(|row| {
            let mut cells = cells(row);
            let factor = fastest.as_ref().and_then(|best| best.factor_of(&row.engine, &row.model));
            cells.insert(PROOF, factor.map(multiple).unwrap_or_default().into());
            cells.remove(0);
            if !several {
                cells[0] = Cell::default();
            }
            cells
        })
        .collect();
    layout.table(&ROWS[1..], &cells)
}

/// Returns a table with the rows of several instances; an instance is named in its first row, and
/// the folder that all share above the table.
pub(super) fn rows(rows: &[Row], layout: &Layout) -> String {
    let names: Vec<String> = rows.iter().map(instance_name).collect();
    let folder = shared_folder(names.iter().map(String::as_str));
    let mut last = None;
    let cells: Vec<Vec<Cell>> = rows
        .iter()
        .map(|row| {
            let name = Some((&row.instance, row.index));
            let mut cells = cells(row);
            cells.insert(PROOF, Cell::default());
            cells[0].text.drain(..folder.len());
            if std::mem::replace(&mut last, name) == name {
                cells[0] = Cell::default();
            }
            cells
        })
        .collect();
    let head = if folder.is_empty() { String::new() } else { format!("instances in {folder}\n") };
    head + &layout.table(&ROWS, &cells)
}

fn cells(row: &Row) -> Vec<Cell> {
    let paint = match &row.answer {
        _ if !row.checked || row.wrong.is_some() => Paint::Bad,
        Answer::Unsupported(_) => Paint::Faint,
        Answer::Unknown(_) => Paint::Doubtful,
        _ => Paint::Plain,
    };
    let times = match row.answer {
        Answer::Unsupported(_) => Default::default(),
        _ => [row.time_s.encode, row.time_s.solve, row.time_s.check].map(seconds),
    };
    let [encode, solve, check] = times;
    vec![
        instance_name(row).into(),
        (*row.model).into(),
        row.engine.as_str().into(),
        Cell::from(supported(row)).painted(paint),
        count(row).into(),
        encode.into(),
        solve.into(),
        check.into(),
        row.proof.clone().unwrap_or_default().into(),
    ]
}

/// Returns the reasons why engines gave no answer, or an incomplete one: each reason once, with its
/// engines.
pub(super) fn notes(rows: &[Row], layout: &Layout) -> String {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in rows {
        let Some(reason) = remark(row) else { continue };
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
        let wrapped = layout.wrap(&line, 2);
        format!("{}\n", layout.paint(wrapped.trim_end(), Paint::Faint))
    });
    let mut lines: String = lines.collect();
    let mut compiled: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in rows {
        if let Some(compiler) = compiler(row) {
            let engines = compiled.entry(compiler).or_default();
            if !engines.contains(&row.engine.as_str()) {
                engines.push(&row.engine);
            }
        }
    }
    for (compiler, engines) in compiled {
        let wrapped = layout.wrap(&rests_on(&engines.join(", "), compiler), 2);
        lines += &format!("{}\n", layout.paint(wrapped.trim_end(), Paint::Faint));
    }
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// Returns a table with a row for each engine over all instances, or for each model and engine if
/// `by_model`.
pub(super) fn instances(summary: &Summary, by_model: bool, layout: &Layout) -> String {
    let lanes = if by_model { summary.lanes.clone() } else { summary.engines() };
    let fastest = summary.fastest();
    let factor = |lane: &Lane| fastest.as_ref()?.factor_of(&lane.engine, &lane.model);
    let columns = [
        Column::words("model", 6),
        Column::words("engine", 0),
        Column::numbers("sat", 0),
        Column::numbers("unsat", 0),
        Column::numbers("unfinished", 0),
        Column::numbers("unknown", 0),
        Column::numbers("n/a", 4),
        Column::numbers("wrong", 1),
        Column::numbers("agreed", 2),
        Column::numbers("time s", 0),
        Column::numbers("factor", 2),
        Column::words("", 3),
    ];
    let slowest = lanes.iter().map(Lane::time).fold(0.0, f64::max);
    let rows: Vec<Vec<Cell>> = lanes
        .iter()
        .map(|lane| {
            let [sat, unsat, unknown, unsupported] = lane.answers;
            let number = |n: u64| if n == 0 { String::new() } else { n.to_string() };
            let painted = |n: u64, paint| Cell::from(number(n)).painted(paint);
            vec![
                if by_model { (*lane.model).into() } else { Cell::default() },
                lane.engine.as_str().into(),
                number(sat).into(),
                number(unsat).into(),
                painted(lane.unfinished, Paint::Doubtful),
                painted(unknown, Paint::Doubtful),
                painted(unsupported, Paint::Faint),
                painted(lane.wrong, Paint::Bad),
                number(lane.agreed).into(),
                seconds(lane.time()).into(),
                factor(lane).map(multiple).unwrap_or_default().into(),
                bar(lane.time(), slowest).into(),
            ]
        })
        .collect();
    layout.table(&columns, &rows)
}

/// Returns a time as a multiple of the least one.
fn multiple(factor: f64) -> String {
    if factor < 0.95 { format!("{factor:.2}") } else { format!("{factor:.1}") }
}

/// Returns a bar of at most [`BAR`] characters, in eighths of a character.
pub(super) fn bar(part: f64, whole: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    if whole <= 0.0 || part <= 0.0 {
        return String::new();
    }
    let eighths = ((part / whole * (8 * BAR) as f64).round() as usize).clamp(1, 8 * BAR);
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn bars_are_in_proportion() {
        assert_eq!(bar(0.0, 0.0), "");
        assert_eq!(bar(1e-9, 1.0), "▏");
        assert_eq!(bar(0.5, 1.0), "█".repeat(10));
        assert_eq!(bar(1.0, 1.0), "█".repeat(20));
    }
}
