//! Smaller instances: without constraints, arguments of groups, or the objective.

use std::ops::Range;

use parallax_model::NumberedCuts;
use parallax_xml as xml;
use roxmltree::Node;

/// The kinds of cuts: constraints with groups and slides, arguments of groups, objectives.
const CUT_KINDS: [&str; 3] = ["constraints", "arguments", "objectives"];

/// Returns the kinds of cuts of a text.
pub(super) fn list_cuts(text: &str) -> Vec<NumberedCuts> {
    let places = element_places(text);
    CUT_KINDS
        .iter()
        .zip(&places)
        .map(|(name, places)| NumberedCuts::new(name, places.len()))
        .collect()
}

/// Returns the text without a run of the elements of a kind.
pub(super) fn apply_cuts(text: &str, kind: usize, run: Range<usize>) -> Option<String> {
    let places = element_places(text);
    let gone = places.get(kind)?.get(run)?;
    let (mut smaller, mut at) = (String::with_capacity(text.len()), 0);
    for place in gone {
        smaller.push_str(text.get(at..place.start)?);
        at = place.end;
    }
    smaller.push_str(text.get(at..)?);
    Some(smaller)
}

/// Returns the places of the elements of each kind, in order.
fn element_places(text: &str) -> [Vec<Range<usize>>; 3] {
    let mut found = [const { Vec::new() }; 3];
    let Ok(tree) = xml::parse_document("", "", text, &|| Ok(())) else { return found };
    for node in tree.descendants().filter(Node::is_element) {
        let parent = node.parent().map(|parent| parent.tag_name().name());
        let kind = match (parent, node.tag_name().name()) {
            // A block is not cut out, but its constraints are.
            (_, "block") => continue,
            (Some("constraints" | "block"), _) => 0,
            (Some("group"), "args") => 1,
            (Some("objectives"), _) => 2,
            _ => continue,
        };
        found[kind].push(node.range());
    }
    found
}
