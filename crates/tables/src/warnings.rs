//! Cells that are allowed but hardly meant.

use parallax_instance::InputError;

use super::numbers::range_ends;
use super::raw::{RawCell, RawTable};

/// Returns a warning for each cell with an empty range such as `[64..18]`, at its place.
pub(super) fn empty_range_warnings(source: &str, tables: &[(String, RawTable)]) -> Vec<InputError> {
    let mut found = Vec::new();
    for (sheet, table) in tables {
        for cell in table.rows.iter().flatten().filter(|cell| is_empty_range(cell)) {
            let message =
                format!("the range {} is empty: its first value is the larger one", cell.text);
            found.push(cell.cell_error(source, sheet, &table.title.text, &message));
        }
    }
    found
}

/// Whether a cell is a range of two numbers, the larger one first.
fn is_empty_range(cell: &RawCell) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    let ends = range_ends(&cell.text).filter(|_| cell.text.contains(".."));
    let ends = ends.and_then(|(low, high)| number(low).zip(number(high)));
    ends.is_some_and(|(low, high)| low > high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::{RuleRequirements, SourcePlace};

    #[test]
    fn empty_ranges_are_named_with_their_cells() {
        let cell = |text: &str, line| RawCell::from_text(text, SourcePlace::Text(line, 3));
        let texts = ["[64..18]", "[18..64]", "(0.5..-1)", "9..1", "[a..b]", "[5,3]", "-", "64"];
        let rows = texts.iter().zip(2..).map(|(text, line)| vec![cell(text, line)]).collect();
        let table = RawTable {
            title: cell("Price", 1),
            inputs: None,
            rows,
            requirements: RuleRequirements::default(),
        };
        let found: Vec<String> = empty_range_warnings("here", &[(String::new(), table)])
            .iter()
            .map(ToString::to_string)
            .collect();
        insta::assert_snapshot!(found.join("\n"), @r"
        here:2:3: table 'Price': the range [64..18] is empty: its first value is the larger one
        here:4:3: table 'Price': the range (0.5..-1) is empty: its first value is the larger one
        here:5:3: table 'Price': the range 9..1 is empty: its first value is the larger one
        ");
    }
}
