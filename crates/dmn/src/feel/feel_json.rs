//! Values as JSON.

use std::fmt::Write;

use super::calendar::ScaleKind;
use super::feel_value::FeelValue;

impl FeelValue {
    /// Returns the value as JSON: numbers with all their digits, dates and durations as strings of
    /// ISO 8601.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        self.write_json(&mut json);
        json
    }

    fn write_json(&self, json: &mut String) {
        match self {
            FeelValue::Null => json.push_str("null"),
            FeelValue::Truth(truth) => json.push_str(if *truth { "true" } else { "false" }),
            FeelValue::Point(ScaleKind::Number, number) => {
                let _ = write!(json, "{number}");
            }
            FeelValue::Point(scale, number) => write_string(json, &scale.value_text(*number)),
            FeelValue::Text(text) => write_string(json, text),
            FeelValue::List(list) => {
                json.push('[');
                for (index, value) in list.iter().enumerate() {
                    json.push_str(if index > 0 { "," } else { "" });
                    value.write_json(json);
                }
                json.push(']');
            }
            FeelValue::Context(members) => {
                json.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    json.push_str(if index > 0 { "," } else { "" });
                    write_string(json, name);
                    json.push(':');
                    value.write_json(json);
                }
                json.push('}');
            }
        }
    }
}

fn write_string(json: &mut String, text: &str) {
    json.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => json.extend(['\\', letter]),
            '\n' => json.push_str("\\n"),
            '\u{0}'..='\u{1f}' => {
                let _ = write!(json, "\\u{:04x}", u32::from(letter));
            }
            other => json.push(other),
        }
    }
    json.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feel::ExactDecimal;

    #[test]
    fn values_become_json() {
        let number = |text| FeelValue::from_number(ExactDecimal::parse_decimal(text));
        let members = vec![("a \"b\"".into(), number("0.1")), ("c".into(), FeelValue::Null)];
        let value: FeelValue = [
            FeelValue::from_members(members),
            FeelValue::from_text("x\n\u{1}é"),
            FeelValue::Truth(true),
            number("1e40"),
            FeelValue::Point(ScaleKind::Date, ExactDecimal::from_whole(0)),
        ]
        .into_iter()
        .collect();
        assert_eq!(
            value.to_json(),
            "[{\"a \\\"b\\\"\":0.1,\"c\":null},\"x\\n\\u0001é\",true,1e40,\"1970-01-01\"]"
        );
    }
}
