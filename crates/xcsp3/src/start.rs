//! The beginning of a file: whether it is an instance of this format.

use parallax_model::instance::Lines;
use roxmltree::Node;

use super::reader::{Read, Reader};
use parallax_general::xml::attribute;

/// Number of bytes in which the root is looked for.
const BYTES: usize = 1 << 14;

/// Whether a text looks like an instance of XCSP3: its root says so.
///
/// # Errors
/// Returns an error if the text cannot be read.
pub fn starts(lines: &mut Lines<'_>) -> Read<bool> {
    let bytes = lines.first_bytes()?;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(BYTES)]);
    Ok(is_instance(&text))
}

/// Whether the beginning of a text shows an instance of XCSP3. Versions before 3 say so inside.
#[must_use]
pub fn is_instance(beginning: &str) -> bool {
    root_tag(beginning).is_some_and(|tag| {
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
        let end = if inner.starts_with("!--") { "-->" } else { ">" };
        let (tag, after) = inner.split_once(end)?;
        if !inner.starts_with(['?', '!']) {
            let name = tag.split(|c: char| c.is_whitespace() || c == '/').next();
            return (name == Some("instance")).then_some(tag);
        }
        rest = after.trim_start();
    }
}

/// Returns an error unless the root is that of an instance of this format.
pub(super) fn require_instance(reader: &Reader<'_>, root: Node<'_, '_>) -> Read<()> {
    let name = root.tag_name().name();
    if name != "instance" {
        return Err(reader.fault(
            root.range().start,
            format!("'{name}'; expected an <instance format=\"XCSP3\">"),
        ));
    }
    let mut children = root.children().filter(Node::is_element);
    let older = children
        .find(|child| child.tag_name().name() == "presentation")
        .and_then(|child| attribute(child, "format"));
    let format = attribute(root, "format").or(older).unwrap_or("none");
    if format != "XCSP3" {
        let message = format!(
            "an instance of the format {format}, which is not read; expected XCSP3 (the tools of \
             xcsp.org convert older instances)"
        );
        return Err(reader.fault(root.range().start, message));
    }
    match attribute(root, "type") {
        None | Some("CSP" | "COP") => Ok(()),
        Some(kind) => Err(reader
            .fault_in(root, &format!("type=\"{kind}\" is not supported; expected CSP or COP"))),
    }
}
