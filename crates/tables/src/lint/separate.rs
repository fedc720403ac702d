//! The faults of decision tables that are linted one by one.

use parallax_dmn::columns::{
    ColumnTable, InputBox, LinkFault, RuleAdvice, SeparateTables, TableFacts, TableLinks,
};
use parallax_model::engine_api::Control;

use super::{AdviceKind, FaultKind, LintAdvice, LintFinding, LintReport};

/// Maximum number of boxes of inputs without a rule that are listed for a table.
const MAX_LISTED_GAPS: usize = 30;

/// Maximum number of pieces of advice that are listed for a table.
const MAX_LISTED_ADVICE: usize = 30;

/// Finds the faults of tables one by one; each column may have any value of its type. Calls
/// `on_table` after each table.
#[must_use]
pub fn lint_separate_tables(
    separate: &SeparateTables,
    control: &Control,
    on_table: &mut dyn FnMut(),
) -> LintReport {
    let mut report = LintReport::default();
    let links = TableLinks::from_tables(&separate.tables);
    for table in &separate.tables {
        let facts =
            TableFacts::find_facts(table, MAX_LISTED_GAPS, &|| control.check_stop().is_err());
        add_findings(&mut report, table, &facts);
        add_links(&mut report, table, &links.find_faults(table));
        report.answered += 1;
        on_table();
    }
    report.unchecked = separate.unchecked.iter().map(ToString::to_string).collect();
    report
}

fn add_findings(report: &mut LintReport, table: &ColumnTable, facts: &TableFacts) {
    let names = || table.columns.iter().map(|column| column.name.clone());
    let mut add = |fault, rules: &[usize], inputs, example: &[String], note| {
        let example = names().zip(example.iter().cloned()).collect();
        let place = rules.last().and_then(|&rule| table.rule_places.get(rule)).copied();
        let place = Some(place.unwrap_or(table.place));
        let rules = rules.iter().map(|&rule| rule_label(rule)).collect();
        let (sheet, table) = (String::new(), table.name.clone());
        report.findings.push(LintFinding {
            sheet,
            table,
            fault,
            rules,
            inputs,
            example,
            note,
            place,
        });
    };
    for &rule in &facts.dead {
        add(FaultKind::Dead, &[rule], Vec::new(), &[], None);
    }
    for overlap in &facts.overlaps {
        let rules = [overlap.rules.0, overlap.rules.1];
        add(FaultKind::Overlap, &rules, Vec::new(), &overlap.example, None);
    }
    for &rule in &facts.shadowed {
        add(FaultKind::Shadowed, &[rule], Vec::new(), &[], None);
    }
    for InputBox { cells, example, unnamed_text } in &facts.gaps {
        let inputs = names().zip(cells.iter().cloned()).filter(|(_, cell)| cell != "-").collect();
        let note = unnamed_text.map(|column| {
            let name = &table.columns[column].name;
            format!("only for texts of '{name}' that no cell names; allowed values would end it")
        });
        add(FaultKind::Gap, &[], inputs, example, note);
    }
    let mut open = |words: String| report.open.push(format!("{}: {words}", table.name));
    if facts.more_gaps > 0 {
        open(format!("{} more ranges of inputs without a rule", facts.more_gaps));
    }
    if facts.more_overlaps > 0 {
        open(format!("{} more pairs of rules that overlap", facts.more_overlaps));
    }
    facts.open.iter().for_each(|words| open(format!("{words} were not all found")));
    let advice = facts.advice.iter().take(MAX_LISTED_ADVICE);
    report.advice.extend(advice.map(|advice| describe_advice(table, advice)));
    let more_advice = facts.advice.len().saturating_sub(MAX_LISTED_ADVICE);
    if more_advice > 0 {
        report.more_advice.push((table.name.clone(), more_advice));
    }
}

/// Adds what the results of other tables mean for a table.
fn add_links(report: &mut LintReport, table: &ColumnTable, faults: &[LinkFault]) {
    for fault in faults.iter().take(MAX_LISTED_ADVICE) {
        let (kind, rules, column, cell) = match fault {
            LinkFault::Uncompared { from, .. } => {
                let name = &table.name;
                report
                    .open
                    .push(format!("{name}: the results of '{from}' are too many to compare"));
                continue;
            }
            LinkFault::Untested { column, value, .. } => {
                (AdviceKind::Untested, Vec::new(), *column, Some(value.clone()))
            }
            LinkFault::Unreached { column, rule, .. } => {
                (AdviceKind::Unreached, vec![rule_label(*rule)], *column, None)
            }
        };
        let column = Some(table.columns[column].name.clone());
        report.advice.push(LintAdvice { table: table.name.clone(), kind, rules, column, cell });
    }
    let more = faults.len().saturating_sub(MAX_LISTED_ADVICE);
    if more > 0 {
        report.more_advice.push((table.name.clone(), more));
    }
}

fn describe_advice(table: &ColumnTable, advice: &RuleAdvice) -> LintAdvice {
    let (kind, rules, column, cell) = match advice {
        RuleAdvice::Equal(one, other) => (AdviceKind::Equal, vec![*one, *other], None, None),
        RuleAdvice::Subsumed(one, other) => (AdviceKind::Subsumed, vec![*one, *other], None, None),
        RuleAdvice::Mergeable { rules, column, cell } => {
            (AdviceKind::Mergeable, vec![rules.0, rules.1], Some(*column), Some(cell.clone()))
        }
        RuleAdvice::Irrelevant(column) => (AdviceKind::Irrelevant, Vec::new(), Some(*column), None),
    };
    LintAdvice {
        table: table.name.clone(),
        kind,
        rules: rules.into_iter().map(rule_label).collect(),
        column: column.map(|column| table.columns[column].name.clone()),
        cell,
    }
}

fn rule_label(rule: usize) -> String {
    format!("rule {}", rule + 1)
}
