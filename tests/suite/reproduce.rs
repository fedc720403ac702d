//! `parallax reproduce` on the command line.

use crate::common::{Ran, fed};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn reproduce(line: &str) -> Ran {
    let words: Vec<&str> = std::iter::once("reproduce").chain(line.split(' ')).collect();
    fed(HOME, &words, b"")
}

#[test]
fn crawford_marks_what_equals_the_paper() {
    let ran = reproduce("crawford --tables 2,2-plain --limit 2000");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let counts: Vec<&str> = ran.out.lines().filter(|line| line.contains("numbers")).collect();
    assert!(counts.contains(
        &"Table 2: 63 of 64 numbers equal the paper's; of its 8 dashes 8 are beyond the limit here \
          too, 0 are solved here."
    ));
    let words: Vec<&str> = ran.out.split_whitespace().collect();
    let text = words.join(" ");
    for part in ["S7 MaD+AVal 4/0= 8=/0= 1644=/1625=", "fitted", "paper 3/0 8/0"] {
        assert!(text.contains(part), "{part}\n{}", ran.out);
    }
}

#[test]
fn crawford_marks_no_dash_as_equal_that_it_hardly_looked_at() {
    for limit in [1, 2000] {
        let ran = reproduce(&format!("crawford --tables 2,3 --limit {limit}"));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let tables = ran.out.split("E/B: ").next().unwrap_or_default();
        assert!(tables.contains(" paper") && !tables.contains("-="), "{}", ran.out);
        let message = "Table 2: the runs of 8 of these dashes stopped earlier than the paper's";
        assert!(ran.out.contains(message), "{}", ran.out);
    }
}

#[test]
fn crawford_has_the_value_orders_by_the_letter() {
    let ran = reproduce("crawford --tables 2-literal --limit 2000");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let text = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "AVal and GAV as the paper words them",
        "S4 MiD+GAV-literal 3=/0= 6=/0= 10=/0= 65/0 163/3 paper 3/0 6/0 10/0 70/4 309/138",
        "Table 2-literal: 55 of 64 numbers equal the paper's",
    ] {
        assert!(text.contains(part), "{part}\n{}", ran.out);
    }
    let fitted = reproduce("crawford --tables 2,3 --limit 1").out;
    assert_eq!(fitted.matches("AVal and GAV are fitted, too").count(), 2, "{fitted}");
}

#[test]
fn crawford_takes_boards_of_a_file() {
    let boards = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n\
                  ..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n";
    let run = |more: &str| {
        let words = "reproduce crawford --boards - --limit 5000".split(' ').chain(more.split(' '));
        let ran = fed(HOME, &words.collect::<Vec<_>>(), boards.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        ran.out
    };
    let text = run("--tables 4");
    assert!(
        text.starts_with("Table 4: the Sudokus of - (limit 500 enumerations a cell)"),
        "{text}"
    );
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for row in [
        "board 1, 30 clues 0/0 0/0 0/0 0/0 board 2, 17 clues - - - -",
        "paper: None-1 84/52 220/195 1308/1283 183/159",
        "No board has all numbers of a row of the paper.",
    ] {
        assert!(words.contains(row), "{row}\n{text}");
    }
    // Without --tables those of Sudokus: two boards and five rows of the paper, S1 to S8.
    let csv = run("--format csv");
    assert_eq!(csv.lines().count(), 1 + (2 + 5) * 8, "{csv}");
    let hard = "6,sudoku,paper: Hard,,S7,,published,,,,93138,93105,9.158,false,,";
    assert!(csv.lines().any(|line| line == hard), "{csv}");
}

#[test]
fn every_command_writes_latex() {
    for (line, tables) in [
        ("crawford --tables 2,4 --limit 300", 4),
        ("sudoku-splits --number 2", 1),
        ("sudoku-models --number 1 --empty 10 --limit 100", 4),
        ("keisuke --tables propagation --trials 2", 3),
        ("set-table5 --number 30", 2),
        ("set-figures --sizes 3..5 --number 2", 1),
        ("reform-random --sizes 4 --number 1 --engine native", 1),
        ("set-free --attributes 2", 1),
    ] {
        let ran = reproduce(&format!("{line} --format latex"));
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.err);
        assert!(ran.out.starts_with("% Needs \\usepackage{booktabs}.\n"), "{line}: {}", ran.out);
        assert_eq!(ran.out.matches("\\begin{tabular}{").count(), tables, "{line}: {}", ran.out);
        let mut columns = 0;
        for line in ran.out.lines().filter(|line| !line.is_empty() && !line.starts_with('%')) {
            if let Some(letters) = line.strip_prefix("\\begin{tabular}{l") {
                assert!(
                    letters.trim_end_matches('}').bytes().all(|letter| letter == b'r'),
                    "{line}"
                );
                columns = letters.len();
            } else if !["\\toprule", "\\midrule", "\\bottomrule", "\\end{tabular}"].contains(&line)
            {
                assert!(line.ends_with(" \\\\"), "{line}");
                assert_eq!(line.matches(" & ").count() + 1, columns, "{line}");
            }
        }
    }
}

#[test]
fn crawford_is_the_same_for_any_number_of_threads() {
    let counts = |jobs: u32| {
        let ran = reproduce(&format!("crawford --limit 300 --format csv --jobs {jobs}"));
        let mut table = csv::Reader::from_reader(ran.out.as_bytes());
        let place = table.headers().unwrap().iter().position(|name| name == "solve_s").unwrap();
        let timeless = table.records().map(|record| {
            let mut cells: Vec<String> = record.unwrap().iter().map(str::to_owned).collect();
            cells.remove(place);
            cells.join(",")
        });
        timeless.collect::<Vec<_>>()
    };
    let one = counts(1);
    // Tables 2 and 3 in three versions, five boards, and the paper's five.
    assert_eq!(one.len(), 3 * (8 * 5 + 12 * 4) + 5 * 8 + 5 * 8);
    assert_eq!(one, counts(3));
    assert!(one[0].starts_with("2,latin,N=3,cells+sums,S1,"), "{}", one[0]);
}

#[test]
fn sudoku_splits_writes_the_figures() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let run = format!("sudoku-splits --number 20 --format json --out {}", out.display());
    let ran = reproduce(&run);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let first: serde_json::Value = serde_json::from_str(ran.out.lines().next().unwrap()).unwrap();
    assert_eq!((&first["measure"], &first["boards"]), (&"time".into(), &20.into()));
    assert_eq!(ran.out.lines().count(), 6);
    let lines = |name: &str| std::fs::read_to_string(out.join(name)).unwrap().lines().count();
    assert_eq!((lines("boards.csv"), lines("table-1.csv")), (21, 7));
    for measure in ["time", "split", "propagation"] {
        assert!(lines(&format!("figure-2-{measure}.csv")) > 2);
        for figure in [2, 3] {
            let picture =
                std::fs::read_to_string(out.join(format!("figure-{figure}-{measure}.svg")));
            assert!(picture.unwrap().ends_with("</svg>\n"));
        }
    }
}

#[test]
fn keisuke_writes_every_trial_and_figure() {
    let folder = tempfile::tempdir().unwrap();
    let line = "keisuke --trials 4 --number 1 --timeout 2 --tables propagation,length";
    let ran = reproduce(&format!("{line} --out {}", folder.path().display()));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for row in ["cells, FC", "cells, GAC", "slots, GAC", "clauses", "   report", "report "] {
        assert!(ran.out.lines().any(|line| line.starts_with(row)), "{row}: {}", ran.out);
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("propagation.csv").lines().count(), 1 + 4 * 5);
    let lengths = read("length.csv");
    assert_eq!(lengths.lines().count(), 1 + 4 * 4);
    // Each line has a time, or a reason why it has none.
    for line in lengths.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[fields.len() - 2].is_empty(), fields[fields.len() - 3] == "0", "{line}");
    }
    assert!(lengths.lines().filter(|line| !line.contains(",0,,")).count() > 10, "{lengths}");
    assert!(read("length.svg").ends_with("</svg>\n"));
    let json = reproduce("keisuke --trials 2 --tables propagation --format json");
    assert_eq!(json.out.lines().count(), 2 * 5);
    let wrong = reproduce("keisuke --tables sise");
    assert_eq!((wrong.code, wrong.out.as_str()), (Some(2), ""), "{}", wrong.err);
}

#[test]
fn keisuke_counts_as_an_exercise_does() {
    let line = "keisuke --trials 12 --tables textbook,trials";
    let ran = reproduce(&format!("{line} --format csv"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for row in [
        "report,6282,356633,8747,5338,176613,110723",
        "report,112.0,112.0,105.0,98.0,96.0,104.6",
        "1,112,14,9,fitted",
        "1,112,16,8,fitted",
        "3,105,15,8,the only one",
        "4,98,14,8,the only one",
        "5,96,16,7,fitted",
    ] {
        assert!(ran.out.lines().any(|line| line.starts_with(row)), "{row}: {}", ran.out);
    }
    let json = reproduce(&format!("{line} --format json"));
    let rows: Vec<serde_json::Value> =
        json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |table: &str| rows.iter().filter(|row| row["table"] == table).collect::<Vec<_>>();
    assert_eq!((of("textbook").len(), of("trials").len()), (18, 8), "{}", json.out);
    let ours: u64 = of("digits").iter().map(|row| row["ours"].as_u64().unwrap()).sum();
    assert!((1..=12).contains(&ours), "{}", json.out);
    let markdown = reproduce(&format!("{line} --format markdown"));
    assert!(markdown.out.contains("| GAC, first cell, pruned |"), "{}", markdown.out);
}

/// The largest grid that counting allows for two cells and nine digits; it allows no larger one.
#[test]
fn keisuke_refuses_entries_that_cannot_be_distinct() {
    let refused = |size: &str, digits: u32| {
        let line = format!("generate keisuke --hard 2 --distinct --size {size} --digits {digits}");
        fed(HOME, &line.split(' ').collect::<Vec<_>>(), b"")
    };
    let larger = refused("20", 9);
    assert_eq!((larger.code, larger.out.as_str()), (Some(2), ""));
    assert!(larger.err.contains("98 runs of length 2"), "{}", larger.err);
    assert_eq!(refused("17", 9).code, Some(0));
}

#[test]
fn wrong_boards_are_reported_in_one_line() {
    let message = |line: &str| {
        let ran = reproduce(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}");
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        ran.err
    };
    insta::assert_snapshot!(message("sudoku-splits --boards no-such-file"), @"parallax: no-such-file: there is no such file");
    insta::assert_snapshot!(message("sudoku-splits --boards instances/latin-5.pls"), @"parallax: instances/latin-5.pls: a puzzle of another kind (latin); expected Sudokus");
    insta::assert_snapshot!(message("crawford --tables 7"), @"parallax: invalid value '7' for '--tables <LIST>': there is no table '7'; expected one of 2, 3, 2-literal, 3-literal, 2-plain, 3-plain, 4, 5, 6");
    assert!(message("crawford --limit 5 --paper-limits").contains("cannot be used with"));
    insta::assert_snapshot!(message("crawford --tables 2,3 --boards instances/sudoku-4.sudoku"), @"parallax: --boards is for the tables 4, 5 and 6");
    insta::assert_snapshot!(message("crawford --boards instances/latin-5.pls"), @"parallax: instances/latin-5.pls: a puzzle of another kind (latin); expected Sudokus");
    let file = "sudoku-splits --number 1 --out Cargo.toml/x";
    let ran = reproduce(file);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("Cargo.toml/x: cannot write"), "{}", ran.err);
}

#[test]
fn boards_without_a_solution_are_left_out() {
    let clash = format!("11{}\n", ".".repeat(79));
    let one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let input = clash + one;
    let ran = fed(HOME, &["reproduce", "sudoku-splits", "--boards", "-"], input.as_bytes());
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("1 boards without a solution are left out"), "{}", ran.err);
    assert!(ran.out.starts_with("Table 1 on 1 boards"), "{}", ran.out);
}

#[test]
fn set_table5_is_exact_on_the_full_deck() {
    let ran = reproduce("set-table5 --number 40 --format csv");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let mut table = csv::Reader::from_reader(ran.out.as_bytes());
    let names = table.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let cells = |row: &csv::StringRecord, wanted: [&str; 5]| {
        wanted.map(|name| row[names.iter().position(|n| n == name).unwrap()].to_owned())
    };
    let deck = rows.iter().filter(|row| &row[0] == "81");
    let deck: Vec<_> = deck
        .map(|row| cells(row, ["algorithm", "choice", "solutions", "checks", "nodes"]))
        .collect();
    let expected = [
        ["Brute force", "", "1080.0", "758808.0", "85320.0"],
        ["Search", "order=fitted", "1080.0", "553365.0", "4401.0"],
        ["Reformulation", "consistency=new", "1080.0", "31158.0", "2565.0"],
        ["Search", "order=natural", "1080.0", "554877.0", "4401.0"],
        ["Reformulation", "consistency=none", "1080.0", "31158.0", "2565.0"],
        ["Reformulation", "consistency=all", "1080.0", "31158.0", "2565.0"],
    ];
    assert_eq!(deck, expected);
    assert_eq!(rows.len(), 2 * 6);
}

#[test]
fn set_table5_marks_what_differs_and_says_what_is_fitted() {
    let ran = reproduce("set-table5 --number 40");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let words = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "1726.653",
        " ± ",
        "No figure differs from the paper's.",
        "order=fitted is chosen because it alone gives the paper's checks on the full deck",
        "Search, order=natural 81 554877 553365 ≠ +1512 (+0.273 %) 4401 4401 =",
    ] {
        assert!(words.contains(part), "{part}\n{}", ran.out);
    }
    // Rare deals: the means of reformulation are too far from the paper's.
    let ran = reproduce("set-table5 --number 30 --seed 10");
    assert_eq!(ran.code, Some(4), "{}", ran.out);
    assert!(ran.out.contains(" figures differ from the paper's (≠)."), "{}", ran.out);
    // Too few deals to say anything about their spread.
    let ran = reproduce("set-table5 --number 3 --seed 1");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(ran.out.contains("–"), "{}", ran.out);
}

#[test]
fn set_figures_are_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let run = |jobs: u32| {
        let out = folder.path().join(jobs.to_string());
        let line =
            format!("set-figures --sizes 3..9 --number 60 --jobs {jobs} --out {}", out.display());
        let ran = reproduce(&line);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        ["figures-18-19.csv", "figure-18.svg", "figure-19.svg"]
            .map(|name| std::fs::read_to_string(out.join(name)).unwrap())
    };
    let one = run(1);
    assert_eq!(one, run(3));
    assert_eq!(one[0].lines().count(), 1 + 7 * 3);
    assert_eq!((one[1].matches("Brute").count(), one[2].matches("Brute").count()), (1, 0));
    let wrong = reproduce("set-figures --sizes 9..100");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("within 1..81"), "{}", wrong.err);
}

#[test]
fn set_free_shows_both_halves_and_writes_them() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let ran = reproduce(&format!("set-free --attributes 3 --out {}", out.display()));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let end =
        "Shown: 9 of the 27 cards can be free of sets, any 10 hold a set.\nTime as measured: ";
    assert!(ran.out.contains(end), "{}", ran.out);
    // Independent code agrees on the files.
    let solved = |name: &str| {
        let file = out.join(name);
        fed(HOME, &["solve", file.to_str().unwrap(), "--engine", "sat:batsat"], b"").code
    };
    assert_eq!(solved("set-free-9.set"), Some(20));
    assert_eq!(solved("set-free-9-4-4-1.model.json"), Some(10));
    for case in ["4-4-2", "4-3-3"] {
        assert_eq!(solved(&format!("set-free-10-{case}.model.json")), Some(20));
    }
}

#[test]
fn set_free_reports_every_question() {
    let ran = reproduce("set-free --attributes 2 --format json --engine sat:varisat --prove");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let message: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(message.len(), 4);
    assert_eq!((&message[3]["answer"], &message[3]["proved"]), (&"no".into(), &1.into()));
    assert_eq!(message[2]["found"].as_str().unwrap().split(' ').count(), 4);
    let ran = reproduce("set-free --attributes 1 --format csv");
    assert!(ran.out.lines().nth(2).unwrap().starts_with("1,3,no,no,,true,native,1,1,0,"));
    let ran = reproduce("set-free --attributes 1 --format markdown");
    assert!(ran.out.contains("| 3 of 3 cards without a set | no | 1 of 1 |"), "{}", ran.out);
}

#[test]
fn set_free_shows_nothing_without_an_answer() {
    // Brute force takes three attributes at most.
    let ran = reproduce("set-free --engine brute");
    assert_eq!(ran.code, Some(3), "{}", ran.out);
    assert!(ran.out.contains("Not shown: ") && !ran.out.contains("Shown: "), "{}", ran.out);
    for wrong in ["--engine native --prove", "--attributes 5", "--engine nothing"] {
        let ran = reproduce(&format!("set-free {wrong}"));
        assert_eq!((ran.code, ran.err.lines().count()), (Some(2), 1), "{wrong} {}", ran.err);
    }
}

#[test]
fn reform_random_writes_its_table_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let line = "reform-random --sizes 4,5 --values 4 --density 0.6 --tightness 0.25 --blocks 2,4 \
                --number 2 --engine native --engine sat:batsat --engine reform:paper";
    let run = |format: &str| reproduce(&format!("{line} --format {format}"));
    let ran = reproduce(&format!("{line} --format csv --out {}", folder.path().display()));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("parallax: reform:paper: "), "{}", ran.err);
    assert!(ran.err.contains("parallax: 5 files in "), "{}", ran.err);
    let mut table = csv::Reader::from_reader(ran.out.as_bytes());
    let records: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 2 * 2 * 2 * 3);
    let saved = std::fs::read_to_string(folder.path().join("reform-random.csv")).unwrap();
    assert_eq!(saved, ran.out);
    for picture in ["own-4", "own-5", "shared-4", "shared-5"] {
        let file = folder.path().join(format!("reform-random-{picture}.svg"));
        let picture = std::fs::read_to_string(file).unwrap();
        assert!(picture.contains(">native<") && picture.contains(">reform:paper<"));
        assert!(!picture.contains("NaN"));
    }
    let text = run("text").out;
    assert!(text.contains("×native") && text.contains("n/a") && text.contains("2 of 2"), "{text}");
    assert_eq!(run("json").out.lines().count(), records.len());
    assert!(run("markdown").out.contains("| native | 4 | own | 2 | 2 of 2 |"));
    let wrong = reproduce("reform-random --blocks 9");
    assert_eq!((wrong.code, &*wrong.out), (Some(2), ""));
    assert!(wrong.err.contains("9 blocks of values; expected 1 to 8"), "{}", wrong.err);
}
