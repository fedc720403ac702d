//! A story as an indented tree.

use std::fmt::Write;

use super::Story;
use super::story::{domain, end};
use crate::ask::{Step, StepEnd, StepTable};

/// So many values of a domain, and solutions of a step, are printed.
const MOST: usize = 12;

/// The story in text, a node after the other, children below their parents.
pub fn text(story: &Story) -> String {
    let mut out = format!("{}: {}\n{}\n", story.instance, story.title, story.engine);
    let _ = writeln!(out, "{}\n", story.summary());
    let children = story.children();
    // Nodes that are still to be printed, with what stands left of them.
    let mut open = vec![(0, String::new(), String::new())];
    while let Some((place, head, below)) = open.pop() {
        let Some(step) = story.steps().get(place) else { break };
        let name = if step.branch.is_empty() { "the whole problem" } else { &step.branch };
        let _ = writeln!(out, "{head}{place}. {name}");
        let own = &children[place];
        let bar = if own.is_empty() { "   " } else { "│  " };
        for line in lines(step) {
            let _ = writeln!(out, "{below}{bar}{line}");
        }
        for (i, &child) in own.iter().enumerate().rev() {
            let last = i + 1 == own.len();
            let (branch, rest) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            open.push((child, format!("{below}{branch}"), format!("{below}{rest}")));
        }
    }
    if story.trace.left_out > 0 {
        let _ = writeln!(out, "… {} more nodes are left out", story.trace.left_out);
    }
    legend(story, &mut out);
    out
}

/// What there is to say of a node.
fn lines(step: &Step) -> Vec<String> {
    let mut lines: Vec<String> = step.domains.iter().map(|d| domain(d, MOST)).collect();
    if !step.kept.is_empty() {
        lines.push(format!("still to hold: {}", step.kept.join(", ")));
    }
    if let (Some(chosen), true) = (&step.chosen, step.end != StepEnd::Branched) {
        lines.push(format!("branch on {}: {}", chosen.what, chosen.why));
    }
    lines.push(end(step));
    lines.extend(step.table.iter().flat_map(rows));
    lines.extend(step.absent.iter().map(|gone| format!("✗ {}: {}", gone.branch, gone.why)));
    let found = step.found.iter().take(MOST).map(|values| {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        format!("★ {}", values.join(" "))
    });
    lines.extend(found);
    let more = step.solutions as usize - step.found.len().min(MOST);
    if more > 0 {
        lines.push(format!("★ {more} more"));
    }
    if !step.counters.is_empty() {
        let told = step.counters.iter().map(|(name, amount)| format!("{name}={amount}"));
        lines.push(told.collect::<Vec<_>>().join(" "));
    }
    lines
}

/// A table with an attribute a line.
fn rows(table: &StepTable) -> Vec<String> {
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

fn legend(story: &Story, out: &mut String) {
    if story.legend.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nvalues:");
    for meaning in &story.legend {
        let _ = writeln!(out, "  {} {}", meaning.value, meaning.words);
    }
}
