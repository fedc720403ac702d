//! The names of a model's variables and values as its author knows them: `x[1,2]`, `slot[math]`,
//! `Red`.
//!
//! The compiler knows them: a copy of the model without constraints prints the names of all
//! enumerations and indices.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::sync::Arc;

use parallax_formats::inputs::MinizincModel;
use parallax_formats::{FlatzincInstance, OutputItem};
use parallax_model::engine_api::Control;
use parallax_model::{Model, ModelError, ValueNames, VarId};
use serde_json::Value as Json;

use super::files::ModelFiles;
use super::items::{ItemKind, MinizincItem};
use crate::compile::{CompilerFolder, MinizincCompilation};
use crate::output::OutputModel;

/// Maximum number of dimensions of an array.
const MAX_ARRAY_DIMENSIONS: u64 = 6;

/// The solution of a model without constraints.
const UNCONSTRAINED_SOLUTION: &str = "----------\n";

/// The beginning of the lines with names.
const NAME_LINE_PREFIX: &str = "%%%parallax-names";

/// A declaration of a variable or a parameter at the top of a model.
struct MinizincDeclaration {
    name: String,
    dimensions: u64,
    /// The name of the enumeration of its values.
    enumeration: Option<String>,
    is_enum: bool,
}

/// The names of a model.
#[derive(Default)]
pub(super) struct MinizincNames {
    /// The enumeration of the values of each declaration.
    values: HashMap<String, Arc<ValueNames>>,
    /// The indices of each dimension of an array.
    indices: HashMap<(String, usize), Vec<String>>,
    /// All declarations, as the model writes them.
    pub(super) declared: Vec<String>,
}

impl MinizincNames {
    /// Asks the compiler for the names of a model. Variables and values that it does not print keep
    /// no names.
    pub(super) fn read_names(
        wanted: &MinizincModel,
        files: &ModelFiles,
        control: &Control,
    ) -> Self {
        Self::ask_compiler(wanted, files, control).unwrap_or_default()
    }

    fn ask_compiler(wanted: &MinizincModel, files: &ModelFiles, control: &Control) -> Option<Self> {
        let place = CompilerFolder::open_folder(&wanted.source).ok()?;
        let compilation = MinizincCompilation { wanted, model: &wanted.model, place: &place };
        let words: [OsString; 3] =
            ["--model-types-only".into(), "--solver".into(), place.solver.clone().into()];
        let types = compilation.run_with(words.into(), control).ok()?;
        let declared = read_declarations(&serde_json::from_slice(&types.out).ok()?);
        // The copy only evaluates names. Without constraints it compiles fast, and a model whose
        // constraints contradict each other has names as well.
        let bare = |_: (usize, usize), item: &MinizincItem| match item.kind {
            ItemKind::Constraint(_) | ItemKind::Output => {
                vec![(item.range.clone(), "constraint true".to_owned())]
            }
            _ => Vec::new(),
        };
        let model =
            files.write_copies(place.folder_path(), &bare, &name_questions(&declared)).ok()?;
        let compilation = MinizincCompilation { wanted, model: &model, place: &place };
        let mut names = MinizincNames::default();
        if compilation.run_compiler(control).is_ok_and(|ran| ran.status.success()) {
            let output = std::fs::read_to_string(place.output_file()).ok()?;
            let printed =
                OutputModel::Written(output).print_solutions(&[UNCONSTRAINED_SOLUTION.to_owned()]);
            names.note_names(&printed.unwrap_or_default().concat(), &declared);
        }
        names.declared = declared
            .iter()
            .filter(|own| !own.is_enum)
            .map(MinizincDeclaration::quoted_name)
            .collect();
        Some(names)
    }

    /// Notes the names that a model prints.
    fn note_names(&mut self, printed: &str, declared: &[MinizincDeclaration]) {
        let mut enums: HashMap<&str, Arc<ValueNames>> = HashMap::new();
        for line in printed.lines() {
            // A line is `MARK TAB declaration TAB dimension TAB name TAB name…`. Dimension 0 lists
            // the values of an enumeration, the others the indices of an array.
            let mut fields = line.split('\t');
            if fields.next() != Some(NAME_LINE_PREFIX) {
                continue;
            }
            let (Some(name), Some(dimension)) = (fields.next(), fields.next()) else { continue };
            let words: Vec<String> = fields.map(str::to_owned).collect();
            match dimension.parse() {
                Ok(0) => {
                    let values: ValueNames = (1..).zip(words).collect();
                    enums.insert(name, Arc::new(values));
                }
                Ok(dimension) => {
                    self.indices.insert((name.to_owned(), dimension), words);
                }
                Err(_) => {}
            }
        }
        for own in declared {
            if let Some(values) = own.enumeration.as_deref().and_then(|name| enums.get(name)) {
                self.values.insert(own.name.clone(), values.clone());
            }
        }
    }

    /// Names the variables of a model of compiled FlatZinc, and their values.
    ///
    /// # Errors
    /// Returns an error if two variables have the same name.
    pub(super) fn name_variables(
        &self,
        flat: &FlatzincInstance,
        model: &Model,
    ) -> Result<Model, ModelError> {
        let mut names: HashMap<VarId, String> = HashMap::new();
        let mut values: Vec<(VarId, Arc<ValueNames>)> = Vec::new();
        for item in flat.output_items() {
            let words = self.element_names(&item);
            for (word, variable) in words.into_iter().zip(&item.variables) {
                let Some(variable) = variable.and_then(|name| model.find(name)) else { continue };
                // A variable may be an element of several arrays: the first name stays.
                names.entry(variable).or_insert(word);
                values.extend(self.values.get(item.name).map(|own| (variable, own.clone())));
            }
        }
        // A variable that the compiler introduced keeps its name, unless an author has taken it.
        let taken: BTreeMap<&str, VarId> =
            names.iter().map(|(&variable, name)| (name.as_str(), variable)).collect();
        let clashes: Vec<VarId> = (0..model.variables().len())
            .map(VarId::new)
            .filter(|variable| !names.contains_key(variable))
            .filter(|&variable| taken.contains_key(model.name_of(variable)))
            .collect();
        names.extend(clashes.into_iter().map(|own| (own, format!("compiled {}", own.index()))));
        let mut named = model.with_names(&names)?;
        for (variable, own) in values {
            named.name_values(variable, own);
        }
        Ok(named)
    }

    /// Returns the names of the elements of an output item.
    fn element_names(&self, item: &OutputItem<'_>) -> Vec<String> {
        if item.dimensions.is_empty() {
            return vec![item.name.to_owned()];
        }
        let mut rows = vec![String::new()];
        for (place, &(first, last)) in item.dimensions.iter().enumerate() {
            let key = (item.name.to_owned(), place + 1);
            let numbers = || (first..=last).map(|index| index.to_string()).collect();
            // Printed names are used only if there is one for each index.
            let size = (last - first + 1).max(0) as usize;
            let named = self.indices.get(&key).filter(|own| own.len() == size).cloned();
            let indices: Vec<String> = named.unwrap_or_else(numbers);
            let indices: Vec<String> =
                indices.iter().map(|index| quote_identifier(index)).collect();
            let comma = if place == 0 { "" } else { "," };
            // Extends each prefix by each index, so that the last index varies fastest: the order
            // of the elements in FlatZinc.
            let longer = |row: String| {
                let one = |index: &String| format!("{row}{comma}{index}");
                indices.iter().map(one).collect::<Vec<_>>()
            };
            rows = rows.into_iter().flat_map(longer).collect();
        }
        rows.into_iter().map(|row| format!("{}[{row}]", item.name)).collect()
    }
}

/// Reads the declarations that the compiler lists.
fn read_declarations(types: &Json) -> Vec<MinizincDeclaration> {
    let Some(variables) = types["var_types"]["vars"].as_object() else { return Vec::new() };
    let one = |(name, own): (&String, &Json)| {
        let enumeration = own["enum_type"].as_str().map(str::to_owned);
        let is_set = own["set"] == true;
        let dimensions = own["dim"].as_u64().unwrap_or(0);
        let is_enum = is_set && dimensions == 0 && enumeration.as_ref() == Some(name);
        MinizincDeclaration { name: name.clone(), dimensions, enumeration, is_enum }
    };
    variables.iter().map(one).collect()
}

impl MinizincDeclaration {
    /// Returns its name as models write it.
    fn quoted_name(&self) -> String {
        quote_identifier(&self.name)
    }
}

/// Returns a name as models write it: in quotes, if it has blanks or the like. Numbers and calls of
/// constructors stay.
fn quote_identifier(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '(' | ')' | ',');
    if name.chars().all(is_plain) { name.to_owned() } else { format!("'{name}'") }
}

/// Returns the output items that print the names of enumerations and indices.
fn name_questions(declared: &[MinizincDeclaration]) -> String {
    let mut text = String::new();
    let mut ask = |own: &MinizincDeclaration, dimension: u64, set: &str| {
        text += &format!(
            "output [\"{NAME_LINE_PREFIX}\\t{}\\t{dimension}\\t\" ++ \
             join(\"\\t\", [show(parallax_one) | parallax_one in {set}]) ++ \"\\n\"];\n",
            own.name
        );
    };
    for own in declared {
        let word = own.quoted_name();
        if own.is_enum {
            ask(own, 0, &word);
        }
        for dimension in (1..=own.dimensions).filter(|_| own.dimensions <= MAX_ARRAY_DIMENSIONS) {
            let set = match own.dimensions {
                1 => format!("index_set({word})"),
                all => format!("index_set_{dimension}of{all}({word})"),
            };
            ask(own, dimension, &set);
        }
    }
    text
}
