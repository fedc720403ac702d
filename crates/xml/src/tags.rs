//! The markup of a text, one piece after the other, without a tree.

use std::ops::Range;

/// The kind of a piece of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Markup {
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
pub struct Tag<'t> {
    /// The kind of the piece.
    pub kind: Markup,
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
pub struct Tags<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tags<'t> {
    /// Starts at a place of a text.
    #[must_use]
    pub fn from(text: &'t str, at: usize) -> Self {
        Tags { text, at }
    }
}

impl<'t> Iterator for Tags<'t> {
    type Item = Tag<'t>;

    fn next(&mut self) -> Option<Tag<'t>> {
        let rest = self.text.get(self.at..)?;
        let start = self.at + rest.find('<')?;
        let rest = self.text.get(start..)?;
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .iter()
            .find_map(|(open, close)| rest.strip_prefix(open).map(|after| (open, close, after)));
        let (kind, name, attributes, length) = if let Some((open, close, after)) = skipped {
            let kind = if *close == "]]>" { Markup::Data } else { Markup::Aside };
            (kind, "", 0, open.len() + after.find(close)? + close.len())
        } else if rest.starts_with("<!") {
            (Markup::Declaration, "", 0, 2)
        } else {
            tag(rest)?
        };
        self.at = start + length;
        Some(Tag { kind, name, range: start..self.at, attributes })
    }
}

/// Returns the kind, the name, the number of attributes and the length of the tag at the start of a
/// text; `None` if it has no end.
fn tag(text: &str) -> Option<(Markup, &str, usize, usize)> {
    let (mut quote, mut attributes, mut before) = (None, 0, 0);
    for (place, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => {
                quote = Some(byte);
                attributes += 1;
            }
            (None, b'>') => {
                let kind = match (text.as_bytes().get(1), before) {
                    (Some(b'/'), _) => Markup::Close,
                    (_, b'/') => Markup::Empty,
                    _ => Markup::Open,
                };
                let inner = text.get(1..place)?;
                let inner = inner.strip_prefix('/').unwrap_or(inner);
                let end = inner.find(|c: char| c.is_ascii_whitespace() || c == '/');
                return Some((kind, &inner[..end.unwrap_or(inner.len())], attributes, place + 1));
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
        let shown: Vec<(Markup, &str, &str)> =
            Tags::from(text, 0).map(|tag| (tag.kind, tag.name, &text[tag.range])).collect();
        assert_eq!(
            shown,
            [
                (Markup::Aside, "", "<?xml version='1.0'?>"),
                (Markup::Aside, "", "<!-- <x> -->"),
                (Markup::Open, "a", "<a b='>' c=\"/\">"),
                (Markup::Empty, "d", "<d/>"),
                (Markup::Empty, "e", "<e\n f='1' />"),
                (Markup::Data, "", "<![CDATA[<y>]]>"),
                (Markup::Close, "a", "</a >"),
                (Markup::Declaration, "", "<!"),
            ]
        );
        assert_eq!(Tags::from("<a><b c='", 0).count(), 1);
        assert_eq!(Tags::from("<a><!-- b", 0).count(), 1);
    }
}
