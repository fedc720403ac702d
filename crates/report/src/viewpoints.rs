//! The engines of a summary by viewpoint, and the viewpoint that wins for each.

use super::columns::{ReportCell, ReportColumn};
use super::layout::{TextLayout, TextStyle};
use super::summary::LaneSummary;
use super::{ComparisonSummary, seconds_text};

/// Returns a table with a row for each engine: the time on each viewpoint, and in parentheses the
/// number of instances on which that viewpoint was the fastest for the engine. Empty unless an
/// engine has rows on several viewpoints.
pub(super) fn viewpoint_table(summary: &ComparisonSummary, layout: &TextLayout) -> String {
    let models = summary.model_names();
    let lanes = |engine: &str| -> Vec<Option<&LaneSummary>> {
        let of = |model| summary.lanes.iter().find(|l| l.engine == engine && l.model == model);
        models.iter().map(|model| of(model.clone())).collect()
    };
    let engines = summary.engine_lanes();
    if models.len() < 2 || engines.is_empty() {
        return String::new();
    }
    let mut columns = vec![ReportColumn::word_column("engine", 0)];
    columns.extend(models.iter().map(|model| ReportColumn::number_column(model, 0)));
    columns.push(ReportColumn::word_column("fastest", 0));
    let rows: Vec<Vec<ReportCell>> = engines
        .iter()
        .map(|engine| {
            let lanes = lanes(&engine.engine);
            let winner = fastest_viewpoint(&lanes);
            let mut cells = vec![engine.engine.as_str().into()];
            cells.extend(lanes.iter().map(|lane| viewpoint_cell(*lane, winner)));
            cells.push(winner.map_or_else(String::new, |lane| lane.model.to_string()).into());
            cells
        })
        .collect();
    let title = "Seconds by model, and on how many instances it was the fastest for the engine:";
    format!("{}{}", layout.wrap_text(title, 2), layout.render_tables(&columns, &rows))
}

/// Returns the viewpoint with the most answers; ties go to the least time. There is none if no
/// other viewpoint has answers, or one has wrong ones.
fn fastest_viewpoint<'s>(lanes: &[Option<&'s LaneSummary>]) -> Option<&'s LaneSummary> {
    let answering: Vec<&LaneSummary> =
        lanes.iter().flatten().copied().filter(|lane| lane.answered_count() > 0).collect();
    if answering.len() < 2 || answering.iter().any(|lane| lane.wrong > 0) {
        return None;
    }
    // The times of viewpoints with different numbers of answers are not comparable.
    let max_answered = answering.iter().map(|lane| lane.answered_count()).max()?;
    let full = answering.into_iter().filter(|lane| lane.answered_count() == max_answered);
    full.min_by(|a, b| a.total_seconds().total_cmp(&b.total_seconds()))
}

fn viewpoint_cell(lane: Option<&LaneSummary>, winner: Option<&LaneSummary>) -> ReportCell {
    match lane {
        None => ReportCell::default(),
        Some(lane) if lane.answered_count() == 0 => "-".into(),
        Some(lane) => {
            let wins = winner.is_some_and(|winner| winner.model == lane.model);
            let text = format!("{} ({})", seconds_text(lane.total_seconds()), lane.fastest);
            ReportCell::from(text).with_style(if wins { TextStyle::Good } else { TextStyle::Plain })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(model: &str, engine: &str, answers: [u64; 4], time: f64, fastest: u64) -> LaneSummary {
        let times = [0.0, time, 0.0];
        LaneSummary {
            model: model.into(),
            engine: engine.into(),
            answers,
            times,
            fastest,
            ..LaneSummary::default()
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
        let summary = ComparisonSummary { lanes, ..ComparisonSummary::default() };
        insta::assert_snapshot!(viewpoint_table(&summary, &TextLayout::default()), @r"
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
        assert_eq!(
            viewpoint_table(
                &ComparisonSummary { lanes, ..ComparisonSummary::default() },
                &TextLayout::default()
            ),
            ""
        );
        assert_eq!(viewpoint_table(&ComparisonSummary::default(), &TextLayout::default()), "");
    }
}
