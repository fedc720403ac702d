//! The engines of a summary by viewpoint, and the viewpoint that wins for each.

use super::columns::{Cell, Column};
use super::layout::{Layout, Paint};
use super::summary::Lane;
use super::{Summary, seconds};

/// Returns a table with a row for each engine: the time on each viewpoint, and in parentheses the
/// number of instances on which that viewpoint was the fastest for the engine. Empty unless an
/// engine has rows on several viewpoints.
pub(super) fn table(summary: &Summary, layout: &Layout) -> String {
    let models = summary.models();
    let lanes = |engine: &str| -> Vec<Option<&Lane>> {
        let of = |model| summary.lanes.iter().find(|l| l.engine == engine && l.model == model);
        models.iter().map(|model| of(model.clone())).collect()
    };
    let engines = summary.engines();
    if models.len() < 2 || engines.is_empty() {
        return String::new();
    }
    let mut columns = vec![Column::words("engine", 0)];
    columns.extend(models.iter().map(|model| Column::numbers(model, 0)));
    columns.push(Column::words("fastest", 0));
    let rows: Vec<Vec<Cell>> = engines
        .iter()
        .map(|engine| {
            let lanes = lanes(&engine.engine);
            let winner = winner(&lanes);
            let mut cells = vec![engine.engine.as_str().into()];
            cells.extend(lanes.iter().map(|lane| cell(*lane, winner)));
            cells.push(winner.map_or_else(String::new, |lane| lane.model.to_string()).into());
            cells
        })
        .collect();
    let title = "Seconds by model, and on how many instances it was the fastest for the engine:";
    format!("{}{}", layout.wrap(title, 2), layout.tables(&columns, &rows))
}

/// Returns the viewpoint with the most answers; ties go to the least time. There is none if no
/// other viewpoint has answers, or one has wrong ones.
fn winner<'s>(lanes: &[Option<&'s Lane>]) -> Option<&'s Lane> {
    let answering: Vec<&Lane> =
        lanes.iter().flatten().copied().filter(|lane| lane.answered() > 0).collect();
    if answering.len() < 2 || answering.iter().any(|lane| lane.wrong > 0) {
        return None;
    }
    let most = answering.iter().map(|lane| lane.answered()).max()?;
    let full = answering.into_iter().filter(|lane| lane.answered() == most);
    full.min_by(|a, b| a.time().total_cmp(&b.time()))
}

fn cell(lane: Option<&Lane>, winner: Option<&Lane>) -> Cell {
    match lane {
        None => Cell::default(),
        Some(lane) if lane.answered() == 0 => "-".into(),
        Some(lane) => {
            let wins = winner.is_some_and(|winner| winner.model == lane.model);
            let text = format!("{} ({})", seconds(lane.time()), lane.fastest);
            Cell { text, paint: if wins { Paint::Good } else { Paint::Plain } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(model: &str, engine: &str, answers: [u64; 4], time: f64, fastest: u64) -> Lane {
        let times = [0.0, time, 0.0];
        Lane {
            model: model.into(),
            engine: engine.into(),
            answers,
            times,
            fastest,
            ..Lane::default()
        }
    }

    #[test]
    fn the_winner_has_the_most_answers_and_of_several_the_least_time() {
        let lanes = vec![
            lane("cells", "a", [3, 0, 0, 0], 2.0, 2),
            lane("cells", "b", [2, 1, 0, 0], 20.0, 3),
            lane("positions", "a", [3, 0, 0, 0], 1.0, 1),
            lane("positions", "b", [1, 0, 2, 0], 0.5, 0),
            lane("positions", "c", [1, 0, 0, 0], 0.5, 0),
            lane("cells", "c", [0, 0, 0, 3], 0.0, 0),
        ];
        let summary = Summary { lanes, ..Summary::default() };
        insta::assert_snapshot!(table(&summary, &Layout::default()), @r"
        Seconds by model, and on how many instances it was the fastest for the engine:
        engine       cells   positions  fastest
        ─────────────────────────────────────────
        a       2.0000 (2)  1.0000 (1)  positions
        b         20.0 (3)  0.5000 (0)  cells
        c                -  0.5000 (0)
        ");
    }

    #[test]
    fn one_viewpoint_has_no_table() {
        let lanes = vec![lane("cells", "a", [3, 0, 0, 0], 2.0, 0)];
        assert_eq!(table(&Summary { lanes, ..Summary::default() }, &Layout::default()), "");
        assert_eq!(table(&Summary::default(), &Layout::default()), "");
    }
}
