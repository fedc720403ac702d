//! Killers with pointers, jigsaws in 162 symbols, and data of MiniZinc.

use super::brute::count;
use super::texts::{read_code, read_dzn};
use crate::rules::AnyRule;
use crate::{is_code, is_dzn};

/// Rows of cages: each row points left to its sum.
fn rows_of_cages() -> String {
    "j<<<<<<<<".repeat(9)
}

#[test]
fn pointers_lead_to_the_sum_of_a_cage() {
    let text = rows_of_cages();
    assert!(is_code(&text));
    let puzzle = read_code(&text).unwrap();
    assert_eq!(puzzle.rules.len(), 9);
    let AnyRule::Cage(cage) = &puzzle.rules[1] else { panic!("no cage") };
    assert_eq!((cage.cells.clone(), cage.sum), ((9..18).collect(), Some(45)));
    // A diagonal pointer, a cage without sum, a cell in no cage.
    let corner = format!("0{}`{}", "0".repeat(9), "0".repeat(70));
    assert!(!is_code(&corner), "no pointer to a side");
    let corner = format!("0{}`>A{}", "0".repeat(9), "0".repeat(68));
    let puzzle = read_code(&corner).unwrap();
    let cages = puzzle.rules.iter().filter_map(|rule| match rule {
        AnyRule::Cage(cage) => Some((cage.cells.clone(), cage.sum)),
        _ => None,
    });
    assert_eq!(cages.collect::<Vec<_>>(), [(vec![0, 10], None), (vec![11, 12], Some(10))]);
    for (text, reason) in [
        (format!("<{}", "0".repeat(80)), "leaves the grid"),
        (format!("><{}", "0".repeat(79)), "go round"),
        (format!("j{}v{}", "<".repeat(8), "^".repeat(71)), "go round"),
    ] {
        let fault = read_code(&text).err().unwrap_or_default();
        assert!(fault.contains(reason), "{text}: {fault}");
    }
}

#[test]
fn a_jigsaw_has_nine_cells_in_each_region() {
    let letters: String = "ABCDEFGHI".chars().map(|c| c.to_string().repeat(9)).collect();
    let digits = format!("1{}9", ".".repeat(79));
    let text = format!("{digits}{letters}");
    assert!(is_code(&text) && !is_code(&digits));
    let puzzle = read_code(&text).unwrap();
    assert_eq!((puzzle.givens[0], puzzle.givens[80]), (Some(1), Some(9)));
    assert_eq!(puzzle.region_cells()[8], (72..81).collect::<Vec<_>>());
    let wrong = format!("{digits}B{}", &letters[1..]);
    assert!(read_code(&wrong).is_err_and(|fault| fault.contains("expected 9")));
}

#[test]
fn data_of_minizinc_is_a_kakuro() {
    let text = "h = 3; w = 3; % a comment; with a sign\n\
                grid_data = [| 0,0,0 | 0,1,1 | 0,1,1 |];\n\
                n_h = 2; h_clue = [| 2,1,2,3 | 3,1,2,7 |];\n\
                n_v = 2; v_clue = [| 1,2,2,4 | 1,3,2,6 |];";
    assert!(is_dzn(text));
    assert_eq!(read_dzn(text).map(|puzzle| count(&puzzle)), Ok(1));
    for (from, to, reason) in [
        ("h = 3", "h = 4", "4 rows of 3"),
        ("w = 3;", "", "no 'w'"),
        ("n_h = 2", "n_h = 3", "'n_h' says another"),
        ("2,1,2,3", "2,1,3,3", "a run of 3 after r2c1"),
        ("2,1,2,3", "2,9,2,3", "outside"),
        ("n_v = 2", "n_v = 2; n_v = 2", "twice"),
        ("h = 3", "x = 3", "'x' is no name"),
        ("0,1,1", "0,2,1", "has 2"),
        ("0,0,0", "0,0,", "expected 'name = value;'"),
    ] {
        let fault = read_dzn(&text.replacen(from, to, 1)).err().unwrap_or_default();
        assert!(fault.contains(reason), "{from} to {to}: {fault}");
    }
}
