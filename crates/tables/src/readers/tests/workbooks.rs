//! Workbooks, built here part by part.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{chosen, shown};

/// A zip archive of these parts.
pub(super) fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, text) in parts {
        zip.start_file(*name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const RELS: &str = "<Relationships><Relationship Id='r' Type='x/officeDocument' \
    Target='xl/workbook.xml'/></Relationships>";

/// A workbook with sheets of these rows; XML after `//` follows the rows.
pub(super) fn book(sheets: &[(&str, &str)]) -> Vec<u8> {
    book_with(sheets, STRINGS)
}

const STRINGS: &str = "<sst xmlns='m'><si><t>plain</t></si></sst>";

fn book_with(sheets: &[(&str, &str)], strings: &str) -> Vec<u8> {
    book_of(sheets, strings, None)
}

fn book_of(sheets: &[(&str, &str)], strings: &str, styles: Option<&str>) -> Vec<u8> {
    let (mut listed, mut related, mut parts) = (String::new(), String::new(), Vec::new());
    for (place, (name, rows)) in sheets.iter().enumerate() {
        listed += &format!("<sheet name='{name}' sheetId='{place}' r:id='s{place}'/>");
        related += &format!(
            "<Relationship Id='s{place}' Type='x/worksheet' Target='worksheets/{place}.xml'/>"
        );
        let (rows, rest) = rows.split_once("//").unwrap_or((rows, ""));
        let sheet = format!(
            "<?xml version='1.0'?><worksheet xmlns='m'><sheetData>{rows}</sheetData>{rest}</worksheet>"
        );
        parts.push((format!("xl/worksheets/{place}.xml"), sheet));
    }
    let listed = format!("<workbook xmlns='m' xmlns:r='n'><sheets>{listed}</sheets></workbook>");
    let strings_at = "<Relationship Id='t' Type='x/sharedStrings' Target='/xl/sharedStrings.xml'/>";
    let styles_at = "<Relationship Id='y' Type='x/styles' Target='styles.xml'/>";
    let styles_at = if styles.is_some() { styles_at } else { "" };
    let related = format!("<Relationships>{related}{strings_at}{styles_at}</Relationships>");
    let mut all = vec![
        ("_rels/.rels", RELS),
        ("xl/workbook.xml", &listed),
        ("xl/_rels/workbook.xml.rels", &related),
        ("xl/sharedStrings.xml", strings),
    ];
    all.extend(styles.map(|styles| ("xl/styles.xml", styles)));
    all.extend(parts.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    archive(&all)
}

/// A sheet whose cells are these words, `.` for a blank one; `/` ends a row. The merged ranges
/// follow `+`.
fn grid(text: &str) -> String {
    let (cells, merged) = text.split_once('+').unwrap_or((text, ""));
    let word = |word: &str| match word {
        "." => "<c/>".to_owned(),
        word => format!("<c t='str'><v>{word}</v></c>"),
    };
    let row =
        |row: &str| format!("<row>{}</row>", row.split_whitespace().map(word).collect::<String>());
    let rows: String = cells.split('/').map(row).collect();
    let merged: String =
        merged.split_whitespace().map(|range| format!("<mergeCell ref='{range}'/>")).collect();
    format!("{rows}//<mergeCells>{merged}</mergeCells>")
}

/// The tables of one sheet.
fn tables(text: &str) -> String {
    shown(None, &book(&[("S", &grid(text))]))
}

/// One cell of a sheet, under a title.
fn cell(xml: &str) -> String {
    let rows = format!("<row><c t='str'><v>T</v></c></row><row>{xml}</row>");
    let strings = "<sst><si><t>a</t></si><si><r><t>ri</t></r><r><t xml:space='preserve'>ch </t></r>\
        <rPh><t>no</t></rPh></si><si><t>x_x000D_y_x0041__xZZZZ_</t></si></sst>";
    shown(None, &book_with(&[("S", &rows)], strings))
}

#[test]
fn formulas_count_by_their_stored_value() {
    let error = "f: S!A2: a formula without a stored value";
    assert!(cell("<c><f>1+2</f><v>3</v></c>").contains("3@A2"));
    for xml in [
        "<c><f>1+2</f></c>",
        "<c><f>1+2</f><v/></c>",
        "<c><f>1+2</f><v> </v></c>",
        "<c t='str'><f>A1</f></c>",
        "<c t='b'><f t='shared' si='0'/><v></v></c>",
    ] {
        assert!(cell(xml).contains(error), "{xml}: {}", cell(xml));
    }
    // A formula that returns an empty text leaves its cell blank.
    assert!(!cell("<c t='str'><f>IF(1,\"\",2)</f><v></v></c><c><v>1</v></c>").contains(error));
}

#[test]
fn dates_are_refused() {
    let styles = "<styleSheet xmlns='m'><numFmts><numFmt numFmtId='164' formatCode='0.0 \"d\"'/>\
        <numFmt numFmtId='165' formatCode='yyyy\\-mm\\-dd'/></numFmts>\
        <cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/><xf numFmtId='165'/></cellXfs>\
        </styleSheet>";
    let of = |cell: &str| {
        let rows = format!("<row><c t='str'><v>T</v></c></row><row>{cell}</row>");
        shown(None, &book_of(&[("S", &rows)], STRINGS, Some(styles)))
    };
    for (style, number) in [(1, "45000"), (3, "1.5")] {
        let found = of(&format!("<c s='{style}'><v>{number}</v></c>"));
        assert!(found.starts_with("f: S!A2: a date (the number "), "{found}");
    }
    assert!(of("<c t='d'><v>2023-03-15</v></c>").starts_with("f: S!A2: the date 2023-03-15"));
    for style in [0, 2, 9] {
        assert!(of(&format!("<c s='{style}'><v>7</v></c>")).contains("7@A2"), "style {style}");
    }
    // A text in a format of dates stays a text.
    assert!(of("<c s='1' t='str'><v>soon</v></c>").contains("soon@A2"));
}

#[test]
fn cells_hold_text_numbers_and_truth_values() {
    insta::assert_snapshot!(cell("<c t='s'><v>1</v></c>"), @r"
    T @A1 0
      rich@A2
    ");
    insta::assert_snapshot!(cell("<c t='s'><v>2</v></c>"), @r"
    T @A1 0
      x yA_xZZZZ_@A2
    ");
    insta::assert_snapshot!(cell("<c t='inlineStr'><is><r><t> in</t></r><r><t>line</t></r></is></c>"), @r"
    T @A1 0
      inline@A2
    ");
    insta::assert_snapshot!(cell("<c><v>3.0</v></c><c t='n'><v>-12</v></c><c><v>0.1</v></c><c><v>2.5E-2</v></c><c><v>1E3</v></c><c><v>-0.0</v></c>"), @r"
    T @A1 0
      3@A2 -12@B2 0.1@C2 0.025@D2 1000@E2 0@F2
    ");
    insta::assert_snapshot!(cell("<c><v>12345678901234567890</v></c>"), @r"
    T @A1 0
      12345678901234567890@A2
    ");
    insta::assert_snapshot!(cell("<c t='b'><v>1</v></c><c t='b'><v>0</v></c>"), @r"
    T @A1 0
      Yes@A2 No@B2
    ");
    insta::assert_snapshot!(cell("<c t='str'><f>A1+1</f><v>cached</v></c><c><f>1+1</f><v>2</v></c>"), @r"
    T @A1 0
      cached@A2 2@B2
    ");
    insta::assert_snapshot!(cell("<c t='str'><v> two \n lines </v></c>"), @r"
    T @A1 0
      two lines@A2
    ");
    insta::assert_snapshot!(cell("<c r='C2' t='str'><v>right</v></c>"), @r"
    T @A1 0
    right @C2 0
    ");
}

#[test]
fn wrong_cells_are_named() {
    insta::assert_snapshot!(cell("<c r='B2' t='e'><v>#REF!</v></c>"), @"f: S!B2: the cell holds the error #REF!; expected a value");
    insta::assert_snapshot!(cell("<c t='s'><v>9</v></c>"), @"f: S!A2: there is no shared string 9");
    insta::assert_snapshot!(cell("<c><v>NaN</v></c>"), @"f: S!A2: 'NaN'; expected a number");
    insta::assert_snapshot!(cell("<c t='b'><v>2</v></c>"), @"f: S!A2: '2'; expected a truth value");
    insta::assert_snapshot!(cell("<c t='q'><v>2</v></c>"), @"f: S!A2: a cell of type 'q', which is not supported");
    insta::assert_snapshot!(cell("<c r='2B'><v>2</v></c>"), @"f: S!A2: cell name '2B'");
    insta::assert_snapshot!(cell("<c r='XFE2'><v>2</v></c>"), @"f: S!XFE2: beyond the last row or column of a sheet");
    insta::assert_snapshot!(cell("<c r='A99999999999'><v>2</v></c>"), @"f: S!A2: cell name 'A99999999999'");
    insta::assert_snapshot!(cell("<c r='A2'><v>2</v></c><c r='A2'><v>3</v></c>"), @"f: S!A2: the cell is there twice");
}

#[test]
fn tables_are_boxes_of_cells() {
    insta::assert_snapshot!(tables("T / E* a b / 1 . x / . / U / A k"), @r"
    T @A1 0
      E*@A2 a@B2 b@C2
      1@A3 @B3 x@C3
    U @A5 0
      A@A6 k@B6
    ");
    insta::assert_snapshot!(tables("T . V / E* . A / 1 . 2"), @r"
    T @A1 0
      E*@A2
      1@A3
    V @C1 0
      A@C2
      2@C3
    ");
    insta::assert_snapshot!(tables(". . T / . . E* a / . . 1 / / . . 2 b"), @"f: S!D5: 'b' in the row of the title '2'; expected one title, and a blank row or column between tables");
    insta::assert_snapshot!(tables("T / E* a b c/ 1 p q r + A1:C1"), @r"
    T @A1 2
      E*@A2 a@B2 b@C2 c@D2
      1@A3 p@B3 q@C3 r@D3
    ");
    insta::assert_snapshot!(tables("T / E* a b / 1 p q / 2 . r + A1:C1 B3:B4"), @r"
    T @A1 2
      E*@A2 a@B2 b@C2
      1@A3 p@B3 q@C3
      2@A4 p@B4 r@C4
    ");
    insta::assert_snapshot!(tables("T / . a / . . b / . . . c"), @r"
    T @A1 0
    a @B2 0
    b @C3 0
    c @D4 0
    ");
    insta::assert_snapshot!(tables(""), @"");
}

#[test]
fn a_row_above_the_header_names_inputs_and_outputs() {
    let expected = "T @A1 2\n  U@A3 a@B3 b@C3 c@D3\n  1@A4 p@B4 q@C4 r@D4\n";
    for text in [
        "T / . Inputs . Outputs / U a b c / 1 p q r",
        "T / . inputs inputs OUTPUT / U a b c / 1 p q r",
        "T / U Input . Output / U a b c / 1 p q r",
        "T / . Inputs . Outputs / U a b c / 1 p q r + A1:D1 B2:C2",
    ] {
        assert_eq!(tables(text), expected, "{text}");
    }
    assert!(
        tables("T / U Inputs Outputs / . a c / 1 p r").starts_with("T @A1 1\n  U@A2 a@B3 c@C3")
    );
    assert!(tables("T / . Outputs . / U a b / 1 p q").starts_with("T @A1 0\n  U@A3"));
    // Names that only look like it, and a row that is the header itself.
    assert!(tables("T / U a Outputs / 1 p q").starts_with("T @A1 0\n  U@A2 a@B2 Outputs@C2"));
    assert!(tables("T / D Inputs Outputs").starts_with("T @A1 0\n  D@A2"));
}

#[test]
fn a_bold_line_in_the_header_divides_inputs_from_outputs() {
    let styles = "<styleSheet xmlns='m'><borders><border/><border><left/><right style='medium'/>\
        </border><border><left style='thick'/><right style='thin'/></border><border>\
        <left style='thin'/></border></borders><cellXfs><xf/><xf borderId='1'/><xf borderId='2'/>\
        <xf borderId='3'/><xf borderId='9'/></cellXfs></styleSheet>";
    // A word is a cell, with its style behind `:`; the title has style 1.
    let inputs = |header: &str| {
        let word = |word: &str| {
            let (word, style) = word.split_once(':').unwrap_or((word, "0"));
            format!("<c s='{style}' t='str'><v>{word}</v></c>")
        };
        let row = |text: &str| {
            let cells: String = text.split_whitespace().map(word).collect();
            format!("<row>{cells}</row>")
        };
        let rows = ["T:1", header, "1 p:2 q:2 r:1"].map(row).concat();
        let shown = shown(None, &book_of(&[("S", &rows)], STRINGS, Some(styles)));
        shown.lines().next().and_then(|line| line.rsplit(' ').next()).map(str::to_owned)
    };
    for (header, expected) in [
        ("U a b:1 c", "2"),
        ("U a b c:2", "2"),
        ("E* a:1 b:2 c:1", "1"),
        // The frame of the table, and the line right of the numbers.
        ("U:1 a:2 b c:1", "0"),
        // Two lines, thin lines, unknown borders.
        ("U a:1 b:1 c", "0"),
        ("U a b:3 c:3", "0"),
        ("U a b:4 c:7", "0"),
        // No table of rules.
        ("Name a b:1 c", "0"),
    ] {
        assert_eq!(inputs(header).as_deref(), Some(expected), "{header}");
    }
}

#[test]
fn wrong_tables_are_named() {
    insta::assert_snapshot!(tables("T U / E* a"), @"f: S!B1: 'U' in the row of the title 'T'; expected one title, and a blank row or column between tables");
    insta::assert_snapshot!(tables("T / E* a + A1:A2"), @"f: S!A2: a value that merged cells hide");
    insta::assert_snapshot!(tables("T / E* a b + A1:B1 B2:C2"), @"f: S!C2: a value that merged cells hide");
    insta::assert_snapshot!(tables("T / a / . b . / . + A1:B1 B2:B9 A2:B2"), @"f: S!B3: a value that merged cells hide");
    insta::assert_snapshot!(tables(". T / U a b + A2:B2"), @"f: S!B2: a value that merged cells hide");
    insta::assert_snapshot!(tables("T / E* a + A1"), @r"
    T @A1 0
      E*@A2 a@B2
    ");
    insta::assert_snapshot!(tables("T / E* a + B1:A1"), @"f: sheet 'S': merged cells 'B1:A1'");
    insta::assert_snapshot!(tables("T / E* a + A1:ZZZZ1"), @"f: sheet 'S': merged cells 'A1:ZZZZ1'");
    insta::assert_snapshot!(tables("T / E* + A1:XFD1048576"), @"f: S!A2: a value that merged cells hide");
    insta::assert_snapshot!(tables("T + A1:XFD1048576"), @"f: sheet 'S': more than 1000000 cells or 33554432 bytes of text, the most that are read");
}

#[test]
fn a_staircase_of_cells_is_refused() {
    let row = |i: u32| format!("{}x x", ". ".repeat(i as usize));
    let rows: Vec<String> = (0..1100).map(row).collect();
    insta::assert_snapshot!(tables(&rows.join("/")), @"f: sheet 'S': more than 1000000 cells or 33554432 bytes of text, the most that are read");
}

#[test]
fn sheets_are_chosen_by_name() {
    let (full, note) = (grid("T / E* a"), grid("note"));
    let both = book(&[("Rules", &full), ("Notes", &note), ("a, b", &full)]);
    insta::assert_snapshot!(chosen(&both, &[]), @"f: several sheets have tables: 'Rules', 'a, b'; choose with --sheet NAME, or --sheet all");
    insta::assert_snapshot!(chosen(&both, &["Rules"]), @"Rules");
    insta::assert_snapshot!(chosen(&both, &["a, b", "Rules,Notes"]), @"a, b Rules Notes");
    insta::assert_snapshot!(chosen(&both, &["all"]), @"Rules Notes a, b");
    insta::assert_snapshot!(chosen(&both, &["rules"]), @"f: there is no sheet 'rules' (did you mean 'Rules'?); expected one of 'Rules', 'Notes', 'a, b'");
    insta::assert_snapshot!(chosen(&both, &["Rules, Elsewhere"]), @"f: there is no sheet 'Elsewhere'; expected one of 'Rules', 'Notes', 'a, b'");
    insta::assert_snapshot!(chosen(&both, &["Notes"]), @"f: no tables; expected at least one with a title");
    insta::assert_snapshot!(chosen(&book(&[("Rules", &full), ("Notes", &note)]), &[]), @"Rules");
    insta::assert_snapshot!(chosen(&book(&[("Notes", &note)]), &[]), @"f: no tables; expected at least one with a title");
    let wrong = "<row><c t='e'><v>#REF!</v></c></row>";
    let mixed = book(&[("Rules", &full), ("Broken", wrong)]);
    insta::assert_snapshot!(chosen(&mixed, &["Rules"]), @"Rules");
    insta::assert_snapshot!(chosen(&mixed, &[]), @"f: Broken!A1: the cell holds the error #REF!; expected a value");
    insta::assert_snapshot!(chosen(b"| Type | |\n|-|-|\n| Name | a |", &["Rules"]), @"f: there is no sheet 'Rules'; a text has no sheets");
}

#[test]
fn what_is_no_workbook_is_refused() {
    let of = |parts: &[(&str, &str)]| shown(None, &archive(parts));
    let rels = ("_rels/.rels", RELS);
    insta::assert_snapshot!(of(&[]), @"f: no workbook: a zip archive without the parts of one");
    insta::assert_snapshot!(of(&[("word/document.xml", "<a/>")]), @"f: no workbook: a zip archive without the parts of one");
    insta::assert_snapshot!(of(&[("_rels/.rels", "<Relationships/>")]), @"f: no workbook: its archive names no main part");
    insta::assert_snapshot!(of(&[rels]), @"f: no workbook: there is no part xl/workbook.xml");
    insta::assert_snapshot!(of(&[rels, ("xl/workbook.xml", "<document/>")]), @"f: no workbook: its main part holds a 'document'");
    insta::assert_snapshot!(of(&[rels, ("xl/workbook.xml", "<workbook/>")]), @"f: a workbook without sheets");
    insta::assert_snapshot!(of(&[rels, ("xl/workbook.xml", "<workbook")]), @"f: xl/workbook.xml: damaged XML: the document does not have a root node");
    insta::assert_snapshot!(of(&[rels, ("xl/workbook.xml", "<workbook><sheets><sheet name='a'/></sheets></workbook>")]), @"f: there is no part for sheet 'a'");
    insta::assert_snapshot!(shown(None, b"PK\x03\x04"), @"f: no zip archive, or a damaged one: could not find eocd");
    insta::assert_snapshot!(shown(None, b"PK\x05\x06"), @"f: no zip archive, or a damaged one: failed to fill whole buffer");
    insta::assert_snapshot!(shown(Some("xlsx"), b"hello"), @"f: no workbook; expected the zip archive of an .xlsx file");
    insta::assert_snapshot!(shown(Some("xlsx"), b""), @"f: no workbook; expected the zip archive of an .xlsx file");
    insta::assert_snapshot!(shown(None, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest"), @"f: an old Excel workbook (.xls) or an encrypted one; save it as .xlsx without a password");
    let laughs = "<!DOCTYPE w [<!ENTITY a 'ha'>]><workbook>&a;</workbook>";
    insta::assert_snapshot!(of(&[rels, ("xl/workbook.xml", laughs)]), @"f: xl/workbook.xml: a document type declaration; expected none (at 1:1)");
}

#[test]
fn names_of_parts_differ_in_more_than_case() {
    let listed = "<workbook xmlns:r='n'><sheets><sheet name='S' r:id='s'/></sheets></workbook>";
    let related = "<Relationships><Relationship Id='s' Type='x/worksheet' Target='../XL/a.xml'/>\
        </Relationships>";
    let sheet = "<worksheet><sheetData><row><c><v>7</v></c></row></sheetData></worksheet>";
    let parts = [
        ("_RELS/.rels", RELS),
        ("xl/Workbook.xml", listed),
        ("xl/_rels/workbook.xml.rels", related),
        ("xl/A.XML", sheet),
    ];
    insta::assert_snapshot!(shown(None, &archive(&parts)), @"7 @A1 0");
}

#[test]
fn bombs_are_refused() {
    let zeros = "<row><c><v>0</v></c></row>".repeat(2_000_000);
    let bomb = book(&[("S", &zeros)]);
    assert!(bomb.len() < 1 << 20, "{} bytes", bomb.len());
    insta::assert_snapshot!(shown(None, &bomb), @"f: more than 33554432 bytes when it is unpacked, the most that is read");
    // One long string in many cells.
    let strings = format!("<sst><si><t>{}</t></si></sst>", "x".repeat(1 << 20));
    let cells = format!("<row>{}</row>", "<c t='s'><v>0</v></c>".repeat(16_000));
    insta::assert_snapshot!(shown(None, &book_with(&[("S", &cells)], &strings)), @"f: sheet 'S': more than 1000000 cells or 33554432 bytes of text, the most that are read");
    let long = format!(
        "<row><c t='str'><v>{}</v></c></row>//<mergeCells><mergeCell ref='A1:Z100'/></mergeCells>",
        "x".repeat(1 << 16)
    );
    insta::assert_snapshot!(shown(None, &book(&[("S", &long)])), @"f: sheet 'S': more than 1000000 cells or 33554432 bytes of text, the most that are read");
    let range = "<mergeCell ref='A2:B1048576'/>".repeat(20_000);
    let far = format!(
        "<row r='1048576'><c r='D1048576'><v>1</v></c></row>//<mergeCells>{range}</mergeCells>"
    );
    insta::assert_snapshot!(shown(None, &book(&[("S", &far)])), @"f: sheet 'S': more than 1000000 cells or 33554432 bytes of text, the most that are read");
    let deep = format!("{}{}", "<a>".repeat(300), "</a>".repeat(300));
    insta::assert_snapshot!(shown(None, &book(&[("S", &deep)])), @"f: xl/worksheets/0.xml: elements nested more than 256 deep (at 1:816)");
}

#[test]
fn sizes_that_the_directory_states_are_not_believed() {
    let rows = "<row><c><v>1</v></c></row>".repeat(5000);
    let bytes = book(&[("S", &rows)]);
    let sheet = "<?xml version='1.0'?><worksheet xmlns='m'><sheetData></sheetData></worksheet>";
    let stated = ((rows.len() + sheet.len()) as u32).to_le_bytes();
    let found = bytes.windows(4).filter(|window| *window == stated).count();
    let mut lying = bytes.clone();
    for place in 0..bytes.len() - 4 {
        if bytes[place..place + 4] == stated {
            lying[place..place + 4].copy_from_slice(&7u32.to_le_bytes());
        }
    }
    assert!(found >= 1 && lying != bytes, "the size is in the file");
    let read = shown(None, &lying);
    assert!(read == shown(None, &bytes) || read.starts_with("f: "), "{read}");
}
