//! A constraint slid along lists.

use parallax_model::instance::InputError;
use roxmltree::Node;

use super::constraints;
use super::groups::{Found, highest_parameter, weight};
use super::items::Item;
use super::parts::{flag, integer, refuse_attributes, refuse_elements};
use super::reader::{Argument, Arguments, Reader};

/// A list of a slide: its elements, how many of them each window takes, and the distance between
/// windows.
struct Track {
    items: Vec<Item>,
    collect: usize,
    offset: usize,
}

/// Reads a slide: lists, then a template.
pub(super) fn read(
    reader: &mut Reader<'_>,
    node: Node<'_, '_>,
    found: &mut Found,
) -> Result<(), InputError> {
    let children: Vec<Node<'_, '_>> = node.children().filter(Node::is_element).collect();
    let Some((template, lists)) = children.split_last().filter(|(_, lists)| !lists.is_empty())
    else {
        return Err(reader.fault_in(node, "expected lists, then a constraint"));
    };
    refuse_attributes(reader, node, &["circular"])?;
    let is_circular = flag(reader, node, "circular", false)?;
    let width = highest_parameter(*template).map_or(0, |highest| highest.saturating_add(1));
    let mut tracks = Vec::with_capacity(lists.len());
    for list in lists {
        let name = list.tag_name().name();
        if name != "list" {
            let message = format!("<{name}> in <slide>; expected lists, then one constraint");
            return Err(reader.fault(list.range().start, message));
        }
        refuse_attributes(reader, *list, &["offset", "collect"])?;
        refuse_elements(reader, *list)?;
        let positive = |reader: &Reader<'_>, name, default: usize| -> Result<usize, InputError> {
            match integer(reader, *list, name)? {
                None => Ok(default),
                Some(number) => usize::try_from(number).ok().filter(|&n| n > 0).ok_or_else(|| {
                    reader.fault_in(*list, &format!("{name}=\"{number}\"; expected 1 or more"))
                }),
            }
        };
        let collect = positive(reader, "collect", if lists.len() == 1 { width } else { 1 })?;
        let offset = positive(reader, "offset", 1)?;
        tracks.push(Track { items: reader.items(*list)?, collect, offset });
    }
    let collected: usize = tracks.iter().map(|track| track.collect).sum();
    if width == 0 || collected < width {
        let message = format!("windows of {collected} elements for {width} parameters");
        return Err(reader.fault_in(node, &message));
    }
    let windows = tracks.iter().map(|track| track.windows(is_circular)).min().unwrap_or(0);
    let weight = weight(*template).saturating_add(collected);
    for turn in 0..windows {
        reader.spend(node.range().start, weight)?;
        let all = tracks.iter().flat_map(|track| track.window(turn)).map(Argument::Item);
        reader.arguments = Some(Arguments { all: all.collect(), rest: width, turn, place: None });
        let constraint = constraints::read(reader, *template);
        reader.arguments = None;
        found.push(constraint?, turn);
    }
    Ok(())
}

impl Track {
    /// Returns the number of windows.
    fn windows(&self, is_circular: bool) -> usize {
        let length = self.items.len();
        if is_circular {
            length.div_ceil(self.offset)
        } else {
            length.checked_sub(self.collect).map_or(0, |last| last / self.offset + 1)
        }
    }

    /// Returns a window. Beyond the end it goes on at the beginning.
    fn window(&self, turn: usize) -> impl Iterator<Item = Item> {
        let start = turn * self.offset;
        let places = (start..start + self.collect).map(|place| place % self.items.len().max(1));
        places.filter_map(|place| self.items.get(place).copied())
    }
}
