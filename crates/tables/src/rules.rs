//! Reads tables of rules.

use std::collections::HashMap;

use parallax_model::Relation;
use parallax_model::instance::InputError;

use super::cell_error::RuleTextError;
use super::expr::{Expr, Test, Typed};
use super::glossary::{Glossary, Sort, TypeId};
use super::header::{head, introduces, variables};
use super::parse::expression;
use super::phrase::{Scope, Variable};
use super::raw::Cell;
use super::sheets::Section;
use super::table::{Head, Output, Policy, Rule, Table};
use super::test::{is_any, test};

/// Reads a table of rules.
///
/// # Errors
/// Returns an error at the first cell that is not as expected.
pub(super) fn read(
    glossary: &Glossary,
    policy: Policy,
    section: &Section<'_>,
) -> Result<Table, InputError> {
    let header = &section.raw.rows[0];
    let is_note = |cell: &Cell| cell.text.to_lowercase().starts_with("annotation");
    let columns: Vec<usize> =
        (1..header.len()).filter(|&column| !is_note(&header[column])).collect();
    let cells: Vec<&Cell> = columns.iter().map(|&column| &header[column]).collect();
    let count = inputs(glossary, section, &cells)?;
    let mut variables = variables(glossary, section, &cells)?;
    if policy.collects() {
        implied(glossary, &cells[count..], &mut variables);
    }
    let scope = Scope { glossary, variables: &variables };
    let heads =
        cells.iter().map(|cell| head(scope, section, cell)).collect::<Result<Vec<_>, _>>()?;
    let (mut inputs, mut outputs) = (heads, Vec::new());
    outputs.extend(inputs.drain(count..));
    for (output, cell) in outputs.iter().zip(&cells[count..]) {
        check_output(policy, scope, output).map_err(|message| section.fault(cell, &message))?;
    }
    let mut rules = Vec::new();
    for row in section.rows() {
        let found = rule(policy, scope, section, (row, &columns), (&inputs, &outputs))?;
        rules.push(found);
    }
    label(&section.raw.title.text, &mut rules);
    if rules.is_empty() {
        return Err(section.fault(&section.raw.title, "a table without rules"));
    }
    let headers = cells.iter().map(|cell| cell.text.clone()).collect();
    Ok(Table {
        sheet: section.sheet.to_owned(),
        title: section.raw.title.clone(),
        policy,
        variables,
        inputs,
        outputs,
        headers,
        rules,
    })
}

/// Returns the number of input columns: as the file states it, or all but the last.
fn inputs(
    glossary: &Glossary,
    section: &Section<'_>,
    cells: &[&Cell],
) -> Result<usize, InputError> {
    let header = &section.raw.rows[0][0];
    if cells.is_empty() {
        return Err(section.fault(header, "a table without columns"));
    }
    let count = section.raw.inputs.unwrap_or(cells.len() - 1);
    if count >= cells.len() {
        let message = "the title covers every column; expected an output beside it";
        return Err(section.fault(&section.raw.title, message));
    }
    for cell in &cells[count..] {
        let variable = introduces(glossary, &cell.text).map_err(|m| section.fault(cell, &m))?;
        if variable.is_some() {
            let message = format!(
                "'{}' introduces a variable, but the column is an output; expected the title over all inputs{}",
                cell.text, " (in a text, an empty column between inputs and outputs)"
            );
            return Err(section.fault(cell, &message));
        }
    }
    let repeated = (0..count).find(|&i| cells[..i].iter().any(|cell| cell.text == cells[i].text));
    match (repeated, section.raw.inputs) {
        (Some(place), None) => Err(section.fault(
            cells[place],
            "the header stands twice; expected an empty column between inputs and outputs",
        )),
        _ => Ok(count),
    }
}

/// Adds the types that outputs name and no input introduces, as variables.
fn implied(glossary: &Glossary, outputs: &[&Cell], variables: &mut Vec<Variable>) {
    for cell in outputs {
        let Ok((_, arguments)) = glossary.pattern(&cell.text) else { continue };
        for kind in arguments {
            let name = &glossary.type_of(kind).name;
            if variables.iter().all(|known| known.name != *name) {
                variables.push(Variable { name: name.clone(), kind });
            }
        }
    }
}

/// Refuses outputs that a policy cannot define.
fn check_output(policy: Policy, scope: Scope<'_>, output: &Head) -> Result<(), RuleTextError> {
    let Head::Term(typed) = output else { return Ok(()) };
    if policy == Policy::Every {
        return Ok(());
    }
    if !matches!(typed.expr, Expr::Apply(..)) {
        return Err(RuleTextError::CalculatedOutput);
    }
    match typed.sort {
        Sort::Number => Ok(()),
        sort if policy.collects() => {
            Err(RuleTextError::OtherOutput { found: scope.sort_name(sort) })
        }
        _ => Ok(()),
    }
}

/// Reads one rule.
fn rule(
    policy: Policy,
    scope: Scope<'_>,
    section: &Section<'_>,
    (row, columns): (&[Cell], &[usize]),
    (inputs, outputs): (&[Head], &[Head]),
) -> Result<Rule, InputError> {
    let cell = |place: usize| section.cell(row, columns[place]).cell;
    let mut tests = Vec::with_capacity(inputs.len());
    for (place, head) in inputs.iter().enumerate() {
        let found = checked_test(scope, &cell(place).text, head);
        tests.push(found.map_err(|message| section.fault(cell(place), &message))?);
    }
    let mut values = Vec::with_capacity(outputs.len());
    for (place, head) in (inputs.len()..).zip(outputs) {
        let found = output(policy, scope, &cell(place).text, head);
        values.push(found.map_err(|message| section.fault(cell(place), &message))?);
    }
    if values.iter().all(|value| *value == Output::Nothing) {
        let message = "the rule has no output; expected a value";
        return Err(section.fault(cell(inputs.len()), message));
    }
    let number = row.first().map_or(String::new(), |cell| cell.text.clone());
    Ok(Rule { label: number, inputs: tests, outputs: values, place: cell(inputs.len()).clone() })
}

/// Reads a test, and checks its values against the type of the column.
fn checked_test(scope: Scope<'_>, text: &str, head: &Head) -> Result<Test, RuleTextError> {
    let found = test(scope, text, head.sort(scope))?;
    if let Some(kind) = kind_of(scope, head) {
        within(scope, kind, &found)?;
    }
    Ok(found)
}

/// The type of the values of a column, if it has one.
fn kind_of(scope: Scope<'_>, head: &Head) -> Option<TypeId> {
    match head {
        Head::Variable(place) => Some(scope.variables[place.0].kind),
        Head::Term(Typed { expr: Expr::Apply(symbol, _), .. }) => {
            scope.glossary.symbol(*symbol).result
        }
        Head::Term(_) => None,
    }
}

/// Checks that the values that a test names belong to a type. Bounds of ranges need not.
fn within(scope: Scope<'_>, kind: TypeId, test: &Test) -> Result<(), RuleTextError> {
    use Relation::{Eq, Ne};
    match test {
        Test::Compare(Eq | Ne, expr @ (Expr::Number(_) | Expr::Name(..))) => {
            let sort = scope.glossary.sort_of(kind);
            Ok(scope.accepts(kind, &Typed { expr: expr.clone(), sort })?)
        }
        Test::One(list) => list.iter().try_for_each(|test| within(scope, kind, test)),
        Test::Not(test) => within(scope, kind, test),
        _ => Ok(()),
    }
}

/// Reads the cell of an output.
fn output(
    policy: Policy,
    scope: Scope<'_>,
    text: &str,
    head: &Head,
) -> Result<Output, RuleTextError> {
    if is_any(text) {
        return Ok(Output::Nothing);
    }
    if policy == Policy::Number {
        let counted = expression(scope, text, None)?;
        return match counted.sort {
            Sort::Truth => Err(RuleTextError::CountedTruth { text: text.to_owned() }),
            _ => Ok(Output::Value(counted.expr)),
        };
    }
    if policy.collects() {
        return Ok(Output::Value(expression(scope, text, Some(Sort::Number))?.expr));
    }
    let test = checked_test(scope, text, head)?;
    match test {
        test if policy == Policy::Every => Ok(Output::Holds(test)),
        Test::Is(truth) => Ok(Output::Truth(truth)),
        Test::Compare(Relation::Eq, expr) if head.sort(scope) != Sort::Truth => {
            Ok(Output::Value(expr))
        }
        _ => Err(RuleTextError::SeveralValues { text: text.to_owned() }),
    }
}

/// Turns the numbers of rules into labels. A number that occurs twice is extended by its place.
fn label(title: &str, rules: &mut [Rule]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    rules.iter().for_each(|rule| *counts.entry(rule.label.clone()).or_default() += 1);
    for rule in rules {
        rule.label = match (rule.label.as_str(), counts[&rule.label]) {
            ("", _) => format!("{title}, rule at {}", rule.place.place),
            (number, 1) => format!("{title}, rule {number}"),
            (number, _) => format!("{title}, rule {number} at {}", rule.place.place),
        };
    }
}
