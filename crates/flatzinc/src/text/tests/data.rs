//! Files of others, where they are present: a folder of `.fzn` files in `PARALLAX_FLATZINC`.

use std::path::PathBuf;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::hostile::{mutated, withstood};
use super::read;

/// Maximum number of bytes of a file that is also read with mutations.
const SMALL: usize = 20_000;

#[test]
fn files_of_others_are_read() {
    let Some(folder) = std::env::var_os("PARALLAX_FLATZINC").map(PathBuf::from) else { return };
    let (mut faults, mut number) = (Vec::new(), 0);
    let mut random = ChaCha8Rng::seed_from_u64(11);
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
        if text.len() <= SMALL {
            for _ in 0..100 {
                withstood(&mutated(&text, &mut random));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(number > 0, "no files");
}
