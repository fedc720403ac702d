//! Files of others, where they are present: a folder of `.fzn` files in `PARALLAX_FLATZINC`.

use std::path::PathBuf;

use super::read;

#[test]
fn files_of_others_are_read() {
    let Some(folder) = std::env::var_os("PARALLAX_FLATZINC").map(PathBuf::from) else { return };
    let (mut faults, mut number) = (Vec::new(), 0);
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "fzn") {
            continue;
        }
        number += 1;
        let text = std::fs::read_to_string(&path).expect("a text");
        if let Err(error) = read(&text) {
            faults.push(format!("{}: {error}", path.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(number > 0, "no files");
}
