//! Reads solutions as solvers of the competition print them.
//!
//! `v <instantiation> <list> x[] y </list> <values> 1 0x5 * </values> </instantiation>`, perhaps
//! over several lines, each with its `v`.

use parallax_instance::{InputError, PuzzleSolution};
use parallax_model::Value;
use parallax_xml as xml;

use super::cursor::{ElementText, TextCursor};
use super::document::Xcsp3Document;
use super::element_parts::ElementParts;
use super::items::narrow_value;
use super::names::NameMeaning;
use super::reader::Xcsp3Reader;

/// Returns the last instantiation of an output, without the `v` of its lines; `None` without one.
/// Blanks replace the text before it, so that its lines keep their numbers.
pub(super) fn last_instantiation(text: &str) -> Option<String> {
    const END_TAG: &str = "</instantiation>";
    // Solvers print each improvement, and the last one counts.
    let start = text.rfind("<instantiation")?;
    let end = text[start..].find(END_TAG).map_or(text.len(), |end| start + end + END_TAG.len());
    let mut found = String::with_capacity(end);
    let mut at = 0;
    for line in text[..end].split_inclusive('\n') {
        let blank = line.starts_with("v ") || line.starts_with("v\t");
        for (place, c) in line.char_indices() {
            // Characters become blanks one for one, so that positions in errors remain those of the
            // output.
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
pub(super) fn read_solution(
    source: &str,
    text: &str,
    document: &Xcsp3Document,
) -> Result<PuzzleSolution, InputError> {
    let check = || Ok(());
    let tree = xml::parse_document(source, "", text, &check)?;
    let mut reader = Xcsp3Reader::new(source, text, &check);
    reader.names =
        document.names.iter().map(|(name, item)| (name.as_str(), item.clone())).collect();
    let own = tree.root_element().tag_name().name();
    let known = ["type", "cost"].map(|attribute| (own, attribute));
    let parts = ElementParts::from_node(&reader, tree.root_element(), &["list", "values"], &known)?;
    let list = ElementText::from_node(parts.required_part(&reader, "list")?);
    let variables = read_listed_variables(&mut reader, &mut list.start_cursor())?;
    let own = parts.required_part(&reader, "values")?;
    let values = ElementText::from_node(own);
    let values = read_values(&mut reader, &mut values.start_cursor())?;
    if variables.len() != values.len() {
        let message = format!("{} variables and {} values", variables.len(), values.len());
        return Err(reader.fault_in(own, &message));
    }
    let mut all: Vec<Option<Value>> = vec![None; document.variables().len()];
    for (variable, value) in variables.into_iter().zip(values) {
        let place = all.get_mut(variable as usize);
        // A cell without a variable, and a `*`, give no value.
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

/// Reads the variables of a list, including the places of arrays without a variable.
fn read_listed_variables(
    reader: &mut Xcsp3Reader<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<Vec<u32>, InputError> {
    let mut all = Vec::new();
    while cursor.skip_blank() {
        let (start, mut count) = (*cursor, 1);
        match reader.names.get(cursor.take_word()) {
            Some(&NameMeaning::Variable(variable)) => all.push(variable),
            Some(NameMeaning::Array(array)) => {
                let indices = reader.read_indices(&start, array, cursor)?;
                count = array.cell_count(&indices);
                reader.require_room(start.file_offset(), count)?;
                array.each_cell(&indices, &mut |_, variable| {
                    all.push(variable);
                    Ok(())
                })?;
            }
            None => return Err(reader.unexpected_text(&start, "a variable of the instance")),
        }
        reader.end_of_item(&start, cursor)?;
        reader.spend_pieces(start.file_offset(), count)?;
    }
    Ok(all)
}

/// Reads values; `*` is any.
fn read_values(
    reader: &mut Xcsp3Reader<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<Vec<Option<Value>>, InputError> {
    let mut all = Vec::new();
    while cursor.skip_blank() {
        let start = *cursor;
        let value = if cursor.take_text("*") {
            None
        } else {
            let number = narrow_value(reader.read_integer(cursor)?);
            Some(number.ok_or_else(|| reader.unexpected_text(&start, "a value of the instance"))?)
        };
        let mut times = 1;
        if cursor.take_text("x") {
            let number = cursor.take_integer().and_then(|times| usize::try_from(times).ok());
            times =
                number.ok_or_else(|| reader.unexpected_text(&start, "a number of repetitions"))?;
        }
        reader.spend_pieces(start.file_offset(), times)?;
        all.extend(std::iter::repeat_n(value, times));
        if cursor.peek_byte().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            return Err(reader.unexpected_text(&start, "values separated by blanks"));
        }
    }
    Ok(all)
}
