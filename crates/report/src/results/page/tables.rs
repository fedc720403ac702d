//! The sections of a report as HTML.

use parallax_model::instance::escape;

use crate::columns::{Cell, Column, Content};
use crate::layout::Paint;
use crate::results::document::{Conclusion, Document, Section};
use crate::sheet::Sheet;

/// Returns the conclusions, then disagreements, warnings, facts and the other sections.
pub(super) fn html(document: &Document) -> String {
    let fact = |(name, value): &(String, String)| {
        format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), escape(value))
    };
    let facts: String = document.facts.iter().map(fact).collect();
    let warning = |text: &String| format!("<p class=\"doubtful\">warning: {}</p>\n", escape(text));
    let warnings: String = document.warnings.iter().map(warning).collect();
    let sentence = |conclusion: &Conclusion| {
        format!("<p class=\"{}\">{}</p>\n", class(conclusion.paint), escape(&conclusion.text))
    };
    let sentences: String = document.conclusions.iter().map(sentence).collect();
    let conclusions =
        format!("<section id=\"conclusions\"><h2>Conclusions</h2>\n{sentences}</section>\n");
    // Disagreements come before the facts.
    let (disagreements, others): (Vec<&Section>, Vec<&Section>) =
        document.sections.iter().partition(|section| section.id == "disagreements");
    let all = |sections: &[&Section]| sections.iter().map(|s| of_section(s)).collect::<String>();
    let disagreements = all(&disagreements);
    format!("{conclusions}{disagreements}{warnings}<dl>\n{facts}</dl>\n{}", all(&others))
}

fn of_section(section: &Section) -> String {
    let title = escape(&section.title);
    let mut html = format!(
        "<section id=\"{}\"><h2>{title}</h2>\n<div class=\"tools\"></div>\n<div class=\"wide\" \
         tabindex=\"0\" role=\"region\" aria-label=\"{title}\">{}</div>\n",
        section.id,
        table(&section.sheet)
    );
    for note in &section.notes {
        html += &format!("<p class=\"soft\">{}</p>\n", escape(note));
    }
    html + "</section>\n"
}

fn table(sheet: &Sheet) -> String {
    let head = |column: &Column<'_>| {
        let class = if column.content == Content::Numbers { " class=\"number\"" } else { "" };
        format!("<th scope=\"col\"{class}>{}</th>", escape(&column.title))
    };
    let heads: String = sheet.columns.iter().map(head).collect();
    let row = |row: &Vec<Cell>| {
        let cells = row.iter().zip(&sheet.columns).map(|(cell, column)| td(cell, column.content));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = sheet.rows.iter().map(row).collect();
    format!("<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>")
}

fn td(cell: &Cell, content: Content) -> String {
    let number = cell.number.filter(|number| number.is_finite());
    let number = number.map(|number| format!(" data-n=\"{number}\"")).unwrap_or_default();
    if content == Content::Bars {
        let part = (100.0 * cell.number.unwrap_or(0.0)).clamp(0.0, 100.0);
        return format!("<td{number}><div class=\"bar\" style=\"width:{part:.1}%\"></div></td>");
    }
    let classes = match (content, class(cell.paint)) {
        (Content::Numbers, "") => " class=\"number\"".to_owned(),
        (Content::Numbers, colour) => format!(" class=\"number {colour}\""),
        (_, "") => String::new(),
        (_, colour) => format!(" class=\"{colour}\""),
    };
    format!("<td{classes}{number}>{}</td>", escape(&cell.text))
}

/// Returns the class of a colour.
fn class(paint: Paint) -> &'static str {
    match paint {
        Paint::Plain => "",
        Paint::Strong => "strong",
        Paint::Faint => "soft",
        Paint::Good => "good",
        Paint::Doubtful => "doubtful",
        Paint::Bad => "bad",
    }
}
