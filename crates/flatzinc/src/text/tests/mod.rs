//! Texts and what they mean.

mod data;
mod hostile;
mod printed;
mod refusals;
mod rules;
mod size;

use std::fmt::Write;

use crate::document::{
    DeclaredValues, ElementRange, FlatzincArgument, FlatzincDocument, FlatzincTerm, IntSet,
    OutputItemShape, SearchAnnotation, SolveGoal,
};
use parallax_instance::InputError;

/// Reads a text.
fn read(text: &str) -> Result<FlatzincDocument, InputError> {
    FlatzincDocument::read_text("f", text, &|| Ok(()))
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

fn described(document: &FlatzincDocument) -> Vec<String> {
    let mut lines = Vec::new();
    for variable in &document.variables {
        let mut line = match variable.values {
            DeclaredValues::Bool => "bool".to_owned(),
            DeclaredValues::Unbounded => "int".to_owned(),
            DeclaredValues::Of(set) => shown_set(document, set),
        };
        let _ = write!(line, " {}", document.word_text(variable.name));
        if let Some(term) = variable.equals {
            let _ = write!(line, " = {}", shown(term));
        }
        lines.push(line);
    }
    for call in &document.constraints {
        let arguments = document.call_arguments(call).iter().map(|own| match *own {
            FlatzincArgument::Term(term) => shown(term),
            FlatzincArgument::List(list) => shown_list(document, list),
            FlatzincArgument::Set(set) => shown_set(document, set),
            FlatzincArgument::Sets(list) => {
                let sets = document.list_sets(list).iter().map(|&set| shown_set(document, set));
                format!("<{}>", sets.collect::<Vec<_>>().join(","))
            }
        });
        let mut line =
            format!("{}({})", document.call_name(call), arguments.collect::<Vec<_>>().join(","));
        if let Some(label) = call.label {
            let _ = write!(line, " {:?}", document.word_text(label));
        }
        lines.push(line);
    }
    for output in &document.outputs {
        let shape = match &output.shape {
            OutputItemShape::Scalar(term) => shown(*term),
            OutputItemShape::Array(dimensions, list) => {
                format!("{dimensions:?} {}", shown_list(document, *list))
            }
        };
        lines.push(format!(
            "output {} {} {shape}",
            document.word_text(output.name),
            output.is_bool
        ));
    }
    lines.push(match document.goal {
        SolveGoal::Satisfy => "satisfy".to_owned(),
        SolveGoal::Minimize(term) => format!("minimize {}", shown(term)),
        SolveGoal::Maximize(term) => format!("maximize {}", shown(term)),
    });
    lines.extend(document.search.iter().map(|own| shown_annotation(document, own)));
    lines
}

/// Returns a search annotation as text.
fn shown_annotation(document: &FlatzincDocument, annotation: &SearchAnnotation) -> String {
    match annotation {
        SearchAnnotation::Search { list, variable, value, .. } => format!(
            "search {} {} {}",
            shown_list(document, *list),
            document.word_text(*variable),
            document.word_text(*value)
        ),
        SearchAnnotation::Warm { list, values, .. } => {
            format!("warm {} {}", shown_list(document, *list), shown_list(document, *values))
        }
        SearchAnnotation::Restart { name, numbers, .. } => {
            format!("{} {}", document.word_text(*name), numbers.join(" "))
        }
        SearchAnnotation::Other(name) => format!("other {}", document.word_text(*name)),
    }
}

fn shown(term: FlatzincTerm) -> String {
    match term {
        FlatzincTerm::Value(value) => value.to_string(),
        FlatzincTerm::Var(variable) => format!("#{}", variable.0),
    }
}

fn shown_list(document: &FlatzincDocument, list: ElementRange) -> String {
    let terms: Vec<_> = document.list_terms(list).iter().map(shown).collect();
    format!("[{}]", terms.join(","))
}

fn shown_set(document: &FlatzincDocument, set: IntSet) -> String {
    let ranges = document.set_ranges(set).iter().map(|(first, last)| format!("{first}..{last}"));
    format!("{{{}}}", ranges.collect::<Vec<_>>().join(","))
}
