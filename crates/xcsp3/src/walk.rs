//! Walks through the elements of a file without a tree of all of them.
//!
//! A tree takes about 80 bytes for each element and each text between two of them. The elements
//! around constraints are walked through instead, and each constraint is parsed on its own.

use parallax_model::instance::InputError;
use std::ops::Range;

use parallax_xml::{Markup, Tag, Tags};

use super::reader::Reader;

/// The next step of a walk.
pub(super) enum Step<'t> {
    /// An element begins inside the innermost open one.
    Start(Tag<'t>),
    /// The innermost open element ends.
    End,
}

/// A place between elements.
pub(super) struct Walk<'t> {
    text: &'t str,
    tags: Tags<'t>,
    /// The names of the elements around the place.
    open: Vec<&'t str>,
    /// Whether the innermost element has no end tag.
    is_empty: bool,
    /// The end of the markup before the place.
    at: usize,
}

impl<'t> Walk<'t> {
    /// Starts at an offset of a text, outside all elements.
    pub(super) fn from(text: &'t str, at: usize) -> Self {
        Walk { text, tags: Tags::from(text, at), open: Vec::new(), is_empty: false, at }
    }

    /// Returns the next step, past blanks, comments and instructions.
    ///
    /// # Errors
    /// Returns an error for text between elements, and for a text that is no XML.
    pub(super) fn step(&mut self, reader: &Reader<'_>) -> Result<Step<'t>, InputError> {
        if std::mem::take(&mut self.is_empty) {
            self.open.pop();
            return Ok(Step::End);
        }
        while let Some(tag) = self.tags.next() {
            let between = self.text.get(self.at..tag.range.start).unwrap_or("");
            let blank = between.len() - between.trim_start_matches(BLANKS).len();
            if blank < between.len() || tag.kind == Markup::Data {
                return Err(self.stray(reader, self.at + blank));
            }
            self.at = tag.range.end;
            match tag.kind {
                Markup::Aside => {}
                Markup::Open | Markup::Empty => return Ok(Step::Start(tag)),
                Markup::Close if self.open.pop() == Some(tag.name) => return Ok(Step::End),
                Markup::Close | Markup::Data | Markup::Declaration => break,
            }
        }
        Err(reader.damaged())
    }

    fn stray(&self, reader: &Reader<'_>, offset: usize) -> parallax_model::instance::InputError {
        let Some(name) = self.open.last() else { return reader.damaged() };
        let text = self.text.get(offset..).unwrap_or("");
        let text = text.split(BLANKS).next().unwrap_or("");
        let text = parallax_model::instance::shorten(text);
        reader.fault_at(offset, format!("the text '{text}' in <{name}>; expected elements only"))
    }

    /// Enters the element that begins with a tag, which was the last step.
    pub(super) fn enter(&mut self, tag: &Tag<'t>) {
        self.open.push(tag.name);
        self.is_empty = tag.kind == Markup::Empty;
    }

    /// Goes past the element that begins with a tag, which was the last step. Returns its range.
    ///
    /// # Errors
    /// Returns an error if it has no end.
    pub(super) fn past(
        &mut self,
        reader: &Reader<'_>,
        tag: &Tag<'t>,
    ) -> Result<Range<usize>, InputError> {
        let mut depth = usize::from(tag.kind == Markup::Open);
        while depth > 0 {
            let Some(next) = self.tags.next() else { return Err(reader.damaged()) };
            match next.kind {
                Markup::Open => depth += 1,
                Markup::Close => depth -= 1,
                _ => {}
            }
            self.at = next.range.end;
        }
        Ok(tag.range.start..self.at)
    }

    /// Returns an error unless nothing but blanks, comments and instructions follows.
    pub(super) fn finish(mut self, reader: &Reader<'_>) -> Result<(), InputError> {
        for tag in self.tags.by_ref() {
            let between = self.text.get(self.at..tag.range.start).unwrap_or("");
            if tag.kind != Markup::Aside || !between.trim_matches(BLANKS).is_empty() {
                return Err(reader.damaged());
            }
            self.at = tag.range.end;
        }
        let rest = self.text.get(self.at..).unwrap_or("");
        if rest.trim_matches(BLANKS).is_empty() { Ok(()) } else { Err(reader.damaged()) }
    }
}

/// The white space of XML.
const BLANKS: [char; 4] = [' ', '\t', '\n', '\r'];
