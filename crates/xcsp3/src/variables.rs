//! The variables of a file: single ones and arrays, with their domains.

use parallax_instance::InputError;
use parallax_model::{Domain, MAX_VALUE};
use parallax_xml::local_attribute;
use roxmltree::{Node, StringStorage};

use super::cursor::{ElementText, TextCursor};
use super::document::Xcsp3Variable;
use super::element_parts::{refuse_attributes, refuse_elements, refuse_text};
use super::items::narrow_value;
use super::names::{NO_VARIABLE, NameMeaning, Xcsp3Array, cell_name};
use super::reader::Xcsp3Reader;

/// Maximum number of dimensions of an array.
const MAX_DIMENSIONS: usize = 10;

/// Reads the declarations of variables.
pub(super) fn read_variables<'r>(
    reader: &mut Xcsp3Reader<'r>,
    node: Node<'_, 'r>,
) -> Result<(), InputError> {
    refuse_attributes(reader, node, &[])?;
    refuse_text(reader, node)?;
    for own in node.children().filter(Node::is_element) {
        let kind = own.tag_name().name();
        for attribute in own.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let is_known = matches!(name, "id" | "note" | "class" | "as" | "startIndex")
                || name == "size" && kind == "array"
                || name == "type" && value == "integer";
            if !is_known || name == "startIndex" && value.trim() != "0" {
                let message = format!("{name}=\"{value}\" of <{kind}> is not supported");
                return Err(reader.error_at(attribute.range().start, message));
            }
        }
        let id = read_identifier(reader, own)?;
        let name = match kind {
            "var" => {
                let domain = single_domain(reader, own)?;
                NameMeaning::Variable(add_variable(reader, own, id.to_owned(), domain)?)
            }
            "array" => NameMeaning::Array(read_array(reader, own, id)?),
            _ => {
                let message = format!("<{kind}> is not supported; expected <var> or <array>");
                return Err(reader.error_at(own.range().start, message));
            }
        };
        reader.names.insert(id, name);
    }
    Ok(())
}

/// Returns the identifier of a declaration, which is new.
fn read_identifier<'r>(
    reader: &Xcsp3Reader<'r>,
    node: Node<'_, 'r>,
) -> Result<&'r str, InputError> {
    // An identifier with an entity is not a name.
    let id: &'r str =
        node.attribute_node("id").map_or("", |attribute| match attribute.value_storage() {
            StringStorage::Borrowed(id) => id,
            StringStorage::Owned(_) => "",
        });
    let is_name = id.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && id.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    if !is_name {
        return Err(reader.fault_in(node, &format!("id=\"{id}\"; expected a name")));
    }
    if reader.names.contains_key(id) {
        return Err(reader.fault_in(node, &format!("'{id}' is declared twice")));
    }
    Ok(id)
}

/// Adds a variable; returns its index.
fn add_variable(
    reader: &mut Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    name: String,
    domain: Domain,
) -> Result<u32, InputError> {
    reader.spend_pieces(node.range().start, PIECES_PER_VARIABLE)?;
    let index = reader.variables.len() as u32;
    reader.variables.push(Xcsp3Variable { name, domain, used: false });
    Ok(index)
}

/// Returns the domain of a variable, its own or one that it copies.
fn single_domain(reader: &mut Xcsp3Reader<'_>, node: Node<'_, '_>) -> Result<Domain, InputError> {
    if let Some(copied) = local_attribute(node, "as") {
        return match reader.names.get(copied.trim()) {
            Some(&NameMeaning::Variable(variable)) => {
                Ok(reader.variables[variable as usize].domain.clone())
            }
            Some(NameMeaning::Array(array)) => first_domain(reader, node, array),
            None => Err(unknown_copy(reader, node, copied)),
        };
    }
    refuse_elements(reader, node)?;
    let text = ElementText::from_node(node);
    read_domain(reader, node, &mut text.start_cursor())
}

fn unknown_copy(
    reader: &Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    copied: &str,
) -> parallax_instance::InputError {
    reader.fault_in(node, &format!("as=\"{copied}\"; expected a variable or array declared before"))
}

/// Returns the domain of an array whose variables have the same one.
fn first_domain(
    reader: &Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    array: &Xcsp3Array,
) -> Result<Domain, InputError> {
    let mut domains = array.cells.iter().filter_map(|&cell| reader.variables.get(cell as usize));
    let first = domains.next().map(|variable| &variable.domain);
    match first {
        Some(first) if domains.all(|variable| variable.domain == *first) => Ok(first.clone()),
        _ => Err(reader.fault_in(node, "'as' with an array of several domains")),
    }
}

/// Reads a domain: `0..3 7 9`.
pub(super) fn read_domain(
    reader: &mut Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    cursor: &mut TextCursor<'_>,
) -> Result<Domain, InputError> {
    let mut intervals = Vec::new();
    while cursor.skip_blank() {
        let start = *cursor;
        reader.spend_pieces(start.file_offset(), 1)?;
        let (low, high) = reader.read_interval(cursor)?;
        if cursor.peek_byte().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            return Err(reader.unexpected_text(&start, "values and ranges such as 0..3 7"));
        }
        let (Some(low), Some(high)) = (narrow_value(low), narrow_value(high)) else {
            let expected = format!("values of at most {MAX_VALUE} in magnitude");
            return Err(reader.unexpected_text(&start, &expected));
        };
        intervals.push((low, high));
    }
    let domain = Domain::from_intervals(intervals);
    if domain.is_empty() {
        return Err(reader.fault_in(node, "an empty domain"));
    }
    Ok(domain)
}

/// The pieces that a variable counts as, because of the memory for its name and its domain.
const PIECES_PER_VARIABLE: usize = 10;

/// Reads an array: its sizes, and the domains of its cells.
fn read_array(
    reader: &mut Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    id: &str,
) -> Result<Xcsp3Array, InputError> {
    let sizes = read_sizes(reader, node)?;
    // Counted before it is made.
    let count = sizes.iter().try_fold(1usize, |count, &size| count.checked_mul(size));
    let offset = node.range().start;
    reader.spend_pieces(offset, count.unwrap_or(usize::MAX).saturating_mul(PIECES_PER_VARIABLE))?;
    let count = count.unwrap_or(0);
    let array = Xcsp3Array { sizes, cells: vec![NO_VARIABLE; count] };
    let domains: Vec<Node<'_, '_>> = node.children().filter(Node::is_element).collect();
    let all: Vec<Option<Domain>> = if let Some(copied) = local_attribute(node, "as") {
        match reader.names.get(copied.trim()) {
            Some(&NameMeaning::Variable(variable)) => {
                vec![Some(reader.variables[variable as usize].domain.clone()); count]
            }
            // An array of the same shape is copied cell by cell, with its missing cells.
            Some(NameMeaning::Array(other)) if other.sizes == array.sizes => {
                let of = |&cell: &u32| reader.variables.get(cell as usize);
                other
                    .cells
                    .iter()
                    .map(|cell| of(cell).map(|variable| variable.domain.clone()))
                    .collect()
            }
            Some(NameMeaning::Array(other)) => {
                vec![Some(first_domain(reader, node, other)?); count]
            }
            None => return Err(unknown_copy(reader, node, copied)),
        }
    } else if domains.is_empty() {
        let text = ElementText::from_node(node);
        vec![Some(read_domain(reader, node, &mut text.start_cursor())?); count]
    } else {
        refuse_text(reader, node)?;
        read_mixed_domains(reader, id, &array, &domains)?
    };
    let Xcsp3Array { sizes, mut cells } = array;
    for (index, domain) in all.into_iter().enumerate() {
        // A cell without a domain has no variable, and keeps the mark of a missing one.
        if let Some(domain) = domain {
            reader.poll_clock(index)?;
            let name = cell_name(id, &sizes, index);
            reader.variables.push(Xcsp3Variable { name, domain, used: false });
            cells[index] = (reader.variables.len() - 1) as u32;
        }
    }
    Ok(Xcsp3Array { sizes, cells })
}

/// Reads the sizes of an array: `[3][4]`.
fn read_sizes(reader: &Xcsp3Reader<'_>, node: Node<'_, '_>) -> Result<Vec<usize>, InputError> {
    let text = local_attribute(node, "size").unwrap_or_default();
    let wrong = || {
        let message = format!("size=\"{text}\"; expected sizes such as [3][4]");
        reader.fault_in(node, &message)
    };
    let mut sizes = Vec::new();
    let mut cursor = TextCursor::new(text, node.range().start, "array");
    while cursor.skip_blank() {
        if !cursor.take_text("[") || sizes.len() == MAX_DIMENSIONS {
            return Err(wrong());
        }
        cursor.skip_blank();
        let size = cursor.take_integer().and_then(|size| usize::try_from(size).ok());
        cursor.skip_blank();
        let size = size.filter(|&size| size > 0 && cursor.take_text("]")).ok_or_else(wrong)?;
        sizes.push(size);
    }
    if sizes.is_empty() { Err(wrong()) } else { Ok(sizes) }
}

/// Reads the domains of an array one by one: `<domain for="x[0][] x[1][2..3]">`. Cells without one
/// have no variable.
fn read_mixed_domains(
    reader: &mut Xcsp3Reader<'_>,
    id: &str,
    array: &Xcsp3Array,
    nodes: &[Node<'_, '_>],
) -> Result<Vec<Option<Domain>>, InputError> {
    let mut all: Vec<Option<Domain>> = vec![None; array.cells.len()];
    for (number, node) in nodes.iter().enumerate() {
        let name = node.tag_name().name();
        if name != "domain" {
            let message = format!("<{name}> in <array> is not supported; expected <domain>");
            return Err(reader.error_at(node.range().start, message));
        }
        let own = if local_attribute(*node, "as").is_some() {
            single_domain(reader, *node)?
        } else {
            refuse_elements(reader, *node)?;
            let text = ElementText::from_node(*node);
            read_domain(reader, *node, &mut text.start_cursor())?
        };
        let cells = local_attribute(*node, "for").unwrap_or_default();
        // `others` takes the cells without a domain, so no domain may follow it.
        if cells.trim() == "others" {
            if number + 1 < nodes.len() {
                return Err(reader.fault_in(*node, "for=\"others\"; expected it at the end"));
            }
            all.iter_mut().filter(|cell| cell.is_none()).for_each(|cell| *cell = Some(own.clone()));
            continue;
        }
        let mut cursor = TextCursor::new(cells, node.range().start, "domain");
        while cursor.skip_blank() {
            let start = cursor;
            if cursor.take_word() != id {
                return Err(
                    reader.fault_in(*node, &format!("for=\"{cells}\"; expected cells of {id}"))
                );
            }
            let indices = reader.read_indices(&start, array, &mut cursor)?;
            reader.spend_pieces(node.range().start, array.cell_count(&indices))?;
            let mut twice = false;
            array.each_cell(&indices, &mut |index, _| {
                twice |= all[index].replace(own.clone()).is_some();
                Ok(())
            })?;
            if twice {
                return Err(reader.fault_in(*node, "a cell has two domains"));
            }
        }
    }
    Ok(all)
}
