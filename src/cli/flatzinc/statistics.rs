//! Statistics with MiniZinc's names.

use parallax_compare::Row;
use parallax_model::Model;

/// The prefix of a statistic.
const STATISTIC_PREFIX: &str = "%%%mzn-stat: ";

/// The end of a block.
pub(super) const STATISTICS_END_LINE: &str = "%%%mzn-stat-end";

/// Counters of engines under MiniZinc's names; the first one that an engine has is used.
const MINIZINC_COUNTERS: &[(&str, &[&str])] = &[
    ("nodes", &["nodes", "decisions", "assignments"]),
    ("failures", &["backtracks", "conflicts", "dead ends"]),
    ("restarts", &["restarts"]),
    ("propagations", &["propagations"]),
    ("peakDepth", &["depth"]),
];

/// Returns a line with a number.
fn number_line(name: &str, value: impl std::fmt::Display) -> String {
    format!("{STATISTIC_PREFIX}{name}={value}")
}

/// Returns a line with a truth value.
pub(super) fn flag_line(name: &str, value: bool) -> String {
    number_line(name, value)
}

/// Returns a line with a text.
pub(super) fn text_line(name: &str, value: &str) -> String {
    let value: String = value
        .chars()
        .flat_map(|c| match c {
            '"' | '\\' => vec!['\\', c],
            c if c.is_control() => vec![' '],
            c => vec![c],
        })
        .collect();
    format!("{STATISTIC_PREFIX}{name}=\"{value}\"")
}

/// Returns the block of an engine in a comparison: its name, answer and time.
pub(super) fn of_engine(row: &Row) -> Vec<String> {
    let mut lines = vec![text_line("engine", &row.engine), text_line("answer", row.answer.name())];
    lines.extend(row.value.map(|value| number_line("objective", value)));
    lines.extend(row.reason_words().map(|why| text_line("reason", why)));
    lines.push(number_line("time", row.time_s.total));
    lines.push(STATISTICS_END_LINE.to_owned());
    lines
}

/// Returns the block of a run: the model, and the effort of its engine.
pub(super) fn of_run(row: &Row, model: Option<&Model>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(model) = model {
        let variables = model.variables();
        let is_bool = |domain: &parallax_model::Domain| {
            domain.min().is_some_and(|min| min >= 0) && domain.max().is_some_and(|max| max <= 1)
        };
        let truths = variables.iter().filter(|own| is_bool(&own.domain)).count();
        lines.push(number_line("variables", variables.len()));
        lines.push(number_line("intVariables", variables.len() - truths));
        lines.push(number_line("boolVariables", truths));
        lines.push(number_line("propagators", model.constraints().len()));
    }
    for (name, own) in MINIZINC_COUNTERS {
        let value = own.iter().find_map(|own| row.counters.get(own));
        lines.extend(value.map(|value| number_line(name, value)));
    }
    lines.extend(row.value.map(|value| number_line("objective", value)));
    lines.push(number_line("initTime", row.time_s.encode));
    lines.push(number_line("solveTime", row.time_s.solve));
    lines.push(text_line("engine", row.deciding_spec()));
    lines.push(STATISTICS_END_LINE.to_owned());
    lines
}
