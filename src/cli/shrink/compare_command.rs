//! The command that reproduces the difference.

use std::path::Path;
use std::time::Duration;

use parallax_engines::EngineList;

use crate::cli::options::TaskOptions;

/// Returns `parallax compare` with the same engines, task and limits, quoted for a shell.
pub(super) fn compare_command(
    file: &Path,
    engines: &EngineList,
    models: Option<&str>,
    wanted: &TaskOptions,
    timeout: Duration,
) -> String {
    let mut words: Vec<String> = ["parallax", "compare"].map(str::to_owned).into();
    words.push(file.display().to_string());
    words.extend(["--engines".to_owned(), engines.list_text().to_owned()]);
    words.extend(models.into_iter().flat_map(|models| ["--models".to_owned(), models.to_owned()]));
    words.extend(wanted.option_words(timeout));
    // Quoting fails only for a NUL, which no argument of a program contains.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}
