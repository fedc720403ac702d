//! Markdown and CSV.

use super::super::{TableChoice, read_tables};
use super::shown;

fn md(text: &str) -> String {
    shown(Some("md"), text.as_bytes())
}

fn csv(text: &str) -> String {
    shown(Some("csv"), text.as_bytes())
}

#[test]
fn titles_stand_in_the_first_row_or_above() {
    insta::assert_snapshot!(md("Words.\n| T | | |\n|---|:-:|--:|\n| E* | a | b |\n| 1 | x \\| y |\n\nmore"), @r"
    T @2:3 ?
      E*@4:3 a@4:8 b@4:12
      1@5:3 x | y@5:7 @5:15
    ");
    insta::assert_snapshot!(md("# Rules:\n\nE* | a | | b\n---|---|---|---\n1 | x | | y\n2 | | | z"), @r"
    Rules @1:1 1
      E*@3:1 a@3:6 b@3:12
      1@5:1 x@5:5 y@5:11
      2@6:1 @6:5 z@6:9
    ");
    insta::assert_snapshot!(md("**Type**\n\n|Name|Type|\n|-|-|\n|T|Int|"), @r"
    Type @1:1 ?
      Name@3:2 Type@3:7
      T@5:2 Int@5:4
    ");
    insta::assert_snapshot!(md("Relation |\n---|\nName |\nsel T |\nBoolean |\n---|\nName |\nB |\n"), @r"
    Relation @1:1 ?
      Name@3:1
      sel T@4:1
    Boolean @5:1 ?
      Name@7:1
      B@8:1
    ");
    insta::assert_snapshot!(md("Title\n=====\n\n|E\\*|a|\n|-|-|\n|1|a\\b\\<c|\n"), @r"
    Title @1:1 ?
      E*@4:2 a@4:6
      1@6:2 a\b<c@6:4
    ");
    insta::assert_snapshot!(md("```\n| T | |\n|-|-|\n```\n~~~~\n```\n~~~\n| T | |\n|-|-|\n~~~~\n| V |\n|-|\n| U |"), @r"
    V @11:3 ?
      U@13:3
    ");
    insta::assert_snapshot!(md("\u{feff}| \u{e9}\u{e9} | |\r\n|-|-|\r\n| U | \u{e9}x |\r\n"), @r"
    éé @1:3 ?
      U@3:3 éx@3:7
    ");
}

#[test]
fn goals_are_tables_or_headings() {
    insta::assert_snapshot!(md("| Goal |\n|---|\n| Get all models |"), @r"
    Goal @1:3 ?
      Get all models@3:3
    ");
    insta::assert_snapshot!(md("## Goal\n\nMinimize a | b:\n\n| T | |\n|-|-|\n| U | v |"), @r"
    Goal @1:1 ?
      Minimize a | b@3:1
    T @5:3 ?
      U@7:3 v@7:7
    ");
    insta::assert_snapshot!(md("# Goal\n| Goal |\n|---|\n| Get all models |"), @r"
    Goal @2:3 ?
      Get all models@4:3
    ");
    insta::assert_snapshot!(md("# Goal\n# Next"), @"f:1:1: no goal below the heading; expected a line such as 'Get all models'");
    insta::assert_snapshot!(md("# Goal\n\n"), @"f:1:1: no goal below the heading; expected a line such as 'Get all models'");
}

#[test]
fn data_tables_may_lack_their_hit_policy() {
    insta::assert_snapshot!(md("Data Table: d | | |\n-|-|-\nCard | n of Card | |\n1 | 7 | 8|\n"), @r"
    Data Table: d @1:1 ?
      @3:1 Card@3:1 n of Card@3:8
      1@4:1 7@4:5 8@4:9
    ");
    insta::assert_snapshot!(md("Data Table: d | | |\n-|-|-\n | Card | n of Card |\n1 | 7 | 8|\n"), @r"
    Data Table: d @1:1 ?
      @3:4 Card@3:4 n of Card@3:11
      1@4:1 7@4:5 8@4:9
    ");
    // Under a heading as in a title of their own.
    for header in ["| | Card | n of Card |", "| D | Card | n of Card |"] {
        let text = format!("## Data Table: d\n\n{header}\n|---|---|---|\n| 1 | 7 | 8 |\n");
        let read = md(&text);
        assert!(read.starts_with("Data Table: d @1:1 ?\n"), "{header}: {read}");
        assert!(read.ends_with("  1@5:3 7@5:7 8@5:11\n"), "{header}: {read}");
    }
    insta::assert_snapshot!(md("## DataTable d\n| Card | n of Card | |\n|-|-|-|\n| 1 | 7 | 8|\n"), @r"
    DataTable d @1:1 ?
      @2:3 Card@2:3 n of Card@2:10
      1@4:3 7@4:7 8@4:11
    ");
    insta::assert_snapshot!(csv("Data Table d\nCard,n of Card\n1,7,8\n"), @r"
    Data Table d @1:1 ?
      @2:1 Card@2:1 n of Card@2:6
      1@3:1 7@3:3 8@3:5
    ");
}

#[test]
fn wrong_markdown_is_named() {
    insta::assert_snapshot!(md("| E* | a |\n|-|-|\n| 1 | b |"), @"f:1:3: a table without a title; expected a heading or a line above it");
    insta::assert_snapshot!(md("# A\n| x | a |\n|-|-|\n| 1 | b |"), @"f:2:3: 'x' begins a table; expected a hit policy (E*, U, A, F, D, C+, C<, C> or C#), Name, or a title alone in the first row");
    insta::assert_snapshot!(md("# A\n| | a |\n|-|-|\n| 1 | b |"), @"f:2:3: '' begins a table; expected a hit policy (E*, U, A, F, D, C+, C<, C> or C#), Name, or a title alone in the first row");
    insta::assert_snapshot!(md("# A\n| E* | a |\n|-|-|\n| 1 | b | | c |"), @"f:4:13: table 'A': a cell beyond the 2 columns of the table");
    insta::assert_snapshot!(md("# A\n| E* | a | | b | | c |\n|-|-|-|-|-|-|\n| 1 | b | | c | | d |"), @"f:2:18: table 'A': a second blank column; expected one, between inputs and outputs");
    insta::assert_snapshot!(md(""), @"f: empty; expected tables");
    insta::assert_snapshot!(md("only words | here"), @"");
    insta::assert_snapshot!(shown(None, "a\nb\0".as_bytes()), @"f:2:2: a NUL byte; expected text, this looks like a binary file");
    insta::assert_snapshot!(shown(None, b"a\n\xe9"), @"f:2:1: not UTF-8; expected text, this looks like a binary file");
    insta::assert_snapshot!(shown(None, b"\xff\xfea\0"), @"f: UTF-16; expected UTF-8");
    let long = format!("| T |\n|-|\n{}", "|".repeat(2_000_000));
    insta::assert_snapshot!(md(&long), @"f: more than 1000000 cells, the most that are read");
    let wide =
        format!("| T{}\n|{}\n", " |".repeat(1001), "-|".repeat(1001)) + &"| a |\n".repeat(1001);
    insta::assert_snapshot!(md(&wide), @"f: more than 1000000 cells, the most that are read");
}

#[test]
fn csv_has_blank_records_between_tables() {
    insta::assert_snapshot!(csv("T\nE*,a,\"b, \"\"c\"\"\"\n1,,x\n\nV\nU,k\n"), @r#"
    T @1:1 ?
      E*@2:1 a@2:4 b, "c"@2:6
      1@3:1 @3:3 x@3:4
    V @5:1 ?
      U@6:1 k@6:3
    "#);
    insta::assert_snapshot!(csv("T;;\r\nE*;a;b\r\n1;\"x\r\ny\";2,5\r\n;;\r\nV;;\r\nU;k;\r\n"), @r"
    T @1:1 ?
      E*@2:1 a@2:4 b@2:6
      1@3:1 x y@3:3 2,5@3:7
    V @6:1 ?
      U@7:1 k@7:3
    ");
    insta::assert_snapshot!(csv("\n\nT\t\t\t\nE*\ta\t\tb\n1\tx\t\ty"), @r"
    T @3:1 1
      E*@4:1 a@4:4 b@4:7
      1@5:1 x@5:3 y@5:6
    ");
    insta::assert_snapshot!(csv(",T\nE*,a"), @r"
    T @1:2 ?
      E*@2:1 a@2:4
    ");
    insta::assert_snapshot!(csv("T,V\nE*,a"), @"f:1:3: 'V' beside 'T'; expected a title alone in the first row of a table, and a blank row between tables");
    insta::assert_snapshot!(csv("T"), @"T @1:1 ?");
    insta::assert_snapshot!(csv("\"T"), @"T @0:1 ?");
    insta::assert_snapshot!(csv(",,\n"), @"");
    insta::assert_snapshot!(csv("T\nE*,a,,b,,c\n1,2,,3,,4"), @"f:2:9: table 'T': a second blank column; expected one, between inputs and outputs");
}

#[test]
fn texts_are_told_apart_by_their_content() {
    let marked = "| T | |\n|-|-|\n| E* | a |";
    assert_eq!(shown(Some("txt"), marked.as_bytes()), md(marked));
    let separated = "T,\nE*,a\n";
    assert_eq!(shown(None, separated.as_bytes()), csv(separated));
}

#[test]
fn titles_are_read_back_as_they_are_written() {
    for title in
        ["a | b", "a \\ b", "time:", "time::", "# 1", "#1", "no. #", "**", "* x", "a **b**"]
    {
        // In CSV a title is a field, so it may be anything.
        let text = format!("\"{title}\"\nE*,a\n1,x\n");
        let tables = |text: &str, extension| {
            let bytes = text.as_bytes().to_vec();
            read_tables("f", Some(extension), bytes, &TableChoice::default(), &|| Ok(()))
                .expect("tables")
        };
        let first = tables(&text, "csv");
        assert_eq!(first[0].1.title.text, title);
        let written = crate::solution_text::tables_markdown(&first);
        let again = tables(&written, "md");
        assert_eq!(again[0].1.title.text, title, "{written}");
        assert_eq!(crate::solution_text::tables_markdown(&again), written);
    }
}
