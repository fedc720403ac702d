//! The constraints of a file: blocks, groups and their templates.

use parallax_instance::InputError;
use std::ops::Range;
use std::sync::Arc;

use parallax_xml::{self as xml, MarkupTag, local_attribute};
use roxmltree::Node;

use super::constraints;
use super::cursor::ElementText;
use super::document::{ConstraintEntry, ConstraintOrigin, OriginKind};
use super::element_parts::{refuse_attributes, refuse_elements};
use super::element_walk::{ElementStep, ElementWalk};
use super::reader::{TemplateArgument, TemplateArguments, Xcsp3Reader};
use super::slide;

/// The constraints found so far.
#[derive(Default)]
pub(super) struct ConstraintCollector {
    pub(super) entries: Vec<ConstraintEntry>,
    pub(super) origins: Vec<ConstraintOrigin>,
    constraints: usize,
    groups: usize,
    slides: usize,
}

impl ConstraintCollector {
    /// Registers an element whose constraints follow.
    fn begin_origin(&mut self, reader: &mut Xcsp3Reader<'_>, kind: OriginKind, node: Node<'_, '_>) {
        let number = match kind {
            OriginKind::Constraint => &mut self.constraints,
            OriginKind::Group => &mut self.groups,
            OriginKind::Slide => &mut self.slides,
        };
        *number += 1;
        let name = local_attribute(node, "id").or(local_attribute(node, "note"));
        self.origins.push(ConstraintOrigin {
            kind,
            number: *number,
            name: name.map(str::trim).filter(|name| !name.is_empty()).map(Arc::from),
            offset: reader.base + node.range().start,
        });
        reader.around = self.origins.last().map(ConstraintOrigin::origin_label).unwrap_or_default();
    }

    /// Adds a constraint of the last origin.
    pub(super) fn push_constraint(&mut self, constraint: constraints::Constraint, turn: usize) {
        let origin = self.origins.len().saturating_sub(1) as u32;
        self.entries.push(ConstraintEntry { constraint, origin, turn: turn as u32 });
    }
}

/// Reads the constraints inside the element that was entered, to its end. Blocks are entered in
/// order, without recursion.
pub(super) fn read_constraints<'r>(
    reader: &mut Xcsp3Reader<'r>,
    walk: &mut ElementWalk<'r>,
    found: &mut ConstraintCollector,
) -> Result<(), InputError> {
    // The number of entered elements: the one of the caller, and the blocks inside it.
    let (mut depth, mut buffer) = (1usize, String::new());
    while depth > 0 {
        let ElementStep::Start(tag) = walk.next_step(reader)? else {
            depth -= 1;
            continue;
        };
        if matches!(tag.name, "block" | "group") {
            let head = reader.parse_tag(&tag, &mut buffer)?;
            refuse_attributes(reader, head.root_element(), &[])?;
            if tag.name == "group" {
                found.begin_origin(reader, OriginKind::Group, head.root_element());
                walk.enter_element(&tag);
                read_group(reader, walk, found)?;
            } else {
                walk.enter_element(&tag);
                depth += 1;
            }
            continue;
        }
        let part = walk.skip_element(reader, &tag)?;
        let tree = reader.parse_part(part)?;
        let node = tree.root_element();
        if tag.name == "slide" {
            found.begin_origin(reader, OriginKind::Slide, node);
            slide::read_slide(reader, node, found)?;
        } else {
            found.begin_origin(reader, OriginKind::Constraint, node);
            reader.spend_pieces(0, 1)?;
            let constraint = constraints::read(reader, node)?;
            found.push_constraint(constraint, 0);
        }
    }
    Ok(())
}

/// Reads the group that was entered, to its end: a template, then its arguments.
fn read_group<'r>(
    reader: &mut Xcsp3Reader<'r>,
    walk: &mut ElementWalk<'r>,
    found: &mut ConstraintCollector,
) -> Result<(), InputError> {
    let first = match walk.next_step(reader)? {
        ElementStep::Start(first) if first.name != "args" => first,
        _ => {
            let message = "<group>: no template; expected a constraint before <args>";
            return Err(reader.error_at(0, message));
        }
    };
    let part = walk.skip_element(reader, &first)?;
    // The template stays parsed while the arguments are read, one after the other.
    let tree = reader.parse_part(part)?;
    let (template, base) = (tree.root_element(), reader.base);
    // `%...` takes the arguments after the highest numbered parameter.
    let rest = highest_parameter(template).map_or(0, |highest| highest.saturating_add(1));
    let takes_all = has_rest(template);
    let weight = template_weight(template);
    let mut turn = 0;
    while let ElementStep::Start(tag) = walk.next_step(reader)? {
        reader.base = tag.range.start;
        reader.spend_pieces(0, weight)?;
        if tag.name != "args" {
            let message = format!("<{}>; expected <args> after one template", tag.name);
            return Err(reader.error_at(0, message));
        }
        let part = walk.skip_element(reader, &tag)?;
        let place = Some(tag.range.start);
        let all = read_arguments(reader, &tag, part)?;
        if all.len() > rest && !takes_all {
            let message = format!("{} arguments; the template takes {rest}", all.len());
            return Err(reader.error_at(0, message));
        }
        // Errors in the template point to the template, and name the arguments.
        reader.base = base;
        reader.arguments = Some(TemplateArguments { all, rest, turn, place });
        let constraint = constraints::read(reader, template)?;
        reader.arguments = None;
        found.push_constraint(constraint, turn);
        turn += 1;
    }
    Ok(())
}

/// Reads the arguments in a part of the text, which begins with a tag. Most need no tree.
fn read_arguments(
    reader: &mut Xcsp3Reader<'_>,
    tag: &MarkupTag<'_>,
    part: Range<usize>,
) -> Result<Vec<TemplateArgument>, InputError> {
    let text = reader.text.get(part).unwrap_or("");
    // Files may have a million argument lists, so those without markup are read as they are.
    let inner = text.strip_prefix("<args>").and_then(|text| text.strip_suffix("</args>"));
    if let Some(inner) = inner.filter(|inner| is_plain(inner)) {
        let text = ElementText::from_text(inner, tag.range.len(), "args");
        return reader.arguments_of(&mut text.start_cursor());
    }
    let tree = xml::parse_part(text).ok_or_else(|| reader.damaged_error())?;
    refuse_attributes(reader, tree.root_element(), &[])?;
    refuse_elements(reader, tree.root_element())?;
    let text = ElementText::from_node(tree.root_element());
    reader.arguments_of(&mut text.start_cursor())
}

/// Whether a text is the same before and after it is parsed.
fn is_plain(text: &str) -> bool {
    let is_special =
        |byte: u8| !matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r') || b"&<".contains(&byte);
    !text.bytes().any(is_special) && !text.contains("]]>")
}

/// Returns the offset of the arguments with this number in a group; `None` for other origins.
pub(super) fn place_of_arguments(
    reader: &Xcsp3Reader<'_>,
    origin: &ConstraintOrigin,
    turn: usize,
) -> Option<usize> {
    // Offsets of arguments are not stored, but found again for an error.
    let mut walk = ElementWalk::from(reader.text, origin.offset);
    if origin.kind != OriginKind::Group {
        return None;
    }
    let Ok(ElementStep::Start(group)) = walk.next_step(reader) else { return None };
    walk.enter_element(&group);
    let mut number = 0;
    while let Ok(ElementStep::Start(tag)) = walk.next_step(reader) {
        if tag.name == "args" {
            if number == turn {
                return Some(tag.range.start);
            }
            number += 1;
        }
        walk.skip_element(reader, &tag).ok()?;
    }
    None
}

/// Returns the work of reading a template once more, in pieces: its elements and a part of its
/// text, without the tables and automata that are read once.
pub(super) fn template_weight(template: Node<'_, '_>) -> usize {
    const BYTES_PER_PIECE: usize = 32;
    // Tables and automata are shared, so reading the template again does not read them.
    let own = template.descendants().filter(|node| {
        let parent = node.parent().map_or("", |parent| parent.tag_name().name());
        !matches!(parent, "supports" | "conflicts" | "transitions")
    });
    own.map(|node| 1 + node.text().filter(|_| node.is_text()).map_or(0, str::len) / BYTES_PER_PIECE)
        .sum()
}

/// Returns the highest number of a parameter in a template: 2 if `%2` occurs and no later one.
pub(super) fn highest_parameter(template: Node<'_, '_>) -> Option<usize> {
    let texts = template.descendants().filter(Node::is_text).filter_map(|node| node.text());
    texts.flat_map(|text| text.split('%').skip(1)).filter_map(number_at_start).max()
}

/// Whether a template takes all arguments after those with numbers: `%...` occurs.
fn has_rest(template: Node<'_, '_>) -> bool {
    let mut texts = template.descendants().filter(Node::is_text).filter_map(|node| node.text());
    texts.any(|text| text.contains("%..."))
}

fn number_at_start(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}
