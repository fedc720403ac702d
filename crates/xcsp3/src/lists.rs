//! Lists: compact forms such as `x[1..3][]`, repeated numbers such as `0x12`, matrices, sets.

use parallax_instance::InputError;
use roxmltree::Node;

use super::cursor::{ElementText, TextCursor};
use super::items::{IntervalSet, ListItem};
use super::names::{IndexRange, NameMeaning, Xcsp3Array};
use super::reader::{TemplateArgument, Xcsp3Reader};

impl<'r> Xcsp3Reader<'r> {
    /// Reads the list of an element: numbers, variables and expressions.
    pub(super) fn read_items(&mut self, node: Node<'_, '_>) -> Result<Vec<ListItem>, InputError> {
        let text = ElementText::from_node(node);
        let mut cursor = text.start_cursor();
        let mut items = Vec::new();
        while cursor.skip_blank() {
            self.read_item(&mut cursor, &mut items)?;
        }
        self.as_numbers(&mut items);
        // There may be as many short lists as constraints.
        items.shrink_to_fit();
        Ok(items)
    }

    /// Turns truth values into numbers.
    pub(super) fn as_numbers(&mut self, items: &mut [ListItem]) {
        for item in items {
            if let ListItem::Bool(bool) = *item {
                *item = ListItem::Int(self.arena.number_of(bool));
            }
        }
    }

    /// Reads the list of an element that consists of numbers only.
    pub(super) fn read_numbers(&mut self, node: Node<'_, '_>) -> Result<Vec<i64>, InputError> {
        let items = self.read_items(node)?;
        let numbers = items.iter().map(|item| match item {
            ListItem::Number(number) => Some(*number),
            _ => None,
        });
        let numbers: Option<Vec<i64>> = numbers.collect();
        numbers.ok_or_else(|| self.fault_in(node, "only numbers are supported here"))
    }

    /// Reads the next element of a list, which may expand to several items.
    pub(super) fn read_item(
        &mut self,
        cursor: &mut TextCursor<'_>,
        items: &mut Vec<ListItem>,
    ) -> Result<(), InputError> {
        self.spend_pieces(cursor.file_offset(), 1)?;
        match cursor.peek_byte() {
            Some(b'%') => {
                let start = *cursor;
                for argument in self.read_parameter(cursor)? {
                    match argument {
                        TemplateArgument::Item(item) => items.push(item),
                        TemplateArgument::Set(_) => {
                            return Err(self.unexpected_text(&start, "an argument that is no set"));
                        }
                    }
                }
                self.end_of_item(&start, cursor)
            }
            Some(b'0'..=b'9' | b'+' | b'-') => {
                let start = *cursor;
                let number = self.read_integer(cursor)?;
                // `0x12` is the number 0, twelve times.
                if cursor.take_text("x") {
                    let times = self.read_integer(cursor)?;
                    let Ok(times) = usize::try_from(times) else {
                        return Err(self.unexpected_text(&start, "a number of repetitions"));
                    };
                    self.spend_pieces(start.file_offset(), times)?;
                    items.extend(std::iter::repeat_n(ListItem::Number(number), times));
                } else {
                    items.push(ListItem::Number(number));
                }
                self.end_of_item(&start, cursor)
            }
            _ => self.read_name(cursor, items),
        }
    }

    /// Returns an error unless a number, a name or a parameter ends at the cursor.
    pub(super) fn end_of_item(
        &self,
        start: &TextCursor<'_>,
        cursor: &TextCursor<'_>,
    ) -> Result<(), InputError> {
        match cursor.peek_byte() {
            None | Some(b',' | b')' | b'}' | b'(') => Ok(()),
            Some(byte) if byte.is_ascii_whitespace() => Ok(()),
            Some(_) => Err(self.unexpected_text(start, "a number, a variable or an expression")),
        }
    }

    /// Reads an integer.
    pub(super) fn read_integer(&self, cursor: &mut TextCursor<'_>) -> Result<i64, InputError> {
        let start = *cursor;
        cursor
            .take_integer()
            .ok_or_else(|| self.unexpected_text(&start, "an integer of at most 64 bits"))
    }

    /// Reads a name: a variable, cells of an array, or an expression.
    fn read_name(
        &mut self,
        cursor: &mut TextCursor<'_>,
        items: &mut Vec<ListItem>,
    ) -> Result<(), InputError> {
        let start = *cursor;
        let word = cursor.take_word();
        // A word before a bracket is an operator, and the expression is read from its start.
        if cursor.peek_byte() == Some(b'(') && !word.is_empty() {
            *cursor = start;
            let item = self.read_expression(cursor)?;
            items.push(item);
            return Ok(());
        }
        match self.names.get(word) {
            Some(&NameMeaning::Variable(variable)) => {
                let item = self.use_variable(variable);
                items.push(item);
                self.end_of_item(&start, cursor)
            }
            Some(NameMeaning::Array(_)) => {
                self.visit_cells(start, word, cursor, &mut |_, variable| {
                    items.push(ListItem::Variable(variable));
                })
            }
            None => {
                Err(self.unexpected_text(&start, "a number, a declared variable or an expression"))
            }
        }
    }

    /// Reads the indices of an array, and visits its cells.
    fn visit_cells(
        &mut self,
        start: TextCursor<'_>,
        word: &str,
        cursor: &mut TextCursor<'_>,
        visit: &mut dyn FnMut(usize, u32),
    ) -> Result<(), InputError> {
        let Some(NameMeaning::Array(array)) = self.names.get(word) else {
            return Err(self.unexpected_text(&start, "an array"));
        };
        let indices = self.read_indices(&start, array, cursor)?;
        let count = array.cell_count(&indices);
        self.spend_pieces(start.file_offset(), count)?;
        // Found again, because counting pieces needs the whole reader.
        let Some(NameMeaning::Array(array)) = self.names.get(word) else { return Ok(()) };
        let mut missing = false;
        let variables = &mut self.variables;
        array.each_cell(&indices, &mut |index, variable| {
            match variables.get_mut(variable as usize) {
                Some(own) => own.used = true,
                None => missing = true,
            }
            visit(index, variable);
            Ok(())
        })?;
        if missing {
            let message = format!("'{word}' has no variable at one of these places: no domain");
            return Err(self.error_at(start.file_offset(), message));
        }
        self.end_of_item(&start, cursor)
    }

    /// Reads the indices of a reference to an array: `[1..3][]`.
    pub(super) fn read_indices(
        &self,
        start: &TextCursor<'_>,
        array: &Xcsp3Array,
        cursor: &mut TextCursor<'_>,
    ) -> Result<Vec<IndexRange>, InputError> {
        let mut indices = Vec::with_capacity(array.sizes.len());
        for &size in &array.sizes {
            if !cursor.take_text("[") {
                let expected = format!("an index for each of {} dimensions", array.sizes.len());
                return Err(self.unexpected_text(start, &expected));
            }
            cursor.skip_blank();
            let outside = || {
                self.unexpected_text(
                    start,
                    &format!("indices from 0 to {}", size.saturating_sub(1)),
                )
            };
            // `[]` covers the whole dimension.
            let own = if cursor.peek_byte() == Some(b']') {
                IndexRange { low: 0, high: size.saturating_sub(1), is_single: false }
            } else {
                let low = usize::try_from(self.read_integer(cursor)?).map_err(|_| outside())?;
                cursor.skip_blank();
                if cursor.take_text("..") {
                    cursor.skip_blank();
                    let high =
                        usize::try_from(self.read_integer(cursor)?).map_err(|_| outside())?;
                    IndexRange { low, high, is_single: false }
                } else {
                    IndexRange { low, high: low, is_single: true }
                }
            };
            if own.low > own.high || own.high >= size {
                return Err(outside());
            }
            cursor.skip_blank();
            if !cursor.take_text("]") {
                return Err(self.unexpected_text(cursor, "']'"));
            }
            indices.push(own);
        }
        if cursor.peek_byte() == Some(b'[') {
            let expected = format!("an index for each of {} dimensions", array.sizes.len());
            return Err(self.unexpected_text(start, &expected));
        }
        Ok(indices)
    }

    /// Reads a parameter; returns its arguments.
    pub(super) fn read_parameter(
        &mut self,
        cursor: &mut TextCursor<'_>,
    ) -> Result<Vec<TemplateArgument>, InputError> {
        let start = *cursor;
        cursor.take_text("%");
        let Some(arguments) = &self.arguments else {
            return Err(self.unexpected_text(&start, "no parameter outside groups and slides"));
        };
        // `%...` takes all arguments after the numbered ones.
        if cursor.take_text("...") {
            let rest = arguments.all.get(arguments.rest..).unwrap_or(&[]).to_vec();
            self.spend_pieces(start.file_offset(), rest.len())?;
            return Ok(rest);
        }
        let number = cursor.take_run(|byte| byte.is_ascii_digit());
        let found = number.parse::<usize>().ok().and_then(|index| arguments.all.get(index));
        let expected = || format!("one of {} arguments", arguments.all.len());
        let found = found.ok_or_else(|| self.unexpected_text(&start, &expected()))?;
        Ok(vec![found.clone()])
    }

    /// Whether an element holds a matrix: rows in brackets, or cells of an array with two free
    /// dimensions.
    pub(super) fn is_matrix(&self, node: Node<'_, '_>) -> bool {
        let text = ElementText::from_node(node);
        let mut cursor = text.start_cursor();
        cursor.skip_blank();
        if cursor.peek_byte() == Some(b'(') {
            return true;
        }
        let start = cursor;
        let Some(NameMeaning::Array(array)) = self.names.get(cursor.take_word()) else {
            return false;
        };
        let indices = self.read_indices(&start, array, &mut cursor);
        indices.is_ok_and(|indices| indices.iter().filter(|range| !range.is_single).count() == 2)
    }

    /// Reads a matrix: rows in brackets, or cells of an array. Two free dimensions are rows and
    /// columns; one is a row, if another row follows or came before.
    pub(super) fn read_matrix(
        &mut self,
        node: Node<'_, '_>,
    ) -> Result<Vec<Vec<ListItem>>, InputError> {
        const EXPECTED_MATRIX: &str =
            "rows in brackets, or an array with two free dimensions, such as x[][]";
        let text = ElementText::from_node(node);
        let mut cursor = text.start_cursor();
        let mut rows = Vec::new();
        let mut single = None;
        while cursor.skip_blank() {
            if cursor.peek_byte() == Some(b'(') {
                rows.push(self.read_row(&mut cursor)?);
                continue;
            }
            let start = cursor;
            let word = cursor.take_word();
            let Some(NameMeaning::Array(array)) = self.names.get(word) else {
                return Err(self.unexpected_text(&start, EXPECTED_MATRIX));
            };
            // The free dimensions decide the shape before the cells are visited.
            let mut ahead = cursor;
            let indices = self.read_indices(&start, array, &mut ahead)?;
            let free: Vec<usize> =
                indices.iter().filter(|range| !range.is_single).map(IndexRange::len).collect();
            let width = match free[..] {
                [_, columns] => columns,
                // `x[2][]` is a row. Alone it would more likely be a list, which is an error below.
                [columns] => {
                    single = Some(start);
                    columns
                }
                _ => return Err(self.unexpected_text(&start, EXPECTED_MATRIX)),
            };
            let mut cells = Vec::new();
            self.visit_cells(start, word, &mut cursor, &mut |_, variable| {
                cells.push(ListItem::Variable(variable));
            })?;
            // Cells come with the last index fastest, so a row is a run of them.
            rows.extend(cells.chunks(width.max(1)).map(<[ListItem]>::to_vec));
        }
        match single {
            Some(start) if rows.len() == 1 => Err(self.unexpected_text(&start, EXPECTED_MATRIX)),
            _ => Ok(rows),
        }
    }

    /// Reads a row in brackets: `(a,b)`.
    fn read_row(&mut self, cursor: &mut TextCursor<'_>) -> Result<Vec<ListItem>, InputError> {
        if !cursor.take_text("(") {
            return Err(self.unexpected_text(cursor, "'('"));
        }
        let mut row = Vec::new();
        loop {
            cursor.skip_blank();
            self.read_item(cursor, &mut row)?;
            cursor.skip_blank();
            if cursor.take_text(")") {
                break;
            }
            if !cursor.take_text(",") {
                return Err(self.unexpected_text(cursor, "',' or ')'"));
            }
        }
        self.as_numbers(&mut row);
        Ok(row)
    }

    /// Reads a range `2..5`, a set `{0,2}` or one number.
    pub(super) fn read_set(
        &mut self,
        cursor: &mut TextCursor<'_>,
    ) -> Result<IntervalSet, InputError> {
        let mut intervals = Vec::new();
        let is_braced = cursor.take_text("{");
        loop {
            cursor.skip_blank();
            if is_braced && cursor.take_text("}") {
                break;
            }
            self.spend_pieces(cursor.file_offset(), 1)?;
            intervals.push(self.read_interval(cursor)?);
            cursor.skip_blank();
            if !is_braced {
                break;
            }
            if !cursor.take_text(",") && cursor.peek_byte() != Some(b'}') {
                return Err(self.unexpected_text(cursor, "',' or '}'"));
            }
        }
        Ok(IntervalSet::from_intervals(intervals))
    }

    /// Reads a number or a range.
    pub(super) fn read_interval(
        &self,
        cursor: &mut TextCursor<'_>,
    ) -> Result<(i64, i64), InputError> {
        let low = self.read_integer(cursor)?;
        if !cursor.take_text("..") {
            return Ok((low, low));
        }
        Ok((low, self.read_integer(cursor)?))
    }

    /// Reads the arguments of a template.
    pub(super) fn arguments_of(
        &mut self,
        cursor: &mut TextCursor<'_>,
    ) -> Result<Vec<TemplateArgument>, InputError> {
        let mut all = Vec::new();
        let mut items = Vec::new();
        while cursor.skip_blank() {
            // A set or a range is one argument.
            if cursor.peek_byte() == Some(b'{') || is_range(cursor) {
                all.push(TemplateArgument::Set(self.read_set(cursor)?));
            } else {
                self.read_item(cursor, &mut items)?;
                all.extend(items.drain(..).map(TemplateArgument::Item));
            }
        }
        Ok(all)
    }
}

/// Whether a range is next.
fn is_range(cursor: &TextCursor<'_>) -> bool {
    let mut ahead = *cursor;
    ahead.take_integer().is_some() && ahead.take_text("..")
}
