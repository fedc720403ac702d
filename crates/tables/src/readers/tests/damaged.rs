//! Random and damaged files: nothing panics, and every error is one line.

use proptest::prelude::*;

use super::decisions::SAMPLE;
use super::exercise;
use super::workbooks::book;

/// A workbook with two tables and merged cells.
fn sample() -> Vec<u8> {
    let rows = "<row r='1'><c r='A1' t='s'><v>0</v></c></row><row r='2'><c r='A2' t='str'>\
        <v>E*</v></c><c r='B2' t='inlineStr'><is><t>a</t></is></c><c r='C2'><v>1.5</v></c></row>\
        //<mergeCells><mergeCell ref='A1:C1'/></mergeCells>";
    book(&[("S", rows), ("Other", rows)])
}

proptest! {
    #[test]
    fn damaged_workbooks(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut bytes = sample();
        for (place, byte) in edits {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        exercise(&bytes);
    }

    #[test]
    fn cut_workbooks(end in any::<prop::sample::Index>(), start in any::<prop::sample::Index>()) {
        let bytes = sample();
        let end = end.index(bytes.len());
        exercise(&bytes[..end]);
        exercise(&[&bytes[..4], &bytes[start.index(bytes.len())..]].concat());
    }

    #[test]
    fn damaged_sheets(xml in "(<row( r='[0-9A-Z]{1,8}')?>|</row>|<c( r='[A-D0-9:]{1,4}')?( t='(s|str|b|e|n)')?>|</c>|<v>[0-9a-z.]{0,4}</v>|<f/>|<![CDATA[x]]>|//<mergeCells><mergeCell ref='[A-C][1-4]:[A-D][1-5]'/></mergeCells>){0,20}") {
        exercise(&book(&[("S", &xml)]));
    }

    #[test]
    fn sheets_of_random_cells(cells in prop::collection::btree_set((1u32..9, 0usize..6), 0..20), merged in prop::collection::vec("[A-D][1-6]:[B-F][2-9]", 0..3)) {
        // All texts differ, so that no cell is taken for a part of a merged title.
        let cell = |&(row, column): &(u32, usize)| {
            let letter = char::from(b"ABCDEF"[column]);
            format!("<row r='{row}'><c r='{letter}{row}' t='str'><v>{letter}{row}</v></c></row>")
        };
        let rows: String = cells.iter().map(cell).collect();
        let merged: String = merged.iter().map(|range| format!("<mergeCell ref='{range}'/>")).collect();
        let bytes = book(&[("S", &format!("{rows}//<mergeCells>{merged}</mergeCells>"))]);
        if merged.is_empty()
            && let Ok(sheets) = crate::readers::read_table_file("f", None, bytes.clone(), &|| Ok(()))
        {
            // Every cell is in one table.
            let all = sheets[0].tables.iter().flat_map(|table| {
                table.rows.iter().flatten().chain([&table.title]).filter(|cell| !cell.is_blank())
            });
            prop_assert_eq!(all.count(), cells.len());
        }
        exercise(&bytes);
    }

    #[test]
    fn damaged_decisions(edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..40, "(<|>|\"|not\\(|\\)|\\[|\\.\\.|,|-|5|true|</dmn:rule>|<dmn:rule>|\u{e9}|&lt;|typeRef=\"x\")"), 1..4)) {
        let mut text: Vec<char> = SAMPLE.chars().collect();
        for (start, length, new) in edits {
            let start = start.index(text.len());
            let end = (start + length).min(text.len());
            text.splice(start..end, new.chars());
        }
        let text: String = text.into_iter().collect();
        exercise(text.as_bytes());
    }

    #[test]
    fn random_markdown(text in "(\\|| |-|:|#|E\\*|Name|Goal|a|\\\\|`{3}|\n|\r\n|\n\\|-\\|-\\|\n|\u{e9}|\0){0,40}") {
        exercise(text.as_bytes());
    }

    #[test]
    fn random_csv(text in "(,|;|\t|\"|E\\*|Name|Type|a| |\n|\r\n|\n\n|\u{e9}){0,40}") {
        exercise(text.as_bytes());
    }

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..60), start in 0usize..5) {
        let starts: [&[u8]; 5] = [b"", b"PK\x03\x04", b"PK\x05\x06", b"<definitions", b"\xef\xbb\xbf"];
        exercise(&[starts[start], &bytes].concat());
    }
}
