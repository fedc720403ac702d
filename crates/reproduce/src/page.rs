//! Tables with the words around them, in the formats for people.

use parallax_report::ReportTable;
use parallax_report::latex::{REQUIRED_PACKAGE_COMMENT, comment_line};
use parallax_report::layout::TextLayout;

/// Tables and words, in the order in which they are printed.
#[derive(Clone, Debug, Default)]
pub struct StudyPage {
    parts: Vec<PagePart>,
}

#[derive(Clone, Debug)]
enum PagePart {
    /// A paragraph; a line break in it stays one.
    Words(String),
    Table(ReportTable),
    /// Lines that keep their spaces.
    Picture(String),
}

impl StudyPage {
    /// Returns a page of tables, each below its title.
    #[must_use]
    pub fn from_tables(tables: Vec<(String, ReportTable)>) -> Self {
        tables.into_iter().fold(StudyPage::default(), |page, (title, sheet)| {
            page.description(title).with_table(sheet)
        })
    }

    /// Appends a paragraph.
    #[must_use]
    pub fn description(mut self, words: impl Into<String>) -> Self {
        self.parts.push(PagePart::Words(words.into()));
        self
    }

    /// Appends a table.
    #[must_use]
    pub fn with_table(mut self, sheet: ReportTable) -> Self {
        self.parts.push(PagePart::Table(sheet));
        self
    }

    /// Appends a picture.
    #[must_use]
    pub fn with_picture(mut self, lines: impl Into<String>) -> Self {
        self.parts.push(PagePart::Picture(lines.into()));
        self
    }

    /// Returns the page as text: a table follows the words above it directly, everything else after
    /// a blank line.
    #[must_use]
    pub fn render_text(&self, layout: TextLayout) -> String {
        let mut text = String::new();
        for (place, part) in self.parts.iter().enumerate() {
            let above = place.checked_sub(1).map(|above| &self.parts[above]);
            if above.is_some()
                && !matches!((above, part), (Some(PagePart::Words(_)), PagePart::Table(_)))
            {
                text.push('\n');
            }
            match part {
                PagePart::Words(words) => {
                    words.lines().for_each(|line| text += &layout.wrap_text(line, 0));
                }
                PagePart::Table(sheet) => text += &sheet.render_text(layout),
                PagePart::Picture(lines) => text += lines,
            }
        }
        text
    }

    /// Returns the page in Markdown.
    #[must_use]
    pub fn render_markdown(&self) -> String {
        let part = |part: &PagePart| match part {
            PagePart::Words(words) => format!("{words}\n"),
            PagePart::Table(sheet) => sheet.render_markdown(),
            PagePart::Picture(lines) => format!("```text\n{}\n```\n", lines.trim_end()),
        };
        self.parts.iter().map(part).collect::<Vec<_>>().join("\n")
    }

    /// Returns the tables for LaTeX; words and pictures are comments.
    #[must_use]
    pub fn render_latex(&self) -> String {
        let mut text = String::from(REQUIRED_PACKAGE_COMMENT);
        for part in &self.parts {
            match part {
                PagePart::Words(words) => {
                    text.push('\n');
                    words.lines().for_each(|line| text += &comment_line(line));
                }
                PagePart::Table(sheet) => text += &sheet.render_latex(),
                PagePart::Picture(lines) => {
                    lines.lines().for_each(|line| text += &comment_line(line));
                }
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
        let sheet = ReportTable::from_figures(["way", "%"], [vec!["a_b".into(), "5".into()]]);
        let page = StudyPage::default()
            .description("Two\nlines")
            .with_table(sheet)
            .description("End")
            .with_picture("┌ ┐\n");
        insta::assert_snapshot!(page.render_text(TextLayout::default()), @r"
        Two
        lines
        way  %
        ──────
        a_b  5

        End

        ┌ ┐
        ");
        insta::assert_snapshot!(page.render_markdown(), @r"
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
        insta::assert_snapshot!(page.render_latex(), @r"
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
