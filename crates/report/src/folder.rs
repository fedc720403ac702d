//! The folder that names of instances share, which a table states once.

/// Returns the folder that all names share, with its final `/`; empty if there is none, or there
/// are no two different names.
pub(crate) fn shared_folder<'n>(names: impl IntoIterator<Item = &'n str>) -> &'n str {
    let mut names = names.into_iter();
    let Some(first) = names.next() else { return "" };
    // Only whole folders count: `a/bc` and `a/bd` share `a/`, not `a/b`.
    let mut shared = first.rfind('/').map_or("", |end| &first[..=end]);
    let mut differ = false;
    for name in names {
        // A folder is shared by two different names at least; a single name stays whole.
        differ |= name != first;
        while !name.starts_with(shared) {
            let above = shared[..shared.len() - 1].rfind('/');
            shared = above.map_or("", |end| &shared[..=end]);
        }
    }
    if differ { shared } else { "" }
}

#[cfg(test)]
mod tests {
    use super::shared_folder;

    #[test]
    fn whole_folders_are_shared() {
        let of = |names: &[&'static str]| shared_folder(names.iter().copied());
        assert_eq!(of(&["a/b/x#1", "a/b/y", "a/b/x"]), "a/b/");
        assert_eq!(of(&["a/bc/x", "a/bd/y"]), "a/");
        assert_eq!(of(&["/x", "/y"]), "/");
        assert_eq!(of(&["a/x", "b/x"]), "");
        assert_eq!(of(&["x", "a/y"]), "");
        assert_eq!(of(&["a/x", "y"]), "");
        assert_eq!(of(&["a/x", "a/x"]), "");
        assert_eq!(of(&["a/x"]), "");
        assert_eq!(of(&["ä", "äb"]), "");
        assert_eq!(of(&[]), "");
    }
}
