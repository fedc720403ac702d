//! The settings of textbook search, and their text in specs.

use std::fmt;
use std::str::FromStr;

use parallax_model::named;

use crate::settings::SearchSettingError;

/// The choice of the variable to assign next. Hidden variables always come after the shown ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextbookVariableOrder {
    /// The first unassigned variable.
    #[default]
    First,
    /// A variable with the fewest remaining values; ties go to the first.
    Smallest,
    /// A variable with the fewest remaining values; ties go to the one nearer to the front of a
    /// list, to whose end a variable moves when all its values have failed.
    SmallestListed,
}

named!(TextbookVariableOrder, "order of variables", {
    First => "first",
    Smallest => "mid",
    SmallestListed => "mid-list",
});

/// The value to try first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueOrder {
    /// The smallest.
    #[default]
    Ascending,
    /// The greatest.
    Descending,
}

named!(ValueOrder, "order of values", {
    Ascending => "sval",
    Descending => "gval",
});

/// The propagation after an assignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextbookPropagation {
    /// Forward checking.
    Forward,
    /// Generalised arc consistency; for a kind of constraint without that level, its strongest.
    #[default]
    General,
}

named!(TextbookPropagation, "propagation", {
    Forward => "fc",
    General => "gac",
});

impl TextbookPropagation {
    /// Describes the propagation in a few words.
    #[must_use]
    pub fn short_description(self) -> &'static str {
        match self {
            TextbookPropagation::Forward => "forward checking",
            TextbookPropagation::General => "generalised arc consistency",
        }
    }
}

/// The settings of textbook search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextbookSettings {
    /// The order of variables.
    pub order: TextbookVariableOrder,
    /// The order of values.
    pub values: ValueOrder,
    /// The propagation.
    pub strength: TextbookPropagation,
    /// Maximum number of assignments of a question; beyond it the answer is unknown.
    pub limit: Option<u64>,
}

/// Writes the part of a spec after `textbook`: `:first+sval,gac`, `:mid+gval,fc,limit=1000`.
impl fmt::Display for TextbookSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ":{}+{},{}", self.order, self.values, self.strength)?;
        self.limit.iter().try_for_each(|limit| write!(f, ",limit={limit}"))
    }
}

impl FromStr for TextbookSettings {
    type Err = SearchSettingError;

    fn from_str(text: &str) -> Result<Self, SearchSettingError> {
        let mut settings = TextbookSettings::default();
        let (orders, choices) = text.split_once(',').unwrap_or((text, ""));
        if let Some(orders) = orders.strip_prefix(':') {
            let (variables, values) = match orders.split_once('+') {
                Some((variables, values)) => (variables, Some(values)),
                None => (orders, None),
            };
            settings.order = variables.parse()?;
            settings.values = values.map_or(Ok(ValueOrder::default()), str::parse)?;
        } else if !orders.is_empty() {
            return Err(SearchSettingError::Separator {
                engine: "textbook",
                rest: text.to_owned(),
            });
        }
        for choice in choices.split(',').filter(|choice| !choice.is_empty()) {
            match choice.split_once('=') {
                Some(("limit", number)) => {
                    let wrong = |_| SearchSettingError::Limit {
                        number: number.to_owned(),
                        unit: "assignments",
                    };
                    settings.limit = Some(number.parse().map_err(wrong)?);
                }
                _ => settings.strength = choice.parse()?,
            }
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back() {
        for (text, shown) in [
            ("", ":first+sval,gac"),
            (",fc", ":first+sval,fc"),
            (":mid", ":mid+sval,gac"),
            (":mid-list+gval,fc", ":mid-list+gval,fc"),
            (",limit=7", ":first+sval,gac,limit=7"),
        ] {
            let settings: TextbookSettings = text.parse().unwrap();
            assert_eq!(settings.to_string(), shown);
            assert_eq!(shown.parse(), Ok(settings));
        }
    }

    #[test]
    fn wrong_settings_list_the_right_ones() {
        for (text, expected) in [
            (":last", "first, mid, mid-list"),
            (":mid+middle", "sval, gval"),
            (",ac", "fc, gac"),
            (",fc,depth=3", "fc, gac"),
            (",limit=x", "expected a number of assignments"),
            ("mid", "expected ':'"),
        ] {
            let error = text.parse::<TextbookSettings>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
