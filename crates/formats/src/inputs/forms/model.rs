//! Models as JSON.

use parallax_instance::{InputError, Instance, LineReader, MAX_LINE};

use super::input_format::{ExtensionWeight, FormLikeness, FormReader, InputFormat};
use super::tables;
use crate::ModelInstance;
use crate::inputs::data::DataFile;
use crate::inputs::read_options::ReadOptions;
use crate::unpack::bare_name;

/// Models as JSON.
pub(super) struct ModelFormat;

impl InputFormat for ModelFormat {
    const EXTENSIONS: &'static [&'static str] = &["json"];

    const USUAL_EXTENSION: &'static str = "model.json";

    const EXTENSION_WEIGHT: ExtensionWeight = ExtensionWeight::Promises;

    const HAS_PARAMETERS: bool = true;

    const SAMPLES: &'static [&'static str] = &[r#"{
  "format": "parallax-model-1",
  "name": "five talks in five slots",
  "dimensions": [
    {"name": "half", "classes": [
      {"name": "morning", "values": [1, 2]},
      {"name": "afternoon", "values": [3, 4, 5]}]}
  ],
  "variables": [
    {"name": "search", "domain": "1..5"},
    {"name": "clauses", "domain": "1..5"},
    {"name": "terms", "domain": "1..5"},
    {"name": "puzzles", "domain": "{1, 3..5}"},
    {"name": "panel", "domain": "3..5"},
    {"name": "first talk", "domain": "1..5", "shown": false},
    {"name": "second talk", "domain": "1..5", "shown": false},
    {"name": "third talk", "domain": "1..5", "shown": false},
    {"name": "fourth talk", "domain": "1..5", "shown": false},
    {"name": "fifth talk", "domain": "1..5", "shown": false},
    {"name": "search is early", "domain": "0..1", "shown": false},
    {"name": "last of three", "domain": "1..5", "shown": false}
  ],
  "constraints": [
    {"label": "one talk a slot", "kind": "all_different",
     "scope": ["search", "clauses", "terms", "puzzles", "panel"]},
    {"label": "slots and talks", "kind": "inverse",
     "left": ["search", "clauses", "terms", "puzzles", "panel"],
     "right": ["first talk", "second talk", "third talk", "fourth talk", "fifth talk"],
     "first_left": 1, "first_right": 1},
    {"label": "clauses before terms", "kind": "compare",
     "left": "clauses", "relation": "<", "right": "terms"},
    {"label": "same visitors", "kind": "dimension", "dimension": "half",
     "scope": ["search", "puzzles"], "relation": "all_different"},
    {"label": "early means first", "kind": "reify", "truth": "search is early",
     "atom": {"variable": "search", "relation": "<=", "value": 2}},
    {"label": "then puzzles come late", "kind": "implies", "condition": "search is early",
     "then": {"kind": "linear", "terms": [{"variable": "puzzles"}, {"variable": "panel"}],
              "relation": ">=", "constant": 8}},
    {"label": "the last of three", "kind": "extremum", "max": true, "result": "last of three",
     "scope": ["search", "clauses", "terms"]},
    {"label": "the three are done by slot four", "kind": "clause",
     "atoms": [{"variable": "last of three", "relation": "<=", "value": 4}]}
  ]
}
"#];

    const READER: FormReader = FormReader::Whole(read);

    fn resembles(
        likeness: FormLikeness,
        extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<bool, InputError> {
        Ok(likeness == FormLikeness::Certain
            // A file with the extension of tables is read as tables, whatever its text.
            && !extension.is_some_and(|own| tables::TABLE_EXTENSIONS.contains(&own))
            && is_model(lines)?)
    }
}

/// Reads a model, with the values of its parameters.
fn read(
    lines: &mut LineReader<'_>,
    manner: &ReadOptions<'_>,
) -> Result<Box<dyn Instance>, InputError> {
    let text = manner.data.map(|data| data.read_text(*manner)).transpose()?;
    let data = manner.data.map(DataFile::source).zip(text.as_deref());
    Ok(Box::new(ModelInstance::read_with(lines, data)?))
}

/// The number of lines to inspect for the signs of a model.
const MAX_EXAMINED_LINES: usize = 20;

/// Whether the text is an object with variables, as models are.
pub(in crate::inputs) fn has_variables(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    let mut is_object = false;
    for distance in 0..MAX_EXAMINED_LINES {
        let Some(line) = lines.peek_line(distance)? else { break };
        is_object |= distance == 0 && line.text.trim_start().starts_with('{');
        if is_object && line.text.contains("\"variables\"") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a file's name or its first lines identify a model. The word `parallax-model` does, and,
/// if the text continues after the inspected part, a member that models have and JSON puzzles lack.
fn is_model(lines: &mut LineReader<'_>) -> Result<bool, InputError> {
    if bare_name(lines.source_name()).ends_with(".model.json") {
        return Ok(true);
    }
    let (mut has_member, mut is_whole, mut cut) = (false, false, false);
    for distance in 0..MAX_EXAMINED_LINES {
        match lines.peek_line(distance)? {
            Some(line) if distance == 0 && !line.text.trim_start().starts_with('{') => {
                return Ok(false);
            }
            Some(line) if line.text.contains("parallax-model") => return Ok(true),
            Some(line) => {
                has_member |= ["\"variables\"", "\"constraints\"", "\"dimensions\""]
                    .iter()
                    .any(|member| line.text.contains(member));
                // `peek` shows the beginning of a longer line, possibly cut within a character.
                cut = line.text.len() > MAX_LINE - 8;
            }
            None => {
                is_whole = !cut;
                break;
            }
        }
    }
    // A whole text without the format's name is not a model, but in a longer one the name may
    // follow the inspected lines.
    Ok(has_member && !is_whole)
}
