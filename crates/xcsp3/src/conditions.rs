//! Conditions on a number: `(le,4)`, `(eq,y)`, `(in,2..5)`.

use parallax_instance::InputError;
use parallax_model::ComparisonOperator;
use parallax_model::flatten::{BoolExpression, IntExpression};
use roxmltree::Node;

use super::arena::Xcsp3Arena;
use super::assigned::Xcsp3Assignment;
use super::cursor::{ElementText, TextCursor};
use super::items::{IntervalSet, ListItem};
use super::operators::relation_from_name;
use super::reader::{TemplateArgument, Xcsp3Reader};

/// A condition on a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NumberCondition {
    /// A comparison with the operand.
    Compare(ComparisonOperator, ListItem),
    /// The number lies in the set if the flag is set; otherwise outside.
    Member(IntervalSet, bool),
}

impl NumberCondition {
    /// Whether the condition holds for a number; `None` if its operand is undefined.
    pub(super) fn holds_for(&self, number: i128, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        Some(match self {
            NumberCondition::Compare(relation, item) => {
                let other = values.item_value(*item)?;
                relation.holds_between(number.cmp(&other) as i64, 0)
            }
            NumberCondition::Member(set, inside) => set.contains(number) == *inside,
        })
    }

    /// Whether the condition holds for a number; `None` if that depends on a variable.
    pub(super) fn holds_plainly(&self, number: i64) -> Option<bool> {
        match self {
            NumberCondition::Compare(relation, ListItem::Number(other)) => {
                Some(relation.holds_between(number, *other))
            }
            NumberCondition::Compare(..) => None,
            NumberCondition::Member(set, inside) => Some(set.contains(number.into()) == *inside),
        }
    }

    /// Returns the condition on an expression.
    pub(super) fn build_truth(&self, arena: &mut Xcsp3Arena, int: IntExpression) -> BoolExpression {
        match self {
            NumberCondition::Compare(relation, item) => {
                arena.compare_items(ListItem::Int(int), *relation, *item)
            }
            NumberCondition::Member(set, inside) => {
                let member = arena.set_membership(int, set);
                if *inside { member } else { arena.terms.add_not(member) }
            }
        }
    }
}

impl Xcsp3Reader<'_> {
    /// Reads the condition that an element consists of.
    pub(super) fn read_condition(
        &mut self,
        node: Node<'_, '_>,
    ) -> Result<NumberCondition, InputError> {
        let text = ElementText::from_node(node);
        let mut cursor = text.start_cursor();
        cursor.skip_blank();
        let condition = self.one_condition(&mut cursor)?;
        if cursor.skip_blank() {
            return Err(self.unexpected_text(&cursor, "the end of the condition"));
        }
        Ok(condition)
    }

    /// Reads the next condition.
    pub(super) fn one_condition(
        &mut self,
        cursor: &mut TextCursor<'_>,
    ) -> Result<NumberCondition, InputError> {
        let start = *cursor;
        if !cursor.take_text("(") {
            return Err(self.unexpected_text(cursor, "a condition such as (le,4)"));
        }
        cursor.skip_blank();
        let name = cursor.take_word();
        cursor.skip_blank();
        if !cursor.take_text(",") {
            return Err(self.unexpected_text(&start, "a condition such as (le,4)"));
        }
        cursor.skip_blank();
        let condition = match (name, relation_from_name(name)) {
            (_, Some(relation)) => {
                let mut operand = [self.read_expression(cursor)?];
                self.as_numbers(&mut operand);
                NumberCondition::Compare(relation, operand[0])
            }
            ("in" | "notin", _) => {
                NumberCondition::Member(self.read_members(cursor)?, name == "in")
            }
            _ => {
                return Err(
                    self.unexpected_text(&start, "one of lt, le, ge, gt, eq, ne, in, notin")
                );
            }
        };
        cursor.skip_blank();
        if !cursor.take_text(")") {
            return Err(self.unexpected_text(cursor, "')'"));
        }
        Ok(condition)
    }

    /// Reads a set, which may be an argument.
    fn read_members(&mut self, cursor: &mut TextCursor<'_>) -> Result<IntervalSet, InputError> {
        if cursor.peek_byte() != Some(b'%') {
            return self.read_set(cursor);
        }
        let start = *cursor;
        match &self.read_parameter(cursor)?[..] {
            [TemplateArgument::Set(set)] => Ok(set.clone()),
            [TemplateArgument::Item(ListItem::Number(number))] => {
                Ok(IntervalSet::from_intervals(vec![(*number, *number)]))
            }
            _ => Err(self.unexpected_text(&start, "an argument that is a range or a set")),
        }
    }
}
