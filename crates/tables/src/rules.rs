//! Reads tables of rules.

use std::collections::HashMap;

use parallax_instance::InputError;
use parallax_model::ComparisonOperator;

use super::cell_error::RuleTextError;
use super::cell_test_reader::{is_any, read_test};
use super::expr::{CellTest, TableExpression, TypedTableExpression};
use super::glossary::{TablesGlossary, TypeId, ValueSort};
use super::header::{introduced_variable, read_header, read_variables};
use super::parse::parse_expression;
use super::phrase::{NameScope, TableVariable};
use super::raw::{RawCell, SourcePlace};
use super::sheets::TableSection;
use super::table::{ColumnHeader, HitPolicy, OutputCell, RuleTable, TableRule};

/// Reads a table of rules.
///
/// # Errors
/// Returns an error at the first cell that is not as expected.
pub(super) fn read_rule_table(
    glossary: &TablesGlossary,
    policy: HitPolicy,
    section: &TableSection<'_>,
) -> Result<RuleTable, InputError> {
    let header = &section.raw.rows[0];
    let is_note = |cell: &RawCell| cell.text.to_lowercase().starts_with("annotation");
    let columns: Vec<usize> =
        (1..header.len()).filter(|&column| !is_note(&header[column])).collect();
    let cells: Vec<&RawCell> = columns.iter().map(|&column| &header[column]).collect();
    let count = count_inputs(glossary, section, &cells)?;
    let mut variables = read_variables(glossary, section, &cells)?;
    // `total of Person` collects for every person, although no input introduces one.
    if policy.collects_values() {
        add_implied_variables(glossary, &cells[count..], &mut variables);
    }
    let scope = NameScope { glossary, variables: &variables };
    let heads = cells
        .iter()
        .map(|cell| read_header(scope, section, cell))
        .collect::<Result<Vec<_>, _>>()?;
    let (mut inputs, mut outputs) = (heads, Vec::new());
    outputs.extend(inputs.drain(count..));
    for (output, cell) in outputs.iter().zip(&cells[count..]) {
        check_output(policy, scope, output)
            .map_err(|message| section.cell_error(cell, &message))?;
    }
    let mut rules = Vec::new();
    for row in section.filled_rows() {
        let found = read_rule(policy, scope, section, (row, &columns), (&inputs, &outputs))?;
        rules.push(found);
    }
    label_rules(&section.raw.title.text, &mut rules);
    if rules.is_empty() {
        return Err(section.cell_error(&section.raw.title, "a table without rules"));
    }
    let headers = cells.iter().map(|cell| cell.text.clone()).collect();
    Ok(RuleTable {
        sheet: section.sheet.to_owned(),
        title: section.raw.title.clone(),
        policy,
        variables,
        inputs,
        outputs,
        headers,
        rules,
        requirements: section.raw.requirements.clone(),
    })
}

/// Returns the number of input columns: as the file states it, or all but the last.
fn count_inputs(
    glossary: &TablesGlossary,
    section: &TableSection<'_>,
    cells: &[&RawCell],
) -> Result<usize, InputError> {
    let header = &section.raw.rows[0][0];
    if cells.is_empty() {
        return Err(section.cell_error(header, "a table without columns"));
    }
    let count = section.raw.inputs.unwrap_or(cells.len() - 1);
    if count >= cells.len() {
        let message = "the title covers every column; expected an output next to it";
        return Err(section.cell_error(&section.raw.title, message));
    }
    for cell in &cells[count..] {
        let variable =
            introduced_variable(glossary, &cell.text).map_err(|m| section.cell_error(cell, &m))?;
        if variable.is_some() {
            let message = format!(
                "'{}' introduces a variable, but the column is an output; expected the title over all inputs{}",
                cell.text, " (in a text, an empty column between inputs and outputs)"
            );
            return Err(section.cell_error(cell, &message));
        }
    }
    // A repeated header suggests that the second column is an output, and that the separating
    // column is missing.
    let repeated = (0..count).find(|&i| cells[..i].iter().any(|cell| cell.text == cells[i].text));
    match (repeated, section.raw.inputs) {
        (Some(index), None) => Err(section.cell_error(
            cells[index],
            "the header occurs twice; expected an empty column between inputs and outputs",
        )),
        _ => Ok(count),
    }
}

/// Adds the types that outputs name and no input introduces, as variables.
fn add_implied_variables(
    glossary: &TablesGlossary,
    outputs: &[&RawCell],
    variables: &mut Vec<TableVariable>,
) {
    for cell in outputs {
        let Ok((_, arguments)) = glossary.split_name(&cell.text) else { continue };
        for kind in arguments {
            let name = &glossary.type_of(kind).name;
            if variables.iter().all(|known| known.name != *name) {
                variables.push(TableVariable { name: name.clone(), kind });
            }
        }
    }
}

/// Refuses outputs that a policy cannot define.
fn check_output(
    policy: HitPolicy,
    scope: NameScope<'_>,
    output: &ColumnHeader,
) -> Result<(), RuleTextError> {
    let ColumnHeader::Term(typed) = output else { return Ok(()) };
    if policy == HitPolicy::Every {
        return Ok(());
    }
    if !matches!(typed.expr, TableExpression::Apply(..)) {
        return Err(RuleTextError::CalculatedOutput);
    }
    match typed.sort {
        ValueSort::Number => Ok(()),
        sort if policy.collects_values() => {
            Err(RuleTextError::OtherOutput { found: scope.sort_name(sort) })
        }
        _ => Ok(()),
    }
}

/// Reads one rule.
fn read_rule(
    policy: HitPolicy,
    scope: NameScope<'_>,
    section: &TableSection<'_>,
    (row, columns): (&[RawCell], &[usize]),
    (inputs, outputs): (&[ColumnHeader], &[ColumnHeader]),
) -> Result<TableRule, InputError> {
    let cell = |place: usize| section.row_cell(row, columns[place]).cell;
    let mut tests = Vec::with_capacity(inputs.len());
    for (place, head) in inputs.iter().enumerate() {
        let found = checked_test(scope, &cell(place).text, head);
        tests.push(found.map_err(|message| section.cell_error(cell(place), &message))?);
    }
    let mut values = Vec::with_capacity(outputs.len());
    for (place, head) in (inputs.len()..).zip(outputs) {
        let found = read_output(policy, scope, &cell(place).text, head);
        values.push(found.map_err(|message| {
            let can_have_inputs =
                policy != HitPolicy::Every && inputs.is_empty() && outputs.len() > 1;
            let hint = if can_have_inputs { output_hint(section) } else { "" };
            section.cell_error(cell(place), format!("{message}{hint}"))
        })?);
    }
    if values.iter().all(|value| *value == OutputCell::Nothing) {
        let message = "the rule has no output; expected a value";
        return Err(section.cell_error(cell(inputs.len()), message));
    }
    let number = row.first().map_or(String::new(), |cell| cell.text.clone());
    Ok(TableRule {
        label: number,
        inputs: tests,
        outputs: values,
        place: cell(inputs.len()).clone(),
    })
}

/// Returns how to mark inputs, for a fault in an output of a table without inputs: the author of a
/// workbook may take the column for one.
fn output_hint(section: &TableSection<'_>) -> &'static str {
    if matches!(section.raw.title.place, SourcePlace::Cell(..)) {
        "; all columns of this table are outputs: to make the first ones inputs, merge the title over \
         them, draw a bold line right of them in the header, or add a row with 'Inputs' and 'Outputs' \
         above it"
    } else {
        ""
    }
}

/// Reads a test, and checks its values against the type of the column.
fn checked_test(
    scope: NameScope<'_>,
    text: &str,
    head: &ColumnHeader,
) -> Result<CellTest, RuleTextError> {
    let found = read_test(scope, text, head.column_sort(scope))?;
    if let Some(kind) = kind_of(scope, head) {
        check_test_values(scope, kind, &found)?;
    }
    Ok(found)
}

/// The type of the values of a column, if it has one.
fn kind_of(scope: NameScope<'_>, head: &ColumnHeader) -> Option<TypeId> {
    match head {
        ColumnHeader::Variable(variable) => Some(scope.variables[variable.0].kind),
        ColumnHeader::Term(TypedTableExpression {
            expr: TableExpression::Apply(symbol, _),
            ..
        }) => scope.glossary.find_symbol(*symbol).result,
        ColumnHeader::Term(_) => None,
    }
}

/// Checks that the values that a test names belong to a type. Bounds of ranges may be outside it.
fn check_test_values(
    scope: NameScope<'_>,
    kind: TypeId,
    test: &CellTest,
) -> Result<(), RuleTextError> {
    use ComparisonOperator::{Eq, Ne};
    match test {
        CellTest::Compare(
            Eq | Ne,
            expr @ (TableExpression::Number(_) | TableExpression::Name(..)),
        ) => {
            let sort = scope.glossary.sort_of(kind);
            Ok(scope.check_type(kind, &TypedTableExpression { expr: expr.clone(), sort })?)
        }
        CellTest::One(list) => {
            list.iter().try_for_each(|test| check_test_values(scope, kind, test))
        }
        CellTest::Not(test) => check_test_values(scope, kind, test),
        _ => Ok(()),
    }
}

/// Reads the cell of an output.
fn read_output(
    policy: HitPolicy,
    scope: NameScope<'_>,
    text: &str,
    head: &ColumnHeader,
) -> Result<OutputCell, RuleTextError> {
    if is_any(text) {
        return Ok(OutputCell::Nothing);
    }
    if policy == HitPolicy::Number {
        let counted = parse_expression(scope, text, None)?;
        return match counted.sort {
            ValueSort::Truth => Err(RuleTextError::CountedTruth { text: text.to_owned() }),
            _ => Ok(OutputCell::Value(counted.expr)),
        };
    }
    if policy.collects_values() {
        return Ok(OutputCell::Value(parse_expression(scope, text, Some(ValueSort::Number))?.expr));
    }
    let test = checked_test(scope, text, head)?;
    match test {
        // A table of constraints may state any test of its output, and a table that decides only
        // one value.
        test if policy == HitPolicy::Every => Ok(OutputCell::Holds(test)),
        CellTest::Is(truth) => Ok(OutputCell::Truth(truth)),
        CellTest::Compare(ComparisonOperator::Eq, expr)
            if head.column_sort(scope) != ValueSort::Truth =>
        {
            Ok(OutputCell::Value(expr))
        }
        _ => Err(RuleTextError::SeveralValues { text: text.to_owned() }),
    }
}

/// Turns the numbers of rules into labels. A number that occurs twice is extended by its place.
fn label_rules(title: &str, rules: &mut [TableRule]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    rules.iter().for_each(|rule| *counts.entry(rule.label.clone()).or_default() += 1);
    for rule in rules {
        // Labels name constraints, so each must be unique within the table.
        rule.label = match (rule.label.as_str(), counts[&rule.label]) {
            ("", _) => format!("{title}, rule at {}", rule.place.place),
            (number, 1) => format!("{title}, rule {number}"),
            (number, _) => format!("{title}, rule {number} at {}", rule.place.place),
        };
    }
}
