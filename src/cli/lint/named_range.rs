//! Ranges of inputs with the names of their columns.

use parallax_dmn::columns::InputBox;

/// A range of inputs, and an example in it, by column.
pub(super) struct NamedRange<'a> {
    /// The columns that the range restricts, each with its cell.
    pub(super) inputs: Vec<(&'a str, &'a str)>,
    /// A value of each column.
    pub(super) example: Vec<(&'a str, &'a str)>,
}

impl<'a> NamedRange<'a> {
    /// Joins the cells and values of a range with the names of the columns.
    pub(super) fn from_box(
        names: impl Iterator<Item = &'a str> + Clone,
        range: &'a InputBox,
    ) -> Self {
        let cells = names.clone().zip(range.cells.iter().map(String::as_str));
        NamedRange {
            inputs: cells.filter(|(_, cell)| *cell != "-").collect(),
            example: names.zip(range.example.iter().map(String::as_str)).collect(),
        }
    }

    /// Returns `where x: < 5, for example x = 4`, or `everywhere`.
    pub(super) fn describe_range(&self) -> String {
        let join = |pairs: &[(&str, &str)], sign: &str| {
            let texts = pairs.iter().map(|(name, text)| format!("{name}{sign}{text}"));
            texts.collect::<Vec<_>>().join(", ")
        };
        let mut words = match &self.inputs[..] {
            [] => "everywhere".to_owned(),
            inputs => format!("where {}", join(inputs, ": ")),
        };
        if !self.example.is_empty() {
            words += &format!(", for example {}", join(&self.example, " = "));
        }
        words
    }
}
