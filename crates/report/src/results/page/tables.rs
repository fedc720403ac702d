//! The sections of a report as HTML.

use parallax_instance::escape_markup;

use crate::columns::{ColumnContent, ReportCell, ReportColumn};
use crate::layout::TextStyle;
use crate::results::document::{ConclusionSentence, ReportDocument, ReportSection};
use crate::sheet::ReportTable;

/// Returns the conclusions, then disagreements, warnings, facts and the other sections.
pub(super) fn document_html(document: &ReportDocument) -> String {
    let fact = |(name, value): &(String, String)| {
        format!("<dt>{}</dt><dd>{}</dd>\n", escape_markup(name), escape_markup(value))
    };
    let facts: String = document.facts.iter().map(fact).collect();
    let warning =
        |text: &String| format!("<p class=\"doubtful\">warning: {}</p>\n", escape_markup(text));
    let warnings: String = document.warnings.iter().map(warning).collect();
    let sentence = |conclusion: &ConclusionSentence| {
        format!(
            "<p class=\"{}\">{}</p>\n",
            style_class(conclusion.paint),
            escape_markup(&conclusion.text)
        )
    };
    let sentences: String = document.conclusions.iter().map(sentence).collect();
    let conclusions =
        format!("<section id=\"conclusions\"><h2>Conclusions</h2>\n{sentences}</section>\n");
    // Disagreements come before the facts: they call every other figure in question.
    let (disagreements, others): (Vec<&ReportSection>, Vec<&ReportSection>) =
        document.sections.iter().partition(|section| section.id == "disagreements");
    let all =
        |sections: &[&ReportSection]| sections.iter().map(|s| of_section(s)).collect::<String>();
    let disagreements = all(&disagreements);
    format!("{conclusions}{disagreements}{warnings}<dl>\n{facts}</dl>\n{}", all(&others))
}

fn of_section(section: &ReportSection) -> String {
    let title = escape_markup(&section.title);
    let mut html = format!(
        "<section id=\"{}\"><h2>{title}</h2>\n<div class=\"tools\"></div>\n<div class=\"wide\" \
         tabindex=\"0\" role=\"region\" aria-label=\"{title}\">{}</div>\n",
        section.id,
        table_html(&section.sheet)
    );
    for note in &section.notes {
        html += &format!("<p class=\"soft\">{}</p>\n", escape_markup(note));
    }
    html + "</section>\n"
}

fn table_html(sheet: &ReportTable) -> String {
    let head = |column: &ReportColumn<'_>| {
        let class = if column.content == ColumnContent::Numbers { " class=\"number\"" } else { "" };
        format!("<th scope=\"col\"{class}>{}</th>", escape_markup(&column.title))
    };
    let heads: String = sheet.columns.iter().map(head).collect();
    let row = |row: &Vec<ReportCell>| {
        let cells =
            row.iter().zip(&sheet.columns).map(|(cell, column)| cell_html(cell, column.content));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let rows: String = sheet.rows.iter().map(row).collect();
    format!("<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>")
}

fn cell_html(cell: &ReportCell, content: ColumnContent) -> String {
    // The script sorts rows by this attribute, which has no form for infinity.
    let number = cell.number.filter(|number| number.is_finite());
    let number = number.map(|number| format!(" data-n=\"{number}\"")).unwrap_or_default();
    if content == ColumnContent::Bars {
        let part = (100.0 * cell.number.unwrap_or(0.0)).clamp(0.0, 100.0);
        return format!("<td{number}><div class=\"bar\" style=\"width:{part:.1}%\"></div></td>");
    }
    let classes = match (content, style_class(cell.paint)) {
        (ColumnContent::Numbers, "") => " class=\"number\"".to_owned(),
        (ColumnContent::Numbers, colour) => format!(" class=\"number {colour}\""),
        (_, "") => String::new(),
        (_, colour) => format!(" class=\"{colour}\""),
    };
    format!("<td{classes}{number}>{}</td>", escape_markup(&cell.text))
}

/// Returns the class of a colour.
fn style_class(paint: TextStyle) -> &'static str {
    match paint {
        TextStyle::Plain => "",
        TextStyle::Strong => "strong",
        TextStyle::Faint => "soft",
        TextStyle::Good => "good",
        TextStyle::Doubtful => "doubtful",
        TextStyle::Bad => "bad",
    }
}
