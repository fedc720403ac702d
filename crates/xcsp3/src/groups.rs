//! The constraints of a file: blocks, groups and their templates.

use std::sync::Arc;

use roxmltree::Node;

use super::constraints;
use super::cursor::Text;
use super::document::{Entry, Kind, Origin};
use super::reader::{Arguments, Read, Reader};
use super::slide;
use parallax_general::xml::attribute;

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
    fn begin(&mut self, kind: Kind, node: Node<'_, '_>) {
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
            offset: node.range().start,
        });
    }

    /// Adds a constraint of the last origin.
    pub(super) fn push(&mut self, constraint: constraints::Constraint, turn: usize) {
        let origin = self.origins.len().saturating_sub(1) as u32;
        self.entries.push(Entry { constraint, origin, turn: turn as u32 });
    }
}

/// Reads the constraints inside an element. Blocks are entered in order, without recursion.
pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>, found: &mut Found) -> Read<()> {
    let elements = |node: Node<'_, '_>| -> Vec<_> {
        let children = node.children().filter(Node::is_element);
        children.map(|child| child.id()).rev().collect()
    };
    let mut open = elements(node);
    while let Some(id) = open.pop() {
        let Some(node) = node.document().get_node(id) else { continue };
        match node.tag_name().name() {
            "block" => open.extend(elements(node)),
            "group" => {
                found.begin(Kind::Group, node);
                group(reader, node, found)?;
            }
            "slide" => {
                found.begin(Kind::Slide, node);
                slide::read(reader, node, found)?;
            }
            _ => {
                found.begin(Kind::Constraint, node);
                reader.spend(node.range().start, 1)?;
                let constraint = constraints::read(reader, node)?;
                found.push(constraint, 0);
            }
        }
    }
    Ok(())
}

/// Reads a group: a template, then its arguments.
fn group(reader: &mut Reader<'_>, node: Node<'_, '_>, found: &mut Found) -> Read<()> {
    let mut children = node.children().filter(Node::is_element);
    let Some(template) = children.next().filter(|child| child.tag_name().name() != "args") else {
        return Err(reader.fault_in(node, "no template; expected a constraint before <args>"));
    };
    let rest = highest_parameter(template).map_or(0, |highest| highest + 1);
    let weight = weight(template);
    for (turn, args) in children.enumerate() {
        reader.spend(args.range().start, weight)?;
        let name = args.tag_name().name();
        if name != "args" {
            let message = format!("<{name}>; expected <args> after one template");
            return Err(reader.fault(args.range().start, message));
        }
        let text = Text::of(args);
        let all = reader.arguments_of(&mut text.cursor())?;
        reader.arguments = Some(Arguments { all, rest });
        let constraint = constraints::read(reader, template);
        reader.arguments = None;
        // A fault of the template may be one of these arguments.
        found.push(constraint?, turn);
    }
    Ok(())
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

fn number_at_start(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}
