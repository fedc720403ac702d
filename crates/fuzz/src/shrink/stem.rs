//! The names of files for small instances.

use std::path::Path;

/// Returns the name of a file without folder and extensions; the puzzle if there is no file.
#[must_use]
pub fn source_stem(source: &str, puzzle: &str) -> String {
    let name = Path::new(source).file_name().map(|name| name.to_string_lossy().into_owned());
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let name = name.unwrap_or_default().split('.').next().unwrap_or_default().to_owned();
    let stem: String = name.chars().map(|c| if plain(c) { c } else { '-' }).collect();
    let stem = stem.trim_matches('-');
    if stem.is_empty() || source.starts_with('<') { puzzle.to_owned() } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::source_stem;

    #[test]
    fn names_come_from_files_where_there_are_files() {
        for (source, expected) in [
            ("a/big.model.json", "big"),
            ("<stdin>", "cnf"),
            ("zebra:4@7", "zebra-4-7"),
            ("..", "cnf"),
            ("a b\n.cnf", "a-b"),
            ("", "cnf"),
        ] {
            assert_eq!(source_stem(source, "cnf"), expected, "{source:?}");
        }
    }
}
