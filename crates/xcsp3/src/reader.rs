//! The part that the readers of all elements share: names, expressions, limits and errors.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::instance::InputError;
use roxmltree::{Node, NodeId};

use super::arena::Arena;
use super::automata::Nfa;
use super::constraints::extension::Tuples;
use super::cursor::Cursor;
use super::document::Variable;
use super::items::{Item, Set};
use super::names::Name;
use parallax_general::xml::Places;

/// The result of reading.
pub(super) type Read<T> = Result<T, InputError>;

/// Maximum number of variables, elements of lists, cells of tables and nodes of expressions that a
/// file may stand for.
const MAX_PIECES: usize = 50_000_000;

/// Pieces between two checks of the clock.
const POLL_EVERY: usize = 1 << 14;

/// An argument of a template.
#[derive(Clone, Debug)]
pub(super) enum Argument {
    /// A number, a variable or an expression.
    Item(Item),
    /// A range or a set.
    Set(Set),
}

/// The arguments of the template that is being read.
#[derive(Clone, Debug, Default)]
pub(super) struct Arguments {
    pub(super) all: Vec<Argument>,
    /// The place of the first argument of `%...`.
    pub(super) rest: usize,
}

/// The state of reading a file.
pub(super) struct Reader<'r> {
    source: &'r str,
    places: Places<'r>,
    check: &'r dyn Fn() -> Read<()>,
    pub(super) names: HashMap<&'r str, Name>,
    pub(super) variables: Vec<Variable>,
    pub(super) arena: Arena,
    /// `None` outside templates.
    pub(super) arguments: Option<Arguments>,
    /// Tables and automata by their elements, because all constraints of a group share them.
    pub(super) tables: HashMap<NodeId, Arc<Tuples>>,
    pub(super) automata: HashMap<NodeId, Arc<Nfa>>,
    spent: usize,
}

impl<'r> Reader<'r> {
    /// Creates a reader of a text.
    pub(super) fn new(source: &'r str, text: &'r str, check: &'r dyn Fn() -> Read<()>) -> Self {
        Reader {
            source,
            places: Places::of(text),
            check,
            names: HashMap::new(),
            variables: Vec::new(),
            arena: Arena::default(),
            arguments: None,
            tables: HashMap::new(),
            automata: HashMap::new(),
            spent: 0,
        }
    }

    /// Creates an error at an offset of the file.
    pub(super) fn fault(&self, offset: usize, message: impl Into<String>) -> InputError {
        let (line, column) = self.places.at(offset);
        InputError::new(self.source, message).at(line, column)
    }

    /// Creates an error in an element, which it names.
    pub(super) fn fault_in(&self, node: Node<'_, '_>, message: &str) -> InputError {
        let name = node.tag_name().name();
        self.fault(node.range().start, format!("<{name}>: {message}"))
    }

    /// Creates an error at a place of a text: what comes there, and what was expected.
    pub(super) fn unexpected(&self, cursor: &Cursor<'_>, expected: &str) -> InputError {
        let found = match cursor.excerpt() {
            "" => "the end".to_owned(),
            text => format!("'{}'", parallax_model::instance::shorten(text)),
        };
        let element = cursor.element();
        self.fault(cursor.offset(), format!("{found} in <{element}>; expected {expected}"))
    }

    /// Counts pieces before they are made, and looks at the clock at intervals.
    ///
    /// # Errors
    /// Returns an error beyond [`MAX_PIECES`], and when reading is stopped.
    pub(super) fn spend(&mut self, offset: usize, pieces: usize) -> Read<()> {
        let before = self.spent;
        self.spent = self.spent.saturating_add(pieces);
        if self.spent > MAX_PIECES {
            let message = format!(
                "the file expands to more than {MAX_PIECES} arguments and cells; a variable counts \
                 as 10"
            );
            return Err(self.fault(offset, message));
        }
        if before / POLL_EVERY != self.spent / POLL_EVERY {
            (self.check)()?;
        }
        Ok(())
    }

    /// Looks at the clock at intervals of a loop over places.
    ///
    /// # Errors
    /// Returns an error when reading is stopped.
    pub(super) fn poll(&self, place: usize) -> Read<()> {
        if place.is_multiple_of(POLL_EVERY) { (self.check)() } else { Ok(()) }
    }

    /// Returns a variable as an item, and notes that it is used.
    pub(super) fn used(&mut self, variable: u32) -> Item {
        if let Some(variable) = self.variables.get_mut(variable as usize) {
            variable.used = true;
        }
        Item::Variable(variable)
    }
}
