//! The collection and the models of the last two questions as files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use parallax_instance::Instance;
use parallax_json as json;

use super::cases::HyperplaneCase;
use super::geometry::AffineSpace;
use super::ladder::{LadderAnswer, LadderStep};
use super::model::cap_model;

/// Writes the last collection, the model that it solves, and the model of every case without a
/// collection to a folder, which is created if it is missing. Returns the paths.
///
/// # Errors
/// Returns the errors of the file system.
pub fn write_ladder(folder: &Path, steps: &[LadderStep]) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let Some(attributes) = steps.last().map(|step| step.attributes) else {
        return Ok(Vec::new());
    };
    let mut written = Vec::new();
    let mut save = |name: String, content: String| -> io::Result<()> {
        let path = folder.join(name);
        fs::write(&path, content)?;
        written.push(path);
        Ok(())
    };
    for step in steps.iter().filter(|step| step.attributes == attributes) {
        let cases = match &step.verdict {
            LadderAnswer::Yes(board) => {
                save(format!("set-free-{}.set", step.cards), board.notation().write_instance())?;
                // The last case asked about is the one with the collection.
                step.cases.get(step.asked - 1..step.asked).unwrap_or_default()
            }
            _ => &step.cases[..],
        };
        for &case in cases {
            let model = cap_model(AffineSpace::new(attributes), case).map_err(io::Error::other)?;
            let HyperplaneCase([a, b, c]) = case;
            save(
                format!("set-free-{}-{a}-{b}-{c}.model.json", step.cards),
                json::write_model(&model),
            )?;
        }
    }
    Ok(written)
}
