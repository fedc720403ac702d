//! A workbook to damage.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Tables in CSV, whose lines become rows.
const CSV: &str = "Type,,\nName,Type,Values\nSize,Int,[1..3]\n,,\nConstant,\nName,Type\na,Size\n\
    b,Size\n\nOrder\nE*,a,,b\n1,2,,> a\n2,\"1, 3\",,a\n";

/// Returns a workbook with the tables of the text in CSV.
pub(crate) fn workbook() -> Option<Vec<u8>> {
    let cell = |word: &str| match word {
        "" => "<c/>".to_owned(),
        word => {
            let word = word.trim_matches('"').replace('>', "&gt;");
            format!("<c t='str'><v>{word}</v></c>")
        }
    };
    let line = |line: &str| {
        let line = line.replace("1, 3", "2").replace(",,", ",");
        format!("<row>{}</row>", line.split(',').map(cell).collect::<String>())
    };
    let rows: String = CSV.lines().map(line).collect();
    let sheet = format!(
        "<worksheet><sheetData>{rows}</sheetData><mergeCells><mergeCell ref='A10:B10'/>\
         </mergeCells></worksheet>"
    );
    let parts = [
        (
            "_rels/.rels",
            "<Relationships><Relationship Type='o/officeDocument' Target='w.xml'/></Relationships>",
        ),
        ("w.xml", "<workbook xmlns:r='r'><sheets><sheet name='S' r:id='s'/></sheets></workbook>"),
        (
            "_rels/w.xml.rels",
            "<Relationships><Relationship Id='s' Type='o/worksheet' Target='s.xml'/></Relationships>",
        ),
        ("s.xml", &sheet),
    ];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name, SimpleFileOptions::default()).ok()?;
        zip.write_all(text.as_bytes()).ok()?;
    }
    zip.finish().ok().map(Cursor::into_inner)
}
