//! Expressions in prefix form: `le(add(x,1),y)`.

use parallax_instance::InputError;
use parallax_instance::shorten_text;

use super::cursor::TextCursor;
use super::items::ListItem;
use super::operators::{ExpressionOperand, ExpressionOperator};
use super::reader::{TemplateArgument, Xcsp3Reader};

/// An operator whose operands are being read. A deep expression has as many as it has characters.
struct OpenOperator {
    operator: ExpressionOperator,
    /// Its place in the text.
    start: u32,
    /// The number of operands before its own.
    before: u32,
}

impl Xcsp3Reader<'_> {
    /// Reads an expression, a variable or a number.
    ///
    /// Takes no stack for nesting: `open` holds the operators around the place.
    pub(super) fn read_expression(
        &mut self,
        cursor: &mut TextCursor<'_>,
    ) -> Result<ListItem, InputError> {
        let mut open: Vec<OpenOperator> = Vec::new();
        let mut operands: Vec<ExpressionOperand> = Vec::new();
        loop {
            cursor.skip_blank();
            let start = *cursor;
            if let Some(operator) = self.read_operator(cursor)? {
                let before = operands.len() as u32;
                open.push(OpenOperator { operator, start: start.text_offset(), before });
                cursor.skip_blank();
                // An operator without operands closes at once: `set()`.
                if cursor.peek_byte() != Some(b')') {
                    continue;
                }
            } else {
                self.read_operand(cursor, &mut operands)?;
            }
            // Closes the operators that end here.
            loop {
                let Some(innermost) = open.last() else {
                    return self.only_operand(&start, operands);
                };
                cursor.skip_blank();
                if cursor.take_text(",") {
                    break;
                }
                if !cursor.take_text(")") {
                    return Err(self.unexpected_text(cursor, "',' or ')'"));
                }
                // The operands of the innermost operator are those since its bracket.
                let own = operands.split_off(operands.len().min(innermost.before as usize));
                let applied = innermost.operator.apply_to(&mut self.arena, own);
                let start = cursor.back_at(innermost.start);
                operands.push(applied.map_err(|fault| {
                    let name = start.rest_text().split('(').next().unwrap_or_default();
                    let element = start.element_name();
                    self.error_at(
                        start.file_offset(),
                        format!("'{name}' in <{element}> with {fault}"),
                    )
                })?);
                open.pop();
            }
        }
    }

    /// Reads an operator and its bracket, if they are next.
    fn read_operator(
        &mut self,
        cursor: &mut TextCursor<'_>,
    ) -> Result<Option<ExpressionOperator>, InputError> {
        let mut ahead = *cursor;
        let word = ahead.take_word();
        if word.is_empty() || ahead.peek_byte() != Some(b'(') {
            return Ok(None);
        }
        let Some(operator) = ExpressionOperator::from_name(word) else {
            let (word, element) = (shorten_text(word), cursor.element_name());
            let message = format!("operator '{word}' in <{element}> is not supported");
            return Err(self.error_at(cursor.file_offset(), message));
        };
        self.spend_pieces(cursor.file_offset(), 1)?;
        ahead.take_text("(");
        *cursor = ahead;
        Ok(Some(operator))
    }

    /// Reads an operand without an operator. An argument may expand to several.
    fn read_operand(
        &mut self,
        cursor: &mut TextCursor<'_>,
        operands: &mut Vec<ExpressionOperand>,
    ) -> Result<(), InputError> {
        if cursor.peek_byte() == Some(b'%') {
            let found = self.read_parameter(cursor)?;
            operands.extend(found.into_iter().map(|argument| match argument {
                TemplateArgument::Item(item) => ExpressionOperand::Item(item),
                TemplateArgument::Set(set) => ExpressionOperand::Set(set),
            }));
            return Ok(());
        }
        let mut items = Vec::new();
        self.read_item(cursor, &mut items)?;
        operands.extend(items.into_iter().map(ExpressionOperand::Item));
        Ok(())
    }

    /// Returns the only operand, which is the whole expression.
    fn only_operand(
        &self,
        start: &TextCursor<'_>,
        operands: Vec<ExpressionOperand>,
    ) -> Result<ListItem, InputError> {
        match &operands[..] {
            [ExpressionOperand::Item(item)] => Ok(*item),
            _ => Err(self.unexpected_text(start, "one expression")),
        }
    }
}
