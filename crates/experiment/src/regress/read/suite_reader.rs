//! Reads the cases of a suite.

use std::collections::HashSet;
use std::path::Path;

use parallax_compare::Models;
use parallax_formats::inputs::UnknownForm;
use parallax_model::instance::InputError;

use super::expected::{expected, required};
use super::race::race;
use super::settings::{Settings, specs};
use crate::keys::Keys;
use crate::regress::instances::{Named, find};
use crate::regress::suite::{Case, Suite};
use crate::toml::{Place, Placed, Toml};

/// The engines of a suite that names none: two independent ones that every build has.
const ENGINES: &str = "native,sat:batsat";

impl Suite {
    /// Reads a suite. Relative paths in it start at the folder of `file`.
    ///
    /// # Errors
    /// Returns the first error of the text, with line and column: broken TOML, an unknown key, a
    /// value of a wrong type, an engine that this build does not have, or an instance that does not
    /// exist.
    pub fn parse(file: &str, text: String) -> Result<Suite, InputError> {
        let cases = cases(file, text.strip_prefix('\u{feff}').unwrap_or(&text))?;
        Ok(Suite { file: file.to_owned(), text, cases })
    }
}

pub(super) fn cases(file: &str, text: &str) -> Result<Vec<Case>, InputError> {
    let toml = Toml::parse(file, text)?;
    let keys = toml.keys();
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let usual = Settings::read(&keys)?;
    let tables = keys.tables("case")?;
    keys.finish("a suite")?;
    if tables.is_empty() {
        return Err(keys.error("a suite without cases; expected [[case]]"));
    }
    let mut names = HashSet::new();
    tables
        .iter()
        .map(|table| {
            let (mut case, named) = case(table, &usual, folder)?;
            if let Some(at) = named
                && names.contains(&case.name)
            {
                let message = format!("a second case with the name '{}'", case.name);
                return Err(toml.error(&at, message));
            }
            let plain = case.name.clone();
            for number in 2.. {
                if names.insert(case.name.clone()) {
                    break;
                }
                case.name = format!("{plain} ({number})");
            }
            Ok(case)
        })
        .collect()
}

/// Reads a case; returns it with the place of its name if it states one.
pub(super) fn case(
    keys: &Keys<'_>,
    usual: &Settings,
    folder: &Path,
) -> Result<(Case, Option<Place>), InputError> {
    let settings = Settings::read(keys)?.or(usual);
    let name = keys.text("name")?;
    if let Some(name) = name.as_ref().filter(|name| name.value.contains(char::is_control)) {
        return Err(keys.toml.error(&name.at, "name: expected one line of plain text"));
    }
    let written = keys.texts("instance")?;
    if written.is_empty() {
        return Err(keys.error("a case without instance = \"…\""));
    }
    let form = keys.text("puzzle")?.map(|form| {
        let fault = |error: UnknownForm| keys.toml.error(&form.at, error.to_string());
        form.value.parse().map_err(fault)
    });
    let sheets = keys.texts("sheet")?.iter().map(|sheet| sheet.value.to_owned()).collect();
    let index = keys.count("index")?.map(|index| {
        let place = u64::try_from(&index.value).ok().and_then(|place| place.try_into().ok());
        place.ok_or_else(|| keys.toml.error(&index.at, "index: larger than any file"))
    });
    let default = Placed { value: ENGINES, at: keys.at.clone() };
    let engines = settings.engines.clone().map_or_else(|| specs(keys, &default), Ok)?;
    let required = required(keys, &engines)?;
    let expected = expected(keys, &settings, &engines)?;
    let races = keys.tables("race")?.iter().map(race).collect::<Result<_, _>>()?;
    keys.finish("a case")?;
    let Named { names: instances, many } = instances(keys, &written, folder)?;
    let listed = || {
        let names: Vec<&str> = written.iter().map(|one| one.value).collect();
        names.join(", ").replace(char::is_control, " ")
    };
    let index = index.transpose()?;
    if index.is_some() && many {
        return Err(keys.error("index goes with one file"));
    }
    let place = index.map(|index| format!("#{index}")).unwrap_or_default();
    let case = Case {
        name: name.as_ref().map_or_else(|| listed() + &place, |name| name.value.to_owned()),
        line: keys.toml.line(&keys.at),
        many,
        instances,
        form: form.transpose()?,
        sheets,
        index,
        engines,
        required,
        models: settings.models.unwrap_or(Models::Default),
        task: settings.task,
        timeout: settings.timeout,
        seed: settings.seed.unwrap_or(0),
        expected,
        races,
    };
    Ok((case, name.map(|name| name.at)))
}

/// Returns the sources of all names of instances of a case.
pub(super) fn instances(
    keys: &Keys<'_>,
    written: &[Placed<&str>],
    folder: &Path,
) -> Result<Named, InputError> {
    let mut all = Named { names: Vec::new(), many: written.len() > 1 };
    for one in written {
        let found =
            find(folder, one.value).map_err(|why| keys.toml.error(&one.at, why.to_string()))?;
        all.many |= found.many;
        all.names.extend(found.names);
    }
    Ok(all)
}
