//! Writes plots to files.

use std::fs;
use std::path::Path;

use parallax_model::engine_api::UnknownNameError;
use parallax_report::results::{StudyAnalysis, chart};

use super::{CliError, write_error};

/// Writes the plots to a folder: `bars.svg`, `cactus.svg`, `boxes.svg`, and a scatter plot for each
/// pair.
pub(super) fn write_plots(
    folder: &Path,
    analysis: &StudyAnalysis,
    pairs: &[String],
) -> Result<(), CliError> {
    if !analysis.is_timed() {
        return Err(CliError("canonical results have no times to plot".into()));
    }
    let mut files = vec![
        ("bars.svg".to_owned(), chart::draw_chart(analysis)),
        ("cactus.svg".to_owned(), chart::draw_cactus(analysis)),
        ("boxes.svg".to_owned(), chart::draw_boxes(analysis)),
    ];
    for (number, pair) in pairs.iter().enumerate() {
        let (one, two) = pair_engines(analysis, pair)?;
        let name = format!("scatter-{}.svg", number + 1);
        files.push((name, chart::draw_scatter(analysis, one, two)));
    }
    fs::create_dir_all(folder).map_err(|error| write_error(Some(folder), &error))?;
    for (name, content) in files {
        let path = folder.join(name);
        fs::write(&path, chart::standalone_plot(&content))
            .map_err(|error| write_error(Some(&path), &error))?;
    }
    Ok(())
}

/// Returns the two engines of a pair. Tries every comma, because names may contain commas.
fn pair_engines(analysis: &StudyAnalysis, pair: &str) -> Result<(usize, usize), CliError> {
    let names = analysis.engine_names();
    let place = |name: &str| names.iter().position(|known| known == name.trim());
    // A comma is one byte, so the second name begins at `at + 1`.
    let split = |(at, _): (usize, &str)| Some((place(&pair[..at])?, place(&pair[at + 1..])?));
    if let Some(found) = pair.match_indices(',').find_map(split) {
        return Ok(found);
    }
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let wrong = match pair.split_once(',') {
        None => {
            return Err(CliError(format!("'{pair}'; expected two engines with a comma between")));
        }
        Some((one, two)) if place(one).is_some() => two,
        Some((one, _)) => one,
    };
    Err(UnknownNameError::new("engine", wrong.trim(), &known).into())
}
