//! Lists: compact forms such as `x[1..3][]`, repeated numbers such as `0x12`, matrices, sets.

use parallax_model::instance::InputError;
use roxmltree::Node;

use super::cursor::{Cursor, Text};
use super::items::{Item, Set};
use super::names::{Array, Indices, MISSING, Name};
use super::reader::{Argument, Reader};

impl<'r> Reader<'r> {
    /// Reads the list of an element: numbers, variables and expressions.
    pub(super) fn items(&mut self, node: Node<'_, '_>) -> Result<Vec<Item>, InputError> {
        let text = Text::of(node);
        let mut cursor = text.cursor();
        let mut items = Vec::new();
        while cursor.skip_blank() {
            self.item(&mut cursor, &mut items)?;
        }
        self.as_numbers(&mut items);
        // There may be as many short lists as constraints.
        items.shrink_to_fit();
        Ok(items)
    }

    /// Turns truth values into numbers.
    pub(super) fn as_numbers(&mut self, items: &mut [Item]) {
        for item in items {
            if let Item::Bool(bool) = *item {
                *item = Item::Int(self.arena.number_of(bool));
            }
        }
    }

    /// Reads the list of an element that consists of numbers only.
    pub(super) fn numbers(&mut self, node: Node<'_, '_>) -> Result<Vec<i64>, InputError> {
        let items = self.items(node)?;
        let numbers = items.iter().map(|item| match item {
            Item::Number(number) => Some(*number),
            _ => None,
        });
        let numbers: Option<Vec<i64>> = numbers.collect();
        numbers.ok_or_else(|| self.fault_in(node, "only numbers are supported here"))
    }

    /// Reads the element of a list that comes next; it may stand for many.
    pub(super) fn item(
        &mut self,
        cursor: &mut Cursor<'_>,
        items: &mut Vec<Item>,
    ) -> Result<(), InputError> {
        self.spend(cursor.offset(), 1)?;
        match cursor.peek() {
            Some(b'%') => {
                let start = *cursor;
                for argument in self.parameter(cursor)? {
                    match argument {
                        Argument::Item(item) => items.push(item),
                        Argument::Set(_) => {
                            return Err(self.unexpected(&start, "an argument that is no set"));
                        }
                    }
                }
                self.end_of_item(&start, cursor)
            }
            Some(b'0'..=b'9' | b'+' | b'-') => {
                let start = *cursor;
                let number = self.integer(cursor)?;
                if cursor.take("x") {
                    let times = self.integer(cursor)?;
                    let Ok(times) = usize::try_from(times) else {
                        return Err(self.unexpected(&start, "a number of repetitions"));
                    };
                    self.spend(start.offset(), times)?;
                    items.extend(std::iter::repeat_n(Item::Number(number), times));
                } else {
                    items.push(Item::Number(number));
                }
                self.end_of_item(&start, cursor)
            }
            _ => self.name(cursor, items),
        }
    }

    /// Returns an error unless a number, a name or a parameter ends here.
    pub(super) fn end_of_item(
        &self,
        start: &Cursor<'_>,
        cursor: &Cursor<'_>,
    ) -> Result<(), InputError> {
        match cursor.peek() {
            None | Some(b',' | b')' | b'}' | b'(') => Ok(()),
            Some(byte) if byte.is_ascii_whitespace() => Ok(()),
            Some(_) => Err(self.unexpected(start, "a number, a variable or an expression")),
        }
    }

    /// Reads an integer.
    pub(super) fn integer(&self, cursor: &mut Cursor<'_>) -> Result<i64, InputError> {
        let start = *cursor;
        cursor.integer().ok_or_else(|| self.unexpected(&start, "an integer of at most 64 bits"))
    }

    /// Reads a name: a variable, cells of an array, or an expression.
    fn name(&mut self, cursor: &mut Cursor<'_>, items: &mut Vec<Item>) -> Result<(), InputError> {
        let start = *cursor;
        let word = cursor.word();
        if cursor.peek() == Some(b'(') && !word.is_empty() {
            *cursor = start;
            let item = self.expression(cursor)?;
            items.push(item);
            return Ok(());
        }
        match self.names.get(word) {
            Some(&Name::Variable(variable)) => {
                let item = self.used(variable);
                items.push(item);
                self.end_of_item(&start, cursor)
            }
            Some(Name::Array(_)) => self.cells(start, word, cursor, &mut |_, variable| {
                items.push(Item::Variable(variable));
            }),
            None => Err(self.unexpected(&start, "a number, a declared variable or an expression")),
        }
    }

    /// Reads the indices of an array, and visits its cells. Returns the indices.
    fn cells(
        &mut self,
        start: Cursor<'_>,
        word: &str,
        cursor: &mut Cursor<'_>,
        visit: &mut dyn FnMut(usize, u32),
    ) -> Result<(), InputError> {
        let Some(Name::Array(array)) = self.names.get(word) else {
            return Err(self.unexpected(&start, "an array"));
        };
        let indices = self.indices(&start, array, cursor)?;
        let count = array.count(&indices);
        self.spend(start.offset(), count)?;
        let Some(Name::Array(array)) = self.names.get(word) else { return Ok(()) };
        let mut missing = false;
        let variables = &mut self.variables;
        array.each_cell(&indices, &mut |place, variable| {
            match variables.get_mut(variable as usize) {
                Some(own) => own.used = true,
                None => missing = true,
            }
            visit(place, variable);
            Ok(())
        })?;
        if missing {
            let message = format!("'{word}' has no variable at one of these places: no domain");
            return Err(self.fault(start.offset(), message));
        }
        self.end_of_item(&start, cursor)
    }

    /// Reads the indices of a reference to an array: `[1..3][]`.
    pub(super) fn indices(
        &self,
        start: &Cursor<'_>,
        array: &Array,
        cursor: &mut Cursor<'_>,
    ) -> Result<Vec<Indices>, InputError> {
        let mut indices = Vec::with_capacity(array.sizes.len());
        for &size in &array.sizes {
            if !cursor.take("[") {
                let expected = format!("an index for each of {} dimensions", array.sizes.len());
                return Err(self.unexpected(start, &expected));
            }
            cursor.skip_blank();
            let outside =
                || self.unexpected(start, &format!("indices from 0 to {}", size.saturating_sub(1)));
            let own = if cursor.peek() == Some(b']') {
                Indices { low: 0, high: size.saturating_sub(1), is_single: false }
            } else {
                let low = usize::try_from(self.integer(cursor)?).map_err(|_| outside())?;
                cursor.skip_blank();
                if cursor.take("..") {
                    cursor.skip_blank();
                    let high = usize::try_from(self.integer(cursor)?).map_err(|_| outside())?;
                    Indices { low, high, is_single: false }
                } else {
                    Indices { low, high: low, is_single: true }
                }
            };
            if own.low > own.high || own.high >= size {
                return Err(outside());
            }
            cursor.skip_blank();
            if !cursor.take("]") {
                return Err(self.unexpected(cursor, "']'"));
            }
            indices.push(own);
        }
        if cursor.peek() == Some(b'[') {
            let expected = format!("an index for each of {} dimensions", array.sizes.len());
            return Err(self.unexpected(start, &expected));
        }
        Ok(indices)
    }

    /// Reads a parameter; returns its arguments.
    pub(super) fn parameter(
        &mut self,
        cursor: &mut Cursor<'_>,
    ) -> Result<Vec<Argument>, InputError> {
        let start = *cursor;
        cursor.take("%");
        let Some(arguments) = &self.arguments else {
            return Err(self.unexpected(&start, "no parameter outside groups and slides"));
        };
        if cursor.take("...") {
            let rest = arguments.all.get(arguments.rest..).unwrap_or(&[]).to_vec();
            self.spend(start.offset(), rest.len())?;
            return Ok(rest);
        }
        let number = cursor.run(|byte| byte.is_ascii_digit());
        let found = number.parse::<usize>().ok().and_then(|place| arguments.all.get(place));
        let expected = || format!("one of {} arguments", arguments.all.len());
        let found = found.ok_or_else(|| self.unexpected(&start, &expected()))?;
        Ok(vec![found.clone()])
    }

    /// Whether an element holds a matrix: rows in brackets, or cells of an array with two free
    /// dimensions.
    pub(super) fn is_matrix(&self, node: Node<'_, '_>) -> bool {
        let text = Text::of(node);
        let mut cursor = text.cursor();
        cursor.skip_blank();
        if cursor.peek() == Some(b'(') {
            return true;
        }
        let start = cursor;
        let Some(Name::Array(array)) = self.names.get(cursor.word()) else { return false };
        let indices = self.indices(&start, array, &mut cursor);
        indices.is_ok_and(|indices| indices.iter().filter(|own| !own.is_single).count() == 2)
    }

    /// Reads a matrix: rows in brackets, or cells of an array. Two free dimensions are rows and
    /// columns; one is a row, if another row follows or came before.
    pub(super) fn matrix(&mut self, node: Node<'_, '_>) -> Result<Vec<Vec<Item>>, InputError> {
        const EXPECTED: &str =
            "rows in brackets, or an array with two free dimensions, such as x[][]";
        let text = Text::of(node);
        let mut cursor = text.cursor();
        let mut rows = Vec::new();
        let mut single = None;
        while cursor.skip_blank() {
            if cursor.peek() == Some(b'(') {
                rows.push(self.row(&mut cursor)?);
                continue;
            }
            let start = cursor;
            let word = cursor.word();
            let Some(Name::Array(array)) = self.names.get(word) else {
                return Err(self.unexpected(&start, EXPECTED));
            };
            let mut ahead = cursor;
            let indices = self.indices(&start, array, &mut ahead)?;
            let free: Vec<usize> =
                indices.iter().filter(|own| !own.is_single).map(Indices::len).collect();
            let width = match free[..] {
                [_, columns] => columns,
                [columns] => {
                    single = Some(start);
                    columns
                }
                _ => return Err(self.unexpected(&start, EXPECTED)),
            };
            let mut cells = Vec::new();
            self.cells(start, word, &mut cursor, &mut |_, variable| {
                if variable != MISSING {
                    cells.push(Item::Variable(variable));
                }
            })?;
            rows.extend(cells.chunks(width.max(1)).map(<[Item]>::to_vec));
        }
        match single {
            Some(start) if rows.len() == 1 => Err(self.unexpected(&start, EXPECTED)),
            _ => Ok(rows),
        }
    }

    /// Reads a row in brackets: `(a,b)`.
    fn row(&mut self, cursor: &mut Cursor<'_>) -> Result<Vec<Item>, InputError> {
        if !cursor.take("(") {
            return Err(self.unexpected(cursor, "'('"));
        }
        let mut row = Vec::new();
        loop {
            cursor.skip_blank();
            self.item(cursor, &mut row)?;
            cursor.skip_blank();
            if cursor.take(")") {
                break;
            }
            if !cursor.take(",") {
                return Err(self.unexpected(cursor, "',' or ')'"));
            }
        }
        self.as_numbers(&mut row);
        Ok(row)
    }

    /// Reads a range `2..5`, a set `{0,2}` or one number.
    pub(super) fn set(&mut self, cursor: &mut Cursor<'_>) -> Result<Set, InputError> {
        let mut intervals = Vec::new();
        let is_braced = cursor.take("{");
        loop {
            cursor.skip_blank();
            if is_braced && cursor.take("}") {
                break;
            }
            self.spend(cursor.offset(), 1)?;
            intervals.push(self.interval(cursor)?);
            cursor.skip_blank();
            if !is_braced {
                break;
            }
            if !cursor.take(",") && cursor.peek() != Some(b'}') {
                return Err(self.unexpected(cursor, "',' or '}'"));
            }
        }
        Ok(Set::of(intervals))
    }

    /// Reads a number or a range.
    pub(super) fn interval(&self, cursor: &mut Cursor<'_>) -> Result<(i64, i64), InputError> {
        let low = self.integer(cursor)?;
        if !cursor.take("..") {
            return Ok((low, low));
        }
        Ok((low, self.integer(cursor)?))
    }

    /// Reads the arguments of a template.
    pub(super) fn arguments_of(
        &mut self,
        cursor: &mut Cursor<'_>,
    ) -> Result<Vec<Argument>, InputError> {
        let mut all = Vec::new();
        let mut items = Vec::new();
        while cursor.skip_blank() {
            if cursor.peek() == Some(b'{') || is_range(cursor) {
                all.push(Argument::Set(self.set(cursor)?));
            } else {
                self.item(cursor, &mut items)?;
                all.extend(items.drain(..).map(Argument::Item));
            }
        }
        Ok(all)
    }
}

/// Whether a range comes next.
fn is_range(cursor: &Cursor<'_>) -> bool {
    let mut ahead = *cursor;
    ahead.integer().is_some() && ahead.take("..")
}
