//! Walks through the elements of a file without a tree of all of them.
//!
//! A tree takes about 80 bytes for each element and each text between two of them. The elements
//! around constraints are walked through instead, and each constraint is parsed on its own.

use parallax_instance::InputError;
use std::ops::Range;

use parallax_xml::{MarkupKind, MarkupTag, MarkupTags};

use super::reader::Xcsp3Reader;

/// The next step of a walk.
pub(super) enum ElementStep<'t> {
    /// An element begins inside the innermost open one.
    Start(MarkupTag<'t>),
    /// The innermost open element ends.
    End,
}

/// A place between elements.
pub(super) struct ElementWalk<'t> {
    text: &'t str,
    tags: MarkupTags<'t>,
    /// The names of the elements around the place.
    open: Vec<&'t str>,
    /// Whether the innermost element has no end tag.
    is_empty: bool,
    /// The end of the markup before the place.
    at: usize,
}

impl<'t> ElementWalk<'t> {
    /// Starts at an offset of a text, outside all elements.
    pub(super) fn from(text: &'t str, at: usize) -> Self {
        ElementWalk {
            text,
            tags: MarkupTags::from(text, at),
            open: Vec::new(),
            is_empty: false,
            at,
        }
    }

    /// Returns the next step, past blanks, comments and instructions.
    ///
    /// # Errors
    /// Returns an error for text between elements, and for a text that is no XML.
    pub(super) fn next_step(
        &mut self,
        reader: &Xcsp3Reader<'_>,
    ) -> Result<ElementStep<'t>, InputError> {
        // An element without an end tag ends right after it is entered.
        if std::mem::take(&mut self.is_empty) {
            self.open.pop();
            return Ok(ElementStep::End);
        }
        while let Some(tag) = self.tags.next() {
            // Between elements, only white space is allowed.
            let between = self.text.get(self.at..tag.range.start).unwrap_or("");
            let blank = between.len() - between.trim_start_matches(XML_WHITESPACE).len();
            if blank < between.len() || tag.kind == MarkupKind::Data {
                return Err(self.stray_error(reader, self.at + blank));
            }
            self.at = tag.range.end;
            match tag.kind {
                MarkupKind::Aside => {}
                MarkupKind::Open | MarkupKind::Empty => return Ok(ElementStep::Start(tag)),
                // An end tag must name the innermost open element.
                MarkupKind::Close if self.open.pop() == Some(tag.name) => {
                    return Ok(ElementStep::End);
                }
                MarkupKind::Close | MarkupKind::Data | MarkupKind::Declaration => break,
            }
        }
        Err(reader.damaged_error())
    }

    fn stray_error(
        &self,
        reader: &Xcsp3Reader<'_>,
        offset: usize,
    ) -> parallax_instance::InputError {
        let Some(name) = self.open.last() else { return reader.damaged_error() };
        let text = self.text.get(offset..).unwrap_or("");
        let text = text.split(XML_WHITESPACE).next().unwrap_or("");
        let text = parallax_instance::shorten_text(text);
        reader.fault_at(offset, format!("the text '{text}' in <{name}>; expected elements only"))
    }

    /// Enters the element that begins with a tag, which was the last step.
    pub(super) fn enter_element(&mut self, tag: &MarkupTag<'t>) {
        self.open.push(tag.name);
        self.is_empty = tag.kind == MarkupKind::Empty;
    }

    /// Goes past the element that begins with a tag, which was the last step. Returns its range.
    ///
    /// # Errors
    /// Returns an error if it has no end.
    pub(super) fn skip_element(
        &mut self,
        reader: &Xcsp3Reader<'_>,
        tag: &MarkupTag<'t>,
    ) -> Result<Range<usize>, InputError> {
        // Names are not compared, because the part is parsed afterwards, which finds tags that do
        // not match.
        let mut depth = usize::from(tag.kind == MarkupKind::Open);
        while depth > 0 {
            let Some(next) = self.tags.next() else { return Err(reader.damaged_error()) };
            match next.kind {
                MarkupKind::Open => depth += 1,
                MarkupKind::Close => depth -= 1,
                _ => {}
            }
            self.at = next.range.end;
        }
        Ok(tag.range.start..self.at)
    }

    /// Returns an error unless nothing but blanks, comments and instructions follows.
    pub(super) fn expect_end(mut self, reader: &Xcsp3Reader<'_>) -> Result<(), InputError> {
        for tag in self.tags.by_ref() {
            let between = self.text.get(self.at..tag.range.start).unwrap_or("");
            if tag.kind != MarkupKind::Aside || !between.trim_matches(XML_WHITESPACE).is_empty() {
                return Err(reader.damaged_error());
            }
            self.at = tag.range.end;
        }
        let rest = self.text.get(self.at..).unwrap_or("");
        if rest.trim_matches(XML_WHITESPACE).is_empty() {
            Ok(())
        } else {
            Err(reader.damaged_error())
        }
    }
}

/// The white space of XML.
const XML_WHITESPACE: [char; 4] = [' ', '\t', '\n', '\r'];
