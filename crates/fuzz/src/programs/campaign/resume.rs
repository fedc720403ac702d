//! The place from which a campaign continues, kept in its folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

/// The place from which a campaign continues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumePoint {
    /// The seed of its cases.
    pub seed: u64,
    /// By the specification of a target, the number of the first case that was not asked.
    pub reached: BTreeMap<String, u64>,
}

impl ResumePoint {
    /// Reads the place from a folder; `None` if the folder has no campaign.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read_folder(folder: &Path) -> io::Result<Option<Self>> {
        match fs::read_to_string(resume_file(folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            text => Ok(Some(serde_json::from_str(&text?)?)),
        }
    }

    /// Writes the place to a folder.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_folder(&self, folder: &Path) -> io::Result<()> {
        fs::write(resume_file(folder), serde_json::to_string(self)? + "\n")
    }
}

fn resume_file(folder: &Path) -> PathBuf {
    folder.join("campaign.json")
}
