//! The reader of one model: its members, dimensions and lists of values.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use JsonProblem::{Expected, Found, Unknown};

use super::fault::{JsonProblem, ModelJsonError};
use super::limits;
use super::members::ConstraintMember;
use super::syntax::JsonValue;
use super::syntax::LocatedJson;
use crate::model::{CheckerModel, CheckerVariable, Objective, Value, Variable};

/// The limit on the values of a domain, and of all domains together.
pub(crate) const MOST_VALUES: [usize; 2] = [1 << 22, 1 << 25];

/// The keys of a model.
const MODEL_KEYS: &str =
    "format name variables values grid picture dimensions minimize maximize constraints search";

/// Reads a model.
///
/// # Errors
/// The first fault of the text, with its line and column.
pub fn read_model(text: &str) -> Result<CheckerModel, ModelJsonError> {
    let json = LocatedJson::parse_text(text)?;
    json.has_only(MODEL_KEYS)?;
    let members = json.as_members()?;
    members.get("name").map_or(Ok(""), LocatedJson::as_text)?;
    let format = json.get("format")?;
    let is_known = format.as_text()? == "parallax-model-1";
    format.place.require_that(is_known, Expected { what: "\"parallax-model-1\"" })?;
    // The whole text is parsed, so its members may have any order. They are read in the order in
    // which they refer to each other: values, variables, dimensions, constraints.
    let (mut reader, mut model) = (ModelReader::default(), CheckerModel::default());
    if let Some(values) = members.get("values") {
        for (name, number) in values.as_members()? {
            reader.define_value_name(number, name, number.as_short_number()?)?;
        }
        reader.given = true;
    }
    for (place, variable) in json.get("variables")?.as_list()?.iter().enumerate() {
        let own = reader.read_variable(variable)?;
        let before = reader.variables.insert(own.name.clone(), place);
        variable
            .place
            .require_that(before.is_none(), Found { what: "a name that is there twice" })?;
        reader.described.push(own);
    }
    for dimension in members.get("dimensions").map_or(Ok(&[][..]), LocatedJson::as_list)? {
        reader.read_dimension(dimension)?;
    }
    for json in members.get("constraints").map_or(Ok(&[][..]), LocatedJson::as_list)? {
        let own = ConstraintMember::read_member(json, json, &reader)?;
        let is_allowed = limits::is_allowed(&own, &reader.described);
        is_allowed.or_else(|why| json.place.fail_with(why))?;
        model.constraints.push(own);
    }
    for (key, minimize) in [("minimize", true), ("maximize", false)] {
        let Some(json) = members.get(key) else { continue };
        json.place.require_that(model.objective.is_none(), Found { what: "two objectives" })?;
        model.objective = Some(Objective {
            terms: ConstraintMember::read_member(json, json, &reader)?,
            minimize,
        });
    }
    limits::are_notes(&json, &reader)?;
    model.variables = reader.described;
    Ok(model)
}

/// The variables and names that have been read so far.
#[derive(Default)]
pub(crate) struct ModelReader {
    pub(super) variables: HashMap<String, Variable>,
    pub(super) described: Vec<CheckerVariable>,
    /// The numbers of named values.
    pub(super) numbers: BTreeMap<String, Value>,
    /// The numbers that have a name.
    taken: BTreeSet<Value>,
    /// Whether the model lists its named values, so that no other name is allowed.
    given: bool,
    dimensions: HashMap<String, CheckerDimension>,
    /// The number of values in all domains.
    pub(super) values: usize,
}

/// The numbers of classes by name, none if several share it; and the class of each value.
#[derive(Default)]
pub(super) struct CheckerDimension {
    pub(super) classes: HashMap<String, Option<usize>>,
    pub(super) of: BTreeMap<Value, usize>,
}

impl ModelReader {
    /// A dimension by its name.
    pub(super) fn find_dimension(
        &self,
        json: &LocatedJson,
    ) -> Result<&CheckerDimension, ModelJsonError> {
        let own = self.dimensions.get(json.as_text()?);
        own.map_or_else(|| json.place.fail_with(Unknown { what: "dimension" }), Ok)
    }

    /// Gives a name to a value.
    pub(super) fn define_value_name(
        &mut self,
        json: &LocatedJson,
        name: &str,
        value: Value,
    ) -> Result<(), ModelJsonError> {
        let is_reserved = |c: char| "=,;|()".contains(c) || c.is_control();
        let is_name = !name.is_empty() && name.trim() == name && !name.contains(is_reserved);
        json.place.require_that(is_name, JsonProblem::NoName { name: name.to_owned() })?;
        let is_number = name.parse::<Value>().is_ok();
        json.place.require_that(!is_number, JsonProblem::NumberName { name: name.to_owned() })?;
        json.place.require_that(self.taken.insert(value), JsonProblem::TwoNames { value })?;
        self.numbers.insert(name.to_owned(), value);
        Ok(())
    }

    pub(super) fn read_variable(
        &mut self,
        json: &LocatedJson,
    ) -> Result<CheckerVariable, ModelJsonError> {
        json.has_only("name domain shown label")?;
        let domain = json.get("domain")?;
        let mut values = match &domain.value {
            JsonValue::Text(text) => parse_runs(text).or_else(|why| domain.place.fail_with(why))?,
            JsonValue::List(values) => self.read_domain_list(domain, values)?,
            _ => return domain.place.fail_with(Expected { what: "a text or a list" }),
        };
        values.sort_unstable();
        values.dedup();
        self.values += values.len();
        let most = MOST_VALUES[1];
        let what = JsonProblem::LargeDomains { most };
        refuse_if!(self.values > most, ModelJsonError { at: None, what });
        let is_large = |own: &Value| own.unsigned_abs() > limits::MAX_VALUE;
        domain
            .place
            .require_that(!values.iter().any(is_large), Found { what: "a value beyond 10^9" })?;
        json.check_label()?;
        let name = json.get("name")?.as_text()?.to_owned();
        json.place.require_that(!name.is_empty(), Found { what: "a variable without a name" })?;
        Ok(CheckerVariable {
            name,
            domain: values,
            shown: json.read_member("shown", Some(true), self)?,
        })
    }

    /// A domain of numbers, or of names. A new name gets the next number.
    fn read_domain_list(
        &mut self,
        domain: &LocatedJson,
        values: &[LocatedJson],
    ) -> Result<Vec<Value>, ModelJsonError> {
        let is_name = |json: &LocatedJson| matches!(json.value, JsonValue::Text(_));
        let is_mixed = values.windows(2).any(|pair| is_name(&pair[0]) != is_name(&pair[1]));
        domain.place.require_that(!is_mixed, Found { what: "names and numbers in one domain" })?;
        // Names are numbered from 1 as they appear: ["red", "green"], then ["green", "blue"] makes
        // blue 3. The program does the same, or the digests would differ.
        let value = |json: &LocatedJson| {
            if let JsonValue::Text(name) = &json.value
                && !self.given
                && !self.numbers.contains_key(name)
            {
                self.define_value_name(json, name, self.numbers.len() as Value + 1)?;
            }
            Value::read_member(json, domain, self)
        };
        values.iter().map(value).collect()
    }

    pub(super) fn read_dimension(&mut self, json: &LocatedJson) -> Result<(), ModelJsonError> {
        json.has_only("name classes")?;
        let mut own = CheckerDimension::default();
        for (number, class) in json.get("classes")?.as_list()?.iter().enumerate() {
            class.has_only("name values")?;
            for value in class.get("values")?.as_list()? {
                let before = own.of.insert(value.as_short_number()?, number);
                value
                    .place
                    .require_that(before.is_none(), Found { what: "a value in two classes" })?;
            }
            let name = class.get("name")?.as_text()?.to_owned();
            // A second class with the name makes it ambiguous; only a table that uses it is
            // refused.
            own.classes.entry(name).and_modify(|own| *own = None).or_insert(Some(number));
        }
        let is_narrow = limits::is_narrow(&mut own.of.keys().copied());
        json.place.require_that(
            is_narrow,
            Found { what: "a dimension whose values are too far apart" },
        )?;
        let before = self.dimensions.insert(json.get("name")?.as_text()?.to_owned(), own);
        json.place.require_that(before.is_none(), Found { what: "a dimension that is there twice" })
    }
}

/// Reads `1..9`, `5`, `{}` or `{1, 3..5}`.
fn parse_runs(text: &str) -> Result<Vec<Value>, JsonProblem> {
    let inner = text.trim();
    let inner = inner.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(inner);
    let mut values = Vec::new();
    for piece in inner.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        let (low, high) = piece.split_once("..").unwrap_or((piece, piece));
        // Only as numbers print, without '+' or leading zeros.
        let number =
            |own: &str| own.parse().ok().filter(|number: &Value| number.to_string() == own);
        let [Some(low), Some(high)] = [low, high].map(|own| number(own.trim())) else {
            return Err(JsonProblem::NoRun { text: piece.to_owned() });
        };
        // Checked before the run is expanded, since a short text such as `0..1000000000` describes
        // many values.
        let size = i128::from(high) - i128::from(low) + 1 + values.len() as i128;
        let most = MOST_VALUES[0];
        refuse_if!(size > most as i128, JsonProblem::LargeDomain { most });
        values.extend(low..=high);
    }
    Ok(values)
}
