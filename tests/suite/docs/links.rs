//! Links between the pages, and the index of `docs/`.

use std::fs;
use std::path::{Path, PathBuf};

/// The pages whose links are followed, in addition to those of `docs/`.
const OTHERS: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/// Returns their names and texts.
fn others() -> [(String, String); 3] {
    OTHERS.map(|name| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        (name.to_owned(), fs::read_to_string(file).expect("a page"))
    })
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, text) in super::pages().into_iter().chain(others()) {
        let folder = root.join(&name).parent().expect("a folder").to_owned();
        for target in targets(&text) {
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { root.join(&name) } else { folder.join(file) };
            assert!(file.exists(), "{name}: no file for {target}");
            if !anchor.is_empty() {
                let page = fs::read_to_string(&file).expect("a page");
                let known = anchors(&page).any(|known| known == anchor);
                assert!(known, "{name}: no heading for {target}");
            }
        }
    }
}

#[test]
fn the_index_lists_every_page() {
    let pages = super::pages();
    let index = |name: &str| name == "docs/README.md";
    let (_, text) = pages.iter().find(|(name, _)| index(name)).expect("an index");
    let listed: Vec<&str> = targets(text).collect();
    for (name, _) in pages.iter().filter(|(name, _)| !index(name)) {
        let target = name.strip_prefix("docs/").map_or(format!("../{name}"), str::to_owned);
        assert!(listed.contains(&&*target), "docs/README.md does not list {target}");
    }
}

#[test]
fn every_source_file_that_a_page_mentions_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "crates", "tests", "examples", "benches", "scripts", "encodings"] {
        list(&root.join(folder), &mut files);
    }
    for (name, text) in super::pages().into_iter().chain(others()) {
        for file in text.split('`').skip(1).step_by(2).filter(|code| code.ends_with(".rs")) {
            // ARCHITECTURE.md omits `src/`: `search/tree.rs` is `crates/search/src/tree.rs`.
            let inside = file.split_once('/').map(|(name, rest)| format!("{name}/src/{rest}"));
            let is_it = |known: &PathBuf| {
                known.ends_with(file)
                    || inside.as_ref().is_some_and(|inside| known.ends_with(inside))
            };
            let known = files.iter().any(is_it);
            assert!(known, "{name} mentions {file}, which does not exist");
        }
    }
}

/// Lists the files of a folder and of the folders in it.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}

/// Returns the targets of the links of a page within the project.
fn targets(page: &str) -> impl Iterator<Item = &str> {
    let links = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|target| !target.contains("://"))
}

/// Returns the anchors of a page's headings.
fn anchors(page: &str) -> impl Iterator<Item = String> {
    page.lines().filter(|line| line.starts_with('#')).map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    })
}
