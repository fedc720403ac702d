//! The tallies of a fuzzing run as tables.

use std::collections::BTreeMap;

use parallax_fuzz::engines::{Answers, Tally};
use parallax_report::{Cell, Column};

use crate::cli::screen::layout;

/// Returns the table of engines on random models.
pub(super) fn of_engines(tally: &Tally) -> String {
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
    text + &reasons(&tally.reasons)
}

fn of_answers(what: &'static str, all: &BTreeMap<String, Answers>) -> String {
    let row = |(name, answers): (&String, &Answers)| {
        numbered(name, &[answers.agree, answers.disagree, answers.unsupported, answers.unknown])
    };
    let titles = [what, "agree", "disagree", "unsupported", "unknown"];
    table(&titles, &all.iter().map(row).collect::<Vec<_>>())
}

fn reasons(reasons: &BTreeMap<String, u64>) -> String {
    let lines = reasons.iter().map(|(reason, times)| format!("{times} times {reason}\n"));
    lines.collect()
}

/// Makes a row of a name and its numbers.
fn numbered(name: &str, numbers: &[u64]) -> Vec<Cell> {
    let numbers = numbers.iter().map(|number| Cell::from(number.to_string()));
    std::iter::once(Cell::from(name)).chain(numbers).collect()
}

/// Makes a table of names with numbers; columns at the right are dropped first.
fn table(titles: &[&'static str], rows: &[Vec<Cell>]) -> String {
    let column = |(rank, title): (u8, &&'static str)| match rank {
        0 => Column::words(title, 0),
        1 | 2 => Column::numbers(title, 0),
        rank => Column::numbers(title, rank),
    };
    layout().table(&(0..).zip(titles).map(column).collect::<Vec<_>>(), rows)
}
