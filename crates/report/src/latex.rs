//! Tables for LaTeX, with the package booktabs.

use crate::columns::{ColumnContent, ReportCell, ReportColumn};

/// The first line of a file with tables: the package that they need.
pub const REQUIRED_PACKAGE_COMMENT: &str = "% Needs \\usepackage{booktabs}.\n";

/// Returns a whole table as a `tabular`, to include with `\input` or to cut out.
#[must_use]
pub fn render_tabular(columns: &[ReportColumn<'_>], rows: &[Vec<ReportCell>]) -> String {
    let letter = |column: &ReportColumn<'_>| {
        if column.content == ColumnContent::Numbers { 'r' } else { 'l' }
    };
    let letters: String = columns.iter().map(letter).collect();
    let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
    let titles = line(columns.iter().map(|column| escape_latex(&column.title)).collect());
    let row =
        |row: &Vec<ReportCell>| line(row.iter().map(|cell| escape_latex(&cell.text)).collect());
    let rows: String = rows.iter().map(row).collect();
    format!(
        "\\begin{{tabular}}{{{letters}}}\n\\toprule\n{titles}\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n"
    )
}

/// Returns a comment line, which LaTeX ignores.
#[must_use]
pub fn comment_line(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("% {line}\n")
}

/// Escapes a text so that LaTeX prints it as it is.
fn escape_latex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            // Two in a row would become a dash, or a different quotation mark.
            '-' => escaped.push_str("{-}"),
            '\'' => escaped.push_str("{'}"),
            '`' => escaped.push_str("{`}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped.extend(['\\', letter]),
            // A bracket after a line break would be read as the optional argument of the line
            // break.
            '[' | ']' => escaped.extend(['{', letter, '}']),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_latex_would_read_stays() {
        assert_eq!(
            escape_latex(r"a_b{50%} $x^2$ & #1 \cmd ~ [x]"),
            r"a\_b\{50\%\} \$x\textasciicircum{}2\$ \& \#1 \textbackslash{}cmd \textasciitilde{} {[}x{]}"
        );
        assert_eq!(comment_line("a\nb\\end"), "% a b\\end\n");
    }
}
