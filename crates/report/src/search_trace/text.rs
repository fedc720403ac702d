//! An explanation as an indented tree.

use std::fmt::Write;

use parallax_model::Value;
use parallax_model::engine_api::{StepEnd, StepTable, TraceStep};

use super::RunExplanation;
use super::explanation::describe_end;

/// Maximum number of values of a domain, and of solutions of a step, that are printed.
const MAX_PRINTED_VALUES: usize = 12;

/// Writes the explanation as text, one node after the other, children below their parents.
#[must_use]
pub fn render_tree(explanation: &RunExplanation) -> String {
    let mut out =
        format!("{}: {}\n{}\n", explanation.instance, explanation.title, explanation.engine);
    let _ = writeln!(out, "{}\n", explanation.summary());
    let children = explanation.children();
    // Nodes to print: the place of each, the text to its left, and the text to the left of its
    // rows.
    // An explicit stack, since traces may be deeper than the thread's stack allows. Children are
    // pushed in reverse, so that the first one is printed next.
    let mut open = vec![(0, String::new(), String::new())];
    while let Some((place, head, below)) = open.pop() {
        let Some(step) = explanation.steps().get(place) else { break };
        let name = if step.branch.is_empty() { "the whole problem" } else { &step.branch };
        let _ = writeln!(out, "{head}{place}. {name}");
        let own = &children[place];
        let bar = if own.is_empty() { "   " } else { "│  " };
        for line in node_lines(explanation, step) {
            let _ = writeln!(out, "{below}{bar}{line}");
        }
        for (i, &child) in own.iter().enumerate().rev() {
            let last = i + 1 == own.len();
            let (branch, rest) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            open.push((child, format!("{below}{branch}"), format!("{below}{rest}")));
        }
    }
    if explanation.trace.left_out > 0 {
        let _ = writeln!(out, "… {} more nodes are left out", explanation.trace.left_out);
    }
    write_legend(explanation, &mut out);
    out
}

/// Writes a node: its board or its domains, its decisions, and its cost.
fn node_lines(explanation: &RunExplanation, step: &TraceStep) -> Vec<String> {
    let drawn = board_lines(explanation, step);
    let is_drawn = drawn.is_some();
    let domains =
        || step.domains.iter().map(|d| explanation.domain_text(d, MAX_PRINTED_VALUES)).collect();
    let mut lines: Vec<String> = drawn.unwrap_or_else(domains);
    if !step.kept.is_empty() {
        lines.push(format!("still to hold: {}", step.kept.join(", ")));
    }
    if let (Some(chosen), true) = (&step.chosen, step.end != StepEnd::Branched) {
        lines.push(format!("branch on {}: {}", chosen.what, chosen.why));
    }
    lines.push(describe_end(step));
    lines.extend(step.table.iter().flat_map(table_lines));
    lines.extend(step.absent.iter().map(|gone| format!("✗ {}: {}", gone.branch, gone.why)));
    let found = step.found.iter().take(MAX_PRINTED_VALUES).map(|values| {
        let name = |place| explanation.variables.get(place).map_or("", String::as_str);
        let word = |(place, &value): (usize, &Value)| explanation.value_text(name(place), value);
        let values: Vec<String> = values.iter().enumerate().map(word).collect();
        format!("★ {}", values.join(" "))
    });
    // A full board already shows its solution.
    lines.extend(found.filter(|_| !is_drawn));
    let more = step.solutions as usize - step.found.len().min(MAX_PRINTED_VALUES);
    if more > 0 {
        lines.push(format!("★ {more} more"));
    }
    if !step.counters.is_empty() {
        let effort = step.counters.iter().map(|(name, amount)| format!("{name}={amount}"));
        lines.push(effort.collect::<Vec<_>>().join(" "));
    }
    lines
}

/// Draws the board of a node and marks values that are not fixed at the node above.
fn board_lines(explanation: &RunExplanation, step: &TraceStep) -> Option<Vec<String>> {
    let board = explanation.board?;
    let names = &explanation.variables;
    let cells = board.cell_domains(step, names)?;
    let above = step.parent.and_then(|parent| explanation.steps().get(parent));
    Some(board.draw_text(cells, above.and_then(|above| board.cell_domains(above, names))))
}

/// Writes a table, one line for each attribute.
fn table_lines(table: &StepTable) -> Vec<String> {
    // The first column of the table is the attribute, the second the value, the others are figures.
    let groups = table.rows.chunk_by(|a, b| a[0] == b[0]);
    let line = |rows: &[Vec<String>]| {
        let value = |row: &Vec<String>| {
            let figures: Vec<String> = table.header[2..]
                .iter()
                .zip(&row[2..])
                .map(|(name, figure)| format!("{name}={figure}"))
                .collect();
            format!("{} {}", row[1], figures.join(" "))
        };
        format!("  {}: {}", rows[0][0], rows.iter().map(value).collect::<Vec<_>>().join("; "))
    };
    groups.map(line).collect()
}

fn write_legend(explanation: &RunExplanation, out: &mut String) {
    if explanation.board.is_some() {
        let _ = writeln!(out, "\n. open cell, * fixed since the node above");
    }
    if explanation.legend.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nvalues:");
    for meaning in &explanation.legend {
        let _ = writeln!(out, "  {} {}", meaning.value, meaning.description());
    }
}
