//! Reads the cases of a suite.

use std::collections::HashSet;
use std::path::Path;

use parallax_compare::ModelSelection;
use parallax_formats::inputs::UnknownForm;
use parallax_instance::InputError;

use super::expectations::{read_expectations, read_required};
use super::race::read_race;
use super::settings::{CaseSettings, parse_specs};
use crate::regress::instances::{NamedSources, find_sources};
use crate::regress::suite::{RegressionCase, RegressionSuite};
use crate::toml_document::{LocatedValue, Place, TomlDocument};
use crate::toml_keys::TomlTableKeys;

/// The engines of a suite that names none: two independent ones that every build has.
const DEFAULT_ENGINES: &str = "native,sat:batsat";

impl RegressionSuite {
    /// Reads a suite. Relative paths in it start at the folder of `file`.
    ///
    /// # Errors
    /// Returns the first error of the text, with line and column: broken TOML, an unknown key, a
    /// value of a wrong type, an engine that this build does not have, or an instance that does not
    /// exist.
    pub fn parse_suite(file: &str, text: String) -> Result<RegressionSuite, InputError> {
        let cases = read_cases(file, text.strip_prefix('\u{feff}').unwrap_or(&text))?;
        Ok(RegressionSuite { file: file.to_owned(), text, cases })
    }
}

pub(super) fn read_cases(file: &str, text: &str) -> Result<Vec<RegressionCase>, InputError> {
    let toml = TomlDocument::parse_text(file, text)?;
    let keys = toml.root_keys();
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let usual = CaseSettings::read_settings(&keys)?;
    let tables = keys.tables_at("case")?;
    keys.refuse_unknown("a suite")?;
    if tables.is_empty() {
        return Err(keys.error("a suite without cases; expected [[case]]"));
    }
    let mut names = HashSet::new();
    tables
        .iter()
        .map(|table| {
            let (mut case, named) = read_case(table, &usual, folder)?;
            if let Some(at) = named
                && names.contains(&case.name)
            {
                let message = format!("a second case with the name '{}'", case.name);
                return Err(toml.located_error(&at, message));
            }
            let plain = case.name.clone();
            // Names that the user did not give may coincide, for example for one file with two
            // tasks. They get numbers, so that reports can tell the cases apart.
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
pub(super) fn read_case(
    keys: &TomlTableKeys<'_>,
    usual: &CaseSettings,
    folder: &Path,
) -> Result<(RegressionCase, Option<Place>), InputError> {
    let settings = CaseSettings::read_settings(keys)?.completed_by(usual);
    let name = keys.text_at("name")?;
    if let Some(name) = name.as_ref().filter(|name| name.value.contains(char::is_control)) {
        return Err(keys.toml.located_error(&name.at, "name: expected one line of plain text"));
    }
    let written = keys.texts_at("instance")?;
    if written.is_empty() {
        return Err(keys.error("a case without instance = \"…\""));
    }
    let form = keys.text_at("puzzle")?.map(|form| {
        let fault = |error: UnknownForm| keys.toml.located_error(&form.at, error.to_string());
        form.value.parse().map_err(fault)
    });
    let sheets = keys.texts_at("sheet")?.iter().map(|sheet| sheet.value.to_owned()).collect();
    let index = keys.count_at("index")?.map(|index| {
        let number = u64::try_from(&index.value).ok().and_then(|number| number.try_into().ok());
        number.ok_or_else(|| keys.toml.located_error(&index.at, "index: larger than any file"))
    });
    let default = LocatedValue { value: DEFAULT_ENGINES, at: keys.at.clone() };
    let engines = settings.engines.clone().map_or_else(|| parse_specs(keys, &default), Ok)?;
    let required = read_required(keys, &engines)?;
    let expected = read_expectations(keys, &settings, &engines)?;
    let races = keys.tables_at("race")?.iter().map(read_race).collect::<Result<_, _>>()?;
    // All keys have been requested by now, so any other is unknown. Instances are looked up
    // afterwards, since a misspelt key explains more than a missing file.
    keys.refuse_unknown("a case")?;
    let NamedSources { names: instances, many } = find_instances(keys, &written, folder)?;
    let listed = || {
        let names: Vec<&str> = written.iter().map(|one| one.value).collect();
        names.join(", ").replace(char::is_control, " ")
    };
    let index = index.transpose()?;
    if index.is_some() && many {
        return Err(keys.error("index goes with one file"));
    }
    let suffix = index.map(|index| format!("#{index}")).unwrap_or_default();
    let case = RegressionCase {
        name: name.as_ref().map_or_else(|| listed() + &suffix, |name| name.value.to_owned()),
        line: keys.toml.line_of(&keys.at),
        many,
        instances,
        form: form.transpose()?,
        sheets,
        index,
        engines,
        required,
        models: settings.models.unwrap_or(ModelSelection::Default),
        task: settings.task,
        timeout: settings.timeout,
        seed: settings.seed.unwrap_or(0),
        expected,
        races,
    };
    Ok((case, name.map(|name| name.at)))
}

/// Returns the sources of all names of instances of a case.
pub(super) fn find_instances(
    keys: &TomlTableKeys<'_>,
    written: &[LocatedValue<&str>],
    folder: &Path,
) -> Result<NamedSources, InputError> {
    let mut all = NamedSources { names: Vec::new(), many: written.len() > 1 };
    for one in written {
        let found = find_sources(folder, one.value)
            .map_err(|why| keys.toml.located_error(&one.at, why.to_string()))?;
        all.many |= found.many;
        all.names.extend(found.names);
    }
    Ok(all)
}
