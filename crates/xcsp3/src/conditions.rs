//! Conditions on a number: `(le,4)`, `(eq,y)`, `(in,2..5)`.

use parallax_model::Relation;
use parallax_model::flatten::{Bool, Int};
use parallax_model::instance::InputError;
use roxmltree::Node;

use super::arena::Arena;
use super::assigned::Assigned;
use super::cursor::{Cursor, Text};
use super::items::{Item, Set};
use super::operators::relation;
use super::reader::{Argument, Reader};

/// A condition on a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// A comparison with the operand.
    Compare(Relation, Item),
    /// The number lies in the set if the flag is set; otherwise outside.
    Member(Set, bool),
}

impl Condition {
    /// Whether the condition holds for a number; `None` if its operand is undefined.
    pub(super) fn holds(&self, number: i128, values: &Assigned<'_>) -> Option<bool> {
        Some(match self {
            Condition::Compare(relation, item) => {
                let other = values.number(*item)?;
                relation.holds(number.cmp(&other) as i64, 0)
            }
            Condition::Member(set, inside) => set.contains(number) == *inside,
        })
    }

    /// Whether the condition holds for a number; `None` if that depends on a variable.
    pub(super) fn holds_plainly(&self, number: i64) -> Option<bool> {
        match self {
            Condition::Compare(relation, Item::Number(other)) => {
                Some(relation.holds(number, *other))
            }
            Condition::Compare(..) => None,
            Condition::Member(set, inside) => Some(set.contains(number.into()) == *inside),
        }
    }

    /// Returns the condition on an expression.
    pub(super) fn of(&self, arena: &mut Arena, int: Int) -> Bool {
        match self {
            Condition::Compare(relation, item) => arena.compare(Item::Int(int), *relation, *item),
            Condition::Member(set, inside) => {
                let member = arena.member(int, set);
                if *inside { member } else { arena.terms.not(member) }
            }
        }
    }
}

impl Reader<'_> {
    /// Reads the condition that an element consists of.
    pub(super) fn condition(&mut self, node: Node<'_, '_>) -> Result<Condition, InputError> {
        let text = Text::of(node);
        let mut cursor = text.cursor();
        cursor.skip_blank();
        let condition = self.one_condition(&mut cursor)?;
        if cursor.skip_blank() {
            return Err(self.unexpected(&cursor, "the end of the condition"));
        }
        Ok(condition)
    }

    /// Reads the condition that comes next.
    pub(super) fn one_condition(
        &mut self,
        cursor: &mut Cursor<'_>,
    ) -> Result<Condition, InputError> {
        let start = *cursor;
        if !cursor.take("(") {
            return Err(self.unexpected(cursor, "a condition such as (le,4)"));
        }
        cursor.skip_blank();
        let name = cursor.word();
        cursor.skip_blank();
        if !cursor.take(",") {
            return Err(self.unexpected(&start, "a condition such as (le,4)"));
        }
        cursor.skip_blank();
        let condition = match (name, relation(name)) {
            (_, Some(relation)) => {
                let mut operand = [self.expression(cursor)?];
                self.as_numbers(&mut operand);
                Condition::Compare(relation, operand[0])
            }
            ("in" | "notin", _) => Condition::Member(self.members(cursor)?, name == "in"),
            _ => return Err(self.unexpected(&start, "one of lt, le, ge, gt, eq, ne, in, notin")),
        };
        cursor.skip_blank();
        if !cursor.take(")") {
            return Err(self.unexpected(cursor, "')'"));
        }
        Ok(condition)
    }

    /// Reads a set, which may be an argument.
    fn members(&mut self, cursor: &mut Cursor<'_>) -> Result<Set, InputError> {
        if cursor.peek() != Some(b'%') {
            return self.set(cursor);
        }
        let start = *cursor;
        match &self.parameter(cursor)?[..] {
            [Argument::Set(set)] => Ok(set.clone()),
            [Argument::Item(Item::Number(number))] => Ok(Set::of(vec![(*number, *number)])),
            _ => Err(self.unexpected(&start, "an argument that is a range or a set")),
        }
    }
}
