//! The pages and the files that they load, all part of the program.

use axum::body::Body;
use axum::http::{Response, StatusCode};

use super::refusal::{HttpError, typed_response};

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// The path, the type and the content of each file.
const FILES: &[(&str, &str, &str)] = &[
    ("/", HTML, include_str!("page/set.html")),
    ("/solve", HTML, include_str!("page/solve.html")),
    ("/explain", HTML, include_str!("page/explain.html")),
    ("/assets/common.js", SCRIPT, include_str!("page/common.js")),
    ("/assets/cards.js", SCRIPT, include_str!("page/cards.js")),
    ("/assets/set.js", SCRIPT, include_str!("page/set.js")),
    ("/assets/solvers.js", SCRIPT, include_str!("page/solvers.js")),
    ("/assets/solve.js", SCRIPT, include_str!("page/solve.js")),
    ("/assets/board.js", SCRIPT, include_str!("page/board.js")),
    ("/assets/keys.js", SCRIPT, include_str!("page/keys.js")),
    ("/assets/squares.js", SCRIPT, include_str!("page/squares.js")),
    ("/assets/play.js", SCRIPT, include_str!("page/play.js")),
    ("/assets/away.js", SCRIPT, include_str!("page/away.js")),
    ("/assets/steps.js", SCRIPT, include_str!("page/steps.js")),
    ("/assets/explain.js", SCRIPT, include_str!("page/explain.js")),
    ("/assets/drawings.js", SCRIPT, parallax_report::search_trace::DRAWINGS),
    ("/assets/trees.js", SCRIPT, parallax_report::search_trace::TREES),
    ("/assets/trees.css", STYLE, parallax_report::search_trace::STYLE),
    ("/assets/common.css", STYLE, include_str!("page/common.css")),
    ("/assets/set.css", STYLE, include_str!("page/set.css")),
    ("/assets/solve.css", STYLE, include_str!("page/solve.css")),
    ("/favicon.svg", SVG, include_str!("page/favicon.svg")),
];

/// Returns the paths of all pages and their files.
pub(super) fn page_paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(path, _, _)| *path)
}

/// Returns the file at a path.
pub(super) fn page_file(path: &str) -> Response<Body> {
    match FILES.iter().find(|(name, _, _)| *name == path) {
        Some((_, kind, content)) => typed_response(StatusCode::OK, kind, *content),
        None => HttpError::new(StatusCode::NOT_FOUND, "there is no such page").response(),
    }
}
