//! The faults of decision tables that are linted one by one.

use parallax_model::engine_api::Control;

use super::columns::{ColumnTable, InputBox, TableFacts};
use super::{FaultKind, LintFinding, LintReport};
use crate::readers::SeparateTables;

/// Maximum number of boxes of inputs without a rule that are listed for a table.
const MAX_LISTED_GAPS: usize = 30;

/// Finds the faults of tables one by one; each column may have any value of its type. Calls
/// `on_table` after each table.
#[must_use]
pub fn lint_separate_tables(
    separate: &SeparateTables,
    control: &Control,
    on_table: &mut dyn FnMut(),
) -> LintReport {
    let mut report = LintReport::default();
    for table in &separate.tables {
        let facts =
            TableFacts::find_facts(table, MAX_LISTED_GAPS, &|| control.check_stop().is_err());
        add_findings(&mut report, table, &facts);
        report.answered += 1;
        on_table();
    }
    report.unchecked = separate.unchecked.iter().map(ToString::to_string).collect();
    report
}

fn add_findings(report: &mut LintReport, table: &ColumnTable, facts: &TableFacts) {
    let label = |rule: usize| format!("rule {}", rule + 1);
    let names = || table.columns.iter().map(|column| column.name.clone());
    let mut add = |fault, rules: Vec<String>, inputs, example: &[String]| {
        let example = names().zip(example.iter().cloned()).collect();
        let (sheet, table) = (String::new(), table.name.clone());
        report.findings.push(LintFinding { sheet, table, fault, rules, inputs, example });
    };
    for &rule in &facts.dead {
        add(FaultKind::Dead, vec![label(rule)], Vec::new(), &[]);
    }
    for overlap in &facts.overlaps {
        let rules = vec![label(overlap.rules.0), label(overlap.rules.1)];
        add(FaultKind::Overlap, rules, Vec::new(), &overlap.example);
    }
    for &rule in &facts.shadowed {
        add(FaultKind::Shadowed, vec![label(rule)], Vec::new(), &[]);
    }
    for InputBox { cells, example } in &facts.gaps {
        let inputs = names().zip(cells.iter().cloned()).filter(|(_, cell)| cell != "-").collect();
        add(FaultKind::Gap, Vec::new(), inputs, example);
    }
    let mut open = |words: String| report.open.push(format!("{}: {words}", table.name));
    if facts.more_gaps > 0 {
        open(format!("{} more ranges of inputs without a rule", facts.more_gaps));
    }
    if facts.more_overlaps > 0 {
        open(format!("{} more pairs of rules that overlap", facts.more_overlaps));
    }
    facts.open.iter().for_each(|words| open(format!("{words} were not all found")));
}
