//! Workbooks (`.xlsx`): Office Open XML, ECMA-376 part 1, SpreadsheetML.

use std::collections::HashMap;

use parallax_model::instance::InputError;
use parallax_xml::{attribute, child, children, parse, text_of};
use roxmltree::Node;

use super::archive::Archive;
use super::boxes::tables;
use super::choose::Choice;
use super::dates::date_styles;
use super::worksheet::{Shared, worksheet};
use crate::raw::Sheet;

type Check<'a> = &'a dyn Fn() -> Result<(), InputError>;

/// Reads the sheets of a workbook that are chosen.
///
/// # Errors
/// Returns an error for a file that is no workbook, a damaged or encrypted one, one with more than
/// 32 MiB of text or a million cells, and at the first cell that is not as expected.
pub(super) fn read(
    source: &str,
    bytes: Vec<u8>,
    choice: &Choice<'_>,
    check: Check<'_>,
) -> Result<Vec<Sheet>, InputError> {
    let mut archive = Archive::open(source, bytes, check)?;
    let main = main_part(&mut archive, source, check)?;
    let listed = sheets(&mut archive, source, &main, check)?;
    let names: Vec<&str> = listed.sheets.iter().map(|(name, _)| name.as_str()).collect();
    let chosen = choice.of(source, &names)?;
    let mut shared = Shared::default();
    if let Some(part) = &listed.strings {
        shared.strings = shared_strings(source, part, &archive.needed(part)?, check)?;
    }
    if let Some(part) = &listed.styles
        && let Some(text) = archive.part(part)?
    {
        shared.date_styles = date_styles(source, part, &text, check)?;
    }
    let mut sheets = Vec::new();
    let mut cells = 0;
    for place in chosen {
        let (name, part) = &listed.sheets[place];
        let text = archive.needed(part)?;
        let mut grid = worksheet(source, name, part, &text, &shared, check)?;
        drop(text);
        cells += grid.cells.len();
        if cells > super::worksheet::MAX_CELLS {
            return Err(grid.too_many(source, name));
        }
        sheets.push(Sheet { name: name.clone(), tables: tables(source, name, &mut grid, check)? });
    }
    Ok(sheets)
}

/// The name of the part that lists the sheets.
fn main_part(
    archive: &mut Archive<'_>,
    source: &str,
    check: Check<'_>,
) -> Result<String, InputError> {
    let name = "_rels/.rels";
    let Some(text) = archive.part(name)? else {
        return Err(archive.fault("no workbook: a zip archive without the parts of one"));
    };
    let document = parse(source, name, &text, check)?;
    let found = children(document.root_element(), "Relationship")
        .find(|node| attribute(*node, "Type").is_some_and(|kind| kind.ends_with("/officeDocument")))
        .and_then(|node| attribute(node, "Target"));
    let target = found.map(|target| resolved("", target));
    target.ok_or_else(|| archive.fault("no workbook: its archive names no main part"))
}

/// The parts that a workbook lists.
struct Listed {
    /// The sheets with their parts, in order.
    sheets: Vec<(String, String)>,
    /// The part of the shared strings.
    strings: Option<String>,
    /// The part of the styles.
    styles: Option<String>,
}

fn sheets(
    archive: &mut Archive<'_>,
    source: &str,
    main: &str,
    check: Check<'_>,
) -> Result<Listed, InputError> {
    let text = archive.needed(main)?;
    let document = parse(source, main, &text, check)?;
    let root = document.root_element();
    if root.tag_name().name() != "workbook" {
        let found = root.tag_name().name();
        return Err(archive.fault(format!("no workbook: its main part holds a '{found}'")));
    }
    let (folder, file) = main.rsplit_once('/').unwrap_or(("", main));
    let relations = archive.part(&resolved(folder, &format!("_rels/{file}.rels")))?;
    let relations = relations.unwrap_or_else(|| "<Relationships/>".into());
    let name = format!("{folder}/_rels/{file}.rels");
    let relations = parse(source, &name, &relations, check)?;
    let (mut targets, mut strings, mut styles) = (HashMap::new(), None, None);
    for node in children(relations.root_element(), "Relationship") {
        let [id, kind, target] = ["Id", "Type", "Target"].map(|name| attribute(node, name));
        let target = resolved(folder, target.unwrap_or_default());
        let kind = kind.and_then(|kind| kind.rsplit('/').next()).unwrap_or_default();
        match kind {
            "sharedStrings" => strings = Some(target.clone()),
            "styles" => styles = Some(target.clone()),
            _ => {}
        }
        targets.insert(id.unwrap_or_default(), (kind, target));
    }
    let mut sheets = Vec::new();
    for node in child(root, "sheets").into_iter().flat_map(|all| children(all, "sheet")) {
        let name = attribute(node, "name").unwrap_or_default().to_owned();
        match attribute(node, "id").and_then(|id| targets.get(id)) {
            Some(("worksheet", part)) => sheets.push((name, part.clone())),
            // Charts and dialogs have no cells.
            Some(("chartsheet" | "dialogsheet" | "xlMacrosheet", _)) => {}
            _ => return Err(archive.fault(format!("there is no part for sheet '{name}'"))),
        }
    }
    if sheets.is_empty() {
        return Err(archive.fault("a workbook without sheets"));
    }
    Ok(Listed { sheets, strings, styles })
}

/// The name of a part from a target relative to a folder.
fn resolved(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = if target.starts_with('/') { Vec::new() } else { vec![folder] };
    parts.extend(target.split('/'));
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
    let document = parse(source, part, text, check)?;
    Ok(children(document.root_element(), "si").map(rich_text).collect())
}

/// The text of a string: plain, or in runs. Phonetic hints are left out.
pub(super) fn rich_text(node: Node<'_, '_>) -> String {
    let mut text = String::new();
    for part in node.children().filter(Node::is_element) {
        match part.tag_name().name() {
            "t" => text.push_str(&text_of(part)),
            "r" => children(part, "t").for_each(|run| text.push_str(&text_of(run))),
            _ => {}
        }
    }
    unescaped(&text)
}

/// Replaces `_x000D_` and similar codes, which represent characters that XML does not allow.
pub(super) fn unescaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find("_x") {
        let code =
            rest.get(place + 2..place + 6).filter(|_| rest[place + 2..].get(4..5) == Some("_"));
        let code = code.filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let letter =
            code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
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
