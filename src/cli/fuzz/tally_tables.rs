//! The tallies of a fuzzing run as tables.

use std::collections::BTreeMap;

use parallax_fuzz::engines::{AnswerCounts, EngineTally};
use parallax_report::{ReportCell, ReportColumn};

use crate::cli::screen::output_layout;

/// Returns the table of engines on random models.
pub(super) fn of_engines(tally: &EngineTally) -> String {
    let mut text = format!(
        "{} cases: {} satisfiable, {} unsatisfiable; {} compared, {} findings\n",
        tally.cases, tally.sat, tally.unsat, tally.compared, tally.findings
    );
    for (what, answers) in
        [("engine", &tally.engines), ("kind", &tally.kinds), ("choice", &tally.choices)]
    {
        text += "\n";
        text += &of_answers(what, answers);
    }
    text + &reason_table(&tally.reasons)
}

fn of_answers(what: &'static str, all: &BTreeMap<String, AnswerCounts>) -> String {
    let row = |(name, answers): (&String, &AnswerCounts)| {
        numbered_row(name, &[answers.agree, answers.disagree, answers.unsupported, answers.unknown])
    };
    let titles = [what, "agree", "disagree", "unsupported", "unknown"];
    number_table(&titles, &all.iter().map(row).collect::<Vec<_>>())
}

fn reason_table(reasons: &BTreeMap<String, u64>) -> String {
    let lines = reasons.iter().map(|(reason, times)| format!("{times} times {reason}\n"));
    lines.collect()
}

/// Makes a row from a name and its numbers.
fn numbered_row(name: &str, numbers: &[u64]) -> Vec<ReportCell> {
    let numbers = numbers.iter().map(|number| ReportCell::from(number.to_string()));
    std::iter::once(ReportCell::from(name)).chain(numbers).collect()
}

/// Makes a table of names with numbers; columns at the right are dropped first.
fn number_table(titles: &[&'static str], rows: &[Vec<ReportCell>]) -> String {
    let column = |(rank, title): (u8, &&'static str)| match rank {
        0 => ReportColumn::word_column(title, 0),
        1 | 2 => ReportColumn::number_column(title, 0),
        rank => ReportColumn::number_column(title, rank),
    };
    output_layout().render_table(&(0..).zip(titles).map(column).collect::<Vec<_>>(), rows)
}
