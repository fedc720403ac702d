//! Domains of variables in a file.

use serde::Deserialize;

use super::name_error::{ModelDomainError, ValueNameError};
use super::presentation::SolutionPresentation;
use parallax_model::{Domain, Value};

/// A domain in one of its forms: `"1..9"`, `"{1, 3..5}"`, `[1, 3, 4, 5]` or `["red", "green"]`.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a domain; expected for example \"1..9\", \"{1, 3..5}\", [1, 3] or \
        [\"red\", \"green\"]"
)]
pub(super) enum DomainMember {
    Text(String),
    Values(Vec<Value>),
    Names(Vec<String>),
}

impl DomainMember {
    /// Returns the domain. With `is_list_given`, a name that the list of the file does not have is
    /// an error.
    pub(super) fn build_domain(
        &self,
        presentation: &mut SolutionPresentation,
        is_list_given: bool,
    ) -> Result<Domain, ModelDomainError> {
        match self {
            DomainMember::Names(names) => {
                let values = names.iter().map(|name| {
                    if is_list_given {
                        presentation.named_value(name)
                    } else {
                        presentation.intern_name(name)
                    }
                });
                Ok(Domain::from_values(values.collect::<Result<Vec<Value>, ValueNameError>>()?))
            }
            DomainMember::Values(values) => Ok(Domain::from_values(values.iter().copied())),
            DomainMember::Text(text) => parse_domain(text),
        }
    }
}

/// Returns the runs of a domain as text: `1..9`, or `1` and `3..5` in `{1, 3..5}`.
fn domain_runs(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).unwrap_or(text);
    inner.split(',').map(str::trim).filter(|run| !run.is_empty())
}

/// Returns a warning for each run of a domain that holds no value, such as `8..1`.
pub(super) fn warn_empty_runs(text: &str) -> impl Iterator<Item = String> {
    let number = |text: &str| text.trim().parse::<Value>().ok();
    let empty = domain_runs(text.trim()).filter(move |run| {
        let ends = run.split_once("..").and_then(|(low, high)| number(low).zip(number(high)));
        ends.is_some_and(|(low, high)| low > high)
    });
    empty.map(|run| format!("the range \"{run}\" is empty: its first value is the larger one"))
}

/// Reads `1..9` or `{1, 3..5}`.
///
/// # Errors
/// Returns a message for a text of another form.
pub fn parse_domain(text: &str) -> Result<Domain, ModelDomainError> {
    let text = text.trim();
    let fault = || ModelDomainError::Form { text: text.to_owned() };
    let number = |text: &str| text.trim().parse::<Value>().map_err(|_| fault());
    let mut intervals = Vec::new();
    for run in domain_runs(text) {
        let (low, high) = run.split_once("..").unwrap_or((run, run));
        // An empty run such as 8..1 adds no values.
        intervals.push((number(low)?, number(high)?));
    }
    Ok(Domain::from_intervals(intervals))
}
