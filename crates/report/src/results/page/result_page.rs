//! The page: its tables, figures and menus.

use parallax_instance::escape_markup;

use super::data;
use super::tables;
use crate::results::analysis::StudyAnalysis;
use crate::results::chart::{ScatterAxes, draw_boxes, draw_cactus, draw_chart};
use crate::results::document::{ReportDocument, report_document};

const PAGE_TEMPLATE: &str = include_str!("page.html");

/// The parts of the page: its style and its behaviour.
const PAGE_PARTS: [(&str, &str); 3] = [
    ("{{style}}", include_str!("style.css")),
    ("{{tables.js}}", include_str!("tables.js")),
    ("{{plots.js}}", include_str!("plots.js")),
];

/// Returns the page of a report: its sections, tables to sort and filter, plots, and every
/// instance.
#[must_use]
pub fn render_result_page(analysis: &StudyAnalysis) -> String {
    let mut body = tables::document_html(&report_document(analysis));
    if analysis.study.timed && !analysis.lanes.is_empty() {
        body += &figure_html("bars", "Times of engines by puzzle", &draw_chart(analysis));
        body += &figure_html("cactus", "Instances solved within a time", &draw_cactus(analysis));
        body += &figure_html("boxes", "Times of the instances solved", &draw_boxes(analysis));
        body += &figure_html("scatter", "One engine against another", &scatter_menus(analysis));
    }
    body += &instance_section(analysis);
    page_frame(
        &crate::results::facts::study_title(&analysis.study),
        &body,
        &data::matrix_json(analysis),
    )
}

/// Returns the page of a document without plots.
#[must_use]
pub fn plain_page(document: &ReportDocument) -> String {
    page_frame(&document.title, &tables::document_html(document), "null")
}

/// Returns the place in which the script creates the table of instances.
pub(super) fn instance_section(analysis: &StudyAnalysis) -> String {
    let (with_runs, planned) = (analysis.study.instances.len(), analysis.study.coverage.instances);
    let others = match planned.saturating_sub(with_runs) {
        0 => String::new(),
        others => format!(" {others} of {planned} instances have no run and are not listed."),
    };
    format!(
        "<section id=\"instances\"><h2>Instances</h2>\n\
         <p class=\"soft\">The time of the median run in seconds, or why it is unsolved; 'missing' \
         where not all runs are there.{others}</p>\n<div class=\"tools\"></div>\n\
         <div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Instances\"></div>\
         </section>\n"
    )
}

fn figure_html(id: &str, title: &str, content: &str) -> String {
    format!(
        "<section id=\"{id}\"><h2>{title}</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" \
         aria-label=\"{title}\">{content}</div></section>\n"
    )
}

/// Returns the scatter plot with menus for its engines.
fn scatter_menus(analysis: &StudyAnalysis) -> String {
    let option = |(at, lane): (usize, &crate::results::study::LaneName)| {
        format!("<option value=\"{at}\">{}</option>", escape_markup(&lane.name()))
    };
    let options: String = analysis.study.lanes.iter().enumerate().map(option).collect();
    format!(
        "<p><label>across <select id=\"one\">{options}</select></label> \
         <label>up <select id=\"two\">{options}</select></label> \
         <span class=\"soft\">circles: with a solution, crosses: without one or open</span></p>\n{}",
        ScatterAxes::from_analysis(analysis).draw_axes(["", ""], "", "")
    )
}

fn page_frame(title: &str, body: &str, data: &str) -> String {
    let mut page = PAGE_TEMPLATE.to_owned();
    for (name, part) in PAGE_PARTS {
        page = page.replace(name, part);
    }
    // The title, the body and the data may contain any text, also the marks of other parts, so they
    // are inserted last and never searched.
    let mut rest = page.as_str();
    let mut whole = String::with_capacity(page.len() + body.len() + data.len());
    for (name, content) in [
        ("{{title}}", &*escape_markup(title)),
        ("{{heading}}", &*escape_markup(title)),
        ("{{body}}", body),
        ("{{data}}", data),
    ] {
        let (head, tail) = rest.split_once(name).unwrap_or((rest, ""));
        whole += head;
        whole += content;
        rest = tail;
    }
    whole + rest
}
