//! A report as tables for LaTeX, with the package booktabs.

use super::prose::without_bars;
use super::sheet::{Document, Kind, Section, Sheet};

/// Writes the tables of a report, each a `tabular` with its title and notes as comments, to include
/// with `\input` or to cut out. They need the package booktabs.
#[must_use]
pub fn latex(document: &Document) -> String {
    let mut text = String::from("% Needs \\usepackage{booktabs}.\n");
    for (name, value) in &document.facts {
        text += &comment(&format!("{name}: {value}"));
    }
    for warning in &document.warnings {
        text += &comment(&format!("warning: {warning}"));
    }
    for section in &document.sections {
        text += &of_section(section);
    }
    text
}

fn of_section(section: &Section) -> String {
    let mut text = format!("\n{}", comment(&section.title));
    for note in &section.notes {
        text += &comment(note);
    }
    if let Some(sheet) = &section.sheet {
        text += &tabular(&without_bars(sheet));
    }
    text
}

fn tabular(sheet: &Sheet) -> String {
    let letter = |kind: Kind| if kind == Kind::Numbers { 'r' } else { 'l' };
    let columns: String = sheet.heads.iter().map(|head| letter(head.kind)).collect();
    let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
    let titles = line(sheet.heads.iter().map(|head| escaped(&head.title)).collect());
    let row = |row: &Vec<super::sheet::Entry>| {
        line(row.iter().map(|entry| escaped(&entry.text)).collect())
    };
    let rows: String = sheet.rows.iter().map(row).collect();
    format!(
        "\\begin{{tabular}}{{{columns}}}\n\\toprule\n{titles}\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n"
    )
}

/// Returns a comment line of LaTeX.
fn comment(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("% {line}\n")
}

/// Escapes a text, so that LaTeX prints it unchanged.
fn escaped(text: &str) -> String {
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
            // Two in a row would become a dash, or other quotation marks.
            '-' => escaped.push_str("{-}"),
            '\'' => escaped.push_str("{'}"),
            '`' => escaped.push_str("{`}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped.extend(['\\', letter]),
            // A bracket after a line break would be its optional argument.
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
            escaped(r"a_b{50%} $x^2$ & #1 \cmd ~ [x]"),
            r"a\_b\{50\%\} \$x\textasciicircum{}2\$ \& \#1 \textbackslash{}cmd \textasciitilde{} {[}x{]}"
        );
        assert_eq!(comment("a\nb\\end"), "% a b\\end\n");
    }
}
