//! The state that the readers of all elements share: names, expressions, limits and errors.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use parallax_instance::InputError;
use parallax_instance::TextPositions;
use parallax_instance::shorten_text;
use parallax_xml::{self as xml, MarkupTag};
use roxmltree::{Document, Node, NodeId};

use super::arena::Xcsp3Arena;
use super::automata::FileAutomaton;
use super::constraints::extension::ExtensionTuples;
use super::cursor::TextCursor;
use super::document::Xcsp3Variable;
use super::items::{IntervalSet, ListItem};
use super::names::NameMeaning;

/// Maximum number of variables, elements of lists, cells of tables and nodes of expressions that a
/// file may expand to.
const MAX_PIECES: usize = 50_000_000;

/// Pieces between two checks of the clock.
const POLL_EVERY: usize = 1 << 14;

/// An argument of a template.
#[derive(Clone, Debug)]
pub(super) enum TemplateArgument {
    /// A number, a variable or an expression.
    Item(ListItem),
    /// A range or a set.
    Set(IntervalSet),
}

/// The arguments of the template that is being read.
#[derive(Clone, Debug, Default)]
pub(super) struct TemplateArguments {
    pub(super) all: Vec<TemplateArgument>,
    /// The index of the first argument of `%...`.
    pub(super) rest: usize,
    /// The number of the arguments in their group, or of the window in its slide, from 0.
    pub(super) turn: usize,
    /// The offset of the arguments in the file; `None` for a window.
    pub(super) place: Option<usize>,
}

/// The state of reading a file.
pub(super) struct Xcsp3Reader<'r> {
    source: &'r str,
    pub(super) text: &'r str,
    /// The offset in the file of the tree that is being read.
    pub(super) base: usize,
    places: TextPositions<'r>,
    check: &'r dyn Fn() -> Result<(), InputError>,
    pub(super) names: HashMap<&'r str, NameMeaning>,
    pub(super) variables: Vec<Xcsp3Variable>,
    pub(super) arena: Xcsp3Arena,
    /// The label of the group or slide that is being read.
    pub(super) around: String,
    /// `None` outside templates.
    pub(super) arguments: Option<TemplateArguments>,
    /// Tables and automata of the tree that is being read, by their elements: all constraints of a
    /// group share them.
    pub(super) tables: HashMap<NodeId, Arc<ExtensionTuples>>,
    pub(super) automata: HashMap<NodeId, Arc<FileAutomaton>>,
    spent: usize,
}

impl<'r> Xcsp3Reader<'r> {
    /// Creates a reader of a text.
    pub(super) fn new(
        source: &'r str,
        text: &'r str,
        check: &'r dyn Fn() -> Result<(), InputError>,
    ) -> Self {
        Xcsp3Reader {
            source,
            text,
            base: 0,
            places: TextPositions::from_text(text),
            check,
            names: HashMap::new(),
            variables: Vec::new(),
            arena: Xcsp3Arena::default(),
            around: String::new(),
            arguments: None,
            tables: HashMap::new(),
            automata: HashMap::new(),
            spent: 0,
        }
    }

    /// Parses a part of the text on its own, and reads it from now on.
    ///
    /// # Errors
    /// Returns an error if the text is no XML.
    pub(super) fn parse_part(&mut self, part: Range<usize>) -> Result<Document<'r>, InputError> {
        let text = self.text.get(part.clone()).unwrap_or("");
        let tree = xml::parse_part(text).ok_or_else(|| self.damaged_error())?;
        self.base = part.start;
        // The keys are nodes of the previous tree, and other elements have the same numbers in this
        // one.
        self.tables.clear();
        self.automata.clear();
        Ok(tree)
    }

    /// Parses a tag as a separate element, and reads it from now on. `buffer` takes its text.
    ///
    /// # Errors
    /// Returns an error if the tag is no XML.
    pub(super) fn parse_tag<'b>(
        &mut self,
        tag: &MarkupTag<'_>,
        buffer: &'b mut String,
    ) -> Result<Document<'b>, InputError> {
        self.base = tag.range.start;
        self.parse_closed_tag(tag.range.clone(), buffer)
    }

    /// Parses the text up to the end of its first tag as a separate element.
    ///
    /// # Errors
    /// Returns an error if it is no XML.
    pub(super) fn parse_closed_tag<'b>(
        &self,
        part: Range<usize>,
        buffer: &'b mut String,
    ) -> Result<Document<'b>, InputError> {
        let text = self.text.get(part).unwrap_or("");
        // The tag is closed at once, so that its attributes can be read without its content.
        let text = text.strip_suffix("/>").or(text.strip_suffix('>')).unwrap_or(text);
        buffer.clear();
        buffer.push_str(text);
        buffer.push_str("/>");
        xml::parse_part(buffer).ok_or_else(|| self.damaged_error())
    }

    /// Creates the error of a text that is no XML.
    pub(super) fn damaged_error(&self) -> InputError {
        // The whole file is parsed to find the place of the damage. A part may fail alone because
        // the root declares its prefixes.
        match xml::parse_document(self.source, "", self.text, self.check) {
            Err(damage) => damage,
            Ok(_) => {
                InputError::new(self.source, "names with a prefix, such as x:y, are not supported")
            }
        }
    }

    /// Creates an error at an offset of the tree that is being read.
    pub(super) fn error_at(&self, offset: usize, message: impl std::fmt::Display) -> InputError {
        self.fault_at(self.base + offset, message)
    }

    /// Creates an error at an offset of the file. It names the arguments of the template, one of
    /// which may be at fault.
    pub(super) fn fault_at(&self, offset: usize, message: impl std::fmt::Display) -> InputError {
        let (line, column) = self.places.position_at(offset);
        let mut message = message.to_string();
        if let Some(TemplateArguments { turn, place, .. }) = &self.arguments {
            let (around, turn) = (&self.around, turn + 1);
            message += &match place {
                Some(place) => {
                    let (line, _) = self.places.position_at(*place);
                    format!(" ({around}, args {turn} on line {line})")
                }
                None => format!(" ({around}, window {turn})"),
            };
        }
        InputError::new(self.source, message).at_position(line, column)
    }

    /// Returns the line of an offset of the file.
    pub(super) fn line_number(&self, offset: usize) -> usize {
        self.places.position_at(offset).0
    }

    /// Creates an error in an element, which it names.
    pub(super) fn fault_in(&self, node: Node<'_, '_>, message: &str) -> InputError {
        let name = node.tag_name().name();
        self.error_at(node.range().start, format!("<{name}>: {message}"))
    }

    /// Creates an error at a place of a text: quotes the text there, and names what was expected.
    pub(super) fn unexpected_text(&self, cursor: &TextCursor<'_>, expected: &str) -> InputError {
        let found = match cursor.word_excerpt() {
            "" => "the end".to_owned(),
            text => format!("'{}'", shorten_text(text)),
        };
        let element = cursor.element_name();
        self.error_at(cursor.file_offset(), format!("{found} in <{element}>; expected {expected}"))
    }

    /// Returns an error if more pieces are beyond [`MAX_PIECES`]; counts none.
    pub(super) fn require_room(&self, offset: usize, pieces: usize) -> Result<(), InputError> {
        if self.spent.saturating_add(pieces) <= MAX_PIECES {
            return Ok(());
        }
        let message = format!(
            "the file expands to more than {MAX_PIECES} arguments and cells; a variable counts as 10"
        );
        Err(self.error_at(offset, message))
    }

    /// Counts pieces before they are made, and checks the clock at intervals.
    ///
    /// # Errors
    /// Returns an error beyond [`MAX_PIECES`], and when reading is stopped.
    pub(super) fn spend_pieces(&mut self, offset: usize, pieces: usize) -> Result<(), InputError> {
        self.require_room(offset, pieces)?;
        let before = self.spent;
        self.spent += pieces;
        // Pieces come in batches, so the check is due whenever the count passes a multiple.
        if before / POLL_EVERY != self.spent / POLL_EVERY {
            (self.check)()?;
        }
        Ok(())
    }

    /// Checks the clock at intervals of a loop over indices.
    ///
    /// # Errors
    /// Returns an error when reading is stopped.
    pub(super) fn poll_clock(&self, index: usize) -> Result<(), InputError> {
        if index.is_multiple_of(POLL_EVERY) { (self.check)() } else { Ok(()) }
    }

    /// Returns a variable as an item, and marks it as used.
    pub(super) fn use_variable(&mut self, variable: u32) -> ListItem {
        if let Some(variable) = self.variables.get_mut(variable as usize) {
            variable.used = true;
        }
        ListItem::Variable(variable)
    }
}
