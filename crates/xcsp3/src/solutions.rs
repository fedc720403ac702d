//! Reads solutions as solvers of the competition print them.
//!
//! `v <instantiation> <list> x[] y </list> <values> 1 0x5 * </values> </instantiation>`, perhaps
//! over several lines, each with its `v`.

use parallax_model::Value;
use parallax_model::instance::{InputError, PuzzleSolution};
use parallax_xml as xml;

use super::cursor::{Cursor, Text};
use super::document::Document;
use super::items::narrow;
use super::names::Name;
use super::parts::Parts;
use super::reader::Reader;

/// Returns the last instantiation of an output, without the `v` of its lines; `None` without one.
/// Blanks replace the text before it, so that its lines keep their numbers.
pub(super) fn instantiation(text: &str) -> Option<String> {
    const END: &str = "</instantiation>";
    let start = text.rfind("<instantiation")?;
    let end = text[start..].find(END).map_or(text.len(), |end| start + end + END.len());
    let mut found = String::with_capacity(end);
    let mut at = 0;
    for line in text[..end].split_inclusive('\n') {
        let blank = line.starts_with("v ") || line.starts_with("v\t");
        for (place, c) in line.char_indices() {
            let is_kept = c == '\n' || (at + place >= start && !(blank && place == 0));
            found.push(if is_kept { c } else { ' ' });
        }
        at += line.len();
    }
    Some(found)
}

/// Reads an instantiation. Variables that are not used need no value.
///
/// # Errors
/// Returns an error at the first place that is not as expected, and if a variable has no value.
pub(super) fn read(
    source: &str,
    text: &str,
    document: &Document,
) -> Result<PuzzleSolution, InputError> {
    let check = || Ok(());
    let tree = xml::parse(source, "", text, &check)?;
    let mut reader = Reader::new(source, text, &check);
    reader.names = document.names.iter().map(|(name, own)| (name.as_str(), own.clone())).collect();
    let own = tree.root_element().tag_name().name();
    let known = ["type", "cost"].map(|attribute| (own, attribute));
    let parts = Parts::of(&reader, tree.root_element(), &["list", "values"], &known)?;
    let list = Text::of(parts.one(&reader, "list")?);
    let variables = variables(&mut reader, &mut list.cursor())?;
    let own = parts.one(&reader, "values")?;
    let values = Text::of(own);
    let values = numbers(&mut reader, &mut values.cursor())?;
    if variables.len() != values.len() {
        let message = format!("{} variables and {} values", variables.len(), values.len());
        return Err(reader.fault_in(own, &message));
    }
    let mut all: Vec<Option<Value>> = vec![None; document.variables().len()];
    for (variable, value) in variables.into_iter().zip(values) {
        let place = all.get_mut(variable as usize);
        let (Some(place), Some(value)) = (place, value) else { continue };
        if place.replace(value).is_some_and(|before| before != value) {
            let name = &document.variables()[variable as usize].name;
            return Err(reader.fault_in(own, &format!("'{name}' has two values")));
        }
    }
    let used = document.variables().iter().zip(all).filter(|(variable, _)| variable.used);
    used.map(|(variable, value)| {
        value.ok_or_else(|| InputError::new(source, format!("no value for '{}'", variable.name)))
    })
    .collect()
}

/// Reads the variables of a list; places of arrays without one stand for none.
fn variables(reader: &mut Reader<'_>, cursor: &mut Cursor<'_>) -> Result<Vec<u32>, InputError> {
    let mut all = Vec::new();
    while cursor.skip_blank() {
        let (start, mut count) = (*cursor, 1);
        match reader.names.get(cursor.word()) {
            Some(&Name::Variable(variable)) => all.push(variable),
            Some(Name::Array(array)) => {
                let indices = reader.indices(&start, array, cursor)?;
                count = array.count(&indices);
                reader.room(start.offset(), count)?;
                array.each_cell(&indices, &mut |_, variable| {
                    all.push(variable);
                    Ok(())
                })?;
            }
            None => return Err(reader.unexpected(&start, "a variable of the instance")),
        }
        reader.end_of_item(&start, cursor)?;
        reader.spend(start.offset(), count)?;
    }
    Ok(all)
}

/// Reads values; `*` is any.
fn numbers(
    reader: &mut Reader<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<Vec<Option<Value>>, InputError> {
    let mut all = Vec::new();
    while cursor.skip_blank() {
        let start = *cursor;
        let value = if cursor.take("*") {
            None
        } else {
            let number = narrow(reader.integer(cursor)?);
            Some(number.ok_or_else(|| reader.unexpected(&start, "a value of the instance"))?)
        };
        let mut times = 1;
        if cursor.take("x") {
            let number = cursor.integer().and_then(|times| usize::try_from(times).ok());
            times = number.ok_or_else(|| reader.unexpected(&start, "a number of repetitions"))?;
        }
        reader.spend(start.offset(), times)?;
        all.extend(std::iter::repeat_n(value, times));
        if cursor.peek().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            return Err(reader.unexpected(&start, "values separated by blanks"));
        }
    }
    Ok(all)
}
