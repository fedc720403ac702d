//! A constraint slid along lists.

use parallax_instance::InputError;
use roxmltree::Node;

use super::constraints;
use super::element_parts::{flag_attribute, integer_attribute, refuse_attributes, refuse_elements};
use super::groups::{ConstraintCollector, highest_parameter, template_weight};
use super::items::ListItem;
use super::reader::{TemplateArgument, TemplateArguments, Xcsp3Reader};

/// A list of a slide: its elements, the number of them that each window takes, and the distance
/// between windows.
struct SlideList {
    items: Vec<ListItem>,
    collect: usize,
    offset: usize,
}

/// Reads a slide: lists, then a template.
pub(super) fn read_slide(
    reader: &mut Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    found: &mut ConstraintCollector,
) -> Result<(), InputError> {
    let children: Vec<Node<'_, '_>> = node.children().filter(Node::is_element).collect();
    let Some((template, lists)) = children.split_last().filter(|(_, lists)| !lists.is_empty())
    else {
        return Err(reader.fault_in(node, "expected lists, then a constraint"));
    };
    refuse_attributes(reader, node, &["circular"])?;
    let is_circular = flag_attribute(reader, node, "circular", false)?;
    // A window gives each parameter one element.
    let width = highest_parameter(*template).map_or(0, |highest| highest.saturating_add(1));
    let mut tracks = Vec::with_capacity(lists.len());
    for list in lists {
        let name = list.tag_name().name();
        if name != "list" {
            let message = format!("<{name}> in <slide>; expected lists, then one constraint");
            return Err(reader.error_at(list.range().start, message));
        }
        refuse_attributes(reader, *list, &["offset", "collect"])?;
        refuse_elements(reader, *list)?;
        let positive = |reader: &Xcsp3Reader<'_>,
                        name,
                        default: usize|
         -> Result<usize, InputError> {
            match integer_attribute(reader, *list, name)? {
                None => Ok(default),
                Some(number) => usize::try_from(number).ok().filter(|&n| n > 0).ok_or_else(|| {
                    reader.fault_in(*list, &format!("{name}=\"{number}\"; expected 1 or more"))
                }),
            }
        };
        // A single list gives the elements of all parameters, and several lists one element each.
        let collect = positive(reader, "collect", if lists.len() == 1 { width } else { 1 })?;
        let offset = positive(reader, "offset", 1)?;
        tracks.push(SlideList { items: reader.read_items(*list)?, collect, offset });
    }
    let collected: usize = tracks.iter().map(|track| track.collect).sum();
    if width == 0 || collected < width {
        let message = format!("windows of {collected} elements for {width} parameters");
        return Err(reader.fault_in(node, &message));
    }
    let windows = tracks.iter().map(|track| track.window_count(is_circular)).min().unwrap_or(0);
    let weight = template_weight(*template).saturating_add(collected);
    for turn in 0..windows {
        reader.spend_pieces(node.range().start, weight)?;
        let all =
            tracks.iter().flat_map(|track| track.window_items(turn)).map(TemplateArgument::Item);
        reader.arguments =
            Some(TemplateArguments { all: all.collect(), rest: width, turn, place: None });
        let constraint = constraints::read(reader, *template);
        // Cleared before an error is returned, since later errors are not about this window.
        reader.arguments = None;
        found.push_constraint(constraint?, turn);
    }
    Ok(())
}

impl SlideList {
    /// Returns the number of windows.
    fn window_count(&self, is_circular: bool) -> usize {
        let length = self.items.len();
        // A circular slide has a window at every offset. Otherwise the last window must fit into
        // the list.
        if is_circular {
            length.div_ceil(self.offset)
        } else {
            length.checked_sub(self.collect).map_or(0, |last| last / self.offset + 1)
        }
    }

    /// Returns a window, which continues at the beginning after the end.
    fn window_items(&self, turn: usize) -> impl Iterator<Item = ListItem> {
        let start = turn * self.offset;
        // An empty list has a width of 1 here, so that the remainder is defined.
        let places = (start..start + self.collect).map(|index| index % self.items.len().max(1));
        places.filter_map(|index| self.items.get(index).copied())
    }
}
