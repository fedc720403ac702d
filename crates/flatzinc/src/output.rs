//! Solutions in MiniZinc's form.

use std::fmt::Write;

use super::document::{FlatzincDocument, FlatzincTerm, FlatzincVarId, OutputItemShape};

impl FlatzincDocument {
    /// Returns a solution as MiniZinc reads it: a line for each output item, in the order of the
    /// file, and `----------`. Arrays have their index sets: `a = array2d(1..2,0..1,[1,2,3,4]);`.
    pub(crate) fn solution_text(&self, value: impl Fn(FlatzincVarId) -> i64) -> String {
        let mut text = String::new();
        for output in &self.outputs {
            text.push_str(self.word_text(output.name));
            text.push_str(" = ");
            match &output.shape {
                OutputItemShape::Scalar(term) => {
                    push_value(&mut text, *term, output.is_bool, &value);
                }
                OutputItemShape::Array(dimensions, list) => {
                    let _ = write!(text, "array{}d(", dimensions.len());
                    for (first, last) in dimensions {
                        let _ = write!(text, "{first}..{last},");
                    }
                    text.push('[');
                    for (place, term) in self.list_terms(*list).iter().enumerate() {
                        if place > 0 {
                            text.push(',');
                        }
                        push_value(&mut text, term, output.is_bool, &value);
                    }
                    text.push_str("])");
                }
            }
            text.push_str(";\n");
        }
        text.push_str("----------\n");
        text
    }
}

/// Adds a value to a text.
fn push_value(
    text: &mut String,
    term: FlatzincTerm,
    is_bool: bool,
    value: &impl Fn(FlatzincVarId) -> i64,
) {
    let number = match term {
        FlatzincTerm::Value(number) => number,
        FlatzincTerm::Var(variable) => value(variable),
    };
    let _ = match (is_bool, number) {
        (true, 0) => text.write_str("false"),
        (true, _) => text.write_str("true"),
        (false, _) => write!(text, "{number}"),
    };
}
