//! Expressions in prefix form: `le(add(x,1),y)`.

use parallax_model::instance::InputError;
use parallax_model::instance::shorten;

use super::cursor::Cursor;
use super::items::Item;
use super::operators::{Operand, Operator};
use super::reader::{Argument, Reader};

/// An operator whose operands are being read. A deep expression has as many as it has characters.
struct Open {
    operator: Operator,
    /// Its place in the text.
    start: u32,
    /// The number of operands before its own.
    before: u32,
}

impl Reader<'_> {
    /// Reads an expression, a variable or a number.
    ///
    /// Takes no stack for nesting: `open` holds the operators around the place.
    pub(super) fn expression(&mut self, cursor: &mut Cursor<'_>) -> Result<Item, InputError> {
        let mut open: Vec<Open> = Vec::new();
        let mut operands: Vec<Operand> = Vec::new();
        loop {
            cursor.skip_blank();
            let start = *cursor;
            if let Some(operator) = self.opening(cursor)? {
                let before = operands.len() as u32;
                open.push(Open { operator, start: start.place(), before });
                cursor.skip_blank();
                if cursor.peek() != Some(b')') {
                    continue;
                }
            } else {
                self.operand(cursor, &mut operands)?;
            }
            // Closes the operators that end here.
            loop {
                let Some(innermost) = open.last() else {
                    return self.only(&start, operands);
                };
                cursor.skip_blank();
                if cursor.take(",") {
                    break;
                }
                if !cursor.take(")") {
                    return Err(self.unexpected(cursor, "',' or ')'"));
                }
                let own = operands.split_off(operands.len().min(innermost.before as usize));
                let applied = innermost.operator.apply(&mut self.arena, own);
                let start = cursor.back_at(innermost.start);
                operands.push(applied.map_err(|fault| {
                    let name = start.rest().split('(').next().unwrap_or_default();
                    let element = start.element();
                    self.fault(start.offset(), format!("'{name}' in <{element}> with {fault}"))
                })?);
                open.pop();
            }
        }
    }

    /// Reads an operator and its bracket, if they come next.
    fn opening(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<Operator>, InputError> {
        let mut ahead = *cursor;
        let word = ahead.word();
        if word.is_empty() || ahead.peek() != Some(b'(') {
            return Ok(None);
        }
        let Some(operator) = Operator::named(word) else {
            let (word, element) = (shorten(word), cursor.element());
            let message = format!("operator '{word}' in <{element}> is not supported");
            return Err(self.fault(cursor.offset(), message));
        };
        self.spend(cursor.offset(), 1)?;
        ahead.take("(");
        *cursor = ahead;
        Ok(Some(operator))
    }

    /// Reads an operand without an operator. An argument may stand for several.
    fn operand(
        &mut self,
        cursor: &mut Cursor<'_>,
        operands: &mut Vec<Operand>,
    ) -> Result<(), InputError> {
        if cursor.peek() == Some(b'%') {
            let found = self.parameter(cursor)?;
            operands.extend(found.into_iter().map(|argument| match argument {
                Argument::Item(item) => Operand::Item(item),
                Argument::Set(set) => Operand::Set(set),
            }));
            return Ok(());
        }
        let mut items = Vec::new();
        self.item(cursor, &mut items)?;
        operands.extend(items.into_iter().map(Operand::Item));
        Ok(())
    }

    /// Returns the only operand, which is the whole expression.
    fn only(&self, start: &Cursor<'_>, operands: Vec<Operand>) -> Result<Item, InputError> {
        match &operands[..] {
            [Operand::Item(item)] => Ok(*item),
            _ => Err(self.unexpected(start, "one expression")),
        }
    }
}
