//! The output of solvers: `s`, `o` and `v` lines.

use crate::programs::case::FuzzCase;
use crate::programs::reply::{TargetAnswer, TargetClaim, TargetReply};

/// Reads the output of a solver, which lists `all` solutions or the first.
pub(super) fn read_answer(case: &FuzzCase, output: &str, all: bool) -> TargetReply {
    let output = without_escapes(output);
    let mut answer = TargetAnswer::default();
    let mut claim = None;
    let mut objective = None;
    let mut values = String::new();
    for line in output.lines().map(str::trim) {
        match line.split_once(' ').map(|(word, rest)| (word, rest.trim())) {
            Some(("s", "SATISFIABLE")) => claim = Some(TargetClaim::Satisfiable),
            Some(("s", words)) if words.starts_with("OPTIMUM") => {
                claim = Some(TargetClaim::Optimal);
            }
            Some(("s", "UNSATISFIABLE")) => claim = Some(TargetClaim::Unsatisfiable),
            Some(("s", "UNSUPPORTED")) => return TargetReply::Refused("s UNSUPPORTED".into()),
            Some(("s", _)) => claim = Some(TargetClaim::Unknown),
            Some(("o", value)) => objective = value.parse().ok().or(objective),
            Some(("v", text)) => {
                values.push_str(text);
                values.push('\n');
            }
            _ if line.contains("<instantiation")
                || line.contains("</")
                || line.contains("<list") =>
            {
                values.push_str(line);
                values.push('\n');
            }
            _ => {}
        }
        // Some solvers print this, others only end with their claim.
        answer.complete |= line.contains("COMPLETE EXPLORATION");
    }
    for text in values.split("</instantiation>") {
        match read_instantiation(case, text) {
            // Solvers print the last solution again at the end.
            Ok(Some(solution)) if answer.solutions.last() == Some(&solution) => {}
            Ok(Some(solution)) => answer.solutions.push(solution),
            Ok(None) => {}
            Err(why) => return TargetReply::Unreadable(why),
        }
    }
    answer.status = claim.unwrap_or_default();
    answer.objective = objective.filter(|_| case.objective.is_some());
    answer.complete |= all && claim == Some(TargetClaim::Satisfiable);
    TargetReply::Answer(answer)
}

/// Reads one solution; the text before `</instantiation>` may contain ends of others.
fn read_instantiation(case: &FuzzCase, text: &str) -> Result<Option<Vec<i64>>, String> {
    let Some((_, text)) = text.rsplit_once("<instantiation") else {
        return Ok(None);
    };
    let part = |name: &str| {
        let (_, rest) = text.split_once(&format!("<{name}>"))?;
        Some(rest.split_once(&format!("</{name}>"))?.0.replace("\nv", " "))
    };
    let (Some(names), Some(values)) = (part("list"), part("values")) else {
        return Err("an instantiation without a list or values".into());
    };
    let mut expanded = Vec::new();
    for word in values.split_whitespace() {
        let (value, count) = match word.split_once('x') {
            Some((value, count)) => (value, count.parse().map_err(|_| format!("'{word}'"))?),
            None => (word, 1_usize),
        };
        let value: i64 = value.parse().map_err(|_| format!("the value '{word}'"))?;
        // The bound keeps a hostile count from filling the memory; the number of values is compared
        // with the variables below.
        expanded.extend(std::iter::repeat_n(value, count.min(10_000)));
    }
    let names: Vec<&str> = names.split_whitespace().collect();
    if names.len() != expanded.len() {
        return Err(format!("{} values for {} variables", expanded.len(), names.len()));
    }
    let value = |name: &str| {
        let index = names.iter().position(|other| *other == name);
        index.map(|index| expanded[index]).ok_or_else(|| format!("no value for '{name}'"))
    };
    let solution = case.variables.iter().map(|variable| value(&variable.name));
    solution.collect::<Result<Vec<_>, _>>().map(Some)
}

/// Removes the escape sequences of coloured text.
fn without_escapes(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        clean.push_str(before);
        rest = after.split_once(|c: char| c.is_ascii_alphabetic()).map_or("", |(_, rest)| rest);
    }
    clean.push_str(rest);
    clean
}
