//! An explanation as a Graphviz graph.

use std::fmt::Write;

use parallax_model::engine_api::{StepEnd, TraceStep};

use super::RunExplanation;
use super::explanation::describe_end;

/// Writes an explanation in DOT, for `dot -Tsvg`. Branches that were not made are dashed.
#[must_use]
pub fn render_dot(explanation: &RunExplanation) -> String {
    let mut out = String::from("digraph explanation {\n");
    out += "  node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=\"Helvetica\", fontsize=10];\n";
    out += "  edge [fontname=\"Helvetica\", fontsize=9];\n";
    let title = format!(
        "{}: {}\n{}\n{}",
        explanation.instance,
        explanation.title,
        explanation.engine,
        explanation.summary()
    );
    let _ = writeln!(out, "  label={}; labelloc=t; fontname=\"Helvetica\";", quote_label(&title));
    for (place, step) in explanation.steps().iter().enumerate() {
        let _ = writeln!(
            out,
            "  n{place} [label={}, fillcolor=\"{}\"];",
            quote_label(&node_label(explanation, place, step)),
            node_color(step)
        );
        if let Some(parent) = step.parent {
            let _ = writeln!(out, "  n{parent} -> n{place} [label={}];", quote_label(&step.branch));
        }
        for (i, absent) in step.absent.iter().enumerate() {
            let _ = writeln!(
                out,
                "  a{place}_{i} [label={}, style=dashed, fontcolor=gray40, color=gray60];\n  \
                 n{place} -> a{place}_{i} [style=dashed, color=gray60, label={}];",
                quote_label(&absent.why),
                quote_label(&absent.branch)
            );
        }
    }
    if explanation.trace.left_out > 0 {
        let rest = format!("… {} more nodes", explanation.trace.left_out);
        let _ = writeln!(out, "  more [label={}, shape=plaintext];", quote_label(&rest));
    }
    out + "}\n"
}

fn node_label(explanation: &RunExplanation, place: usize, step: &TraceStep) -> String {
    let mut lines = vec![place.to_string()];
    lines.extend(step.domains.iter().take(6).map(|d| explanation.domain_text(d, 6)));
    if !step.kept.is_empty() {
        lines.push(format!("still: {}", step.kept.join(", ")));
    }
    let how = match &step.chosen {
        Some(chosen) if step.end == StepEnd::Branched => format!("branch on {}", chosen.what),
        _ => describe_end(step),
    };
    lines.push(how);
    if step.solutions > 0 {
        lines.push(format!("★ {}", step.solutions));
    }
    lines.join("\n")
}

fn node_color(step: &TraceStep) -> &'static str {
    match &step.end {
        StepEnd::Leaf(_) | StepEnd::Solution => "#d6f0d6",
        StepEnd::Failed(_) => "#f6dada",
        StepEnd::Branched => "#ffffff",
        StepEnd::Open => "#eeeeee",
    }
}

/// Quotes a string, with centred lines.
fn quote_label(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
