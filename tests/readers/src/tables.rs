//! Files of tables to damage.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const MARKDOWN: &str = "# Type\n\n| Name | Type | Values |\n|---|---|---|\n\
    | Land | String | be, nl, de |\n| Shade | String | red, green |\n\n\
    | Function | |\n|---|---|\n| Name | Type |\n| shade of Land | Shade |\n\n\
    | Relation |\n|---|\n| Name |\n| Land borders Land |\n\n\
    ## Data Table: borders\n\n| D | Land called a | Land called b | | a borders b |\n\
    |---|---|---|---|---|\n| 1 | be | nl, de | | Yes |\n\n\
    ## Neighbours differ\n\n| E* | Land called a | Land called b | a borders b | | shade of a |\n\
    |---|---|---|---|---|---|\n| 1 | - | - | Yes | | not(shade of b) |\n\n\
    | Goal |\n|---|\n| Get 3 models |\n";

const CSV: &str = "Type,,\nName,Type,Values\nSize,Int,[1..3]\n,,\nConstant,\nName,Type\na,Size\n\
    b,Size\n\nOrder\nE*,a,,b\n1,2,,> a\n2,\"1, 3\",,a\n";

const DMN: &str = "<definitions xmlns='https://www.omg.org/spec/DMN/20191111/MODEL/'>\
    <decision name='Dish'><decisionTable><input><inputExpression typeRef='string'><text>Season\
    </text></inputExpression></input><input><inputExpression typeRef='number'><text>Guests</text>\
    </inputExpression><inputValues><text>[0..9]</text></inputValues></input><output name='Dish'/>\
    <rule><inputEntry><text>\"Winter\"</text></inputEntry><inputEntry><text>]2..8]</text>\
    </inputEntry><outputEntry><text>\"Stew\"</text></outputEntry></rule><rule><inputEntry><text>\
    \"Summer\"</text></inputEntry><inputEntry><text>-</text></inputEntry><outputEntry><text>\
    \"Salad\"</text></outputEntry></rule></decisionTable></decision></definitions>";

/// Returns texts and a workbook.
pub(crate) fn texts() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = [MARKDOWN, CSV, DMN].map(|text| text.as_bytes().to_vec()).into();
    texts.extend(workbook());
    texts
}

/// Returns a workbook with the tables of the text in CSV.
fn workbook() -> Option<Vec<u8>> {
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
