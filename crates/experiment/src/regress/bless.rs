//! Writes the results on which engines agree into the text of a suite; comments and order stay.

use std::fmt::Display;

use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::SolutionCount;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::case_error::BlessError;
use super::consensus::{ConsensusExpectations, find_consensus};
use super::decisive_answer::DecisiveAnswer;
use super::digest::digest_hex;
use super::observed::CaseResults;
use super::per_instance::InstanceExpectations;
use super::suite::{PinnedExpectation, RegressionCase, RegressionSuite};
use crate::toml_keys::read_decimal;

/// The changes of a blessing to one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseBlessing {
    /// The changes, such as `answer: unsat, was sat`.
    pub changed: Vec<String>,
    /// The expectations that did not change although they might have, each with the reason.
    pub refused: Vec<String>,
}

/// Returns the text of a suite with the expectations of these runs, and the changes to each case.
/// `seen` has a run for each case, or `None` for a case that did not run and stays unchanged.
///
/// # Errors
/// Returns the reason if blessing would also change other parts of the text.
pub fn bless_suite(
    suite: &RegressionSuite,
    seen: &[Option<CaseResults>],
) -> Result<(String, Vec<CaseBlessing>), BlessError> {
    let shape = TextFileShape::from_text(&suite.text);
    let plain = shape.plain_text(&suite.text);
    let fault = |error: toml_edit::TomlError| BlessError::Toml(error.message().to_owned());
    let mut document: DocumentMut = plain.parse().map_err(fault)?;
    // Blessing must change only the values that differ, so the editor has to reproduce the rest
    // byte by byte. It does not keep mixed line endings.
    if document.to_string() != plain {
        return Err(BlessError::MixedLineEndings);
    }
    let mut done = Vec::with_capacity(suite.cases.len());
    for (at, case) in suite.cases.iter().enumerate() {
        let Some(seen) = seen.get(at).and_then(Option::as_ref) else {
            done.push(CaseBlessing::default());
            continue;
        };
        done.push(match find_consensus(case, seen) {
            Err(why) => CaseBlessing {
                refused: vec![format!("anything: {why}")],
                ..CaseBlessing::default()
            },
            Ok(agreed) => {
                // Cases are found by position: the reader and this editor parse the same text.
                let table = case_table(&mut document, at).ok_or(BlessError::MovedCases)?;
                let changed = write_expectations(table, case, seen, &agreed)?;
                CaseBlessing { changed, refused: agreed.refused }
            }
        });
    }
    Ok((shape.restore_text(&document.to_string()), done))
}

/// Properties of a text that the TOML editor does not keep: the byte order mark and CRLF line ends.
struct TextFileShape {
    mark: bool,
    carriage_returns: bool,
}

impl TextFileShape {
    fn from_text(text: &str) -> Self {
        let lines = text.matches('\n').count();
        let carriage_returns = lines > 0 && text.matches("\r\n").count() == lines;
        TextFileShape { mark: text.starts_with('\u{feff}'), carriage_returns }
    }

    fn plain_text(&self, text: &str) -> String {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if self.carriage_returns { text.replace("\r\n", "\n") } else { text.to_owned() }
    }

    fn restore_text(&self, text: &str) -> String {
        let mark = if self.mark { "\u{feff}" } else { "" };
        let text = if self.carriage_returns { text.replace('\n', "\r\n") } else { text.to_owned() };
        format!("{mark}{text}")
    }
}

/// Returns the table of a case.
fn case_table(document: &mut DocumentMut, at: usize) -> Option<&mut dyn TableLike> {
    match document.get_mut("case")? {
        Item::ArrayOfTables(tables) => tables.get_mut(at).map(|table| table as &mut dyn TableLike),
        Item::Value(Value::Array(tables)) => {
            let table: &mut InlineTable = tables.get_mut(at)?.as_inline_table_mut()?;
            Some(table)
        }
        _ => None,
    }
}

/// Writes the changed expectations into the table of a case. Returns the changes as text.
fn write_expectations(
    table: &mut dyn TableLike,
    case: &RegressionCase,
    seen: &CaseResults,
    agreed: &ConsensusExpectations,
) -> Result<Vec<String>, BlessError> {
    let expected = &case.expected;
    let mut changed = Vec::new();
    let mut set = |key: &str, now: Option<(String, Value)>, before: Option<String>| {
        if let Some((words, value)) = now
            && before.as_ref() != Some(&words)
        {
            replace_value(table, key, value);
            changed.push(describe_change(key, &words, before.as_deref()));
        }
    };
    let name = |kind: DecisiveAnswer| Value::from(kind.name());
    let (now, before) = expectation_pair(&agreed.answer, &expected.answer, seen, name);
    set("answer", now, before);
    let (now, before) = expectation_pair(&agreed.count, &expected.count, seen, count_value);
    set("count", now, before);
    let (now, before) = expectation_pair(&agreed.value, &expected.value, seen, decimal_value);
    set("value", now, before);
    let digest = agreed.digest.map(|digest| (digest_hex(digest), digest_hex(digest).into()));
    set("digest", digest, expected.digest.as_ref().map(|old| digest_hex(old.value)));
    let number = agreed.number.clone().map(|number| (number.to_string(), count_value(number)));
    set("instances", number, expected.number.as_ref().map(|old| old.value.to_string()));
    for (engine, counter, value) in &agreed.counters {
        let before =
            write_counter(table, engine, counter, *value).ok_or(BlessError::MovedCounters)?;
        let name = format!("{engine} {counter}");
        changed.push(describe_change(&name, &value.to_string(), before.as_deref()));
    }
    Ok(changed)
}

/// Returns the new value, as text and as TOML, if it is to be written, and the present one as text.
/// A list that fits stays a list.
fn expectation_pair<T: Clone + PartialEq + Display>(
    now: &Option<InstanceExpectations<T>>,
    before: &Option<PinnedExpectation<InstanceExpectations<T>>>,
    seen: &CaseResults,
    value: impl Fn(T) -> Value,
) -> (Option<(String, Value)>, Option<String>) {
    let before = before.as_ref().map(|pinned| &pinned.value);
    let right = |now: &InstanceExpectations<T>| {
        let values: Option<Vec<T>> =
            (0..seen.instances.len()).map(|at| now.expectation_at(at)).collect();
        // A list of equal values says the same as one value, so the form that the user chose stays.
        before.zip(values).is_some_and(|(before, values)| before.fits_values(&values))
    };
    let written = now.as_ref().filter(|now| !right(now)).map(|now| {
        let value = match now {
            InstanceExpectations::Same(one) => value(one.clone()),
            InstanceExpectations::List(all) => {
                Value::Array(all.iter().cloned().map(&value).collect())
            }
        };
        (now.to_string(), value)
    });
    (written, before.map(InstanceExpectations::to_string))
}

fn describe_change(key: &str, now: &str, before: Option<&str>) -> String {
    let before = before.map_or_else(|| "new".to_owned(), |before| format!("was {before}"));
    format!("{key}: {now}, {before}")
}

/// Converts a decimal; it becomes a string if no 64-bit float has its digits.
fn decimal_value(number: DecimalNumber) -> Value {
    let text = number.to_string();
    text.parse()
        .ok()
        .filter(|value| read_decimal(value) == Some(number))
        .unwrap_or_else(|| text.into())
}

/// Converts a number, which may be too large for TOML; then it becomes a string.
fn count_value(number: SolutionCount) -> Value {
    let small = u64::try_from(&number).ok().and_then(|number| i64::try_from(number).ok());
    small.map_or_else(|| number.to_string().into(), Value::from)
}

/// Replaces the value of a key, with the comment next to it, or adds the key.
fn replace_value(table: &mut dyn TableLike, key: &str, mut value: Value) {
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            // The decor holds the spaces and the comment around the value.
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => {
            table.insert(key, Item::Value(value));
        }
    }
}

/// Writes a counter and returns the previous value, if there was one.
fn write_counter(
    table: &mut dyn TableLike,
    engine: &str,
    counter: &str,
    value: u64,
) -> Option<Option<String>> {
    let counters = table.get_mut("counters")?.as_table_like_mut()?;
    let counters = counters.get_mut(engine)?.as_table_like_mut()?;
    let value = count_value(SolutionCount::from(value));
    let Some(old) = counters.get_mut(counter) else {
        replace_value(counters, counter, value);
        return Some(None);
    };
    let words = |item: &Item| {
        let whole = item.as_integer().map(|number| number.to_string());
        whole.or_else(|| item.as_str().map(str::to_owned)).unwrap_or_default()
    };
    match old.as_table_like_mut() {
        Some(parts) => {
            let before = parts.get("value").map(words);
            replace_value(parts, "value", value);
            Some(before)
        }
        None => {
            let before = words(old);
            replace_value(counters, counter, value);
            Some(Some(before))
        }
    }
}

/// Returns a suite without expectations over these instances. `engines` are lists as the user
/// writes them; without any the usual ones, two independent ones.
#[must_use]
pub fn suite_skeleton(instances: &[String], engines: &[String]) -> String {
    let mut lists = Array::new();
    if engines.is_empty() {
        ["native", "sat:batsat"].into_iter().for_each(|engine| lists.push(engine));
    } else {
        engines.iter().for_each(|list| lists.push(list));
    }
    let mut text = format!(
        "# parallax regress SUITE solves these cases and compares them with what is written here;\n\
         # with --bless it writes what independent engines agree on.\n\
         engines = {}\n\
         timeout = 10\n",
        Value::Array(lists)
    );
    for name in instances {
        let mut table = Table::new();
        table.insert("instance", Item::Value(name.as_str().into()));
        text += &format!("\n[[case]]\n{table}");
    }
    text
}
