//! The beginning of a file: whether it is an instance of this format.

use parallax_instance::InputError;
use parallax_instance::LineReader;
use parallax_xml::{self as xml, MarkupKind, MarkupTags, local_attribute};
use roxmltree::Node;

use super::reader::Xcsp3Reader;

/// Number of bytes in which the root is looked for.
const MAX_EXAMINED_BYTES: usize = 1 << 14;

/// Whether a text looks like an instance of XCSP3, judged by its root.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn starts_xcsp3(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    let bytes = lines.first_bytes()?;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_EXAMINED_BYTES)]);
    Ok(is_instance(&text))
}

/// Whether the beginning of a text shows an instance of XCSP3. Versions before 3 state their format
/// inside the root.
#[must_use]
pub fn is_instance(beginning: &str) -> bool {
    root_tag(beginning).is_some_and(|tag| {
        // White space may surround the equals sign.
        let squeezed: String = tag.chars().filter(|c| !c.is_whitespace()).collect();
        ["format=\"XCSP3\"", "format='XCSP3'"].iter().any(|format| squeezed.contains(format))
    })
}

/// Returns the first tag of a text if it is that of an instance, of any version.
#[must_use]
pub fn root_tag(text: &str) -> Option<&str> {
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let inner = rest.strip_prefix('<')?;
        // A comment may contain `>`; declarations before the root do not.
        let end = if inner.starts_with("!--") { "-->" } else { ">" };
        let (tag, after) = inner.split_once(end)?;
        if !inner.starts_with(['?', '!']) {
            let name = tag.split(|c: char| c.is_whitespace() || c == '/').next();
            return (name == Some("instance")).then_some(tag);
        }
        rest = after.trim_start();
    }
}

/// Returns an error unless the root, which is read without the elements inside it, is that of an
/// instance of this format.
pub(super) fn require_instance(
    reader: &Xcsp3Reader<'_>,
    root: Node<'_, '_>,
) -> Result<(), InputError> {
    let name = root.tag_name().name();
    if name != "instance" {
        return Err(reader.error_at(
            root.range().start,
            format!("'{name}'; expected an <instance format=\"XCSP3\">"),
        ));
    }
    let format =
        local_attribute(root, "format").map(str::to_owned).or_else(|| older_version(reader.text));
    let format = format.as_deref().unwrap_or("none");
    if format != "XCSP3" {
        let message = format!(
            "an instance of the format {format}, which is not read; expected XCSP3 (the tools of \
             xcsp.org convert older instances)"
        );
        return Err(reader.error_at(root.range().start, message));
    }
    match local_attribute(root, "type") {
        None | Some("CSP" | "COP") => Ok(()),
        Some(kind) => Err(reader
            .fault_in(root, &format!("type=\"{kind}\" is not supported; expected CSP or COP"))),
    }
}

/// Returns the version of the format that an older instance has in `<presentation>`.
fn older_version(text: &str) -> Option<String> {
    let mut buffer = String::new();
    // The first tag is the root.
    let mut tags = MarkupTags::from(text, 0).filter(|tag| tag.kind != MarkupKind::Aside).skip(1);
    let tag = tags.next().filter(|tag| tag.name == "presentation")?;
    let tag = text.get(tag.range)?;
    buffer.push_str(tag.strip_suffix("/>").or(tag.strip_suffix('>'))?);
    buffer.push_str("/>");
    let tree = xml::parse_part(&buffer)?;
    local_attribute(tree.root_element(), "format").map(str::to_owned)
}
