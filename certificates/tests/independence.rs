//! The checker stands alone.

use std::fs;
use std::path::Path;

#[test]
fn the_checker_uses_nothing_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let shared = fs::read_to_string(root.join("../Cargo.toml")).expect("the workspace");
    let (_, dependencies) = manifest.split_once("[dependencies]").expect("dependencies");
    // What its tests use is no part of it.
    let (dependencies, _) = dependencies.split_once("[dev-dependencies]").expect("both lists");
    for line in dependencies.lines().filter(|line| line.contains('=')) {
        let name = line.split_whitespace().next().expect("a name");
        let known = ["flate2", "num-bigint", "serde", "serde_json", "sha2"];
        assert!(known.contains(&name), "{name}");
        // Its version is that of the workspace, whose entry must not lead to a folder.
        assert!(!line.contains("path"), "{line}");
        let entry = shared.lines().find(|line| line.starts_with(&format!("{name} =")));
        assert!(!entry.expect("an entry of the workspace").contains("path"), "{entry:?}");
    }
    let mut open = vec![root.join("src")];
    let mut files = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                fs::read_dir(path).expect("a folder").map(|entry| entry.expect("a file").path()),
            );
            continue;
        }
        files += 1;
        let text = fs::read_to_string(&path).expect("a source");
        let text = text.replace("parallax_certificates", "");
        for foreign in ["parallax::", "parallax_", "rustsat", "#[path"] {
            assert!(!text.contains(foreign), "{}: {foreign}", path.display());
        }
    }
    assert!(files > 10);
}
