//! Names of reformulation steps, in engine specs and explanations.

use std::fmt;
use std::str::FromStr;

use super::ChoiceError;
use super::implied::ImpliedOptions;
use super::products::{ProductOptions, ValueMerging};

/// The reformulations to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReformulationChoice {
    /// The dimensions of a model that has relations in them; otherwise interchangeable values and
    /// parts.
    #[default]
    Auto,
    /// The dimensions alone.
    Dimensions,
    /// Steps for any model.
    Steps(ProductOptions),
}

impl ReformulationChoice {
    /// The steps for a model without dimensions: those that pay on most models, and that the search
    /// disables if they find nothing.
    pub const USUAL_STEPS: ProductOptions = ProductOptions {
        values: ValueMerging::Dynamic,
        parts: true,
        gives_up: true,
        ..ProductOptions::NONE
    };
}

impl fmt::Display for ReformulationChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReformulationChoice::Auto => f.write_str("auto"),
            ReformulationChoice::Dimensions => f.write_str("dimensions"),
            ReformulationChoice::Steps(steps) => steps.fmt(f),
        }
    }
}

impl fmt::Display for ProductOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = match self.values {
            ValueMerging::Single => None,
            ValueMerging::Once => Some("abstract"),
            ValueMerging::Dynamic => Some("values"),
        };
        let ImpliedOptions { duals, sums, counts } = self.implied;
        let others = [
            ("parts", self.parts),
            ("determined", self.determined),
            ("duals", duals),
            ("sums", sums),
            ("counts", counts),
        ];
        let others = others.into_iter().filter_map(|(name, used)| used.then_some(name));
        let names: Vec<&str> = values.into_iter().chain(others).collect();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join("+"))
    }
}

impl ProductOptions {
    /// Adds the step of this name and returns whether it is new; `None` if there is none.
    fn add_step(&mut self, name: &str) -> Option<bool> {
        // `values` and `abstract` set the same option, so only the first of them is new.
        let mut values = |chosen| {
            let new = self.values == ValueMerging::Single;
            self.values = chosen;
            new
        };
        let used = match name {
            "values" => return Some(values(ValueMerging::Dynamic)),
            "abstract" => return Some(values(ValueMerging::Once)),
            "parts" => &mut self.parts,
            "determined" => &mut self.determined,
            "duals" => &mut self.implied.duals,
            "sums" => &mut self.implied.sums,
            "counts" => &mut self.implied.counts,
            _ => return None,
        };
        Some(!std::mem::replace(used, true))
    }
}

impl FromStr for ReformulationChoice {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<Self, ChoiceError> {
        match text {
            "auto" => return Ok(ReformulationChoice::Auto),
            "dimensions" => return Ok(ReformulationChoice::Dimensions),
            _ => {}
        }
        let mut steps = ProductOptions::NONE;
        for name in text.split('+').filter(|_| text != "none") {
            match steps.add_step(name) {
                Some(true) => {}
                Some(false) => {
                    let (list, name) = (text.to_owned(), name.to_owned());
                    return Err(ChoiceError::Repetition { list, name });
                }
                None => {
                    return Err(ChoiceError::Reformulation { name: name.to_owned() });
                }
            }
        }
        Ok(ReformulationChoice::Steps(steps))
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
            "values+parts+determined+duals+sums+counts",
        ] {
            assert_eq!(
                text.parse::<ReformulationChoice>().map(|read| read.to_string()),
                Ok(text.to_owned())
            );
        }
        for (text, expected) in [
            ("", "unknown reformulation ''"),
            ("value", "unknown reformulation 'value'"),
            ("values+abstract", "'abstract' is one too many"),
            ("parts+parts", "'parts' is one too many"),
            ("auto+parts", "unknown reformulation 'auto'"),
        ] {
            let error = text.parse::<ReformulationChoice>().expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let both =
            ProductOptions { values: ValueMerging::Dynamic, parts: true, ..ProductOptions::NONE };
        assert_eq!(
            "parts+values".parse::<ReformulationChoice>(),
            Ok(ReformulationChoice::Steps(both))
        );
    }
}
