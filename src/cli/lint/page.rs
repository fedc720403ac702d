//! Decision tables drawn with their faults, as a page.

use std::fmt::Write;

use parallax_dmn::columns::{ColumnTable, SeparateTables};
use parallax_instance::escape_markup;
use parallax_tables::lint::{FaultKind, LintFinding, LintReport};

use super::faults::{describe_advice, describe_example, describe_finding};

/// Maximum number of rules that are drawn of a table without faults in the others.
const MAX_DRAWN_RULES: usize = 2000;

/// The page before the files.
const PAGE_HEAD: &str = include_str!("page_head.html");

/// A page in the making.
#[derive(Default)]
pub(super) struct LintPage(String);

impl LintPage {
    /// Adds the tables of a file.
    pub(super) fn add_file(&mut self, file: &str, separate: &SeparateTables, report: &LintReport) {
        let faults = report.findings.len();
        let noun = if faults == 1 { "fault" } else { "faults" };
        self.add(&format!("<h2>{}: {faults} {noun}</h2>\n", escape_markup(file)));
        for (index, table) in separate.tables.iter().enumerate() {
            // Findings name their table; those of tables with one name stand at the first.
            let is_first = separate.tables[..index].iter().all(|other| other.name != table.name);
            let findings: Vec<&LintFinding> = report
                .findings
                .iter()
                .filter(|finding| is_first && finding.table == table.name)
                .collect();
            self.add_table(table, &findings, report);
        }
        let open = report.open.iter().map(|open| ("Not answered", open));
        let unchecked = report.unchecked.iter().map(|unchecked| ("Not checked", unchecked));
        for (what, words) in open.chain(unchecked) {
            self.add(&format!("<p class=\"open\">{what}: {}</p>\n", escape_markup(words)));
        }
    }

    /// Adds a file that cannot be read.
    pub(super) fn add_unread(&mut self, file: &str, why: &str) {
        let (file, why) = (escape_markup(file), escape_markup(why));
        self.add(&format!("<h2>{file}</h2>\n<p class=\"open\">{why}</p>\n"));
    }

    /// Returns the whole page.
    pub(super) fn finish_page(&self) -> String {
        format!("{PAGE_HEAD}{}</body>\n</html>\n", self.0)
    }

    fn add(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn add_table(&mut self, table: &ColumnTable, findings: &[&LintFinding], report: &LintReport) {
        let noun = if findings.len() == 1 { "fault" } else { "faults" };
        let name = escape_markup(&table.name);
        let count = findings.len();
        self.add(&format!("<h3>{name} <small>{count} {noun}</small></h3>\n<table>\n<tr><th></th>"));
        for column in &table.columns {
            self.add(&format!("<th>{}</th>", escape_markup(&column.name)));
        }
        for output in &table.output_names {
            self.add(&format!("<th class=\"output\">{}</th>", escape_markup(output)));
        }
        self.add("<th class=\"note\"></th></tr>\n");
        let mut left_out = 0;
        for rule in 0..table.rule_count {
            let label = format!("rule {}", rule + 1);
            let own: Vec<&LintFinding> =
                findings.iter().copied().filter(|finding| finding.rules.contains(&label)).collect();
            if rule >= MAX_DRAWN_RULES && own.is_empty() {
                left_out += 1;
            } else {
                self.add_rule(table, rule, &own);
            }
        }
        for finding in findings.iter().filter(|finding| finding.fault == FaultKind::Gap) {
            self.add_gap(table, finding);
        }
        self.add("</table>\n");
        if left_out > 0 {
            self.add(&format!(
                "<p class=\"open\">{left_out} rules without a fault are left out</p>\n"
            ));
        }
        for advice in report.advice.iter().filter(|advice| advice.table == table.name) {
            let words = escape_markup(&describe_advice(advice));
            self.add(&format!("<p class=\"advice\">Advice: {words}</p>\n"));
        }
    }

    fn add_rule(&mut self, table: &ColumnTable, rule: usize, findings: &[&LintFinding]) {
        let class = findings
            .first()
            .map_or(String::new(), |finding| format!(" class=\"{}\"", finding.fault.json_name()));
        let mut row = format!("<tr{class}><th>{}</th>", rule + 1);
        let cells = table.input_cells.get(rule).into_iter().flatten();
        for cell in cells {
            let _ =
                write!(row, "<td>{}</td>", escape_markup(if cell.is_empty() { "-" } else { cell }));
        }
        for cell in &table.outputs[rule] {
            let _ = write!(row, "<td class=\"output\">{}</td>", escape_markup(cell));
        }
        let notes: Vec<String> = findings
            .iter()
            .map(|finding| {
                let words = describe_finding(finding) + &describe_example(finding);
                format!("<p>{}: {}</p>", finding.fault.json_name(), escape_markup(&words))
            })
            .collect();
        self.add(&format!("{row}<td class=\"note\">{}</td></tr>\n", notes.concat()));
    }

    /// Adds a row of inputs without a rule.
    fn add_gap(&mut self, table: &ColumnTable, finding: &LintFinding) {
        let mut row = "<tr class=\"gap\"><th>?</th>".to_owned();
        for column in &table.columns {
            let cell = finding.inputs.iter().find(|(name, _)| *name == column.name);
            let cell = cell.map_or("-", |(_, cell)| cell.as_str());
            let _ = write!(row, "<td>{}</td>", escape_markup(cell));
        }
        let outputs = table.output_names.len().max(1);
        let words = escape_markup(&describe_example(finding));
        self.add(&format!(
            "{row}<td class=\"output\" colspan=\"{outputs}\"></td>\
             <td class=\"note\"><p>gap: no rule applies{words}</p></td></tr>\n"
        ));
    }
}
