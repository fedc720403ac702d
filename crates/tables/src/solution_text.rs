//! Solutions and tables as text.

use std::fmt::Write;

use parallax_instance::PuzzleSolution;
use parallax_model::{Value, VarId};
use unicode_width::UnicodeWidthStr;

use super::build::TablesModel;
use super::glossary::{SymbolId, TablesGlossary, TypeId};
use super::layout::{SymbolBlock, SymbolLayout};
use super::raw::RawTable;
use parallax_model::decimal::DecimalNumber;

/// Maximum number of columns of a grid for a symbol with two arguments.
const MAX_COLUMNS: usize = 40;

/// The value of a variable as text.
#[must_use]
pub(super) fn variable_text(
    glossary: &TablesGlossary,
    block: &SymbolBlock,
    id: SymbolId,
    value: Value,
) -> String {
    match glossary.find_symbol(id).result {
        None if value == 1 => "Yes".into(),
        None => "No".into(),
        Some(_) if block.none == Some(value.into()) => "undefined".into(),
        Some(kind) => glossary.value_text(kind, value.into(), block.digits),
    }
}

fn argument_text(glossary: &TablesGlossary, kind: TypeId, value: i64) -> String {
    glossary.value_text(kind, value, glossary.type_digits(kind))
}

/// A solution in the form `name := {(argument)->value; ...}`, a line for each symbol.
#[must_use]
pub(super) fn structure_text(
    glossary: &TablesGlossary,
    layout: &SymbolLayout,
    solution: &[Value],
) -> String {
    let mut text = String::new();
    for (index, symbol) in glossary.symbols.iter().enumerate() {
        let (id, block) = (SymbolId(index), &layout.blocks[index]);
        let pair = |variable: usize| {
            let tuple = block.argument_values(variable);
            let words = tuple.iter().zip(&symbol.arguments);
            let words: Vec<String> =
                words.map(|(&value, &kind)| argument_text(glossary, kind, value)).collect();
            let value = match (symbol.result, solution[variable]) {
                (None, value) => (value == 1).to_string(),
                (Some(_), value) => variable_text(glossary, block, id, value),
            };
            let words =
                if words.is_empty() { String::new() } else { format!("({})", words.join(",")) };
            format!("{words}->{value}")
        };
        let pairs: Vec<String> = (block.first..block.first + block.len).map(pair).collect();
        let _ = writeln!(text, "{} := {{{}}}", symbol.name.replace(' ', "_"), pairs.join("; "));
    }
    text
}

/// A solution on one line: `name = value, ...`, without the values that data tables state.
#[must_use]
pub(super) fn solution_line(built: &TablesModel, solution: &[Value]) -> String {
    let pair = |(index, &value): (usize, &Value)| {
        let (variable, model) = (VarId::new(index), &built.model);
        format!("{} = {}", model.name_of(variable), model.describe_value(variable, value))
    };
    let is_open = |(index, _): &(usize, &Value)| !built.layout.facts.contains_key(index);
    solution.iter().enumerate().filter(is_open).map(pair).collect::<Vec<_>>().join(", ")
}

/// Tables as Markdown that the reader reads back.
#[must_use]
pub(super) fn tables_markdown(tables: &[(String, RawTable)]) -> String {
    let mut text = String::new();
    for (_, table) in tables {
        let Some(header) = table.rows.first().filter(|row| !row.is_empty()) else { continue };
        let clean = |text: &str| join_lines(&text.replace('\\', "\\\\").replace('|', "\\|"));
        let title = clean(&table.title.text);
        if !text.is_empty() {
            text.push('\n');
        }
        let lower = title.to_lowercase();
        if header.len() == 1 && (lower.starts_with("goal") || lower.starts_with("execute")) {
            let _ = writeln!(text, "| {title} |\n|---|");
            for row in &table.rows {
                let _ = writeln!(text, "| {} |", clean(row.first().map_or("", |cell| &cell.text)));
            }
            continue;
        }
        let _ = writeln!(text, "## {}\n", heading_text(&table.title.text));
        // The first column has the rule numbers, and the blank column follows the inputs.
        let separator = table.inputs.map(|inputs| inputs + 1);
        for (number, row) in table.rows.iter().enumerate() {
            let mut cells: Vec<String> = row.iter().map(|cell| clean(&cell.text)).collect();
            // Only a data table may lack the hit policy in its header.
            if number == 0 && cells[0].is_empty() {
                cells[0] = "D".into();
            }
            if let Some(index) = separator.filter(|index| *index <= cells.len()) {
                cells.insert(index, String::new());
            }
            let _ = writeln!(text, "| {} |", cells.join(" | "));
            if number == 0 {
                let _ = writeln!(text, "|{}", "---|".repeat(cells.len()));
            }
        }
    }
    text
}

/// Returns a text on one line, with single blanks.
fn join_lines(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a title so that the reader of headings takes nothing from it: neither marks at its ends
/// nor a final colon. A heading has no cells, so nothing is escaped.
fn heading_text(title: &str) -> String {
    let title = join_lines(title);
    let colon = if title.ends_with(':') { ":" } else { "" };
    let is_marked = title.starts_with(['#', '*']) || title.ends_with(['#', '*']);
    if is_marked { format!("**{title}{colon}**") } else { format!("{title}{colon}") }
}

/// Draws solutions, each symbol in a table; marks values that differ from the first solution.
#[must_use]
pub(super) fn draw_solutions(
    glossary: &TablesGlossary,
    layout: &SymbolLayout,
    solutions: &[PuzzleSolution],
) -> String {
    let mut text = String::new();
    for (number, solution) in (1..).zip(solutions) {
        if solutions.len() > 1 {
            let _ = writeln!(text, "{}solution {number}", if number > 1 { "\n" } else { "" });
        }
        let picture = SolutionComparison { glossary, layout, solution, first: &solutions[0] };
        text.push_str(&picture.draw_solution());
    }
    text
}

/// One solution, and the solution that it is compared with.
struct SolutionComparison<'a> {
    glossary: &'a TablesGlossary,
    layout: &'a SymbolLayout,
    solution: &'a [Value],
    first: &'a [Value],
}

impl SolutionComparison<'_> {
    fn draw_solution(&self) -> String {
        let mut blocks = Vec::new();
        let mut seen: Vec<TypeId> = Vec::new();
        let mut lines = Vec::new();
        for (index, symbol) in self.glossary.symbols.iter().enumerate() {
            let id = SymbolId(index);
            match symbol.arguments[..] {
                [] => lines.push(format!(
                    "{} = {}",
                    symbol.name,
                    self.marked_value(id, self.first_of(id))
                )),
                // All symbols with this argument share one table.
                [kind] if seen.contains(&kind) => {}
                [kind] => {
                    seen.push(kind);
                    blocks.push(self.draw_columns(kind));
                }
                _ if self.is_known(id) => {}
                [rows, columns] if self.layout.blocks[index].arguments[1].len() <= MAX_COLUMNS => {
                    blocks.push(self.draw_grid(id, rows, columns));
                }
                _ => blocks.push(self.draw_list(id)),
            }
        }
        if !lines.is_empty() {
            blocks.push(lines.join("\n") + "\n");
        }
        blocks.retain(|block| !block.is_empty());
        blocks.join("\n")
    }

    fn first_of(&self, id: SymbolId) -> usize {
        self.layout.symbol_block(id).first
    }

    fn marked_value(&self, id: SymbolId, variable: usize) -> String {
        let value = self.solution[variable];
        let mark = if self.first[variable] == value { "" } else { "*" };
        variable_text(self.glossary, self.layout.symbol_block(id), id, value) + mark
    }

    /// Whether data tables state every value of a symbol.
    fn is_known(&self, id: SymbolId) -> bool {
        let block = self.layout.symbol_block(id);
        let variables = block.first..block.first + block.len;
        variables.into_iter().all(|variable| self.layout.facts.contains_key(&variable))
    }

    /// The symbols with one argument of a type: a row for each value of it.
    fn draw_columns(&self, kind: TypeId) -> String {
        let ids: Vec<SymbolId> = (0..self.glossary.symbols.len())
            .map(SymbolId)
            .filter(|&id| self.glossary.find_symbol(id).arguments == [kind])
            .collect();
        let name = self.glossary.type_of(kind).name.clone();
        let mut rows = vec![vec![name]];
        rows[0].extend(ids.iter().map(|&id| self.glossary.find_symbol(id).name.clone()));
        // The caller has a symbol with this argument, so the list has a first one.
        for (index, &value) in self.layout.symbol_block(ids[0]).arguments[0].iter().enumerate() {
            let mut row = vec![argument_text(self.glossary, kind, value)];
            row.extend(ids.iter().map(|&id| self.marked_value(id, self.first_of(id) + index)));
            rows.push(row);
        }
        align_rows(&rows)
    }

    /// A symbol with two arguments: rows for the first, columns for the second.
    fn draw_grid(&self, id: SymbolId, rows: TypeId, columns: TypeId) -> String {
        let block = self.layout.symbol_block(id);
        let mut table = vec![vec![self.glossary.find_symbol(id).name.clone()]];
        let names =
            block.arguments[1].iter().map(|&value| argument_text(self.glossary, columns, value));
        table[0].extend(names);
        let width = block.arguments[1].len();
        for (index, &value) in block.arguments[0].iter().enumerate() {
            let mut row = vec![argument_text(self.glossary, rows, value)];
            // Variables are numbered row by row, so a row is a run.
            let first = block.first + index * width;
            row.extend((first..first + width).map(|variable| self.marked_value(id, variable)));
            table.push(row);
        }
        align_rows(&table)
    }

    /// A symbol with more arguments: a line for each value; of a relation, for each `Yes`.
    fn draw_list(&self, id: SymbolId) -> String {
        let block = self.layout.symbol_block(id);
        let is_truth = self.glossary.find_symbol(id).result.is_none();
        let mut text = String::new();
        for variable in block.first..block.first + block.len {
            let name = self.layout.variable_name(self.glossary, variable);
            match (is_truth, self.solution[variable]) {
                (true, 1) => {
                    let mark = if self.first[variable] == 1 { "" } else { " *" };
                    let _ = writeln!(text, "{name}{mark}");
                }
                (true, _) => {}
                (false, _) => {
                    let _ = writeln!(text, "{name} = {}", self.marked_value(id, variable));
                }
            }
        }
        text
    }
}

/// Rows with aligned columns; a line below the first. Numbers are aligned to the right.
fn align_rows(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let of = |row: &[String], column: usize| row.get(column).cloned().unwrap_or_default();
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().map(|row| of(row, column).width()).max().unwrap_or(0))
        .collect();
    // The mark of a changed value does not make a number a text.
    let is_number = |column: usize| {
        rows[1..].iter().all(|row| {
            DecimalNumber::parse_decimal(of(row, column).trim_end_matches('*')).is_some()
        })
    };
    let right: Vec<bool> = (0..columns).map(is_number).collect();
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for column in 0..columns {
            let cell = of(row, column);
            let space = " ".repeat(widths[column] - cell.width());
            let gap = if column > 0 { "  " } else { "" };
            let (before, after) = if right[column] { (&*space, "") } else { ("", &*space) };
            let _ = write!(line, "{gap}{before}{cell}{after}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
        if number == 0 {
            let total = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1);
            let _ = writeln!(text, "{}", "-".repeat(total));
        }
    }
    text
}
