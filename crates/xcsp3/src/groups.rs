//! The constraints of a file: blocks, groups and their templates.

use parallax_model::instance::InputError;
use std::ops::Range;
use std::sync::Arc;

use parallax_xml::{self as xml, Tag, attribute};
use roxmltree::Node;

use super::constraints;
use super::cursor::Text;
use super::document::{Entry, Kind, Origin};
use super::parts::{refuse_attributes, refuse_elements};
use super::reader::{Argument, Arguments, Reader};
use super::slide;
use super::walk::{Step, Walk};

/// The constraints found so far.
#[derive(Default)]
pub(super) struct Found {
    pub(super) entries: Vec<Entry>,
    pub(super) origins: Vec<Origin>,
    constraints: usize,
    groups: usize,
    slides: usize,
}

impl Found {
    /// Notes an element whose constraints follow.
    fn begin(&mut self, reader: &mut Reader<'_>, kind: Kind, node: Node<'_, '_>) {
        let number = match kind {
            Kind::Constraint => &mut self.constraints,
            Kind::Group => &mut self.groups,
            Kind::Slide => &mut self.slides,
        };
        *number += 1;
        let name = attribute(node, "id").or(attribute(node, "note"));
        self.origins.push(Origin {
            kind,
            number: *number,
            name: name.map(str::trim).filter(|name| !name.is_empty()).map(Arc::from),
            offset: reader.base + node.range().start,
        });
        reader.around = self.origins.last().map(Origin::label).unwrap_or_default();
    }

    /// Adds a constraint of the last origin.
    pub(super) fn push(&mut self, constraint: constraints::Constraint, turn: usize) {
        let origin = self.origins.len().saturating_sub(1) as u32;
        self.entries.push(Entry { constraint, origin, turn: turn as u32 });
    }
}

/// Reads the constraints inside the element that was entered, to its end. Blocks are entered in
/// order, without recursion.
pub(super) fn read<'r>(
    reader: &mut Reader<'r>,
    walk: &mut Walk<'r>,
    found: &mut Found,
) -> Result<(), InputError> {
    let (mut depth, mut buffer) = (1usize, String::new());
    while depth > 0 {
        let Step::Start(tag) = walk.step(reader)? else {
            depth -= 1;
            continue;
        };
        if matches!(tag.name, "block" | "group") {
            let head = reader.tag(&tag, &mut buffer)?;
            refuse_attributes(reader, head.root_element(), &[])?;
            if tag.name == "group" {
                found.begin(reader, Kind::Group, head.root_element());
                walk.enter(&tag);
                group(reader, walk, found)?;
            } else {
                walk.enter(&tag);
                depth += 1;
            }
            continue;
        }
        let part = walk.past(reader, &tag)?;
        let tree = reader.tree(part)?;
        let node = tree.root_element();
        if tag.name == "slide" {
            found.begin(reader, Kind::Slide, node);
            slide::read(reader, node, found)?;
        } else {
            found.begin(reader, Kind::Constraint, node);
            reader.spend(0, 1)?;
            let constraint = constraints::read(reader, node)?;
            found.push(constraint, 0);
        }
    }
    Ok(())
}

/// Reads the group that was entered, to its end: a template, then its arguments.
fn group<'r>(
    reader: &mut Reader<'r>,
    walk: &mut Walk<'r>,
    found: &mut Found,
) -> Result<(), InputError> {
    let first = match walk.step(reader)? {
        Step::Start(first) if first.name != "args" => first,
        _ => {
            let message = "<group>: no template; expected a constraint before <args>";
            return Err(reader.fault(0, message));
        }
    };
    let part = walk.past(reader, &first)?;
    let tree = reader.tree(part)?;
    let (template, base) = (tree.root_element(), reader.base);
    let rest = highest_parameter(template).map_or(0, |highest| highest.saturating_add(1));
    let takes_all = has_rest(template);
    let weight = weight(template);
    let mut turn = 0;
    while let Step::Start(tag) = walk.step(reader)? {
        reader.base = tag.range.start;
        reader.spend(0, weight)?;
        if tag.name != "args" {
            let message = format!("<{}>; expected <args> after one template", tag.name);
            return Err(reader.fault(0, message));
        }
        let part = walk.past(reader, &tag)?;
        let place = Some(tag.range.start);
        let all = arguments(reader, &tag, part)?;
        if all.len() > rest && !takes_all {
            let message = format!("{} arguments; the template takes {rest}", all.len());
            return Err(reader.fault(0, message));
        }
        reader.base = base;
        reader.arguments = Some(Arguments { all, rest, turn, place });
        let constraint = constraints::read(reader, template)?;
        reader.arguments = None;
        found.push(constraint, turn);
        turn += 1;
    }
    Ok(())
}

/// Reads the arguments in a part of the text, which begins with a tag. Most need no tree.
fn arguments(
    reader: &mut Reader<'_>,
    tag: &Tag<'_>,
    part: Range<usize>,
) -> Result<Vec<Argument>, InputError> {
    let text = reader.text.get(part).unwrap_or("");
    let inner = text.strip_prefix("<args>").and_then(|text| text.strip_suffix("</args>"));
    if let Some(inner) = inner.filter(|inner| is_plain(inner)) {
        let text = Text::plain(inner, tag.range.len(), "args");
        return reader.arguments_of(&mut text.cursor());
    }
    let tree = xml::part(text).ok_or_else(|| reader.damaged())?;
    refuse_attributes(reader, tree.root_element(), &[])?;
    refuse_elements(reader, tree.root_element())?;
    let text = Text::of(tree.root_element());
    reader.arguments_of(&mut text.cursor())
}

/// Whether a text is the same before and after it is parsed.
fn is_plain(text: &str) -> bool {
    let is_special =
        |byte: u8| !matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r') || b"&<".contains(&byte);
    !text.bytes().any(is_special) && !text.contains("]]>")
}

/// Returns the offset of the arguments with this number in a group; `None` for other origins.
pub(super) fn place_of_arguments(
    reader: &Reader<'_>,
    origin: &Origin,
    turn: usize,
) -> Option<usize> {
    let mut walk = Walk::from(reader.text, origin.offset);
    if origin.kind != Kind::Group {
        return None;
    }
    let Ok(Step::Start(group)) = walk.step(reader) else { return None };
    walk.enter(&group);
    let mut number = 0;
    while let Ok(Step::Start(tag)) = walk.step(reader) {
        if tag.name == "args" {
            if number == turn {
                return Some(tag.range.start);
            }
            number += 1;
        }
        walk.past(reader, &tag).ok()?;
    }
    None
}

/// Returns the work of reading a template once more, in pieces: its elements and a part of its
/// text, without the tables and automata that are read once.
pub(super) fn weight(template: Node<'_, '_>) -> usize {
    const BYTES: usize = 32;
    let own = template.descendants().filter(|node| {
        let parent = node.parent().map_or("", |parent| parent.tag_name().name());
        !matches!(parent, "supports" | "conflicts" | "transitions")
    });
    own.map(|node| 1 + node.text().filter(|_| node.is_text()).map_or(0, str::len) / BYTES).sum()
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
