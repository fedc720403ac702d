//! Tables in Markdown (GitHub Flavored Markdown, section 4.10).

use parallax_instance::InputError;

use super::lines::{TextTableRow, is_data, is_head, is_title, make_table};
use crate::raw::{RawCell, RawSheet, RawTable, RuleRequirements, SourcePlace};
use crate::sheets::is_comment;

/// Number of lines between two checks of the clock.
const POLL_EVERY: usize = 1 << 10;

/// Maximum number of cells of all tables together.
const MAX_CELLS: usize = 1_000_000;

/// A line that is not blank.
struct MarkdownLine<'t> {
    number: usize,
    text: &'t str,
}

/// Whether lines have a table that this reader takes: with a hit policy, or of the glossary.
pub(super) fn is_likely<'t>(lines: impl IntoIterator<Item = &'t str>) -> bool {
    let mut fence = CodeFence::default();
    let mut before: Option<&str> = None;
    let mut after_rule = false;
    for line in lines {
        let line = line.trim();
        if fence.covers_line(line) || !line.contains('|') {
            (before, after_rule) = (None, false);
            continue;
        }
        // The rule decides: the line above it is the header, or the title if it is alone in its
        // row.
        if is_rule(line) {
            // A line that is all bars is not worth splitting, since no table may have as many
            // cells.
            let before = before.filter(|line| count_bars(line) < MAX_CELLS);
            let title = before.map(cells_of).unwrap_or_default();
            if title.first().is_some_and(|first| is_head(&first.0)) {
                return true;
            }
            let is_alone = title.iter().skip(1).all(|(text, _)| text.is_empty());
            after_rule = title.first().is_some_and(|first| is_alone && !first.0.is_empty());
            if after_rule && title.first().is_some_and(|first| is_title(&first.0)) {
                return true;
            }
            continue;
        }
        if after_rule
            && count_bars(line) < MAX_CELLS
            && cells_of(line).first().is_some_and(|first| is_head(&first.0))
        {
            return true;
        }
        (before, after_rule) = (Some(line), false);
    }
    false
}

/// Reads the tables of a text.
///
/// # Errors
/// Returns an error at the first table that is not as expected.
pub(super) fn read_markdown(
    source: &str,
    text: &str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<RawSheet, InputError> {
    let mut reader = MarkdownReader { source, tables: Vec::new(), title: None, cells: 0 };
    let mut fence = CodeFence::default();
    let mut block: Vec<MarkdownLine<'_>> = Vec::new();
    let mut goal: Option<RawCell> = None;
    let mut lines = (1..).zip(text.lines()).peekable();
    while let Some((number, line)) = lines.next() {
        if number % POLL_EVERY == 0 {
            check()?;
        }
        let line = MarkdownLine { number, text: line };
        let trimmed = line.text.trim();
        let is_code = fence.covers_line(trimmed);
        let has_bar = !is_code && trimmed.contains('|');
        // A heading "Goal" above a table is the title of that table.
        if has_bar && lines.peek().is_some_and(|(_, next)| is_rule(next)) && goal.is_some() {
            reader.title = goal.take();
        }
        if has_bar && goal.is_none() {
            block.push(line);
            continue;
        }
        reader.read_block(&std::mem::take(&mut block))?;
        if is_code || trimmed.is_empty() || is_underline(trimmed) {
            continue;
        }
        let prose = prose_cell(&line);
        match goal.take() {
            // The line below the heading states the goal.
            Some(title) if !trimmed.starts_with('#') => {
                let (inputs, rows) = (None, vec![vec![prose]]);
                let requirements = RuleRequirements::default();
                reader.tables.push(RawTable { title, inputs, rows, requirements });
            }
            Some(title) => return Err(title.cell_error(source, "", "", NO_GOAL)),
            None if trimmed.starts_with('#') && is_goal(&prose.text) => goal = Some(prose),
            None => reader.title = Some(prose),
        }
    }
    reader.read_block(&block)?;
    match goal {
        Some(title) => Err(title.cell_error(source, "", "", NO_GOAL)),
        None => Ok(RawSheet { name: String::new(), tables: reader.tables }),
    }
}

const NO_GOAL: &str = "no goal below the heading; expected a line such as 'Get all models'";

fn is_goal(text: &str) -> bool {
    ["goal", "execute"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

struct MarkdownReader<'s> {
    source: &'s str,
    tables: Vec<RawTable>,
    /// The nearest heading or line of prose above.
    title: Option<RawCell>,
    cells: usize,
}

impl MarkdownReader<'_> {
    /// Reads the tables of consecutive lines with bars. Each rule below a line begins a table
    /// with that line.
    fn read_block(&mut self, lines: &[MarkdownLine<'_>]) -> Result<(), InputError> {
        let rules: Vec<usize> = (1..lines.len()).filter(|&i| is_rule(lines[i].text)).collect();
        // Lines with bars above the header of the first table are prose, whose last line may be the
        // title.
        if let Some(&first) = rules.first()
            && first > 1
        {
            self.title = Some(prose_cell(&lines[first - 2]));
        } else if let (None, Some(last)) = (rules.first(), lines.last()) {
            self.title = Some(prose_cell(last));
        }
        // A table ends before the line above the next rule, which is the header of the next table.
        for (index, &rule) in rules.iter().enumerate() {
            let end = rules.get(index + 1).map_or(lines.len(), |next| next - 1);
            if end > rule {
                self.read_table(&lines[rule - 1], &lines[rule], &lines[rule + 1..end])?;
            }
        }
        Ok(())
    }

    /// Reads a table from its first line, its rule and its other lines.
    fn read_table(
        &mut self,
        first: &MarkdownLine<'_>,
        rule: &MarkdownLine<'_>,
        others: &[MarkdownLine<'_>],
    ) -> Result<(), InputError> {
        let lines = [first, rule].into_iter().chain(others);
        // The cells are counted before they are split, so a huge table costs nothing.
        self.cells += lines.map(|line| count_bars(line.text) + 1).sum::<usize>();
        let width = count_bars(rule.text) + 1;
        if self.cells.saturating_add(width.saturating_mul(others.len() + 1)) > MAX_CELLS {
            let message = format!("more than {MAX_CELLS} cells, the most that are read");
            return Err(InputError::new(self.source, message));
        }
        let width = cells_of(rule.text).len();
        self.cells += width * (others.len() + 1);
        let mut rows = vec![line_row(first)];
        let head = rows[0].cells[0].clone();
        let is_alone = rows[0].cells[1..].iter().all(RawCell::is_blank);
        // The tables below a comment are comments as well, unless they have their own title.
        let has_title = is_alone && !head.is_blank() && !is_head(&head.text);
        if !has_title && self.title.as_ref().is_some_and(|title| is_comment(&title.text)) {
            return Ok(());
        }
        let title = if is_head(&head.text) {
            match &self.title {
                Some(title) => title.clone(),
                None => {
                    let message = "a table without a title; expected a heading or a line above it";
                    return Err(head.cell_error(self.source, "", "", message));
                }
            }
        } else if let Some(title) =
            self.title.take_if(|title| others.is_empty() && is_goal(&title.text))
        {
            title
        } else if is_alone && !head.is_blank() {
            rows.clear();
            head
        } else if let Some(title) = self.title.as_ref().filter(|title| is_data(&title.text)) {
            title.clone()
        } else {
            let message = format!(
                "'{}' begins a table; expected a hit policy (E*, U, A, F, D, C+, C<, C> or C#), \
                 Name, or a title alone in the first row",
                head.text
            );
            return Err(head.cell_error(self.source, "", "", &message));
        };
        rows.extend(others.iter().map(line_row));
        self.tables.push(make_table(self.source, title, rows, width)?);
        Ok(())
    }
}

/// The state of code between fences.
#[derive(Default)]
struct CodeFence(Option<(char, usize)>);

impl CodeFence {
    /// Whether a line is code, or begins or ends it.
    fn covers_line(&mut self, line: &str) -> bool {
        let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'));
        let length = mark.map_or(0, |mark| line.chars().take_while(|c| *c == mark).count());
        match (self.0, mark) {
            (Some((open, least)), mark) => {
                // A fence ends with as many marks as it began with, or more, and nothing else.
                let closes = mark == Some(open) && length >= least && line.len() == length;
                if closes {
                    self.0 = None;
                }
                true
            }
            // A line with more of these marks is code within a line.
            (None, Some(mark)) if length >= 3 && !(mark == '`' && line[length..].contains('`')) => {
                self.0 = Some((mark, length));
                true
            }
            (None, _) => false,
        }
    }
}

/// The bars of a line, those within cells included.
fn count_bars(line: &str) -> usize {
    line.bytes().filter(|&byte| byte == b'|').count()
}

/// Whether a line is the rule between the first row and the others: `---|:-:`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    let is_part = |part: &str| {
        let part = part.trim();
        let part = part.strip_prefix(':').unwrap_or(part);
        let part = part.strip_suffix(':').unwrap_or(part);
        !part.is_empty() && part.bytes().all(|byte| byte == b'-')
    };
    // The bars around the line are optional.
    let inner = line.strip_prefix('|').unwrap_or(line);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    line.contains('|') && line.contains('-') && inner.split('|').all(is_part)
}

/// Whether a line only underlines the one above.
fn is_underline(line: &str) -> bool {
    ['=', '-'].iter().any(|mark| !line.is_empty() && line.chars().all(|c| c == *mark))
}

/// Returns the cells of a line, each with its column, counted from 0 in characters. Bars around the
/// line are left out, and so are backslashes before punctuation.
fn cells_of(line: &str) -> Vec<(String, usize)> {
    let mut cells = vec![(String::new(), 0)];
    let mut ends = false;
    let mut letters = line.chars().enumerate().peekable();
    while let Some((column, letter)) = letters.next() {
        // True after a bar with only blanks after it: the bar then ends the line and begins no
        // cell.
        ends = letter == '|' || ends && letter.is_whitespace();
        let (text, start) = cells.last_mut().expect("there is one from the start");
        let next = letters.next_if(|(_, next)| letter == '\\' && next.is_ascii_punctuation());
        match (letter, next) {
            ('|', _) => cells.push((String::new(), column + 1)),
            (_, _) if letter.is_whitespace() && text.is_empty() => *start = column + 1,
            (_, Some((_, escaped))) => text.push(escaped),
            (letter, None) => text.push(letter),
        }
    }
    // The last bar has opened a cell that does not exist.
    if ends {
        cells.pop();
    }
    // The bar at the start ends an empty cell before it.
    if line.trim_start().starts_with('|') && !cells.is_empty() {
        cells.remove(0);
    }
    for (text, _) in &mut cells {
        text.truncate(text.trim_end().len());
    }
    if cells.is_empty() { vec![(String::new(), 0)] } else { cells }
}

fn line_row(line: &MarkdownLine<'_>) -> TextTableRow {
    let place = |column: usize| SourcePlace::Text(line.number, column + 1);
    let cell = |(text, column): (String, usize)| RawCell { text, place: place(column) };
    let cells = cells_of(line.text).into_iter().map(cell).collect();
    TextTableRow { cells, end: place(line.text.trim_end().chars().count()) }
}

/// The text of a heading or of a line of prose, without marks and a final colon.
fn prose_cell(line: &MarkdownLine<'_>) -> RawCell {
    let start = line.text.len() - line.text.trim_start().len();
    let mut text = line.text.trim();
    if text.starts_with('#') {
        text = text.trim_matches('#').trim();
    }
    for mark in ["**", "__"] {
        let inner = text.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        text = inner.unwrap_or(text);
    }
    let text = text.strip_suffix(':').unwrap_or(text).trim().to_owned();
    let column = line.text[..start].chars().count() + 1;
    RawCell { text, place: SourcePlace::Text(line.number, column) }
}
