//! Texts and what they mean.

mod data;
mod hostile;
mod printed;
mod refusals;
mod rules;
mod size;

use std::fmt::Write;

use crate::document::{Annotation, Argument, Document, Goal, IntSet, List, Shape, Term, Values};
use parallax_model::instance::InputError;

/// Reads a text.
fn read(text: &str) -> Result<Document, InputError> {
    Document::read("f", text, &|| Ok(()))
}

/// Asserts that a text is refused with a message that has these parts.
fn refused(text: &str, parts: &[&str]) {
    let error = read(text).map(|_| ()).expect_err(text).to_string();
    for part in parts {
        assert!(error.contains(part), "{error}\nhas no '{part}'\n{text}");
    }
}

/// Returns a solution in MiniZinc's form, where the value of each variable is its place plus 1.
fn solution(text: &str) -> String {
    let document = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    document.solution_text(|variable| i64::from(variable.0) + 1)
}

/// Returns a document as lines: one for each variable, constraint, output item, for the goal and
/// each search annotation. Names of variables are `#0`, `#1`, ... where they are used.
fn lines(text: &str) -> Vec<String> {
    let document = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    described(&document)
}

fn described(document: &Document) -> Vec<String> {
    let mut lines = Vec::new();
    for variable in &document.variables {
        let mut line = match variable.values {
            Values::Bool => "bool".to_owned(),
            Values::Unbounded => "int".to_owned(),
            Values::Of(set) => shown_set(document, set),
        };
        let _ = write!(line, " {}", document.word(variable.name));
        if let Some(term) = variable.equals {
            let _ = write!(line, " = {}", shown(term));
        }
        lines.push(line);
    }
    for call in &document.constraints {
        let arguments = document.arguments(call).iter().map(|own| match *own {
            Argument::Term(term) => shown(term),
            Argument::List(list) => shown_list(document, list),
            Argument::Set(set) => shown_set(document, set),
            Argument::Sets(list) => {
                let sets = document.sets(list).iter().map(|&set| shown_set(document, set));
                format!("<{}>", sets.collect::<Vec<_>>().join(","))
            }
        });
        let mut line =
            format!("{}({})", document.name(call), arguments.collect::<Vec<_>>().join(","));
        if let Some(label) = call.label {
            let _ = write!(line, " {:?}", document.word(label));
        }
        lines.push(line);
    }
    for output in &document.outputs {
        let shape = match &output.shape {
            Shape::Scalar(term) => shown(*term),
            Shape::Array(dimensions, list) => {
                format!("{dimensions:?} {}", shown_list(document, *list))
            }
        };
        lines.push(format!("output {} {} {shape}", document.word(output.name), output.is_bool));
    }
    lines.push(match document.goal {
        Goal::Satisfy => "satisfy".to_owned(),
        Goal::Minimize(term) => format!("minimize {}", shown(term)),
        Goal::Maximize(term) => format!("maximize {}", shown(term)),
    });
    lines.extend(document.search.iter().map(|own| shown_annotation(document, own)));
    lines
}

/// Returns a search annotation as text.
fn shown_annotation(document: &Document, annotation: &Annotation) -> String {
    match annotation {
        Annotation::Search { list, variable, value, .. } => format!(
            "search {} {} {}",
            shown_list(document, *list),
            document.word(*variable),
            document.word(*value)
        ),
        Annotation::Warm { list, values, .. } => {
            format!("warm {} {}", shown_list(document, *list), shown_list(document, *values))
        }
        Annotation::Restart { name, numbers, .. } => {
            format!("{} {}", document.word(*name), numbers.join(" "))
        }
        Annotation::Other(name) => format!("other {}", document.word(*name)),
    }
}

fn shown(term: Term) -> String {
    match term {
        Term::Value(value) => value.to_string(),
        Term::Var(variable) => format!("#{}", variable.0),
    }
}

fn shown_list(document: &Document, list: List) -> String {
    let terms: Vec<_> = document.list(list).iter().map(shown).collect();
    format!("[{}]", terms.join(","))
}

fn shown_set(document: &Document, set: IntSet) -> String {
    let ranges = document.ranges(set).iter().map(|(first, last)| format!("{first}..{last}"));
    format!("{{{}}}", ranges.collect::<Vec<_>>().join(","))
}
