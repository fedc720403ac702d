//! Sheets of puzzles: pages that print, with graded puzzles and their solutions.

use std::fs;

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value as Json;

use crate::common::{Ran, fed};

const ONE: &str =
    "...............73.9.5.8......3.6.8...6.8.2..7....9..4......8.914.61.....2...4..6.";

/// Runs `sheet` in a folder.
fn sheet(folder: &tempfile::TempDir, line: &str) -> Ran {
    let words: Vec<&str> = std::iter::once("sheet").chain(line.split(' ')).collect();
    fed(folder, &words, b"")
}

/// Returns the page that a run prints.
fn printed(folder: &tempfile::TempDir, line: &str) -> String {
    let ran = sheet(folder, line);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{line}");
    ran.out
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Parses a page, which is well-formed XML.
fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).expect("well-formed XML")
}

fn all<'a>(document: &'a Document<'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document
        .descendants()
        .filter(move |node| node.has_tag_name(("http://www.w3.org/1999/xhtml", name)))
}

/// Checks that a page loads nothing and that its names are unique; returns the ids of the figures.
fn figures(page: &str) -> Vec<String> {
    let document = parsed(page);
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(!["script", "img", "link", "iframe", "object", "image"].contains(&name), "{name}");
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{}", attribute.name());
            assert!(!["src", "href"].contains(&attribute.name()), "{}", attribute.value());
        }
    }
    assert!(
        !page.contains("http:") || page.matches("http:").count() == page.matches("xmlns=").count()
    );
    assert!(!page.contains("@import") && !page.contains("url(h"));
    let mut ids: Vec<&str> =
        document.descendants().filter_map(|node| node.attribute("id")).collect();
    let number = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), number, "ids are unique");
    all(&document, "figure").filter_map(|node| node.attribute("id")).map(str::to_owned).collect()
}

#[test]
fn a_page_has_the_puzzles_and_then_their_solutions() {
    let folder = folder();
    let line = "sudoku --number 5 --order 4 --seed 7 --grade easy --title Bears --per-page 2";
    let page = printed(&folder, line);
    let expected: Vec<String> = (1..=5)
        .map(|n| format!("puzzle-{n}"))
        .chain((1..=5).map(|n| format!("solution-{n}")))
        .collect();
    assert_eq!(figures(&page), expected);
    let document = parsed(&page);
    let pages: Vec<Node<'_, '_>> = all(&document, "section").collect();
    assert_eq!(pages.len(), 3 + 1);
    let puzzles = |page: &Node<'_, '_>| {
        page.descendants()
            .filter(|node| node.has_tag_name("figure") || node.tag_name().name() == "figure")
            .count()
    };
    assert_eq!(pages.iter().map(puzzles).collect::<Vec<_>>(), [2, 2, 1, 5]);
    let captions: Vec<String> = all(&document, "figcaption")
        .map(|node| node.descendants().filter_map(|inner| inner.text()).collect())
        .collect();
    assert!(captions[..5].iter().all(|caption| caption.contains("easy")), "{captions:?}");
    assert!(page.contains("seed 7, number 4") && page.contains("<h1>Bears</h1>"), "{page}");
    assert!(page.contains("parallax sheet sudoku --number 5 --grade easy --order 4 --seed 7"));
    let without = printed(&folder, &format!("{line} --no-solutions"));
    assert_eq!(figures(&without).len(), 5);
    assert!(without.matches("<section").count() == 3 && !without.contains("solution"));
}

/// Returns the puzzles of a sheet in JSON.
fn puzzles(folder: &tempfile::TempDir, line: &str) -> Vec<Json> {
    let text = printed(folder, &format!("{line} --format json"));
    let object: Json = serde_json::from_str(&text).expect("an object");
    assert_eq!(object["schema"], "parallax-sheet-1");
    object["puzzles"].as_array().expect("a list").clone()
}

#[test]
fn every_kind_is_made_with_one_solution_that_is_valid() {
    let folder = folder();
    for (kind, more) in [
        ("sudoku", "--order 6"),
        ("latin", ""),
        ("magic", "--order 3"),
        ("keisuke", "--order 4"),
        ("set", "--order 9"),
    ] {
        let line = format!("{kind} --number 3 --seed 3 {more}");
        let line = line.trim_end();
        let made = puzzles(&folder, line);
        assert_eq!(made.len(), 3, "{kind}");
        for puzzle in &made {
            let solutions = puzzle["solutions"].as_array().expect("a list");
            let number = if kind == "set" { 3 } else { 1 };
            assert_eq!((solutions.len(), &puzzle["complete"]), (number, &true.into()), "{puzzle}");
            assert_eq!(puzzle["puzzle"], kind);
            fs::write(folder.path().join("own"), puzzle["form"].as_str().expect("a text"))
                .expect("written");
            for solution in solutions {
                let args =
                    ["check", "own", "--puzzle", kind, solution.as_str().expect("a solution")];
                let ran = fed(&folder, &args, b"");
                assert_eq!(
                    (ran.code, ran.out.as_str()),
                    (Some(0), "valid\n"),
                    "{kind}: {}",
                    ran.err
                );
            }
            if kind != "set" {
                assert!(puzzle["score"].is_number() && puzzle["grade"].is_string(), "{puzzle}");
            }
        }
        let page = printed(&folder, line);
        assert_eq!(figures(&page).len(), 6, "{kind}");
        assert_eq!(page.matches("class=\"rule\"").count(), 1, "{kind}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let folder = folder();
    let line = "sudoku latin set --number 2 --seed 5";
    let page = printed(&folder, &format!("{line} --jobs 1"));
    assert_eq!(printed(&folder, &format!("{line} --jobs 3")), page);
    assert_ne!(printed(&folder, "sudoku latin set --number 2 --seed 6"), page);
    assert_eq!(figures(&page).len(), 12);
    // Further puzzles do not change the first ones.
    let forms = |line: &str| -> Vec<Json> {
        puzzles(&folder, line).iter().map(|puzzle| puzzle["form"].clone()).collect()
    };
    assert_eq!(forms("latin --number 4 --seed 5")[..2], forms("latin --number 2 --seed 5")[..]);
}

#[test]
fn grades_hold() {
    let folder = folder();
    for grade in ["easy", "medium"] {
        for puzzle in puzzles(&folder, &format!("sudoku --number 3 --grade {grade}")) {
            assert_eq!(puzzle["grade"], grade, "{puzzle}");
        }
    }
    let ran =
        sheet(&folder, "sudoku --order 4 --grade extreme --draws 2 --number 1 --output s.html");
    assert_eq!((ran.code, ran.out.as_str()), (Some(3), ""));
    assert!(ran.err.starts_with("parallax: sudoku 0 is given up: none of 2 draws"), "{}", ran.err);
    assert!(!folder.path().join("s.html").exists());
}

#[test]
fn files_are_printed_if_each_puzzle_has_one_solution() {
    let folder = folder();
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("a.sudoku", &format!("{ONE}\n{ONE}\n"));
    write("many.sudoku", &format!("{ONE}\n{}\n", ONE.replace('7', ".")));
    write("none.sudoku", &format!("55{}\n", &ONE[2..]));
    let page = printed(&folder, "a.sudoku --per-page 6");
    assert_eq!(figures(&page).len(), 4);
    assert!(page.contains(">a.sudoku</p>") && page.contains(">a.sudoku#1</p>"), "{page}");
    let refused = |line: &str| {
        let ran = sheet(&folder, line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}: {}", ran.err);
        ran.err
    };
    let err = refused("a.sudoku many.sudoku");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.contains("many.sudoku#1: there are several solutions; --allow-many"), "{err}");
    let err = refused("none.sudoku many.sudoku --allow-many");
    assert!(err.contains("none.sudoku: there is no solution") && err.lines().count() == 1, "{err}");
    let err = refused("none.sudoku many.sudoku");
    assert_eq!(err.lines().count(), 3, "{err}");
    let marked = printed(&folder, "many.sudoku --allow-many");
    assert_eq!(marked.matches("several solutions").count(), 2, "{marked}");
    assert_eq!(figures(&marked).len(), 4);
    write("a.cnf", "p cnf 1 1\n1 0\n");
    let err = refused("a.cnf");
    assert!(err.contains("a.cnf: cnf is not for a sheet; expected sudoku, latin"), "{err}");
    write("empty.sudoku", "");
    refused("empty.sudoku");
    refused("missing.sudoku");
    assert!(refused("a.sudoku --grade easy").contains("--grade goes with a kind of puzzle"));
    assert!(refused("set --grade easy").contains("SET cards have no steps"));
    assert!(refused("latin --clues 3").contains("--clues goes with sudoku"));
    assert!(refused("a.sudoku --output a.sudoku").contains("one of the files with puzzles"));
    assert_eq!(fs::read_to_string(folder.path().join("a.sudoku")).expect("a file").len(), 164);
}

#[test]
fn odd_requests() {
    let folder = folder();
    let refused = |line: &str| {
        let ran = sheet(&folder, line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}: {}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{line}: {}", ran.err);
        ran.err
    };
    refused("sudoku --number 0");
    refused("sudoku --per-page 3");
    refused("sudoku --grade simple");
    assert!(refused("sudoku --output no/such/s.html").contains("there is no such folder"));
    refused("sudoku --output .");
    if std::path::Path::new("/dev/full").exists() {
        refused("sudoku --number 1 --order 4 --output /dev/full");
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_parallax"))
            .args(["sheet", "sudoku", "--number", "1", "--order", "4"])
            .stdout(full)
            .stderr(std::process::Stdio::null())
            .status();
        assert_eq!(status.expect("a run").code(), Some(2));
    }
    let title = "<script>alert('1')</script> & \"more\" \u{7}";
    let args = ["sheet", "sudoku", "--order", "4", "--number", "1", "--title", title];
    let page = fed(&folder, &args, b"").out;
    assert_eq!(figures(&page).len(), 2);
    let document = parsed(&page);
    let heading = all(&document, "h1").next().and_then(|node| node.text());
    assert_eq!(heading, Some("<script>alert('1')</script> & \"more\"  "));
    let name = "<b>&.sudoku";
    fs::write(folder.path().join(name), ONE).expect("written");
    let page = printed(&folder, name);
    assert!(page.contains("&lt;b&gt;&amp;.sudoku"), "{page}");
    assert_eq!(figures(&page).len(), 2);
}

#[test]
fn a_thousand_puzzles_and_large_boards() {
    let folder = folder();
    let ran = sheet(&folder, "latin --order 3 --number 1000 --per-page 6 --output out.html");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""));
    let page = fs::read_to_string(folder.path().join("out.html")).expect("a page");
    assert_eq!(figures(&page).len(), 2000);
    assert_eq!(page.matches("<section").count(), 1000_usize.div_ceil(6) + 1000_usize.div_ceil(12));
    // Large boards are alone on their pages unless asked otherwise.
    for (order, pages) in [(16, 1 + 1), (25, 2 + 1)] {
        let line = format!("generate sudoku --order {order} --full --number 2");
        let full = fed(&folder, &line.split(' ').collect::<Vec<_>>(), b"").out;
        fs::write(folder.path().join("full.sudoku"), full).expect("written");
        let page = printed(&folder, "full.sudoku");
        assert_eq!((figures(&page).len(), page.matches("<section").count()), (4, pages), "{order}");
    }
}

#[test]
fn grid_puzzles_are_made_and_taken_from_files() {
    let folder = folder();
    let killer = "puzzle: sudoku 4\ncages:\nAABB\nCDDB\nCEFF\nEEGG\nclues: A 3, B 9, C 5, D 5\n\
                  clues: E 8, F 7, G 3\n";
    fs::write(folder.path().join("own.grid"), killer).expect("written");
    for (what, number) in
        [("killer futoshiki --number 2 --order 4", 4), ("own.grid --allow-many", 1)]
    {
        let made = puzzles(&folder, what);
        assert_eq!(made.len(), number, "{what}");
        for puzzle in &made {
            assert_eq!(puzzle["puzzle"], "grid");
            assert!(puzzle["form"].as_str().is_some_and(|form| form.starts_with("puzzle: ")));
        }
        let page = printed(&folder, what);
        assert_eq!(figures(&page).len(), 2 * number, "{what}");
        assert!(page.contains("stroke-dasharray"), "cages have dashed borders: {page}");
    }
    let page = printed(&folder, "killer --number 1 --order 4");
    assert_eq!(page.matches("The digits of a cage differ and have the sum").count(), 1, "{page}");
}

#[test]
fn every_puzzle_has_its_rules_on_the_sheet() {
    let folder = folder();
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("one.grid", "puzzle: sudoku 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n. . . .\nthermo: r1c1 r1c2\n");
    write(
        "two.grid",
        "puzzle: latin 3\n1 2 3\n2 3 1\n. . .\nwhite: r1c1 r1c2\nodd: r1c1\nodd: r1c3\n",
    );
    let page = printed(&folder, "one.grid two.grid");
    assert_eq!(figures(&page).len(), 4);
    let document = parsed(&page);
    let rules = |id: &str| -> Vec<String> {
        let figure = all(&document, "figure").find(|node| node.attribute("id") == Some(id));
        let inner = figure.expect("a figure").descendants();
        let rules = inner.filter(|node| node.attribute("class") == Some("rule"));
        rules.filter_map(|node| node.text()).map(str::to_owned).collect()
    };
    insta::assert_snapshot!(rules("puzzle-1").join("\n"), @r"
    Fill in digits from 1 to 4: every row, every column and every box has each of them once.
    Digits rise along each thermometer from its bulb.
    ");
    insta::assert_snapshot!(rules("puzzle-2").join("\n"), @r"
    Fill in digits from 1 to 3: every row and every column has each of them once.
    Two digits with a white dot between them differ by 1.
    A cell with a grey circle has an odd digit.
    ");
    // Rules that all puzzles share stand at the top, once.
    let page = printed(&folder, "two.grid two.grid");
    assert_eq!(page.matches("has an odd digit.").count(), 1);
    let made = puzzles(&folder, "one.grid two.grid");
    assert_eq!(made[0]["rules"].as_array().map(Vec::len), Some(2));
    let sudoku = puzzles(&folder, "sudoku --order 4 --number 1");
    assert!(sudoku[0]["rules"][0].as_str().expect("a rule").starts_with("Sudoku: "));
}

#[test]
fn grades_can_be_left_out() {
    let folder = folder();
    let line = "sudoku --order 4 --number 2";
    assert!(printed(&folder, line).contains("easy: "));
    let page = printed(&folder, &format!("{line} --no-grade"));
    assert!(!page.contains("easy") && !page.contains("graded"), "{page}");
    assert_eq!(figures(&page).len(), 4);
    let made = puzzles(&folder, &format!("{line} --no-grade"));
    assert!(made.iter().all(|own| own["grade"].is_null() && own["score"].is_null()), "{made:?}");
}
