//! The names of reformulation steps, as engine specs and explanations have them.

use std::fmt;
use std::str::FromStr;

use super::products::{Steps, Values};

/// Which reformulations to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// The dimensions of a model that has relations in them; else interchangeable values and
    /// parts.
    #[default]
    Auto,
    /// The dimensions alone.
    Dimensions,
    /// Steps for any model.
    Steps(Steps),
}

impl Use {
    /// The steps for a model without dimensions.
    pub const USUAL: Steps = Steps { values: Values::Dynamic, parts: true };
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Use::Auto => f.write_str("auto"),
            Use::Dimensions => f.write_str("dimensions"),
            Use::Steps(steps) => steps.fmt(f),
        }
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = match self.values {
            Values::Single => None,
            Values::Once => Some("abstract"),
            Values::Dynamic => Some("values"),
        };
        let names: Vec<&str> = values.into_iter().chain(self.parts.then_some("parts")).collect();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join("+"))
    }
}

impl FromStr for Use {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => return Ok(Use::Auto),
            "dimensions" => return Ok(Use::Dimensions),
            _ => {}
        }
        let mut steps = Steps { values: Values::Single, parts: false };
        for name in text.split('+').filter(|_| text != "none") {
            let twice = match name {
                "values" | "abstract" if steps.values != Values::Single => true,
                "parts" => std::mem::replace(&mut steps.parts, true),
                "values" => {
                    steps.values = Values::Dynamic;
                    false
                }
                "abstract" => {
                    steps.values = Values::Once;
                    false
                }
                _ => {
                    return Err(format!(
                        "unknown reformulation '{name}'; known: auto, dimensions, none, or some of \
                         values, abstract, parts with '+' between"
                    ));
                }
            };
            if twice {
                return Err(format!("use={text}: '{name}' is one too many"));
            }
        }
        Ok(Use::Steps(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for text in [
            "auto",
            "dimensions",
            "none",
            "values",
            "abstract",
            "parts",
            "values+parts",
            "abstract+parts",
        ] {
            assert_eq!(text.parse::<Use>().map(|read| read.to_string()), Ok(text.to_owned()));
        }
        for (text, expected) in [
            ("", "unknown reformulation ''"),
            ("value", "unknown reformulation 'value'"),
            ("values+abstract", "'abstract' is one too many"),
            ("parts+parts", "'parts' is one too many"),
            ("auto+parts", "unknown reformulation 'auto'"),
        ] {
            let error = text.parse::<Use>().expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
        assert_eq!("parts+values".parse::<Use>(), Ok(Use::Steps(Use::USUAL)));
    }
}
