//! Reads solutions of tables: pairs `name = value`, or structures as IDP prints them.

use std::collections::HashMap;

use parallax_instance::{InputError, PuzzleSolution};
use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::did_you_mean;
use parallax_model::{Value, VarId};

use super::build::TablesModel;
use super::cell_test_reader::parse_truth;
use super::glossary::{SymbolId, TablesGlossary};

/// Reads solutions: a line of `name = value` pairs for each, lines of one pair each, or
/// structures (`name := {...}`).
///
/// # Errors
/// Returns an error at the first place that is not as expected.
pub(super) fn read_solutions(
    glossary: &TablesGlossary,
    built: &TablesModel,
    source: &str,
    text: &str,
) -> Result<Vec<PuzzleSolution>, InputError> {
    let lines: Vec<(usize, &str)> = (1..)
        .zip(text.lines())
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let reader = TableSolutionReader { glossary, built, source };
    if lines.is_empty() {
        // Data tables may state every value, so that a solution needs no text.
        let stated = reader.complete_solution(1, reader.blank_values());
        let wrong = |_| InputError::new(source, "empty; expected 'name = value' pairs");
        return Ok(vec![stated.map_err(wrong)?]);
    }
    if text.contains(":=") {
        return reader.read_structures(&lines);
    }
    let read_line = |&(number, line): &(usize, &str)| {
        let mut values = reader.blank_values();
        reader.read_pairs(number, line, &mut values)?;
        reader.complete_solution(number, values)
    };
    // If every line has a single pair, they form one solution, unless a single pair is a whole
    // solution.
    let is_part = |(_, line): &(usize, &str)| line.matches('=').count() == 1;
    if lines.iter().all(is_part) && read_line(&lines[0]).is_err() {
        let mut values = reader.blank_values();
        lines
            .iter()
            .try_for_each(|&(number, line)| reader.read_pairs(number, line, &mut values))?;
        return Ok(vec![reader.complete_solution(lines[0].0, values)?]);
    }
    lines.iter().map(read_line).collect()
}

struct TableSolutionReader<'a> {
    glossary: &'a TablesGlossary,
    built: &'a TablesModel,
    source: &'a str,
}

type Values = Vec<Option<Value>>;

impl TableSolutionReader<'_> {
    fn blank_values(&self) -> Values {
        vec![None; self.built.layout.len]
    }

    fn line_error(&self, line: usize, message: impl Into<String>) -> InputError {
        InputError::new(self.source, message.into()).at_line(line)
    }

    /// Returns a whole solution. Values that data tables state may be omitted.
    fn complete_solution(
        &self,
        line: usize,
        mut values: Values,
    ) -> Result<PuzzleSolution, InputError> {
        for (&index, &fact) in &self.built.layout.facts {
            let known = Value::try_from(fact).ok();
            values[index] = values[index].or(known);
        }
        if let Some(index) = values.iter().position(Option::is_none) {
            let name = self.built.model.name_of(VarId::new(index));
            return Err(self.line_error(line, format!("no value for '{name}'")));
        }
        Ok(values.into_iter().flatten().collect())
    }

    fn read_pairs(&self, line: usize, text: &str, values: &mut Values) -> Result<(), InputError> {
        for pair in text.split([',', ';']).map(str::trim).filter(|pair| !pair.is_empty()) {
            let (name, word) = pair.split_once('=').ok_or_else(|| {
                self.line_error(line, format!("'{pair}'; expected 'name = value'"))
            })?;
            let name = name.trim();
            // The variables of the layout come first, and the hidden ones after them have no values
            // in solutions.
            let found = self.built.model.find(name).map(VarId::index);
            let place = found.filter(|place| *place < values.len()).ok_or_else(|| {
                let names =
                    self.built.model.variables().iter().take(10_000).map(|v| v.name.as_str());
                self.line_error(line, format!("there is no '{name}'{}", did_you_mean(name, names)))
            })?;
            self.set_value(line, place, word.trim(), values)?;
        }
        Ok(())
    }

    fn set_value(
        &self,
        line: usize,
        index: usize,
        word: &str,
        values: &mut Values,
    ) -> Result<(), InputError> {
        let value = self
            .parse_value(index, word)
            .map_err(|fault| self.line_error(line, fault.to_string()))?;
        match values[index].replace(value) {
            Some(before) if before != value => {
                let name = self.built.model.name_of(VarId::new(index));
                Err(self.line_error(line, format!("'{name}' has two values")))
            }
            _ => Ok(()),
        }
    }

    /// Returns the value of a word.
    fn parse_value(&self, index: usize, word: &str) -> Result<Value, TableSolutionError> {
        let (id, _) = self.built.layout.find_symbol(index);
        let variable = VarId::new(index);
        let expected = || {
            let model = &self.built.model;
            TableSolutionError::OtherValue {
                word: word.to_owned(),
                name: model.name_of(variable).to_owned(),
                domain: model.domain_words(variable),
            }
        };
        // A symbol without a result is a relation, whose values are Yes and No.
        if self.glossary.find_symbol(id).result.is_none() {
            return parse_truth(word)
                .map(i32::from)
                .ok_or_else(|| TableSolutionError::NoTruth { word: word.to_owned() });
        }
        let names = self.built.model.value_names(variable);
        if let Some((&value, _)) =
            names.and_then(|names| names.iter().find(|(_, name)| *name == word))
        {
            return Ok(value);
        }
        let block = self.built.layout.symbol_block(id);
        let number =
            DecimalNumber::parse_decimal(word).and_then(|number| number.units_at(block.digits));
        number.and_then(|number| Value::try_from(number).ok()).ok_or_else(expected)
    }

    /// Reads structures: a new solution begins when a name occurs again.
    fn read_structures(&self, lines: &[(usize, &str)]) -> Result<Vec<PuzzleSolution>, InputError> {
        // IDP prints names with underscores in place of spaces.
        let names: HashMap<String, SymbolId> = (0..)
            .zip(&self.glossary.symbols)
            .map(|(index, symbol)| (symbol.name.replace(' ', "_"), SymbolId(index)))
            .collect();
        let (mut found, mut values, mut seen) = (Vec::new(), self.blank_values(), Vec::new());
        for &(line, text) in lines {
            let Some((name, body)) = text.split_once(":=") else {
                // Headings between the models, such as 'Model 1' and '====='.
                continue;
            };
            let name = name.trim();
            let id = *names.get(name).ok_or_else(|| {
                let near = did_you_mean(name, names.keys().map(String::as_str));
                self.line_error(line, format!("there is no '{name}'{near}"))
            })?;
            if seen.contains(&id) {
                found.push(self.complete_solution(
                    line,
                    std::mem::replace(&mut values, self.blank_values()),
                )?);
                seen.clear();
            }
            seen.push(id);
            let body = body.trim().trim_end_matches('.');
            let body = body.strip_prefix('{').and_then(|body| body.strip_suffix('}'));
            let body = body.ok_or_else(|| self.line_error(line, "expected name := {...}"))?;
            self.read_structure(line, id, body, &mut values)?;
        }
        // No repeated name ends the last solution.
        found.push(self.complete_solution(lines.last().map_or(1, |(line, _)| *line), values)?);
        Ok(found)
    }

    fn read_structure(
        &self,
        line: usize,
        id: SymbolId,
        body: &str,
        values: &mut Values,
    ) -> Result<(), InputError> {
        let block = self.built.layout.symbol_block(id);
        for pair in body.split(';').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (left, word) = pair.split_once("->").ok_or_else(|| {
                self.line_error(line, format!("'{pair}'; expected (arguments)->value"))
            })?;
            let left = left.trim().trim_start_matches('(').trim_end_matches(')');
            let words: Vec<&str> =
                left.split(',').map(str::trim).filter(|w| !w.is_empty()).collect();
            let kinds = &self.glossary.find_symbol(id).arguments;
            let argument = |(word, &kind): (&&str, &super::glossary::TypeId)| {
                let named = self.glossary.number_of(kind, word).map(i64::from);
                let digits = self.glossary.type_digits(kind);
                named.or_else(|| DecimalNumber::parse_decimal(word)?.units_at(digits))
            };
            // `zip` ends with the shorter list, so the numbers of words and arguments are compared,
            // too.
            let tuple: Option<Vec<i64>> = words.iter().zip(kinds).map(argument).collect();
            let place = tuple
                .filter(|_| words.len() == kinds.len())
                .and_then(|tuple| block.variable_index(&tuple));
            let place = place
                .ok_or_else(|| self.line_error(line, format!("'{pair}' has other arguments")))?;
            self.set_value(line, place, word.trim(), values)?;
        }
        Ok(())
    }
}
/// Why a word is not a value of a solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum TableSolutionError {
    #[error("'{word}'; expected Yes or No")]
    NoTruth { word: String },
    #[error("value '{word}' of '{name}'; expected one of {domain}")]
    OtherValue { word: String, name: String, domain: String },
}
