//! Solutions as texts, in MiniZinc's form: `x = 3;`, `a = array1d(1..2,[4,5]);`, `----------`.

use std::collections::HashMap;

use parallax_instance::InputError;

use super::document::{ElementRange, FlatzincDocument, FlatzincTerm, OutputItemShape};

/// The values of the variables of the file that a solution gives.
pub(super) type VariableValues = HashMap<u32, i64>;

/// Reads solutions. One ends at `----------`, at the end, or where an item occurs again.
pub(super) fn read_solutions(
    source: &str,
    document: &FlatzincDocument,
    text: &str,
) -> Result<Vec<VariableValues>, InputError> {
    let seen_items = vec![false; document.outputs.len()];
    let mut reader = FlatzincSolutionReader {
        source,
        document,
        found: Vec::new(),
        given: HashMap::new(),
        seen: 0,
        seen_items,
    };
    let names: HashMap<&str, usize> = document
        .outputs
        .iter()
        .enumerate()
        .map(|(place, output)| (document.word_text(output.name), place))
        .collect();
    let (mut line, mut rest) = (1, text);
    loop {
        let trimmed = rest.trim_start();
        line += rest[..rest.len() - trimmed.len()].matches('\n').count();
        rest = trimmed;
        if rest.is_empty() {
            break;
        }
        if rest.starts_with(['%', '-', '=']) {
            if rest.starts_with("----------") {
                reader.end_solution(line)?;
            }
            let dashes = rest.len() - rest.trim_start_matches('-').len();
            let end = rest.find('\n').unwrap_or(rest.len());
            // One line may have the end of a solution and the next one.
            rest = &rest[if dashes > 0 { dashes } else { end }..];
            continue;
        }
        let end = item_end(rest);
        let (item, after) = rest.split_at(end);
        let fault = |message: String| InputError::new(source, message).at_line(line);
        let (name, value) = item
            .split_once('=')
            .ok_or_else(|| fault(format!("'{}'; expected 'name = value;'", item.trim())))?;
        let place = *names
            .get(name.trim())
            .ok_or_else(|| fault(format!("'{}' is no output of the file", name.trim())))?;
        reader.read_item(place, value.trim(), line)?;
        line += item.matches('\n').count();
        rest = after.strip_prefix([';', ',']).unwrap_or(after);
    }
    // The last solution may lack its dashes. A text without any solution is one without items,
    // which is right only if the file has no output.
    if reader.seen > 0 || reader.found.is_empty() {
        reader.end_solution(line)?;
    }
    Ok(reader.found)
}

/// Returns the end of an item: a semicolon, or a comma or line break outside brackets.
fn item_end(text: &str) -> usize {
    let mut depth = 0usize;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            b';' => return offset,
            // An array may span lines: breaks inside brackets end nothing.
            b',' | b'\n' if depth == 0 => return offset,
            _ => {}
        }
    }
    text.len()
}

struct FlatzincSolutionReader<'a> {
    source: &'a str,
    document: &'a FlatzincDocument,
    found: Vec<VariableValues>,
    given: VariableValues,
    seen: usize,
    seen_items: Vec<bool>,
}

impl FlatzincSolutionReader<'_> {
    fn line_error(&self, line: usize, message: String) -> InputError {
        InputError::new(self.source, message).at_line(line)
    }

    /// Ends a solution.
    fn end_solution(&mut self, line: usize) -> Result<(), InputError> {
        if let Some(place) = self.seen_items.iter().position(|seen| !seen) {
            let name = self.document.word_text(self.document.outputs[place].name);
            return Err(self.line_error(line, format!("no value for '{name}'")));
        }
        self.seen_items.fill(false);
        self.seen = 0;
        self.found.push(std::mem::take(&mut self.given));
        Ok(())
    }

    fn read_item(&mut self, place: usize, value: &str, line: usize) -> Result<(), InputError> {
        // An item that occurs again begins the next solution.
        if self.seen_items[place] {
            self.end_solution(line)?;
        }
        self.seen_items[place] = true;
        self.seen += 1;
        let output = &self.document.outputs[place];
        match &output.shape {
            OutputItemShape::Scalar(term) => self.read_value(*term, value, line),
            OutputItemShape::Array(_, list) => self.read_array(*list, value, line),
        }
    }

    fn read_array(
        &mut self,
        list: ElementRange,
        value: &str,
        line: usize,
    ) -> Result<(), InputError> {
        let inside = value.split_once('[').and_then(|(_, rest)| rest.rsplit_once(']'));
        let Some((inside, _)) = inside else {
            return Err(self.line_error(line, format!("'{value}'; expected an array")));
        };
        let inside = inside.trim().trim_end_matches(',');
        let values: Vec<&str> = match inside {
            "" => Vec::new(),
            _ => inside.split(',').map(str::trim).collect(),
        };
        let terms = self.document.list_terms(list);
        if values.len() != terms.len() {
            let (found, expected) = (values.len(), terms.len());
            return Err(self.line_error(line, format!("{found} values; expected {expected}")));
        }
        terms.iter().zip(values).try_for_each(|(term, value)| self.read_value(term, value, line))
    }

    fn read_value(
        &mut self,
        term: FlatzincTerm,
        word: &str,
        line: usize,
    ) -> Result<(), InputError> {
        let number = match word {
            "true" => Some(1),
            "false" => Some(0),
            _ => word.parse::<i64>().ok(),
        };
        let Some(number) = number else {
            return Err(self.line_error(line, format!("'{word}'; expected an integer or a bool")));
        };
        let known = match term {
            // A constant in an output array must come back unchanged.
            FlatzincTerm::Value(own) => Some(own),
            FlatzincTerm::Var(var) => self.given.insert(var.0, number),
        };
        match known {
            Some(known) if known != number => {
                Err(self.line_error(line, format!("{number}; expected {known}, as elsewhere")))
            }
            _ => Ok(()),
        }
    }
}
