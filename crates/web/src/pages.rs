//! The pages and the files that they load, all part of the program.

use axum::body::Body;
use axum::http::{Response, StatusCode};

use super::refusal::{HttpError, typed_response};

const HTML_CONTENT_TYPE: &str = "text/html; charset=utf-8";
const SCRIPT_CONTENT_TYPE: &str = "text/javascript; charset=utf-8";
const CSS_CONTENT_TYPE: &str = "text/css; charset=utf-8";
const SVG_CONTENT_TYPE: &str = "image/svg+xml";

/// The path, the type and the content of each file.
const PAGE_FILES: &[(&str, &str, &str)] = &[
    ("/", HTML_CONTENT_TYPE, include_str!("page/set.html")),
    ("/solve", HTML_CONTENT_TYPE, include_str!("page/solve.html")),
    ("/explain", HTML_CONTENT_TYPE, include_str!("page/explain.html")),
    ("/tables", HTML_CONTENT_TYPE, include_str!("page/tables.html")),
    ("/assets/common.js", SCRIPT_CONTENT_TYPE, include_str!("page/common.js")),
    ("/assets/comparison.js", SCRIPT_CONTENT_TYPE, include_str!("page/comparison.js")),
    ("/assets/cards.js", SCRIPT_CONTENT_TYPE, include_str!("page/cards.js")),
    ("/assets/set.js", SCRIPT_CONTENT_TYPE, include_str!("page/set.js")),
    ("/assets/solvers.js", SCRIPT_CONTENT_TYPE, include_str!("page/solvers.js")),
    ("/assets/solve.js", SCRIPT_CONTENT_TYPE, include_str!("page/solve.js")),
    ("/assets/board.js", SCRIPT_CONTENT_TYPE, include_str!("page/board.js")),
    ("/assets/keys.js", SCRIPT_CONTENT_TYPE, include_str!("page/keys.js")),
    ("/assets/squares.js", SCRIPT_CONTENT_TYPE, include_str!("page/squares.js")),
    ("/assets/play.js", SCRIPT_CONTENT_TYPE, include_str!("page/play.js")),
    ("/assets/away.js", SCRIPT_CONTENT_TYPE, include_str!("page/away.js")),
    ("/assets/kept.js", SCRIPT_CONTENT_TYPE, include_str!("page/kept.js")),
    ("/assets/conflict.js", SCRIPT_CONTENT_TYPE, include_str!("page/conflict.js")),
    ("/assets/steps.js", SCRIPT_CONTENT_TYPE, include_str!("page/steps.js")),
    ("/assets/explain.js", SCRIPT_CONTENT_TYPE, include_str!("page/explain.js")),
    ("/assets/tables.js", SCRIPT_CONTENT_TYPE, include_str!("page/tables.js")),
    ("/assets/drawings.js", SCRIPT_CONTENT_TYPE, parallax_report::search_trace::DRAWING_SCRIPT),
    ("/assets/trees.js", SCRIPT_CONTENT_TYPE, parallax_report::search_trace::TREE_SCRIPT),
    ("/assets/trees.css", CSS_CONTENT_TYPE, parallax_report::search_trace::TREE_STYLE),
    ("/assets/common.css", CSS_CONTENT_TYPE, include_str!("page/common.css")),
    ("/assets/set.css", CSS_CONTENT_TYPE, include_str!("page/set.css")),
    ("/assets/solve.css", CSS_CONTENT_TYPE, include_str!("page/solve.css")),
    ("/favicon.svg", SVG_CONTENT_TYPE, include_str!("page/favicon.svg")),
];

/// Returns the paths of all pages and their files.
pub(super) fn page_paths() -> impl Iterator<Item = &'static str> {
    PAGE_FILES.iter().map(|(path, _, _)| *path)
}

/// Returns the file at a path.
pub(super) fn page_file(path: &str) -> Response<Body> {
    match PAGE_FILES.iter().find(|(name, _, _)| *name == path) {
        Some((_, kind, content)) => typed_response(StatusCode::OK, kind, *content),
        None => HttpError::new(StatusCode::NOT_FOUND, "there is no such page").response(),
    }
}
