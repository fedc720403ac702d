//! A problem as its tables state it: read and checked, but not yet a model.

use std::collections::HashMap;

use parallax_instance::InputError;

use super::data::{self, Data};
use super::glossary::TablesGlossary;
use super::goal::{self, WorkbookGoal};
use super::raw::{RawCell, RawTable};
use super::sheets::{SortedTables, TableSection};
use super::table::RuleTable;
use super::{rules, section};

/// The index of a symbol in the glossary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolPlace {
    /// The sheet.
    pub sheet: String,
    /// The title of the table.
    pub table: String,
    /// The cell of the name.
    pub cell: RawCell,
}

/// A problem as its tables state it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TablesProblem {
    /// The glossary.
    pub glossary: TablesGlossary,
    /// The index of each symbol in the glossary.
    pub places: Vec<SymbolPlace>,
    /// The values that are known from the start.
    pub data: Data,
    /// The tables of rules.
    pub tables: Vec<RuleTable>,
    /// The solutions to find.
    pub goal: WorkbookGoal,
}

impl TablesProblem {
    /// Reads tables, each with the name of its sheet.
    ///
    /// # Errors
    /// Returns an error at the first cell that is not as expected.
    pub fn read_problem(
        source: &str,
        tables: &[(String, RawTable)],
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        let section = |(sheet, raw)| TableSection { source, sheet, raw };
        let all = tables.iter().map(|(sheet, raw)| section((sheet.as_str(), raw)));
        let sorted = SortedTables::from_sections(all)?;
        if sorted.types.is_empty() && sorted.symbols.is_empty() {
            let message =
                "no glossary; expected tables titled Type, Function, Constant, Relation or Boolean";
            return Err(InputError::new(source, message));
        }
        let (mut glossary, mut symbol_places) = (TablesGlossary::default(), Vec::new());
        let from_data = section::read_types(&sorted.types, &mut glossary)?;
        for kind in [
            section::SymbolKind::Function,
            section::SymbolKind::Constant,
            section::SymbolKind::Relation,
            section::SymbolKind::Boolean,
        ] {
            let sections: Vec<TableSection<'_>> =
                sorted.symbols.iter().filter(|(k, _)| *k == kind).map(|(_, s)| *s).collect();
            // The names of functions contain types, so all types are read before.
            symbol_places.extend(section::read_symbols(kind, &sections, &mut glossary)?);
        }
        // Rules and data refer to the values of types, so these are complete before both.
        data::fill_types(&from_data, &sorted.data, &mut glossary)
            .map_err(|message| sorted.types[0].cell_error(&sorted.types[0].raw.title, &message))?;
        let (mut known, mut places) = (Data::new(), HashMap::new());
        for section in &sorted.data {
            check()?;
            data::read_data_table(&glossary, section, &mut known, &mut places)?;
        }
        let mut tables = Vec::with_capacity(sorted.rules.len());
        for (policy, section) in &sorted.rules {
            check()?;
            tables.push(rules::read_rule_table(&glossary, *policy, section)?);
        }
        let goal = goal::read_goal(&glossary, &sorted.goals)?;
        Ok(TablesProblem { glossary, places: symbol_places, data: known, tables, goal })
    }
}
