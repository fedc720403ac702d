//! Text for a terminal or a pipe: tables that fit a width, and wrapped lines.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

/// The space between two columns.
const GAP: usize = 2;

/// A colour, where colours are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// As the terminal has it.
    #[default]
    Plain,
    /// What should catch the eye first.
    Strong,
    /// What matters less.
    Faint,
    /// All is well.
    Good,
    /// Something is missing.
    Doubtful,
    /// Something is wrong.
    Bad,
}

impl Paint {
    /// The number in the escape sequence.
    fn code(self) -> Option<u8> {
        match self {
            Paint::Plain => None,
            Paint::Strong => Some(1),
            Paint::Faint => Some(2),
            Paint::Good => Some(32),
            Paint::Doubtful => Some(33),
            Paint::Bad => Some(31),
        }
    }
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its text, without line breaks.
    pub text: String,
    /// Its colour.
    pub paint: Paint,
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell { text, paint: Paint::Plain }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::from(text.to_owned())
    }
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The heading.
    pub title: &'static str,
    /// Whether its cells are numbers, which end at the right.
    pub is_number: bool,
    /// Where the table is too wide the column of the highest rank goes first;
    /// rank 0 stays.
    pub rank: u8,
}

impl Column {
    /// A column of words.
    pub const fn words(title: &'static str, rank: u8) -> Self {
        Column { title, is_number: false, rank }
    }

    /// A column of numbers.
    pub const fn numbers(title: &'static str, rank: u8) -> Self {
        Column { title, is_number: true, rank }
    }
}

/// How text is laid out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// The width of a line in columns of the terminal; none in a pipe.
    pub width: Option<usize>,
    /// Whether colours are on.
    pub colour: bool,
}

impl Layout {
    /// A text in a colour.
    pub fn paint<'t>(&self, text: &'t str, paint: Paint) -> Cow<'t, str> {
        match paint.code().filter(|_| self.colour && !text.is_empty()) {
            Some(code) => Cow::Owned(format!("\x1b[{code}m{text}\x1b[0m")),
            None => Cow::Borrowed(text),
        }
    }

    /// A table, each row a line with a line break. Columns without any text
    /// are left out, then those that do not fit, by their ranks; no cell is
    /// broken.
    pub fn table(&self, columns: &[Column], rows: &[Vec<Cell>]) -> String {
        let kept = self.fitting(columns, rows);
        let titles = columns.iter().map(|c| Cell { text: c.title.into(), paint: Paint::Strong });
        let mut text = self.row(columns, &kept, &titles.collect::<Vec<_>>());
        let whole: usize = kept.iter().map(|&(_, width)| width + GAP).sum();
        let rule = "─".repeat(whole.saturating_sub(GAP));
        text.push_str(&self.paint(&rule, Paint::Faint));
        text.push('\n');
        for row in rows {
            text.push_str(&self.row(columns, &kept, row));
        }
        text
    }

    /// The columns that stay, with their widths.
    fn fitting(&self, columns: &[Column], rows: &[Vec<Cell>]) -> Vec<(usize, usize)> {
        let width_of = |place: usize| rows.iter().map(|row| row[place].text.width()).max();
        let mut kept: Vec<(usize, usize)> = (0..columns.len())
            .map(|place| (place, width_of(place).unwrap_or(0)))
            .filter(|&(place, width)| width > 0 || columns[place].rank == 0)
            .map(|(place, width)| (place, width.max(columns[place].title.width())))
            .collect();
        let Some(most) = self.width else { return kept };
        while kept.iter().map(|&(_, width)| width + GAP).sum::<usize>() > most + GAP {
            let last = kept.iter().enumerate().max_by_key(|(_, (place, _))| columns[*place].rank);
            match last {
                Some((at, &(place, _))) if columns[place].rank > 0 => kept.remove(at),
                _ => break,
            };
        }
        kept
    }

    fn row(&self, columns: &[Column], kept: &[(usize, usize)], cells: &[Cell]) -> String {
        let mut line = String::new();
        let mut gap = 0;
        for &(place, width) in kept {
            let cell = &cells[place];
            let space = width - cell.text.width().min(width);
            let (before, after) = if columns[place].is_number { (space, 0) } else { (0, space) };
            // Space is written when something follows: no line ends in space.
            if !cell.text.is_empty() {
                line.extend(std::iter::repeat_n(' ', gap + before));
                line.push_str(&self.paint(&cell.text, cell.paint));
                gap = 0;
            } else {
                gap += before;
            }
            gap += after + GAP;
        }
        line.push('\n');
        line
    }

    /// Words in lines that fit, the first one without indentation.
    pub fn wrap(&self, text: &str, indent: usize) -> String {
        let mut lines = String::new();
        let mut column = 0;
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let width = word.width();
            if column > 0 && self.width.is_some_and(|most| column + 1 + width > most) {
                lines.push('\n');
                lines.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            } else if column > 0 {
                lines.push(' ');
                column += 1;
            }
            lines.push_str(word);
            column += width;
        }
        lines.push('\n');
        lines
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    const COLUMNS: [Column; 4] = [
        Column::words("engine", 0),
        Column::words("answer", 0),
        Column::numbers("encode s", 2),
        Column::numbers("solve s", 1),
    ];

    fn rows() -> Vec<Vec<Cell>> {
        let row = |cells: [&str; 4]| cells.map(Cell::from).to_vec();
        vec![row(["native", "sat", "0.1", "12.5"]), row(["sat:batsat+direct", "n/a", "", ""])]
    }

    fn table(width: Option<usize>) -> String {
        Layout { width, colour: false }.table(&COLUMNS, &rows())
    }

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        assert_snapshot!(table(None), @r"
        engine             answer  encode s  solve s
        ────────────────────────────────────────────
        native             sat          0.1     12.5
        sat:batsat+direct  n/a
        ");
        assert!(table(None).lines().all(|line| !line.ends_with(' ')));
    }

    #[test]
    fn columns_that_do_not_fit_go_by_rank() {
        assert_eq!(table(Some(44)), table(None));
        assert_snapshot!(table(Some(43)), @r"
        engine             answer  solve s
        ──────────────────────────────────
        native             sat        12.5
        sat:batsat+direct  n/a
        ");
        assert_snapshot!(table(Some(10)), @r"
        engine             answer
        ─────────────────────────
        native             sat
        sat:batsat+direct  n/a
        ");
    }

    #[test]
    fn columns_without_text_are_left_out() {
        let rows: Vec<Vec<Cell>> =
            rows().into_iter().map(|mut row| (row[2] = Cell::default(), row).1).collect();
        let text = Layout::default().table(&COLUMNS, &rows);
        assert!(!text.contains("encode"), "{text}");
    }

    #[test]
    fn words_are_wrapped_and_never_broken() {
        let layout = Layout { width: Some(12), colour: false };
        assert_eq!(
            layout.wrap("one two three fourteen-letters x", 2),
            "one two\n  three\n  fourteen-letters\n  x\n"
        );
        assert_eq!(Layout::default().wrap("one two three", 2), "one two three\n");
    }

    #[test]
    fn colours_take_no_width() {
        let bad = Cell { text: "wrong".into(), paint: Paint::Bad };
        let columns = [Column::words("a", 0), Column::words("b", 0)];
        let layout = Layout { width: None, colour: true };
        let text = layout.table(&columns, &[vec![bad, "x".into()]]);
        assert!(text.contains("\x1b[31mwrong\x1b[0m  x"), "{text:?}");
    }
}
