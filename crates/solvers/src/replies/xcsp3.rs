//! The output of XCSP3 solvers: the `s`, `o` and `v` lines of the competition.

use crate::process::{Ran, crash, short, signal};

/// The answer of an XCSP3 solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Xcsp3Status {
    /// There is a solution.
    Satisfiable,
    /// The last solution is the best.
    Optimum,
    /// There is none.
    Unsatisfiable,
}

/// The output of an XCSP3 solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xcsp3Reply {
    /// The last status.
    pub status: Xcsp3Status,
    /// Each instantiation: for each of the asked variables its value; `None` if any will do.
    pub solutions: Vec<Vec<Option<i64>>>,
}

/// Reads the answer about `count` variables that are named `x0`, `x1` and so on.
///
/// # Errors
/// If the output has no answer, or an instantiation is not complete, with the reason.
pub fn read(ran: &Ran, count: usize) -> Result<Xcsp3Reply, String> {
    if signal(ran.status).is_some() {
        return Err(crash(ran.status, &ran.err));
    }
    let text = without_escapes(&String::from_utf8_lossy(&ran.out));
    let status = text.lines().rev().find_map(|line| line.strip_prefix("s "));
    let status = match status.map(str::trim) {
        Some("SATISFIABLE") => Xcsp3Status::Satisfiable,
        Some("OPTIMUM FOUND") => Xcsp3Status::Optimum,
        Some("UNSATISFIABLE") => Xcsp3Status::Unsatisfiable,
        Some("UNKNOWN") => return Err("the solver gave up".into()),
        Some("UNSUPPORTED") => return Err("the solver does not support the instance".into()),
        Some(other) => return Err(format!("an unknown answer '{}'", short(other))),
        None if ran.status.success() => return Err("it printed no answer".into()),
        None => return Err(crash(ran.status, &ran.err)),
    };
    let mut solutions = Vec::new();
    for part in value_text(&text).split("<instantiation").skip(1) {
        let (part, _) = part
            .split_once("</instantiation>")
            .ok_or("an instantiation without an end; its output was cut off")?;
        solutions.push(instantiation(part, count)?);
    }
    match (&status, solutions.len()) {
        (Xcsp3Status::Unsatisfiable, 0) => {}
        (Xcsp3Status::Unsatisfiable, _) => {
            return Err("says unsatisfiable, with an instantiation".into());
        }
        (_, 0) => return Err("says that there is a solution, and prints none".into()),
        _ => {}
    }
    Ok(Xcsp3Reply { status, solutions })
}

/// Returns the text of the `v` lines. A line that continues an instantiation may lack the `v`.
fn value_text(text: &str) -> String {
    let mut inside = false;
    let mut values = String::new();
    for line in text.lines() {
        let own = line.strip_prefix("v ").or_else(|| inside.then_some(line));
        let Some(own) = own else { continue };
        values.push_str(own);
        values.push('\n');
        inside = match (own.rfind("<instantiation"), own.rfind("</instantiation>")) {
            (Some(begin), Some(end)) => begin > end,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => inside,
        };
    }
    values
}

/// Reads the list and the values of an instantiation.
fn instantiation(text: &str, count: usize) -> Result<Vec<Option<i64>>, String> {
    let within = |name: &str| {
        let (open, close) = (format!("<{name}>"), format!("</{name}>"));
        let rest = text.split_once(&open).map(|(_, rest)| rest);
        rest.and_then(|rest| rest.split_once(&close)).map(|(inner, _)| inner)
    };
    let (list, values) = within("list")
        .zip(within("values"))
        .ok_or("an instantiation without a list or without values")?;
    let mut found: Vec<Option<Option<i64>>> = vec![None; count];
    let mut values = values.split_whitespace().flat_map(repeated);
    for name in list.split_whitespace() {
        let value = values.next().ok_or("an instantiation with fewer values than variables")??;
        let place = name.strip_prefix('x').and_then(|number| number.parse::<usize>().ok());
        match place.and_then(|place| found.get_mut(place)) {
            Some(slot) => *slot = Some(value),
            // Variables of the translation come after those of the model.
            None if place.is_some() => {}
            None => return Err(format!("a variable '{}' that does not exist", short(name))),
        }
    }
    if values.next().is_some() {
        return Err("an instantiation with more values than variables".into());
    }
    let missing = || "an instantiation without a value for each variable".to_owned();
    found.into_iter().map(|value| value.ok_or_else(missing)).collect()
}

/// The most repetitions of a value in compact form.
const MOST_REPEATED: usize = 1 << 24;

/// Reads a value, `*`, or a value with its number of repetitions: `0x12`.
fn repeated(token: &str) -> Vec<Result<Option<i64>, String>> {
    let value = |text: &str| match text {
        "*" => Ok(None),
        _ => text.parse().map(Some).map_err(|_| format!("a value '{}'", short(text))),
    };
    match token.split_once('x') {
        None => vec![value(token)],
        Some((one, times)) => match times.parse::<usize>() {
            Ok(times) if times <= MOST_REPEATED => vec![value(one); times],
            _ => vec![Err(format!("a value '{}'", short(token)))],
        },
    }
}

/// Returns a text without the sequences that colour a terminal.
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        out.push_str(before);
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
        for (text, expected) in [
            ("<list> x0 x1 </list> <values> 3 -4 </values>", vec![Some(3), Some(-4)]),
            ("<list>x1 x0 x2</list><values>\n7x2 *</values>", vec![Some(7), Some(7)]),
            ("<list> x0 x1 </list> <values> * 1 </values>", vec![None, Some(1)]),
        ] {
            assert_eq!(instantiation(text, 2), Ok(expected), "{text}");
        }
        for (text, expected) in [
            ("<list> x0 </list> <values> 3 </values>", "without a value for each"),
            ("<list> x0 x1 </list> <values> 3 </values>", "fewer values"),
            ("<list> x0 x1 </list> <values> 3x3 </values>", "more values"),
            ("<list> x0 y1 </list> <values> 3 4 </values>", "'y1'"),
            ("<list> x0 x1 </list> <values> 3 1,140 </values>", "'1,140'"),
            ("<list> x0 x1 </list>", "without values"),
            ("<list> x0 x1 </list> <values> 3x99999999999 </values>", "'3x99999999999'"),
        ] {
            let error = instantiation(text, 2).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn lines_and_colours_are_taken_off() {
        let text = "c x\nv \u{1b}[34m<instantiation type=\"solution\">\u{1b}[0m\nv <list> x0 </list>\n\
                    <values> 1 </values> </instantiation>\nd SOLUTIONS 1\nv <instantiation> a\n";
        let plain = without_escapes(text);
        assert!(!plain.contains('\u{1b}') && plain.contains("v <instantiation type"));
        let values = value_text(&plain);
        assert_eq!(values.matches("<instantiation").count(), 2);
        assert!(values.contains("<values> 1 </values>") && !values.contains("SOLUTIONS"));
    }
}
