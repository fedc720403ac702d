//! Instantiations as XCSP3 solvers print them.

use thiserror::Error;

use super::shorten_text as short;

/// Values for variables, as `<instantiation> <list> x[] y </list> <values> 1 0x5 * 3 </values>
/// </instantiation>` states them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverInstantiation {
    /// The list of variables as it is written: names and compact forms such as `x[]`.
    pub list: Vec<String>,
    /// The values in order; `None` for `*`, any value.
    pub values: Vec<Option<i64>>,
}

/// Why a text holds no instantiation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InstantiationError {
    /// It has no end.
    #[error("an instantiation without an end; the output was cut off")]
    CutOff,
    /// It lacks its list of variables or its values.
    #[error("an instantiation without a list or without values")]
    NoLists,
    /// It has too many values.
    #[error("an instantiation with more than {} values", MAX_VALUES)]
    TooLong,
    /// A token is not a value.
    #[error("a value '{}'", short(.token))]
    NoValue {
        /// The value as it is written.
        token: String,
    },
}

/// Reads the instantiations of a solver's output, in its lines that begin with `v`, or of a text
/// that begins with one. Sequences that colour a terminal do not matter.
///
/// # Errors
/// Returns an error if one is cut off or has a token that is not a value.
pub fn read_instantiations(text: &str) -> Result<Vec<SolverInstantiation>, InstantiationError> {
    let text = without_escapes(text);
    let is_bare = text.trim_start().starts_with("<instantiation");
    let values = if is_bare { text } else { value_text(&text) };
    // The text before the first instantiation is not part of one.
    let parts = values.split("<instantiation").skip(1);
    parts
        .map(|part| {
            let (part, _) =
                part.split_once("</instantiation>").ok_or(InstantiationError::CutOff)?;
            parse_instantiation(part)
        })
        .collect()
}

/// Returns the text of the `v` lines. A line that continues an instantiation may lack the `v`.
fn value_text(text: &str) -> String {
    let mut inside = false;
    let mut values = String::new();
    for line in text.lines() {
        let content = line.strip_prefix("v ").or_else(|| inside.then_some(line));
        let Some(content) = content else { continue };
        values.push_str(content);
        values.push('\n');
        // The last tag of a line decides whether the next line continues an instantiation.
        inside = match (content.rfind("<instantiation"), content.rfind("</instantiation>")) {
            (Some(begin), Some(end)) => begin > end,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => inside,
        };
    }
    values
}

/// Reads the list and the values of an instantiation.
fn parse_instantiation(text: &str) -> Result<SolverInstantiation, InstantiationError> {
    let within = |name: &str| {
        let (open, close) = (format!("<{name}>"), format!("</{name}>"));
        let rest = text.split_once(&open).map(|(_, rest)| rest);
        rest.and_then(|rest| rest.split_once(&close)).map(|(inner, _)| inner)
    };
    let (list, values) = within("list").zip(within("values")).ok_or(InstantiationError::NoLists)?;
    let list = list.split_whitespace().map(str::to_owned).collect();
    let mut read = Vec::new();
    for token in values.split_whitespace() {
        let (value, times) = parse_repeated_value(token)?;
        // `read` never exceeds the limit, so nothing underflows. Checked before the list grows:
        // `0x99999999` is a short token.
        if times > MAX_VALUES - read.len() {
            return Err(InstantiationError::TooLong);
        }
        read.resize(read.len() + times, value);
    }
    Ok(SolverInstantiation { list, values: read })
}

/// Maximum number of values of an instantiation.
const MAX_VALUES: usize = 1 << 26;

/// Reads a value, `*`, or a value with its number of repetitions: `0x12`.
fn parse_repeated_value(token: &str) -> Result<(Option<i64>, usize), InstantiationError> {
    let fault = || InstantiationError::NoValue { token: token.to_owned() };
    let value = |text: &str| match text {
        "*" => Ok(None),
        _ => text.parse().map(Some).map_err(|_| fault()),
    };
    // No value contains an `x`, so the first one separates the number of repetitions.
    match token.split_once('x') {
        None => Ok((value(token)?, 1)),
        Some((one, times)) => Ok((value(one)?, times.parse().map_err(|_| fault())?)),
    }
}

/// Returns a text without the sequences that colour a terminal.
#[must_use]
pub fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        // A sequence ends with its first letter; one that is cut off has nothing after it.
        let end = after.find(|c: char| c.is_ascii_alphabetic());
        rest = end.and_then(|end| after.get(end + 1..)).unwrap_or("");
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instantiations_are_read_in_every_form() {
        for (text, list, values) in [
            ("<list> x0 x1 </list> <values> 3 -4 </values>", "x0 x1", vec![Some(3), Some(-4)]),
            ("<list>x[] y</list><values>\n7x2 *</values>", "x[] y", vec![Some(7), Some(7), None]),
        ] {
            let whole = format!("<instantiation type='solution'>{text}</instantiation>");
            let list = list.split(' ').map(str::to_owned).collect();
            let expected = SolverInstantiation { list, values };
            for text in [whole.clone(), format!("v {whole}"), whole.replace("<list>", "\nv <list>")]
            {
                let text = if text.starts_with('v') { text } else { format!("v {text}") };
                assert_eq!(read_instantiations(&text).as_deref(), Ok(&[expected.clone()][..]));
            }
            assert_eq!(read_instantiations(&whole).as_deref(), Ok(&[expected.clone()][..]));
        }
        for (text, expected) in [
            ("<list> x0 </list> <values> 1,140 </values></instantiation>", "'1,140'"),
            ("<list> x0 </list></instantiation>", "without values"),
            ("<list> x0 </list> <values> 3x99999999999 </values></instantiation>", "more than"),
            ("<list> x0 </list> <values> 3x </values></instantiation>", "'3x'"),
            ("<list> x0 </list> <values> 3 </values>", "cut off"),
        ] {
            let error = read_instantiations(&format!("<instantiation>{text}")).unwrap_err();
            let error = error.to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn lines_and_colours_are_taken_off() {
        let text = "c x\nv \u{1b}[34m<instantiation type=\"solution\">\u{1b}[0m\nv <list> x0 </list>\n\
                    <values> 1 </values> </instantiation>\nd SOLUTIONS 1\ns SATISFIABLE\n";
        let read = read_instantiations(text).unwrap();
        let expected = SolverInstantiation { list: vec!["x0".into()], values: vec![Some(1)] };
        assert_eq!(read, [expected]);
        assert_eq!(read_instantiations("s UNSATISFIABLE\n"), Ok(Vec::new()));
    }
}
