//! The page: its tables, figures and menus.

use parallax_model::instance::escape;

use super::data;
use super::tables;
use crate::results::analysis::Analysis;
use crate::results::chart::{Board, bars, boxes, cactus};
use crate::results::document::{Document, document};

const PAGE: &str = include_str!("page.html");

/// The parts of the page: its style and its behaviour.
const PARTS: [(&str, &str); 3] = [
    ("{{style}}", include_str!("style.css")),
    ("{{tables.js}}", include_str!("tables.js")),
    ("{{plots.js}}", include_str!("plots.js")),
];

/// Returns the page of a report: its sections, tables to sort and filter, plots, and every
/// instance.
#[must_use]
pub fn page(analysis: &Analysis) -> String {
    let mut body = tables::html(&document(analysis));
    if analysis.study.timed && !analysis.lanes.is_empty() {
        body += &figure("bars", "Times of engines by puzzle", &bars(analysis));
        body += &figure("cactus", "Instances solved within a time", &cactus(analysis));
        body += &figure("boxes", "Times of the instances solved", &boxes(analysis));
        body += &figure("scatter", "One engine against another", &menus(analysis));
    }
    body += &instances(analysis);
    whole(&crate::results::facts::title(&analysis.study), &body, &data::data(analysis))
}

/// Returns the page of a document without plots.
#[must_use]
pub fn plain_page(document: &Document) -> String {
    whole(&document.title, &tables::html(document), "null")
}

/// Returns the place in which the script creates the table of instances.
pub(super) fn instances(analysis: &Analysis) -> String {
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

fn figure(id: &str, title: &str, content: &str) -> String {
    format!(
        "<section id=\"{id}\"><h2>{title}</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" \
         aria-label=\"{title}\">{content}</div></section>\n"
    )
}

/// Returns the scatter plot with menus for its engines.
fn menus(analysis: &Analysis) -> String {
    let option = |(at, lane): (usize, &crate::results::study::LaneName)| {
        format!("<option value=\"{at}\">{}</option>", escape(&lane.name()))
    };
    let options: String = analysis.study.lanes.iter().enumerate().map(option).collect();
    format!(
        "<p><label>across <select id=\"one\">{options}</select></label> \
         <label>up <select id=\"two\">{options}</select></label> \
         <span class=\"soft\">circles: with a solution, crosses: without one or open</span></p>\n{}",
        Board::of(analysis).draw(["", ""], "", "")
    )
}

fn whole(title: &str, body: &str, data: &str) -> String {
    let mut page = PAGE.to_owned();
    for (name, part) in PARTS {
        page = page.replace(name, part);
    }
    // The title, the body and the data may contain any text, so they are inserted last.
    let mut rest = page.as_str();
    let mut whole = String::with_capacity(page.len() + body.len() + data.len());
    for (name, content) in [
        ("{{title}}", &*escape(title)),
        ("{{heading}}", &*escape(title)),
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
