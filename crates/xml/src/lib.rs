//! The one guarded XML parser of all formats: no document types, limited nesting and attributes.
//!
//! It guards against texts that would take much memory or stack, and then builds a tree of a whole
//! text ([`parse_document`]) or of a part of it ([`parse_part`]). It knows no format: XCSP3, DMN
//! and workbooks are read by the crates that use it. Start with [`guard_text`].

mod guarded_document;
mod tags;

pub use guarded_document::{
    child_elements, first_child, guard_text, local_attribute, parse_document, parse_part, text_of,
};

pub use tags::{MarkupKind, MarkupTag, MarkupTags};

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        parse_document("f", "", text, &|| Ok(()))
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn what_is_dangerous_is_refused() {
        const DEEP: usize = 1_000_000;
        let deep = "<a>".repeat(DEEP) + &"</a>".repeat(DEEP);
        insta::assert_snapshot!(fault(&deep), @"f:1:769: elements nested more than 256 deep");
        let names: Vec<String> = (0..100_000).map(|i| format!("a{i}='1'")).collect();
        let wide = format!("<a {}/>", names.join(" "));
        insta::assert_snapshot!(fault(&wide), @"f:1:1: an element with more than 512 attributes");
        let laughs =
            "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'lol'><!ENTITY c '&b;&b;'>]><a>&c;</a>";
        insta::assert_snapshot!(fault(laughs), @"f:2:1: a document type declaration; expected none");
        insta::assert_snapshot!(fault("<a>&b;</a>"), @"f: damaged XML: unknown entity reference 'b' at 1:4");
        insta::assert_snapshot!(fault("<a"), @"f: damaged XML: the document does not have a root node");
        insta::assert_snapshot!(fault(""), @"f: damaged XML: the document does not have a root node");
        let broad =
            format!("<a>{}</a>", "<b c='>'/><!-- <x> --><d><![CDATA[<y>]]></d>".repeat(1000));
        assert_eq!(fault(&broad), "");
    }
}
