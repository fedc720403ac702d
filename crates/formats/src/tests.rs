//! Properties of every format that is read as an instance.

use parallax_instance::{InputError, Instance, LineReader};
use parallax_model::{Model, Value};
use proptest::prelude::*;

/// Reads a text in one format.
pub(super) type Read = fn(&str) -> Result<Box<dyn Instance>, InputError>;

/// The lines of a text.
pub(super) fn lines(text: &str) -> LineReader<'_> {
    LineReader::new("f", text.as_bytes())
}

/// All solutions of an instance's model, by brute force.
pub(super) fn brute(instance: &dyn Instance) -> Vec<Vec<Value>> {
    let viewpoint = instance.default_viewpoint();
    let model = instance.model(&viewpoint).expect("a model");
    let mut found = Vec::new();
    each_assignment(&model, &mut Vec::new(), &mut |values| {
        if let Ok(solution) = model.check(&[], values) {
            found.push(instance.solution(&viewpoint, &solution));
        }
    });
    found.sort();
    found.dedup();
    found
}

/// Calls `visit` with each assignment of a model's variables that extends `values`.
pub(super) fn each_assignment(
    model: &Model,
    values: &mut Vec<Value>,
    visit: &mut dyn FnMut(&[Value]),
) {
    match model.variables().get(values.len()) {
        None => visit(values),
        Some(variable) => {
            for value in variable.domain.iter() {
                values.push(value);
                each_assignment(model, values, visit);
                values.pop();
            }
        }
    }
}

/// One change of a text: its place, its kind, and the text to insert.
pub(super) type Edit = (prop::sample::Index, u8, String);

/// A few changes: cuts, deletions, replacements, insertions.
pub(super) fn edits(piece: &'static str) -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, piece), 1..5)
}

/// Applies the changes to a text.
pub(super) fn damaged(text: &str, edits: &[Edit]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (place, kind, with) in edits {
        let at = place.index(text.len() + 1);
        match kind {
            0 => text.truncate(at),
            1 if at < text.len() => drop(text.remove(at)),
            2 if at < text.len() => text.splice(at..=at, with.chars()).for_each(drop),
            _ => text.splice(at..at, with.chars()).for_each(drop),
        }
    }
    text.into_iter().collect()
}

/// Reads a text and calls the methods of the instance. An error must name the
/// source and fit on one line.
pub(super) fn exercise(read: Read, text: &str) {
    let instance = match read(text) {
        Ok(instance) => instance,
        Err(error) => {
            let message = error.to_string();
            assert!(!message.contains('\n') && message.starts_with("f:"), "{message}");
            return;
        }
    };
    let again = read(&instance.notation().write_instance()).expect("written text reads back");
    assert_eq!(again.notation().write_instance(), instance.notation().write_instance());
    let viewpoint = instance.default_viewpoint();
    assert_eq!(again.shape_key(&viewpoint), instance.shape_key(&viewpoint));
    let model = instance.model(&viewpoint).expect("an instance that reads has a model");
    let least: Option<Vec<Value>> = model.variables().iter().map(|v| v.domain.min()).collect();
    if let Some(Ok(solution)) = least.map(|values| model.check(&[], &values)) {
        let solution = instance.solution(&viewpoint, &solution);
        assert_eq!(instance.rules(&solution), Ok(()));
    }
    for solution in instance.notation().read_solutions("f", text).unwrap_or_default() {
        let _ = instance.rules(&solution);
        let written = instance.notation().write_solution(&solution);
        assert_eq!(instance.notation().read_solutions("f", &written), Ok(vec![solution.clone()]));
        assert!(
            !instance.picture().draw_text(std::slice::from_ref(&solution)).is_empty()
                || solution.is_empty()
        );
    }
    let _ = (
        instance.title(),
        instance.picture().draw_text(&[]),
        instance.picture().draw_svg(&[]),
        instance.rules(&[1, 2, -3]),
    );
}
