//! The markup of a text, one piece after the other, without a tree.

use std::ops::Range;

/// The kind of a piece of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkupKind {
    /// The tag at the beginning of an element: `<a>`.
    Open,
    /// The tag of an empty element: `<a/>`.
    Empty,
    /// The tag at the end of an element: `</a>`.
    Close,
    /// Text that is taken as it is: `<![CDATA[...]]>`.
    Data,
    /// A comment or an instruction: `<!-- ... -->`, `<?...?>`.
    Aside,
    /// A declaration, such as that of a document type: `<!...`. It has no end here.
    Declaration,
}

/// A piece of markup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkupTag<'t> {
    /// The kind of the piece.
    pub kind: MarkupKind,
    /// The name of a tag, as it is written; empty for other pieces.
    pub name: &'t str,
    /// The place in the text, in bytes.
    pub range: Range<usize>,
    /// The number of attributes of a tag.
    pub(super) attributes: usize,
}

/// Walks through the markup of a text. Ends at the first piece without an end, which a parser
/// refuses.
#[derive(Clone, Debug)]
pub struct MarkupTags<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> MarkupTags<'t> {
    /// Starts at a place of a text.
    #[must_use]
    pub fn from(text: &'t str, at: usize) -> Self {
        MarkupTags { text, at }
    }
}

impl<'t> Iterator for MarkupTags<'t> {
    type Item = MarkupTag<'t>;

    fn next(&mut self) -> Option<MarkupTag<'t>> {
        let rest = self.text.get(self.at..)?;
        let start = self.at + rest.find('<')?;
        let rest = self.text.get(start..)?;
        // These may contain `<` and `>`, so each is skipped as a whole.
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .iter()
            .find_map(|(open, close)| rest.strip_prefix(open).map(|after| (open, close, after)));
        let (kind, name, attributes, length) = if let Some((open, close, after)) = skipped {
            let kind = if *close == "]]>" { MarkupKind::Data } else { MarkupKind::Aside };
            (kind, "", 0, open.len() + after.find(close)? + close.len())
        } else if rest.starts_with("<!") {
            // The guard stops here, so the end of the declaration does not matter.
            (MarkupKind::Declaration, "", 0, 2)
        } else {
            parse_tag(rest)?
        };
        self.at = start + length;
        Some(MarkupTag { kind, name, range: start..self.at, attributes })
    }
}

/// Returns the kind, the name, the number of attributes and the length of the tag at the start of a
/// text; `None` if it has no end.
fn parse_tag(text: &str) -> Option<(MarkupKind, &str, usize, usize)> {
    let (mut quote, mut attributes, mut before) = (None, 0, 0);
    for (offset, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => {
                // Each attribute has one quoted value, so opening quotes count the attributes.
                quote = Some(byte);
                attributes += 1;
            }
            (None, b'>') => {
                // `before` is the byte before the `>`: a slash there closes the element at once.
                let kind = match (text.as_bytes().get(1), before) {
                    (Some(b'/'), _) => MarkupKind::Close,
                    (_, b'/') => MarkupKind::Empty,
                    _ => MarkupKind::Open,
                };
                let inner = text.get(1..offset)?;
                let inner = inner.strip_prefix('/').unwrap_or(inner);
                let end = inner.find(|c: char| c.is_ascii_whitespace() || c == '/');
                return Some((kind, &inner[..end.unwrap_or(inner.len())], attributes, offset + 1));
            }
            (None, _) => {}
        }
        before = byte;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_its_kind_name_and_place() {
        let text = "<?xml version='1.0'?><!-- <x> --> <a b='>' c=\"/\"><d/>5<e\n f='1' />\
                    <![CDATA[<y>]]></a ><!DOCTYPE z>";
        let shown: Vec<(MarkupKind, &str, &str)> =
            MarkupTags::from(text, 0).map(|tag| (tag.kind, tag.name, &text[tag.range])).collect();
        assert_eq!(
            shown,
            [
                (MarkupKind::Aside, "", "<?xml version='1.0'?>"),
                (MarkupKind::Aside, "", "<!-- <x> -->"),
                (MarkupKind::Open, "a", "<a b='>' c=\"/\">"),
                (MarkupKind::Empty, "d", "<d/>"),
                (MarkupKind::Empty, "e", "<e\n f='1' />"),
                (MarkupKind::Data, "", "<![CDATA[<y>]]>"),
                (MarkupKind::Close, "a", "</a >"),
                (MarkupKind::Declaration, "", "<!"),
            ]
        );
        assert_eq!(MarkupTags::from("<a><b c='", 0).count(), 1);
        assert_eq!(MarkupTags::from("<a><!-- b", 0).count(), 1);
    }
}
