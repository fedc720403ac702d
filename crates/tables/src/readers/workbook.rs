//! Workbooks (`.xlsx`): Office Open XML, ECMA-376 part 1, SpreadsheetML.

use std::collections::HashMap;

use parallax_instance::InputError;
use parallax_xml::{child_elements, first_child, local_attribute, parse_document, text_of};
use roxmltree::Node;

use super::archive::WorkbookArchive;
use super::boxes::take_tables;
use super::cell_styles::read_styles;
use super::choose::TableChoice;
use super::worksheet::{SharedWorkbookParts, read_worksheet};
use crate::raw::RawSheet;

type Check<'a> = &'a dyn Fn() -> Result<(), InputError>;

/// Reads the sheets of a workbook that are chosen.
///
/// # Errors
/// Returns an error for a file that is not a workbook, a damaged or encrypted one, one with more
/// than 32 MiB of text or a million cells, and at the first cell that is not as expected.
pub(super) fn read_workbook(
    source: &str,
    bytes: Vec<u8>,
    choice: &TableChoice<'_>,
    check: Check<'_>,
) -> Result<Vec<RawSheet>, InputError> {
    let mut archive = WorkbookArchive::open_archive(source, bytes, check)?;
    let main = main_part(&mut archive, source, check)?;
    let listed = list_parts(&mut archive, source, &main, check)?;
    let names: Vec<&str> = listed.sheets.iter().map(|(name, _)| name.as_str()).collect();
    let chosen = choice.sheet_indices(source, &names)?;
    let mut shared = SharedWorkbookParts::default();
    // The sheets refer to these by number, so they are read first.
    if let Some(part) = &listed.strings {
        shared.strings = shared_strings(source, part, &archive.read_required_part(part)?, check)?;
    }
    if let Some(part) = &listed.styles
        && let Some(text) = archive.read_part(part)?
    {
        shared.styles = read_styles(source, part, &text, check)?;
    }
    let mut sheets = Vec::new();
    let mut cells = 0;
    for index in chosen {
        let (name, part) = &listed.sheets[index];
        let text = archive.read_required_part(part)?;
        let mut grid = read_worksheet(source, name, part, &text, &shared, check)?;
        // The grid has copies of the texts, so the XML is freed before the tables are built.
        drop(text);
        cells += grid.cells.len();
        if cells > super::worksheet::MAX_CELLS {
            return Err(grid.too_many(source, name));
        }
        sheets.push(RawSheet {
            name: name.clone(),
            tables: take_tables(source, name, &mut grid, check)?,
        });
    }
    Ok(sheets)
}

/// The name of the part that lists the sheets.
fn main_part(
    archive: &mut WorkbookArchive<'_>,
    source: &str,
    check: Check<'_>,
) -> Result<String, InputError> {
    let name = "_rels/.rels";
    let Some(text) = archive.read_part(name)? else {
        return Err(archive.archive_error("no workbook: a zip archive without the parts of one"));
    };
    let document = parse_document(source, name, &text, check)?;
    let found = child_elements(document.root_element(), "Relationship")
        .find(|node| {
            local_attribute(*node, "Type").is_some_and(|kind| kind.ends_with("/officeDocument"))
        })
        .and_then(|node| local_attribute(node, "Target"));
    let target = found.map(|target| resolve_target("", target));
    target.ok_or_else(|| archive.archive_error("no workbook: its archive names no main part"))
}

/// The parts that a workbook lists.
struct WorkbookParts {
    /// The sheets with their parts, in order.
    sheets: Vec<(String, String)>,
    /// The part of the shared strings.
    strings: Option<String>,
    /// The part of the styles.
    styles: Option<String>,
}

fn list_parts(
    archive: &mut WorkbookArchive<'_>,
    source: &str,
    main: &str,
    check: Check<'_>,
) -> Result<WorkbookParts, InputError> {
    let text = archive.read_required_part(main)?;
    let document = parse_document(source, main, &text, check)?;
    let root = document.root_element();
    if root.tag_name().name() != "workbook" {
        let found = root.tag_name().name();
        return Err(archive.archive_error(format!("no workbook: its main part holds a '{found}'")));
    }
    // Targets are relative to the folder of the part that names them.
    let (folder, file) = main.rsplit_once('/').unwrap_or(("", main));
    let relations = archive.read_part(&resolve_target(folder, &format!("_rels/{file}.rels")))?;
    let relations = relations.unwrap_or_else(|| "<Relationships/>".into());
    let name = format!("{folder}/_rels/{file}.rels");
    let relations = parse_document(source, &name, &relations, check)?;
    let (mut targets, mut strings, mut styles) = (HashMap::new(), None, None);
    for node in child_elements(relations.root_element(), "Relationship") {
        let [id, kind, target] = ["Id", "Type", "Target"].map(|name| local_attribute(node, name));
        let target = resolve_target(folder, target.unwrap_or_default());
        let kind = kind.and_then(|kind| kind.rsplit('/').next()).unwrap_or_default();
        match kind {
            "sharedStrings" => strings = Some(target.clone()),
            "styles" => styles = Some(target.clone()),
            _ => {}
        }
        targets.insert(id.unwrap_or_default(), (kind, target));
    }
    let mut sheets = Vec::new();
    for node in first_child(root, "sheets").into_iter().flat_map(|all| child_elements(all, "sheet"))
    {
        let name = local_attribute(node, "name").unwrap_or_default().to_owned();
        match local_attribute(node, "id").and_then(|id| targets.get(id)) {
            Some(("worksheet", part)) => sheets.push((name, part.clone())),
            // Charts and dialogs have no cells.
            Some(("chartsheet" | "dialogsheet" | "xlMacrosheet", _)) => {}
            _ => return Err(archive.archive_error(format!("there is no part for sheet '{name}'"))),
        }
    }
    if sheets.is_empty() {
        return Err(archive.archive_error("a workbook without sheets"));
    }
    Ok(WorkbookParts { sheets, strings, styles })
}

/// The name of a part from a target relative to a folder.
fn resolve_target(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = if target.starts_with('/') { Vec::new() } else { vec![folder] };
    parts.extend(target.split('/'));
    // Resolves `..` without leaving the archive.
    let mut path: Vec<&str> = Vec::new();
    for part in parts.into_iter().flat_map(|part| part.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    path.join("/")
}

fn shared_strings(
    source: &str,
    part: &str,
    text: &str,
    check: Check<'_>,
) -> Result<Vec<String>, InputError> {
    let document = parse_document(source, part, text, check)?;
    Ok(child_elements(document.root_element(), "si").map(rich_text).collect())
}

/// The text of a string: plain, or in runs. Phonetic hints are left out.
pub(super) fn rich_text(node: Node<'_, '_>) -> String {
    let mut text = String::new();
    for part in node.children().filter(Node::is_element) {
        match part.tag_name().name() {
            "t" => text.push_str(&text_of(part)),
            "r" => child_elements(part, "t").for_each(|run| text.push_str(&text_of(run))),
            _ => {}
        }
    }
    unescape_text(&text)
}

/// Replaces `_x000D_` and similar codes, which represent characters that XML does not allow.
pub(super) fn unescape_text(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find("_x") {
        // `get` returns `None` where the text ends or a character begins within the range, so the
        // slices are safe.
        let code =
            rest.get(place + 2..place + 6).filter(|_| rest[place + 2..].get(4..5) == Some("_"));
        let code = code.filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let letter =
            code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        // The code has 7 characters. An underscore of anything else stays, and the search continues
        // after its `_x`.
        let taken = match letter {
            Some(letter) => {
                result.push_str(&rest[..place]);
                result.push(letter);
                place + 7
            }
            None => {
                result.push_str(&rest[..place + 2]);
                place + 2
            }
        };
        rest = &rest[taken..];
    }
    result.push_str(rest);
    result
}
