//! Tables with the words around them, in the formats for people.

use parallax_report::Sheet;
use parallax_report::latex::{NEEDS, comment};
use parallax_report::layout::Layout;

/// Tables and words, in the order in which they are printed.
#[derive(Clone, Debug, Default)]
pub struct Page {
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    /// A paragraph; a line break in it stays one.
    Words(String),
    Table(Sheet),
    /// Lines that keep their spaces.
    Picture(String),
}

impl Page {
    /// Tables, each below its title.
    #[must_use]
    pub fn of(tables: Vec<(String, Sheet)>) -> Self {
        tables
            .into_iter()
            .fold(Page::default(), |page, (title, sheet)| page.description(title).table(sheet))
    }

    /// Appends a paragraph.
    #[must_use]
    pub fn description(mut self, words: impl Into<String>) -> Self {
        self.parts.push(Part::Words(words.into()));
        self
    }

    /// Appends a table.
    #[must_use]
    pub fn table(mut self, sheet: Sheet) -> Self {
        self.parts.push(Part::Table(sheet));
        self
    }

    /// Appends a picture.
    #[must_use]
    pub fn picture(mut self, lines: impl Into<String>) -> Self {
        self.parts.push(Part::Picture(lines.into()));
        self
    }

    /// The page as text: a table follows the words above it, everything else a blank line.
    #[must_use]
    pub fn text(&self, layout: Layout) -> String {
        let mut text = String::new();
        for (place, part) in self.parts.iter().enumerate() {
            let above = place.checked_sub(1).map(|above| &self.parts[above]);
            if above.is_some() && !matches!((above, part), (Some(Part::Words(_)), Part::Table(_))) {
                text.push('\n');
            }
            match part {
                Part::Words(words) => {
                    words.lines().for_each(|line| text += &layout.wrap(line, 0));
                }
                Part::Table(sheet) => text += &sheet.text(layout),
                Part::Picture(lines) => text += lines,
            }
        }
        text
    }

    /// The page in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let part = |part: &Part| match part {
            Part::Words(words) => format!("{words}\n"),
            Part::Table(sheet) => sheet.markdown(),
            Part::Picture(lines) => format!("```text\n{}\n```\n", lines.trim_end()),
        };
        self.parts.iter().map(part).collect::<Vec<_>>().join("\n")
    }

    /// The tables for LaTeX; words and pictures are comments.
    #[must_use]
    pub fn latex(&self) -> String {
        let mut text = String::from(NEEDS);
        for part in &self.parts {
            match part {
                Part::Words(words) => {
                    text.push('\n');
                    words.lines().for_each(|line| text += &comment(line));
                }
                Part::Table(sheet) => text += &sheet.latex(),
                Part::Picture(lines) => lines.lines().for_each(|line| text += &comment(line)),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_every_part() {
        let sheet = Sheet::figures(["way", "%"], [vec!["a_b".into(), "5".into()]]);
        let page = Page::default()
            .description("Two\nlines")
            .table(sheet)
            .description("End")
            .picture("┌ ┐\n");
        insta::assert_snapshot!(page.text(Layout::default()), @r"
        Two
        lines
        way  %
        ──────
        a_b  5

        End

        ┌ ┐
        ");
        insta::assert_snapshot!(page.markdown(), @r"
        Two
        lines

        | way | % |
        |---|---:|
        | a_b | 5 |

        End

        ```text
        ┌ ┐
        ```
        ");
        insta::assert_snapshot!(page.latex(), @r"
        % Needs \usepackage{booktabs}.

        % Two
        % lines
        \begin{tabular}{lr}
        \toprule
        way & \% \\
        \midrule
        a\_b & 5 \\
        \bottomrule
        \end{tabular}

        % End
        % ┌ ┐
        ");
    }
}
