//! Snapshots of the disk below a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every folder and file below a folder, with the bytes of the files.
#[derive(PartialEq, Eq)]
pub struct Snapshot(BTreeMap<PathBuf, Option<Vec<u8>>>);

impl Snapshot {
    /// Takes a snapshot of the present state.
    pub fn of(folder: &Path) -> Self {
        let mut found = BTreeMap::new();
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let is_folder = path.is_dir();
                let bytes = (!is_folder).then(|| fs::read(&path).expect("a file"));
                found.insert(path.clone(), bytes);
                if is_folder {
                    open.push(path);
                }
            }
        }
        Snapshot(found)
    }
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let size = |bytes: &Option<Vec<u8>>| bytes.as_ref().map(Vec::len);
        f.debug_map().entries(self.0.iter().map(|(path, bytes)| (path, size(bytes)))).finish()
    }
}
