//! The readers of table files: accepted files, and every error.

mod damaged;
mod decisions;
mod texts;
mod workbooks;

use std::fmt::Write;

use parallax_instance::InputError;

use super::{TableChoice, read_separate_tables, read_table_file, read_tables};
use crate::RawSheet;
use parallax_dmn::columns::TableFacts;

/// The sheets of a file, or the error, as a text.
fn shown(extension: Option<&str>, bytes: &[u8]) -> String {
    match read_table_file("f", extension, bytes.to_vec(), &|| Ok(())) {
        Ok(sheets) => sheets.iter().map(summary).collect(),
        Err(error) => error.to_string(),
    }
}

/// A sheet as a text: for each table its title, its inputs and its rows, with places.
fn summary(sheet: &RawSheet) -> String {
    let mut text = String::new();
    for table in &sheet.tables {
        let inputs = table.inputs.map_or("?".into(), |inputs| inputs.to_string());
        let _ = writeln!(text, "{} @{} {inputs}", table.title.text, table.title.place);
        for row in &table.rows {
            let cells = row.iter().map(|cell| format!("{}@{}", cell.text, cell.place));
            let _ = writeln!(text, "  {}", cells.collect::<Vec<_>>().join(" "));
        }
    }
    text
}

/// The sheets that a choice takes, as the names of the sheets of its tables, or the error.
fn chosen(bytes: &[u8], choice: &[&str]) -> String {
    let choice: Vec<String> = choice.iter().map(|&name| name.to_owned()).collect();
    match read_tables(
        "f",
        None,
        bytes.to_vec(),
        &TableChoice { sheets: &choice, decision: None },
        &|| Ok(()),
    ) {
        Ok(tables) => tables.into_iter().map(|(sheet, _)| sheet).collect::<Vec<_>>().join(" "),
        Err(error) => error.to_string(),
    }
}

/// Reads bytes in every way that an extension may lead to; every error is one line.
fn exercise(bytes: &[u8]) {
    for extension in [None, Some("xlsx"), Some("csv"), Some("md"), Some("dmn")] {
        if let Err(error) = read_table_file("f", extension, bytes.to_vec(), &|| Ok(())) {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        match read_separate_tables("f", extension, bytes, &|| Ok(())) {
            Ok(Some(separate)) => {
                for table in &separate.tables {
                    assert!(TableFacts::find_facts(table, 30, &|| false).open.is_empty());
                }
                for unchecked in &separate.unchecked {
                    assert!(!unchecked.to_string().contains('\n'), "{unchecked}");
                }
            }
            Ok(None) => {}
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
}

#[test]
fn reading_stops_when_it_is_time_to() {
    let stop = || Err(InputError::new("f", "stopped"));
    for (extension, bytes) in [
        (None, workbooks::book(&[("a", "<row><c><v>1</v></c></row>")])),
        (Some("csv"), "a,b\n".repeat(3000).into_bytes()),
        (Some("md"), "a\n".repeat(3000).into_bytes()),
        (Some("dmn"), decisions::SAMPLE.as_bytes().to_vec()),
    ] {
        assert_eq!(read_table_file("f", extension, bytes, &stop).unwrap_err().message(), "stopped");
    }
}
