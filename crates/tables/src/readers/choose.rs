//! Chooses the sheets of a workbook, or the decision of a file of DMN, to read.

use parallax_instance::InputError;
use parallax_model::engine_api::did_you_mean;

use crate::raw::{RawSheet, RawTable};

/// The tables of a file that a user chooses.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableChoice<'a> {
    /// The sheets of a workbook: each item is a name, or several names with commas between them;
    /// `all` means all sheets. Without an item, the only sheet with tables is read.
    pub sheets: &'a [String],
    /// The decision of a file of DMN, read with those that it needs; without a name, all are read.
    pub decision: Option<&'a str>,
}

impl TableChoice<'_> {
    /// The indices of the sheets to read, in the order of the choice; all of them without one.
    ///
    /// # Errors
    /// Returns an error for a name that no sheet has.
    pub(super) fn sheet_indices(
        &self,
        source: &str,
        names: &[&str],
    ) -> Result<Vec<usize>, InputError> {
        if self.sheets.is_empty() {
            return Ok((0..names.len()).collect());
        }
        let (mut chosen, mut is_chosen) = (Vec::new(), vec![false; names.len()]);
        let mut add = |place: usize| {
            if !std::mem::replace(&mut is_chosen[place], true) {
                chosen.push(place);
            }
        };
        let place = |name: &str| names.iter().position(|known| *known == name);
        for item in self.sheets {
            // The name of a sheet may contain a comma, so the whole item is tried first.
            if let Some(place) = place(item) {
                add(place);
                continue;
            }
            for name in item.split(',').map(str::trim) {
                match place(name) {
                    Some(place) => add(place),
                    None if name == "all" => (0..names.len()).for_each(&mut add),
                    None => return Err(missing_sheet_error(source, name, names)),
                }
            }
        }
        Ok(chosen)
    }

    /// The tables of the sheets that were read, each with the name of its sheet.
    ///
    /// # Errors
    /// Returns an error if there is no table, or if several sheets have tables and none is chosen.
    pub(super) fn chosen_tables(
        &self,
        source: &str,
        sheets: Vec<RawSheet>,
    ) -> Result<Vec<(String, RawTable)>, InputError> {
        let has_tables =
            |sheet: &&RawSheet| sheet.tables.iter().any(|table| !table.rows.is_empty());
        let names: Vec<&str> = sheets.iter().filter(has_tables).map(|s| s.name.as_str()).collect();
        if names.is_empty() {
            return Err(InputError::new(source, "no tables; expected at least one with a title"));
        }
        if self.sheets.is_empty() && names.len() > 1 {
            let message = format!(
                "several sheets have tables: {}; choose with --sheet NAME, or --sheet all",
                list_names(&names)
            );
            return Err(InputError::new(source, message));
        }
        let only =
            if self.sheets.is_empty() { names.first().map(|&name| name.to_owned()) } else { None };
        let meant =
            sheets.into_iter().filter(|sheet| only.as_ref().is_none_or(|n| *n == sheet.name));
        let tables = meant.flat_map(|sheet| {
            sheet.tables.into_iter().map(move |table| (sheet.name.clone(), table))
        });
        Ok(tables.collect())
    }
}

fn list_names(names: &[&str]) -> String {
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}

fn missing_sheet_error(source: &str, name: &str, names: &[&str]) -> InputError {
    if names == [""] {
        let message = format!("there is no sheet '{name}'; a text has no sheets");
        return InputError::new(source, message);
    }
    let near = did_you_mean(name, names.iter().copied());
    let message =
        format!("there is no sheet '{name}'{near}; expected one of {}", list_names(names));
    InputError::new(source, message)
}
