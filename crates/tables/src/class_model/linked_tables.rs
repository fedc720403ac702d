//! The tables that a decision rests on, and where each of their columns comes from.

use std::collections::HashMap;

use parallax_dmn::columns::{
    ColumnKind, ColumnTable, ColumnTest, ColumnValue, SeparateTables, TableColumn,
    UncheckedDecision, output_value,
};
use parallax_dmn::decisions::{DecisionModel, GivenInputs, InputTarget};

use super::change_error::ChangeError;

/// Signs by which an expression is more than a name.
const OPERATOR_SIGNS: [char; 14] =
    ['+', '-', '*', '/', '(', ')', '[', ']', '{', '}', '<', '>', '=', ','];

/// The tables that a decision rests on.
pub(super) struct LinkedTables<'t> {
    pub(super) tables: &'t [ColumnTable],
    /// The tables by index, each after those whose results it takes. The last is that of the
    /// decision.
    pub(super) order: Vec<usize>,
    /// For each table of the order the sources of its columns.
    pub(super) sources: HashMap<usize, Vec<ColumnSource>>,
    /// The inputs of the file that columns take.
    pub(super) inputs: Vec<LinkedInput>,
}

/// The source of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ColumnSource {
    /// An input, by its index in [`LinkedTables::inputs`].
    Input(usize),
    /// An output of a table.
    Output(usize, usize),
}

/// An input that columns take.
pub(super) struct LinkedInput {
    pub(super) target: InputTarget,
    /// Its value in the case.
    pub(super) before: ColumnValue,
    /// The tests of all columns that take it, and of all allowed values; one for the value.
    pub(super) column: TableColumn,
    /// The allowed values of each column.
    pub(super) allowed: Vec<ColumnTest>,
}

/// The tables of a file by the names of their decisions.
struct TableFinder<'t> {
    model: &'t DecisionModel,
    separate: &'t SeparateTables,
    given: &'t GivenInputs<'t>,
    /// The first table of each name.
    tables: HashMap<&'t str, usize>,
}

impl<'t> LinkedTables<'t> {
    /// Collects the tables that a decision rests on.
    pub(super) fn from_decision(
        model: &'t DecisionModel,
        separate: &'t SeparateTables,
        given: &'t GivenInputs<'t>,
        decision: usize,
    ) -> Result<Self, ChangeError> {
        let named = separate.tables.iter().enumerate().rev();
        let tables = named.map(|(index, table)| (table.name.as_str(), index)).collect();
        let finder = TableFinder { model, separate, given, tables };
        let mut linked = LinkedTables {
            tables: &separate.tables,
            order: Vec::new(),
            sources: HashMap::new(),
            inputs: Vec::new(),
        };
        let last = finder.find_table(decision)?;
        linked.sources.insert(last, Vec::new());
        // Each table on the path with its sources so far; those of a table are complete before it
        // joins the order.
        let mut path = vec![last];
        while let Some(&table) = path.last() {
            let columns = &separate.tables[table].columns;
            let index = linked.sources[&table].len();
            let Some(column) = columns.get(index) else {
                linked.order.push(table);
                path.pop();
                continue;
            };
            let source = finder.find_source(&mut linked, table, column)?;
            if let ColumnSource::Output(from, _) = source
                && !linked.order.contains(&from)
            {
                if path.contains(&from) {
                    return Err(finder.unknown_column(table, column));
                }
                linked.sources.insert(from, Vec::new());
                path.push(from);
                continue;
            }
            linked.sources.entry(table).or_default().push(source);
        }
        Ok(linked)
    }
}

impl TableFinder<'_> {
    /// Returns the table of a decision, if its outputs are constants.
    fn find_table(&self, decision: usize) -> Result<usize, ChangeError> {
        let name = &self.model.decisions()[decision].name;
        let Some(&index) = self.tables.get(name.as_str()) else {
            let unchecked =
                self.separate.unchecked.iter().find(|unchecked| unchecked.name == *name);
            return Err(match unchecked {
                Some(UncheckedDecision { name, reason }) => {
                    ChangeError::Unchecked(name.clone(), reason.clone())
                }
                None => ChangeError::NoTable(name.clone()),
            });
        };
        let table = &self.separate.tables[index];
        if let Some(aggregation) = &table.aggregation {
            return Err(ChangeError::Aggregation(name.clone(), aggregation.clone()));
        }
        Ok(index)
    }

    fn unknown_column(&self, table: usize, column: &TableColumn) -> ChangeError {
        ChangeError::Column(self.separate.tables[table].name.clone(), column.name.clone())
    }

    /// Returns the source of a column, and adds what it says of an input.
    fn find_source(
        &self,
        linked: &mut LinkedTables<'_>,
        table: usize,
        column: &TableColumn,
    ) -> Result<ColumnSource, ChangeError> {
        let name = column.name.as_str();
        // The plain name of a result is found at once; the search for an input that is none walks
        // through all decisions.
        let of_decision = if name.contains('.') { None } else { self.model.find_result(name) };
        let is_name = !name.contains(OPERATOR_SIGNS);
        if of_decision.is_none()
            && let Some(target) = self.model.find_input(name).ok().filter(|_| is_name)
        {
            return self.add_input(linked, target, column).map(ColumnSource::Input);
        }
        let found = of_decision.or_else(|| self.model.find_result(name));
        let Some((decision, output)) = found else {
            return Err(self.unknown_column(table, column));
        };
        let from = self.find_table(decision)?;
        let source = &self.separate.tables[from];
        if !source.policy.needs_a_rule() {
            return Err(ChangeError::List(source.name.clone()));
        }
        let output = match output {
            None if source.output_names.len() == 1 => 0,
            None => return Err(self.unknown_column(table, column)),
            Some(output) => {
                let named = source.output_names.iter().position(|name| *name == output);
                named.ok_or_else(|| self.unknown_column(table, column))?
            }
        };
        check_constant_outputs(source, output)?;
        Ok(ColumnSource::Output(from, output))
    }

    /// Adds the tests of a column to the input that it takes. Returns the index of the input.
    fn add_input(
        &self,
        linked: &mut LinkedTables<'_>,
        target: InputTarget,
        column: &TableColumn,
    ) -> Result<usize, ChangeError> {
        let is_same = |input: &LinkedInput| input.target.name() == target.name();
        let index = match linked.inputs.iter().position(is_same) {
            Some(index) => index,
            None => {
                let before = ColumnValue::from_feel(&self.given.target_value(&target));
                let before = before.ok_or_else(|| ChangeError::Kind(target.name().to_owned()))?;
                let name = target.name().to_owned();
                let tests = vec![ColumnTest::Is(before.clone())];
                let column = TableColumn { name, kind: column.kind, allowed: None, tests };
                linked.inputs.push(LinkedInput { target, before, column, allowed: Vec::new() });
                linked.inputs.len() - 1
            }
        };
        let input = &mut linked.inputs[index];
        input.column.kind = match (input.column.kind, column.kind) {
            (one, other) if one == other => one,
            (ColumnKind::Open, other) | (other, ColumnKind::Open) => other,
            _ => return Err(ChangeError::Kind(column.name.clone())),
        };
        input.column.tests.extend(column.tests.iter().chain(&column.allowed).cloned());
        input.allowed.extend(column.allowed.clone());
        Ok(index)
    }
}

/// Refuses a table whose output is computed.
pub(super) fn check_constant_outputs(
    table: &ColumnTable,
    output: usize,
) -> Result<(), ChangeError> {
    let mut rows = table.outputs.iter().chain(&table.defaults);
    let is_constant = rows.all(|row| output_value(&row[output]).is_some());
    if is_constant { Ok(()) } else { Err(ChangeError::Computed(table.name.clone())) }
}
