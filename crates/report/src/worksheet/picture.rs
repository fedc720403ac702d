//! SVG documents as parts of one page.

/// Returns a picture whose names begin with `prefix`, so that they differ from those of other
/// pictures of the page.
pub(super) fn prefix_names(svg: &str, prefix: &str) -> String {
    // Names occur as definitions, in `url(#…)` and as local links. The space before `id` and `href`
    // restricts the match to attributes of these very names, and spares e.g. `data-id`.
    const ID_REFERENCE_PREFIXES: [&str; 3] = [" id=\"", "url(#", " href=\"#"];
    let mut text = svg.to_owned();
    for place in ID_REFERENCE_PREFIXES {
        text = text.replace(place, &format!("{place}{prefix}-"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::prefix_names;

    #[test]
    fn names_begin_with_the_prefix_and_texts_stay() {
        let svg = "<svg><g id=\"red\"/><path fill=\"url(#red)\"/><text>id=\"a\"</text></svg>";
        let expected =
            "<svg><g id=\"p1-red\"/><path fill=\"url(#p1-red)\"/><text>id=\"a\"</text></svg>";
        assert_eq!(prefix_names(svg, "p1"), expected);
    }
}
