//! Tables of published workbooks, and the choice of sheets from the command line.

use std::fmt::Write;
use std::fs;

use insta::assert_snapshot;
use parallax_tables::read_table_file;

use crate::common::{data, lacks_real_instances};

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn published_workbooks_hold_their_tables() {
    if lacks_real_instances() {
        return;
    }
    let folder = data();
    let mut names: Vec<_> = fs::read_dir(folder.join("cdmn"))
        .expect("a folder of workbooks")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "xlsx"))
        .collect();
    names.sort();
    let mut found = String::new();
    for path in names {
        let bytes = fs::read(&path).expect("a workbook");
        let sheets = read_table_file("f", Some("xlsx"), bytes, &|| Ok(())).expect("tables");
        let _ = writeln!(found, "{}", path.file_name().expect("a name").display());
        for table in sheets.iter().flat_map(|sheet| &sheet.tables) {
            let (rows, columns) = (table.rows.len(), table.rows.first().map_or(0, Vec::len));
            let inputs = table.inputs.map_or("?".into(), |inputs| inputs.to_string());
            let _ = writeln!(found, "  {}: {rows} x {columns}, inputs {inputs}", table.title.text);
        }
    }
    assert_snapshot!(found, @r"
    change_making.xlsx
      Type: 3 x 3, inputs 2
      Function: 3 x 2, inputs 1
      Constant: 3 x 2, inputs 1
      Data Table: coins: 7 x 3, inputs 1
      Total number of coins: 2 x 3, inputs 1
      Sum: 2 x 3, inputs 1
      Amount to return: 2 x 2, inputs 0
      Goal: 1 x 1, inputs 0
    decide_dish_U.xlsx
      Type: 4 x 3, inputs 2
      Constant: 4 x 2, inputs 1
      Decide what to eat: 7 x 4, inputs 2
      Goal: 1 x 1, inputs 0
    doctor_planning_mini.xlsx
      Type: 4 x 3, inputs 2
      Function: 3 x 2, inputs 1
      Availability: 4 x 5, inputs 3
      One shift per day: 2 x 5, inputs 3
      Number of shifts: 2 x 6, inputs 4
      Balance: 2 x 3, inputs 1
      Goal: 1 x 1, inputs 0
    latin_square_3.xlsx
      Type: 4 x 3, inputs 2
      Function: 2 x 2, inputs 1
      Rows: 2 x 5, inputs 3
      Columns: 2 x 5, inputs 3
      Goal: 1 x 1, inputs 0
    map_coloring.xlsx
      Type: 3 x 3, inputs 2
      Function: 2 x 2, inputs 1
      Relation: 2 x 1, inputs 0
      Data Table: bordering: 10 x 4, inputs 2
      Bordering countries can not share colors: 2 x 5, inputs 3
      Goal: 1 x 1, inputs 0
    map_coloring_unsat_3colors.xlsx
      Type: 3 x 3, inputs 2
      Function: 2 x 2, inputs 1
      Relation: 2 x 1, inputs 0
      Data Table: bordering: 10 x 4, inputs 2
      Bordering countries can not share colors: 2 x 5, inputs 3
      Goal: 1 x 1, inputs 0
    monkey_business.xlsx
      Type: 4 x 3, inputs 2
      Function: 3 x 2, inputs 1
      Monkey Constraints: 8 x 6, inputs 3
      Different Preferences: 2 x 5, inputs 2
      Goal: 1 x 1, inputs 0
    set_seed.xlsx
      Type: 6 x 3, inputs 2
      Function: 5 x 2, inputs 1
      Relation: 2 x 1, inputs 0
      Boolean: 5 x 1, inputs 0
      Constant: 2 x 2, inputs 1
      Color constraint: 3 x 7, inputs 5
      Number constraint: 3 x 7, inputs 5
      Fill constraint: 3 x 7, inputs 5
      Shape constraint: 3 x 7, inputs 5
      Count number of selected cards: 2 x 4, inputs 2
      3 cards: 2 x 2, inputs 0
      Data Table: Card Data: 13 x 6, inputs 1
      Goal: 1 x 1, inputs 0
    sudoku_4x4.xlsx
      Type: 5 x 3, inputs 2
      Function: 3 x 2, inputs 1
      Data Table: blocks: 17 x 4, inputs 2
      Rows: 2 x 5, inputs 3
      Columns: 2 x 5, inputs 3
      Blocks: 2 x 7, inputs 5
      Givens: 5 x 4, inputs 2
      Goal: 1 x 1, inputs 0
    vacation_days.xlsx
      Type: 2 x 3, inputs 2
      Function: 4 x 2, inputs 1
      Data Table: Employees: 7 x 4, inputs 1
      Vacation Days: 8 x 5, inputs 3
      Goal: 1 x 1, inputs 0
    ");
}
