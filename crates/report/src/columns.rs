//! Tables that fit a width: whole columns are left out, and no word or number is broken.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

use super::layout::{TextLayout, TextStyle};

/// The space between two columns.
const COLUMN_GAP: usize = 2;

/// Minimum width of a column of prose.
const MIN_PROSE_WIDTH: usize = 24;

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportCell {
    /// Its text, without line breaks.
    pub text: String,
    /// Its colour.
    pub paint: TextStyle,
    /// The number that the text represents, by which a page sorts rows; of a bar the length, from 0
    /// to 1.
    pub number: Option<f64>,
}

impl ReportCell {
    /// Returns a number with its text.
    pub(crate) fn number(number: f64, text: impl Into<String>) -> Self {
        ReportCell { number: Some(number), ..ReportCell::from(text.into()) }
    }

    /// Returns this cell in a colour.
    #[must_use]
    pub fn with_style(self, paint: TextStyle) -> Self {
        ReportCell { paint, ..self }
    }
}

impl From<String> for ReportCell {
    fn from(text: String) -> Self {
        ReportCell { text, ..ReportCell::default() }
    }
}

impl From<&str> for ReportCell {
    fn from(text: &str) -> Self {
        ReportCell::from(text.to_owned())
    }
}

/// The kind of content of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnContent {
    Words,
    /// Aligned to the right.
    Numbers,
    /// Wrapped at words into the width that the other columns leave.
    Prose,
    /// Bars of the length of the cells' numbers; only in formats that can draw them.
    Bars,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct ReportColumn<'t> {
    pub(crate) title: Cow<'t, str>,
    pub(crate) content: ColumnContent,
    /// If the table is too wide, the column of the highest rank is left out first; rank 0 stays.
    rank: u8,
}

impl<'t> ReportColumn<'t> {
    /// Returns a column of words.
    #[must_use]
    pub const fn word_column(title: &'t str, rank: u8) -> Self {
        ReportColumn { title: Cow::Borrowed(title), content: ColumnContent::Words, rank }
    }

    /// Returns a column of numbers.
    #[must_use]
    pub const fn number_column(title: &'t str, rank: u8) -> Self {
        ReportColumn { title: Cow::Borrowed(title), content: ColumnContent::Numbers, rank }
    }

    /// Returns a column of prose, which always stays and must be the last one.
    #[must_use]
    pub const fn prose_column(title: &'t str) -> Self {
        ReportColumn { title: Cow::Borrowed(title), content: ColumnContent::Prose, rank: 0 }
    }
}

impl ReportColumn<'static> {
    /// Returns a column that stays.
    pub(crate) fn with_content(content: ColumnContent, title: impl Into<String>) -> Self {
        ReportColumn { title: Cow::Owned(title.into()), content, rank: 0 }
    }
}

impl TextLayout {
    /// Returns a table, one line for each row. Columns without any text are left out unless their
    /// rank is 0, then those that do not fit, by their ranks. Only prose is broken, at words.
    #[must_use]
    pub fn render_table(&self, columns: &[ReportColumn<'_>], rows: &[Vec<ReportCell>]) -> String {
        let kept = self.fitting_columns(columns, rows);
        let titles = columns
            .iter()
            .map(|column| ReportCell::from(&*column.title).with_style(TextStyle::Strong));
        let mut text = self.render_row(columns, &kept, &titles.collect::<Vec<_>>());
        let whole: usize = kept.iter().map(|&(_, width)| width + COLUMN_GAP).sum();
        let rule = "─".repeat(whole.saturating_sub(COLUMN_GAP));
        text.push_str(&self.style_text(&rule, TextStyle::Faint));
        text.push('\n');
        for row in rows {
            text.push_str(&self.render_row(columns, &kept, row));
        }
        text
    }

    /// Returns a table with all its columns: if they do not fit side by side, several tables below
    /// each other, each with the columns of names: the words at the left, or the first column if
    /// they leave no room.
    #[must_use]
    pub fn render_tables(&self, columns: &[ReportColumn<'_>], rows: &[Vec<ReportCell>]) -> String {
        let widths: Vec<usize> = (0..columns.len())
            .map(|place| width_of(rows, place).max(columns[place].title.width()) + COLUMN_GAP)
            .collect();
        if columns.is_empty() {
            return String::new();
        }
        // The last column needs no gap after it, but each width includes one.
        let max_width = self.width.map_or(usize::MAX, |width| width + COLUMN_GAP);
        let is_name = |column: &&ReportColumn<'_>| column.content == ColumnContent::Words;
        let names = columns.iter().take_while(is_name).count();
        // Without further columns, the words are the content.
        let names = if names == columns.len() { 1 } else { names.max(1) };
        // The repeated names must leave room for the widest single column of each part.
        let fits = |names: &usize| {
            let names_width: usize = widths[..*names].iter().sum();
            widths[*names..].iter().all(|width| names_width + width <= max_width)
        };
        let names = (1..=names).rev().find(fits).unwrap_or(1);
        let names_width: usize = widths[..names].iter().sum();
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut used = names_width;
        if columns.len() == names {
            parts.push((0..names).collect());
        }
        for (place, &width) in widths.iter().enumerate().skip(names) {
            // A column that does not fit begins a new part, which repeats the names.
            if parts.is_empty() || used + width > max_width {
                parts.push((0..names).collect());
                used = names_width;
            }
            used += width;
            if let Some(part) = parts.last_mut() {
                part.push(place);
            }
        }
        let unlimited = TextLayout { width: None, ..*self };
        let table = |part: &Vec<usize>| {
            let columns: Vec<ReportColumn<'_>> =
                part.iter().map(|&place| columns[place].clone()).collect();
            let pick =
                |row: &Vec<ReportCell>| part.iter().map(|&place| row[place].clone()).collect();
            unlimited.render_table(&columns, &rows.iter().map(pick).collect::<Vec<_>>())
        };
        parts.iter().map(table).collect::<Vec<_>>().join("\n")
    }

    /// Returns the columns that stay, with their widths.
    fn fitting_columns(
        &self,
        columns: &[ReportColumn<'_>],
        rows: &[Vec<ReportCell>],
    ) -> Vec<(usize, usize)> {
        let mut kept: Vec<(usize, usize)> = (0..columns.len())
            .map(|place| (place, width_of(rows, place)))
            .filter(|&(place, width)| width > 0 || columns[place].rank == 0)
            .map(|(place, width)| (place, width.max(columns[place].title.width())))
            .collect();
        let Some(max_width) = self.width else { return kept };
        let whole =
            |kept: &[(usize, usize)]| kept.iter().map(|(_, w)| w + COLUMN_GAP).sum::<usize>();
        let prose =
            kept.iter().position(|&(place, _)| columns[place].content == ColumnContent::Prose);
        // Prose shrinks before a column is dropped, but not below a width at which it is legible.
        if let Some(at) = prose {
            let others = whole(&kept) - kept[at].1;
            let room = (max_width + COLUMN_GAP).saturating_sub(others);
            kept[at].1 = kept[at].1.min(room.max(MIN_PROSE_WIDTH));
        }
        while whole(&kept) > max_width + COLUMN_GAP {
            // `max_by_key` returns the last maximum, so of equal ranks the rightmost column goes
            // first.
            let last = kept.iter().enumerate().max_by_key(|(_, (place, _))| columns[*place].rank);
            match last {
                Some((at, &(place, _))) if columns[place].rank > 0 => kept.remove(at),
                _ => break,
            };
        }
        kept
    }

    fn render_row(
        &self,
        columns: &[ReportColumn<'_>],
        kept: &[(usize, usize)],
        cells: &[ReportCell],
    ) -> String {
        let mut line = String::new();
        // The spaces before the next text, and the column where it begins.
        let (mut gap, mut column) = (0, 0);
        for &(place, width) in kept {
            let cell = &cells[place];
            let space = width - cell.text.width().min(width);
            let (before, after) = match columns[place].content {
                ColumnContent::Numbers => (space, 0),
                ColumnContent::Words | ColumnContent::Prose | ColumnContent::Bars => (0, space),
            };
            // Spaces are written only before text, so that no line ends in spaces.
            gap += before;
            if !cell.text.is_empty() {
                line.extend(std::iter::repeat_n(' ', gap));
                line.push_str(&self.render_cell(columns[place].content, cell, width, column));
                gap = 0;
            }
            gap += after + COLUMN_GAP;
            column += width + COLUMN_GAP;
        }
        line.push('\n');
        line
    }

    /// Returns a cell; prose becomes lines that begin at `column`.
    fn render_cell(
        &self,
        content: ColumnContent,
        cell: &ReportCell,
        width: usize,
        column: usize,
    ) -> String {
        if content != ColumnContent::Prose || cell.text.width() <= width {
            return self.style_text(&cell.text, cell.paint).into_owned();
        }
        let lines = TextLayout { width: Some(width), colour: false }.wrap_text(&cell.text, 0);
        let lines = lines.trim_end().lines().map(|line| self.style_text(line, cell.paint));
        lines.collect::<Vec<_>>().join(&format!("\n{}", " ".repeat(column)))
    }
}

/// Returns a whole table in Markdown.
#[must_use]
pub fn markdown_table(columns: &[ReportColumn<'_>], rows: &[Vec<ReportCell>]) -> String {
    let line = |cells: Vec<&str>| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rules: String = columns
        .iter()
        .map(|column| if column.content == ColumnContent::Numbers { "---:|" } else { "---|" })
        .collect();
    let head = line(columns.iter().map(|column| &*column.title).collect());
    let texts = |row: &Vec<ReportCell>| line(row.iter().map(|cell| &*cell.text).collect());
    format!("{head}|{rules}\n{}", rows.iter().map(texts).collect::<String>())
}

/// Returns the width of the widest cell of a column.
fn width_of(rows: &[Vec<ReportCell>], place: usize) -> usize {
    rows.iter().map(|row| row[place].text.width()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;

    const COLUMNS: [ReportColumn<'_>; 4] = [
        ReportColumn::word_column("engine", 0),
        ReportColumn::word_column("answer", 0),
        ReportColumn::number_column("encode s", 2),
        ReportColumn::number_column("solve s", 1),
    ];

    fn cells<const N: usize>(cells: [&str; N]) -> Vec<ReportCell> {
        cells.map(ReportCell::from).to_vec()
    }

    fn rows() -> Vec<Vec<ReportCell>> {
        vec![cells(["native", "sat", "0.1", "12.5"]), cells(["sat:batsat+direct", "n/a", "", ""])]
    }

    fn table(width: Option<usize>) -> String {
        TextLayout { width, colour: false }.render_table(&COLUMNS, &rows())
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
        let rows: Vec<Vec<ReportCell>> =
            rows().into_iter().map(|mut row| (row[2] = ReportCell::default(), row).1).collect();
        let text = TextLayout::default().render_table(&COLUMNS, &rows);
        assert!(!text.contains("encode"), "{text}");
    }

    #[test]
    fn prose_is_wrapped_at_words() {
        let columns = [
            ReportColumn::word_column("name", 0),
            ReportColumn::word_column("old", 1),
            ReportColumn::prose_column("about"),
        ];
        let rows = [
            cells(["domwdeg", "yes", "domain size by weight of failed constraints"]),
            cells(["mid", "", "the smallest domain"]),
        ];
        assert_snapshot!(TextLayout { width: Some(38), colour: false }.render_table(&columns, &rows), @r"
        name     old  about
        ──────────────────────────────────────
        domwdeg  yes  domain size by weight of
                      failed constraints
        mid           the smallest domain
        ");
        assert_snapshot!(TextLayout { width: Some(33), colour: false }.render_table(&columns, &rows), @r"
        name     about
        ─────────────────────────────────
        domwdeg  domain size by weight of
                 failed constraints
        mid      the smallest domain
        ");
    }

    #[test]
    fn tables_stand_one_below_the_other() {
        let columns = ["", "N=3", "N=4", "N=5"].map(|title| ReportColumn::number_column(title, 0));
        let rows = [cells(["S1", "4/0=", "8=/0=", "1644=/1625="])];
        let text = TextLayout { width: Some(20), colour: false }.render_tables(&columns, &rows);
        assert_snapshot!(text, @r"
             N=3    N=4
        ───────────────
        S1  4/0=  8=/0=

                    N=5
        ───────────────
        S1  1644=/1625=
        ");
        let whole = TextLayout::default();
        assert_eq!(whole.render_tables(&columns, &rows), whole.render_table(&columns, &rows));
    }

    #[test]
    fn every_part_of_a_table_has_the_names() {
        let mut columns =
            vec![ReportColumn::word_column("engine", 0), ReportColumn::word_column("counter", 0)];
        columns.extend(["runs", "total"].map(|title| ReportColumn::number_column(title, 0)));
        let rows = [cells(["native", "nodes", "12", "3456"])];
        let wide = |width| TextLayout { width: Some(width), colour: false };
        assert_snapshot!(wide(24).render_tables(&columns, &rows), @r"
        engine  counter  runs
        ─────────────────────
        native  nodes      12

        engine  counter  total
        ──────────────────────
        native  nodes     3456
        ");
        // Where the names leave no room, the first one is repeated.
        let parts = wide(16).render_tables(&columns, &rows);
        assert_eq!(parts.matches("engine").count(), 3, "{parts}");
        assert_eq!(parts.matches("counter").count(), 1, "{parts}");
        let only = [ReportColumn::word_column("engine", 0)];
        let rows = [cells(["native"])];
        let whole = TextLayout::default();
        assert_eq!(whole.render_tables(&only, &rows), whole.render_table(&only, &rows));
        assert_eq!(whole.render_tables(&[], &[]), "");
    }

    #[test]
    fn colours_take_no_width() {
        let bad = ReportCell::from("wrong").with_style(TextStyle::Bad);
        let columns = [ReportColumn::word_column("a", 0), ReportColumn::word_column("b", 0)];
        let layout = TextLayout { width: None, colour: true };
        let text = layout.render_table(&columns, &[vec![bad, "x".into()]]);
        assert!(text.contains("\x1b[31mwrong\x1b[0m  x"), "{text:?}");
    }
}
