//! `parallax generate`: its output meets the request, by other engines and by definition, and
//! depends only on the seed and the number.

use std::fs;
use std::io::{BufRead, BufReader};

use insta::assert_snapshot;
use parallax_compare::{ComparisonPlan, ModelSelection};
use parallax_model::engine_api::{Answer, Task};
use serde_json::Value as Json;

use crate::common::{Ran, engines, fed, plan, results, solved, spawn, stream};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn generate(line: &str) -> Ran {
    let words: Vec<&str> = std::iter::once("generate").chain(line.split(' ')).collect();
    fed(HOME, &words, b"")
}

/// Returns the standard output of a run that meets the whole request.
fn made(line: &str) -> String {
    let ran = generate(line);
    assert_eq!(ran.code, Some(0), "{line}: {}", ran.err);
    ran.out
}

fn objects(line: &str) -> Vec<Json> {
    let text = made(&format!("{line} --format json"));
    text.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

/// Returns the numbers of solutions, up to two, that two engines find of each instance of a text.
fn counts(text: &str, extension: &str) -> Vec<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(format!("made.{extension}"));
    fs::write(&file, text).expect("a file");
    let plan = plan(engines("native,sat:varisat+direct"), Task::Limit(2));
    // Other models are weak on large boards.
    let plan = ComparisonPlan { models: ModelSelection::Default, ..plan };
    let all = results(&plan, stream(&file).map(|found| found.expect("a good file")));
    let counts = all.iter().map(|compared| {
        assert!(compared.rows.iter().all(|row| row.checked && row.count == compared.rows[0].count));
        assert!(compared.rows.iter().all(|row| !matches!(row.answer, Answer::Unknown(_))));
        u64::try_from(&compared.rows[0].count).expect("at most two")
    });
    counts.collect()
}

#[test]
fn one_small_instance_of_each() {
    assert_snapshot!(made("sudoku --order 4"), @r"
    ....21...24.4.1.
    ");
    assert_snapshot!(made("sudoku --order 6 --clues 16 --symmetric diagonal"), @r"
    ..42.5......4..65.2.6.34..35.15..34.
    ");
    assert_snapshot!(made("latin --order 4 --holes 8 --balanced --unique"), @r"
    order 4
      0  -1  -1   2
     -1   3  -1   1
      3  -1   1  -1
     -1   0   2  -1
    ");
    assert_snapshot!(made("completion --order 4"), @r"
    order 4
     -1   0  -1  -1
     -1   2   3  -1
      3   1  -1  -1
     -1   3   2  -1
    ");
    assert_snapshot!(made("magic --order 3 --clues 3"), @r"
    3 3
    1 1 2
    2 1 7
    3 3 8
    ");
    assert_snapshot!(made("set --cards 4 --sets 1"), @r"
    4 3 4
    0102
    2120
    2212
    2001
    ");
    assert_snapshot!(made("model zebra:3").lines().take(3).collect::<Vec<_>>().join("\n"), @r#"
    {
      "format": "parallax-model-1",
      "name": "zebra:3@0",
    "#);
}

#[test]
fn instances_depend_on_the_seed_and_their_number_alone() {
    for line in [
        "sudoku --order 9",
        "sudoku --order 6 --clues 14 --symmetric rotational",
        "sudoku --order 4 --minimal --symmetric diagonal",
        "latin --order 6 --unique",
        "completion --order 8 --ahead",
        "magic --order 5",
        "set --sets 2",
        "keisuke --size 6",
        "keisuke --size 5x4 --apart --unique --digits 4",
        "keisuke --size 8 --hard 2",
        "grid kropki --size 6 --symmetric",
        "grid kakuro --size 6 --minimal",
        "grid jigsaw --size 6",
        "model timetable:6",
    ] {
        let ten = objects(&format!("{line} --count 10 --seed 3 --jobs 1"));
        assert_eq!(ten.len(), 10);
        assert!((0..10).all(|number| ten[number]["number"] == number), "{line}");
        assert_eq!(objects(&format!("{line} --count 10 --seed 3 --jobs 3")), ten, "{line}");
        assert_eq!(objects(&format!("{line} --from 7 --count 2 --seed 3")), ten[7..9], "{line}");
        let text = |object: &Json| object["text"].clone();
        let texts: std::collections::HashSet<Json> = ten.iter().map(text).collect();
        assert!(texts.len() > 8, "{line}: different numbers give different instances");
        assert_ne!(objects(&format!("{line} --seed 4"))[0]["text"], ten[0]["text"]);
        let plain = made(&format!("{line} --seed 3 --from 4"));
        assert_eq!(plain, ten[4]["text"].as_str().unwrap(), "{line}");
    }
}

#[test]
fn unique_instances_have_one_solution_by_other_engines() {
    for (line, extension) in [
        ("sudoku --order 4 --count 5", "sudoku"),
        ("sudoku --order 9 --count 5 --symmetric vertical --clues 34", "sudoku"),
        ("sudoku --order 12 --count 2", "sudoku"),
        ("sudoku --order 16 --clues 140", "sudoku"),
        ("latin --order 7 --holes 25 --unique --count 5", "pls"),
        ("latin --order 6 --holes 12 --unique --balanced --count 5", "pls"),
        ("magic --order 3 --clues 2 --unique", "dat"),
        ("keisuke --size 7x9 --unique --count 5", "keisuke"),
        ("keisuke --size 6 --digits 5 --density 0.1 --unique --count 3", "keisuke"),
        ("magic --order 4 --clues 6 --unique", "dat"),
        ("grid killer --size 6 --count 3", "grid"),
        ("grid takuzu --size 8 --symmetric --count 3", "grid"),
        ("grid skyscrapers --size 5 --minimal --count 2", "grid"),
    ] {
        let text = made(&format!("{line} --seed 2"));
        assert!(counts(&text, extension).iter().all(|&count| count == 1), "{line}");
        let object = &objects(&format!("{line} --seed 2"))[0];
        let engines = serde_json::json!(["native", "sat:batsat+direct"]);
        assert_eq!((&object["unique"], &object["missed"]), (&engines, &Json::Null), "{line}");
    }
    let full = made("sudoku --full --order 8 --count 3");
    assert!(!full.contains('.') && counts(&full, "sudoku") == [1, 1, 1]);
}

#[test]
fn certificates_stand_beside_instances() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path();
    for (line, standing) in [
        ("sudoku --order 9 --count 2", "certified (file)"),
        ("latin --order 5 --holes 9 --unique", "certified (file)"),
        ("magic --order 3 --clues 2 --unique", "certified (file)"),
        ("keisuke --size 5 --unique", "certified (flattened model)"),
    ] {
        let words = format!("generate {line} --certify --out made");
        let words: Vec<&str> = words.split(' ').collect();
        let ran = fed(own, &words, b"");
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.err);
        let again = fed(own, &[&words[..], &["--format", "json"]].concat(), b"");
        assert_eq!(again.code, Some(0), "{line}: {}", again.err);
        let puzzle = line.split(' ').next().expect("a puzzle");
        let json = fs::read_to_string(own.join(format!("made/{puzzle}-0-0.json"))).expect("json");
        assert!(json.contains(&format!("\"standing\":\"{standing}\"")), "{json}");
    }
    let mut checked = 0;
    for file in fs::read_dir(own.join("made")).expect("a folder") {
        let file = file.expect("a file").path();
        if file.extension().is_some_and(|own| own == "cert") {
            let model = fs::read_to_string(format!("{}.model.json", file.display()));
            let model = parallax_certificates::json::read_model(&model.expect("a model"));
            let certificate = fs::File::open(&file).expect("a file");
            let none = &mut |_: &str| Err(std::io::ErrorKind::NotFound.into());
            let shown = parallax_certificates::check_certificate(
                &model.expect("a model"),
                certificate,
                none,
                &|| Ok(()),
            );
            assert_eq!(shown.map(|own| own.claim.to_string()), Ok("1".to_owned()), "{file:?}");
            checked += 1;
        }
    }
    assert_eq!(checked, 10);
    let ran = fed(own, &["generate", "latin", "--holes", "9", "--certify", "--out", "made"], b"");
    assert!(ran.code == Some(2) && ran.err.contains("need not have one solution"), "{}", ran.err);
}

#[test]
fn several_instances_of_one_text_are_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    for line in [
        "sudoku --order 6",
        "sudoku --order 16 --clues 200",
        "latin --order 3",
        "completion --order 4 --filled 0",
        "set --attributes 2 --cards 3",
        "set --attributes 9 --values 2",
    ] {
        let text = made(&format!("{line} --count 3 --seed 1"));
        // Neither the name nor the extension shows the form.
        let file = folder.path().join("made");
        fs::write(&file, &text).expect("a file");
        let read: String = stream(&file)
            .map(|found| found.expect("an instance").instance.notation().write_instance())
            .collect();
        assert_eq!(read, text, "{line}");
    }
}

#[test]
fn clues_and_sets_are_as_many_as_asked() {
    let clues = made("sudoku --clues 30 --count 4 --symmetric horizontal");
    assert!(clues.lines().all(|board| board.bytes().filter(|&cell| cell != b'.').count() == 30));
    let holes = made("latin --order 9 --holes 20% --count 3");
    assert_eq!(holes.matches("-1").count(), 3 * 16);
    let filled = made("completion --order 12 --count 3");
    assert_eq!(filled.matches("-1").count(), 3 * (144 - 60));
    let magic = made("magic --order 6 --clues 9");
    assert_eq!(magic.lines().filter(|&line| line == "6 9").count(), 1);
    for sets in [0, 1, 5] {
        let line = format!("set --cards 12 --sets {sets} --count 3");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("made.set");
        fs::write(&file, made(&line)).expect("a file");
        let all = solved("brute,native", Task::All, &file);
        assert!(all.iter().flat_map(|compared| &compared.rows).all(|row| row.count == sets));
        assert_eq!(all.len(), 3);
    }
}

#[test]
fn what_is_not_reached_is_said_and_does_not_pass_for_it() {
    let near = generate("sudoku --clues 17 --tries 1 --count 2 --format json");
    assert_eq!(near.code, Some(3));
    let lines: Vec<&str> = near.err.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("parallax: instance 0 has 2"), "{lines:?}");
    assert!(lines[1].ends_with("instead of 17 clues, the nearest of 1 try"), "{lines:?}");
    let object: Json = serde_json::from_str(near.out.lines().next().unwrap()).unwrap();
    assert!(lines[0].ends_with(object["missed"].as_str().unwrap()), "{object}");
    let none = generate("set --attributes 2 --cards 5 --sets 0 --exchanges 50 --count 12");
    assert_eq!((none.code, none.out.as_str()), (Some(3), ""));
    assert_eq!(none.err.lines().count(), 11);
    assert!(none.err.contains("instance 9 is given up: no deal found in 50 exchanges"));
    assert!(none.err.ends_with("parallax: 2 more instances are not as asked\n"), "{}", none.err);
}

#[test]
fn keisukes_are_as_asked() {
    let hard = made("keisuke --size 5x8 --hard 2 --count 2");
    assert_eq!(hard.matches("..#..#..\n").count(), 8, "{hard}");
    assert!(counts(&hard, "keisuke").iter().all(|&count| count == 2), "blocks can be exchanged");
    let unknown = made("keisuke --size 3x4 --apart --unknown");
    assert!(unknown.starts_with("size: 3x4, apart\nacross: "), "{unknown}");
    assert!(counts(&unknown, "keisuke")[0] > 0);
    let white = made("keisuke --size 6 --density 0");
    assert!(white.starts_with(&"......\n".repeat(6)), "{white}");
    let fault = |line: &str| {
        let ran = generate(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}");
        ran.err
    };
    assert_snapshot!(fault("keisuke --size 6 --hard 2"), @"parallax: runs of length 2 do not fill a grid of 6x6; expected a length from 2, and sides such as 2 or 5");
    assert_snapshot!(fault("keisuke --size 5 --hard 2 --unique"), @"parallax: a puzzle of 4 blocks has several solutions, because the blocks can be exchanged");
    assert_snapshot!(fault("keisuke --size 101"), @"parallax: a grid of 101x101 cells; expected sides of 1 to 100, and two cells or more");
    assert_snapshot!(fault("keisuke --size 1"), @"parallax: a grid of 1x1 cells; expected sides of 1 to 100, and two cells or more");
    assert_snapshot!(fault("keisuke --digits 0"), @"parallax: 0 digits; expected 1 to 9");
    assert_snapshot!(fault("keisuke --density 1.5"), @"parallax: invalid value '1.5' for '--density <P>': expected a number from 0 to 1, for example 0.25");
    assert!(fault("keisuke --size 5by5").contains("for example 9 or 9x12"));
    let missed = generate("keisuke --size 9 --digits 1 --unique --effort 3 --density 0.4");
    assert!(matches!(missed.code, Some(0 | 3)), "{}", missed.err);
}

#[test]
fn formulas_are_as_asked() {
    let formula = made("cnf --variables 40 --clauses 100 --seed 3");
    assert!(formula.starts_with("p cnf 40 100\n"), "{formula}");
    assert_eq!(formula, made("cnf --variables 40 --ratio 2.5 --seed 3"), "the same number");
    assert_ne!(formula, made("cnf --variables 40 --clauses 100 --seed 4"));
    let wide = made("cnf --variables 9 --width 5 --clauses 20");
    let literals = |line: &str| line.split(' ').count() - 1;
    assert!(wide.lines().skip(1).all(|line| literals(line) == 5), "{wide}");
    // So many clauses leave no solution unless one is planted.
    let few = made("cnf --variables 8 --clauses 150 --planted");
    assert!(counts(&few, "cnf")[0] > 0, "{few}");
    assert_eq!(counts(&made("cnf --variables 8 --clauses 150"), "cnf"), [0]);
    let fault = |line: &str| {
        let ran = generate(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}");
        ran.err
    };
    assert_snapshot!(fault("cnf --variables 4 --clauses 17"), @"parallax: 17 different clauses; expected at most 16, half of all possible clauses");
    assert_snapshot!(fault("cnf --variables 2"), @"parallax: clauses of 3 literals; expected 1 to 2, the number of variables");
    assert_snapshot!(fault("cnf --number 2"), @"parallax: a file of this kind holds one instance; several need --out DIR or --format json");
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn wrong_values_are_one_error() {
    let fault = |line: &str| {
        let ran = generate(line);
        assert_eq!(
            (ran.code, ran.out.as_str(), ran.err.lines().count()),
            (Some(2), "", 1),
            "{line}"
        );
        ran.err.replace("parallax: ", "")
    };
    let faults: Vec<String> = [
        "sudoku --order 0",
        "sudoku --order 1",
        "sudoku --order 13",
        "sudoku --order 999999999999",
        "sudoku --order 18446744073709551616",
        "sudoku --clues 82",
        "sudoku --clues -1",
        "sudoku --full --minimal",
        "sudoku --symmetric rotation",
        "sudoku --tries 0",
        "sudoku --holes 3",
        "sudoku --count 0",
        "sudoku --from 18446744073709551615 --count 2",
        "latin --order 0",
        "latin --order 201",
        "latin --holes 101%",
        "latin --holes 101",
        "latin --balanced --holes 43",
        "latin --tries 3",
        "completion --filled 101",
        "magic --order 2",
        "magic --clues 17",
        "set --cards 0",
        "set --cards 82",
        "set --sets 23",
        "set --values 11",
        "set --exchanges 9",
        "model zebra:9",
        "model zebra:4@1",
        "model sudoku:9",
        "model zebra:4 --count 2",
        "chess",
    ]
    .map(fault)
    .to_vec();
    assert_snapshot!(faults.concat(), @r"
    there is no Sudoku of order 0: 0 is too small, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    there is no Sudoku of order 1: 1 is too small, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    there is no Sudoku of order 13: 13 is prime, it has no boxes (4, 6, 8, 9, 10, 12, ...)
    a Sudoku of order 999999999999 is too large; the limit is 100
    invalid value '18446744073709551616' for '--order <N>': expected a whole number from 0 to 18446744073709551615
    82 clues; a Sudoku of order 9 with one solution has 17 to 81
    invalid value '-1' for '--clues <N>': expected a whole number, 0 or more
    the argument '--full' cannot be used with '--minimal'
    invalid value 'rotation' for '--symmetric <KIND>': unknown symmetry 'rotation' (did you mean 'rotational'?); known: none, rotational, diagonal, horizontal, vertical
    invalid value '0' for '--tries <N>': expected a whole number, 1 or more
    unexpected argument '--holes' found; tip: a similar argument exists: '--clues'
    invalid value '0' for '--number <N>': expected a whole number, 1 or more
    --from 18446744073709551615: there are not 2 numbers from there
    a Latin square of order 0; expected 1 to 200
    a Latin square of order 201; expected 1 to 200
    invalid value '101%' for '--holes <N|P%>': '101%' is no share; expected 0% to 100%
    101 holes; a square of order 10 has 100 cells
    43 holes cannot be balanced; expected a multiple of the order, 10
    the following required arguments were not provided: --unique
    101 filled; a square of order 10 has 100 cells
    there is no magic square of order 2; expected 1, or 3 to 100
    17 clues; a square of order 4 has 16 cells
    0 cards; expected 1 to 81
    82 cards; expected 1 to 81
    23 sets; 12 cards have at most 22
    11 values an attribute; expected 1 to 10
    the following required arguments were not provided: --sets <K>
    9 houses; expected 3 to 6 (zebra:HOUSES[@SEED])
    'zebra:4@1' has a seed; expected a name without one, and --seed
    'sudoku:9' names no model; expected one that begins with sets:, timetable:, zebra:, queens:, random:
    a file of this kind holds one instance; several need --out DIR or --format json
    unrecognized subcommand 'chess'
    ");
}

#[test]
fn files_have_names_and_are_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |line: &str| {
        let words: Vec<&str> = std::iter::once("generate").chain(line.split(' ')).collect();
        fed(folder.path(), &words, b"")
    };
    let ran = at("sudoku --order 4 --seed 5 --count 3 --out new/boards");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""));
    let mut names: Vec<String> = fs::read_dir(folder.path().join("new/boards"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8"))
        .collect();
    names.sort();
    assert_eq!(names, ["sudoku-5-0.sudoku", "sudoku-5-1.sudoku", "sudoku-5-2.sudoku"]);
    let board = |number: u64| {
        fs::read_to_string(folder.path().join(format!("new/boards/sudoku-5-{number}.sudoku")))
    };
    assert_eq!(board(2).unwrap(), made("sudoku --order 4 --seed 5 --from 2"));
    let again = "sudoku --order 4 --seed 5 --count 4 --out new/boards";
    assert_eq!(at(again).code, Some(0));
    let other = at("sudoku --order 6 --seed 5 --out new/boards");
    assert_eq!(other.code, Some(2));
    let message = "sudoku-5-0.sudoku: is there already, with another content\n";
    assert!(other.err.ends_with(message), "{}", other.err);
    assert_eq!(board(0).unwrap().trim().len(), 16);
    assert_eq!(at("sudoku --order 4 --out new/boards/sudoku-5-0.sudoku").code, Some(2));
    let models = at("model zebra:3 --count 2 --out models --format json");
    assert_eq!(models.code, Some(0), "{}", models.err);
    assert!(folder.path().join("models/model-0-1.json").is_file());
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = spawn(HOME, &["generate", "sudoku", "--order", "4", "--count", "1000000"]);
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut first).expect("a line");
    assert_eq!(first.trim_end().len(), 16);
    drop(out);
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0));
}
