//! Tables of cDMN or DMN.

use parallax_instance::{InputError, Instance, LineReader};
use parallax_tables::{TableChoice, read_tables, readers};

use super::input_format::{FormLikeness, FormReader, InputFormat};
use crate::TablesInstance;
use crate::inputs::read_options::ReadOptions;

/// The extensions of files that are read as tables, whatever they hold.
pub(super) const TABLE_EXTENSIONS: &[&str] = &["xlsx", "dmn"];

/// Tables of cDMN or DMN.
pub(super) struct TablesFormat;

impl InputFormat for TablesFormat {
    const EXTENSIONS: &'static [&'static str] = TABLE_EXTENSIONS;

    const USUAL_EXTENSION: &'static str = "md";

    const MODEL_NAMES: &'static [&'static str] = &["tables"];

    const HAS_SHEETS: bool = true;

    const SAMPLES: &'static [&'static str] = &[
        "# Type\n\n| Name | Type | Values |\n|---|---|---|\n\
         | Land | String | be, nl, de |\n| Shade | String | red, green |\n\n\
         | Function | |\n|---|---|\n| Name | Type |\n| shade of Land | Shade |\n\n\
         | Relation |\n|---|\n| Name |\n| Land borders Land |\n\n\
         ## Data Table: borders\n\n| D | Land called a | Land called b | | a borders b |\n\
         |---|---|---|---|---|\n| 1 | be | nl, de | | Yes |\n\n\
         ## Neighbours differ\n\n| E* | Land called a | Land called b | a borders b | \
         | shade of a |\n|---|---|---|---|---|---|\n| 1 | - | - | Yes | | not(shade of b) |\n\n\
         | Goal |\n|---|\n| Get 3 models |\n",
        "Type,,\nName,Type,Values\nSize,Int,[1..3]\n,,\nConstant,\nName,Type\na,Size\n\
         b,Size\n\nOrder\nE*,a,,b\n1,2,,> a\n2,\"1, 3\",,a\n",
        "<definitions xmlns='https://www.omg.org/spec/DMN/20191111/MODEL/'>\
         <decision name='Dish'><decisionTable><input><inputExpression typeRef='string'><text>Season\
         </text></inputExpression></input><input><inputExpression typeRef='number'><text>Guests\
         </text></inputExpression><inputValues><text>[0..9]</text></inputValues></input>\
         <output name='Dish'/><rule><inputEntry><text>\"Winter\"</text></inputEntry><inputEntry>\
         <text>]2..8]</text></inputEntry><outputEntry><text>\"Stew\"</text></outputEntry></rule><rule><inputEntry>\
         <text>\"Summer\"</text></inputEntry><inputEntry><text>-</text></inputEntry><outputEntry>\
         <text>\"Salad\"</text></outputEntry></rule></decisionTable></decision></definitions>",
    ];

    const READER: FormReader = FormReader::Whole(read);

    fn resembles(
        likeness: FormLikeness,
        extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<bool, InputError> {
        match likeness {
            // The parts of a workbook may have any order, so its name counts.
            FormLikeness::Unmistakable => Ok(extension == Some("xlsx") && is_workbook(lines)?),
            FormLikeness::Binary => is_workbook(lines),
            FormLikeness::Certain => Ok(false),
            FormLikeness::Likely => readers::starts_table(extension, lines),
        }
    }
}

/// Reads the tables of a text or a workbook.
fn read(
    lines: &mut LineReader<'_>,
    manner: &ReadOptions<'_>,
) -> Result<Box<dyn Instance>, InputError> {
    let bytes = lines.rest_bytes(readers::MAX_FILE)?;
    let (source, choice) =
        (lines.source_name(), TableChoice { sheets: manner.sheets, decision: manner.decision });
    let check = || lines.check_stop();
    if manner.separate_tables
        && let Some(separate) =
            readers::read_separate_tables(source, manner.extension, &bytes, &check)?
    {
        return Ok(Box::new(TablesInstance::from_separate_tables(source, separate)?));
    }
    let decisions = readers::read_decisions(source, manner.extension, &bytes, &check);
    let tables = read_tables(source, manner.extension, bytes, &choice, &check)?;
    let instance = TablesInstance::read_tables(source, tables, &check)?;
    Ok(Box::new(match decisions? {
        Some(model) => instance.judge_by_decisions(model),
        None => instance,
    }))
}

/// Whether the first bytes identify a workbook.
fn is_workbook(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    // Few inputs begin with these bytes, and `peek_bytes` makes reading a little slower.
    Ok(matches!(lines.first_byte()?, Some(b'P' | 0xd0))
        && readers::is_binary(&lines.peek_bytes(8)?))
}
