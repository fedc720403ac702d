//! Decision and constraint tables.

mod cases;
mod changes;
mod data;
mod decided;
mod drawn;
mod faults;
mod files;
mod lint;
mod notation;
mod page;
mod random;
mod ranges;
mod second;
mod sentences;
mod why;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_engines::Spec;
use parallax_formats::TablesInstance;
use parallax_instance::{InputError, Instance, ModelSource};
use parallax_model::engine_api::{Control, Engine, Task};
use parallax_tables::{RawCell, RawTable, RuleRequirements, SourcePlace};

/// Reads tables from a text for tests: a title, then lines of cells; `||` comes before the
/// outputs; a blank line ends a table. Cells have the places that they would have in a sheet.
fn raw(text: &str) -> Vec<(String, RawTable)> {
    let lines: Vec<(u32, &str)> = (0..).zip(text.lines()).collect();
    let blocks = lines.split(|(_, line)| line.trim().is_empty()).filter(|block| !block.is_empty());
    blocks.map(|block| ("S".to_owned(), table(block))).collect()
}

fn table(block: &[(u32, &str)]) -> RawTable {
    let cell = |row: u32, column: u32, text: &str| RawCell {
        text: text.trim().to_owned(),
        place: SourcePlace::Cell(row, column),
    };
    let before = block.iter().find_map(|(_, line)| line.split_once("||"));
    let inputs = before.map(|(before, _)| before.matches('|').count());
    let row = |&(row, line): &(u32, &str)| {
        let line = line.replace("||", "|");
        (0..).zip(line.split('|')).map(|(column, text)| cell(row, column, text)).collect()
    };
    let (row_of_title, title) = block[0];
    RawTable {
        title: cell(row_of_title, 0, title),
        inputs,
        rows: block[1..].iter().map(row).collect(),
        requirements: RuleRequirements::default(),
    }
}

fn read(text: &str) -> Result<TablesInstance, InputError> {
    TablesInstance::read_tables("f", raw(text), &|| Ok(()))
}

/// Returns the solutions that an engine finds; `None` if it does not answer.
fn all(instance: &TablesInstance, engine: &str) -> Option<BTreeSet<Vec<i32>>> {
    let (viewpoint, control) = (instance.default_viewpoint(), Control::unlimited());
    let model = Arc::new(instance.model(&viewpoint).unwrap());
    let spec: Spec = engine.parse().unwrap();
    let mut session = spec.prepare(&model, 0, &control).ok()?;
    let mut found = BTreeSet::new();
    let outcome = session.ask(&[], Task::All, &control, &mut |values| {
        let solution = instance.solution(&viewpoint, &model.check(&[], values).unwrap());
        assert!(found.insert(solution), "a repetition");
        ControlFlow::Continue(())
    });
    outcome.complete.then_some(found)
}

/// Returns the solutions that an engine finds, each checked by the tables.
fn found(instance: &TablesInstance, engine: &str) -> Option<BTreeSet<Vec<i32>>> {
    let found = all(instance, engine)?;
    found.iter().for_each(|solution| instance.rules(solution).unwrap());
    Some(found)
}
