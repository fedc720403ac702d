//! The reader of one model: its members, dimensions and lists of values.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use JsonProblem::{Expected, Found, Unknown};

use super::fault::{JsonFault, JsonProblem};
use super::limits;
use super::members::Member;
use super::syntax::Is;
use super::syntax::Json;
use crate::model::{Described, Model, Objective, Value, Variable};

/// The limit on the values of a domain, and of all domains together.
pub(crate) const MOST_VALUES: [usize; 2] = [1 << 22, 1 << 25];

/// The keys of a model.
const KEYS: &str =
    "format name variables values grid picture dimensions minimize maximize constraints search";

/// Reads a model.
///
/// # Errors
/// The fault of a text that is not as documented, with its line and column.
pub fn read(text: &str) -> Result<Model, JsonFault> {
    let json = Json::parse(text)?;
    json.has_only(KEYS)?;
    let members = json.members()?;
    members.get("name").map_or(Ok(""), Json::text)?;
    let format = json.get("format")?;
    let is_known = format.text()? == "parallax-model-1";
    format.place.must(is_known, Expected { what: "\"parallax-model-1\"" })?;
    let (mut reader, mut model) = (Reader::default(), Model::default());
    if let Some(values) = members.get("values") {
        for (name, number) in values.members()? {
            reader.name(number, name, number.short()?)?;
        }
        reader.given = true;
    }
    for (place, variable) in json.get("variables")?.list()?.iter().enumerate() {
        let own = reader.described(variable)?;
        let before = reader.variables.insert(own.name.clone(), place);
        variable.place.must(before.is_none(), Found { what: "a name that is there twice" })?;
        reader.described.push(own);
    }
    for dimension in members.get("dimensions").map_or(Ok(&[][..]), Json::list)? {
        reader.dimension(dimension)?;
    }
    for json in members.get("constraints").map_or(Ok(&[][..]), Json::list)? {
        let own = Member::read(json, json, &reader)?;
        let is_allowed = limits::is_allowed(&own, &reader.described);
        is_allowed.or_else(|why| json.place.wrong(why))?;
        model.constraints.push(own);
    }
    for (key, minimize) in [("minimize", true), ("maximize", false)] {
        let Some(json) = members.get(key) else { continue };
        json.place.must(model.objective.is_none(), Found { what: "two objectives" })?;
        model.objective = Some(Objective { terms: Member::read(json, json, &reader)?, minimize });
    }
    limits::are_notes(&json, &reader)?;
    model.variables = reader.described;
    Ok(model)
}

/// The variables and names that have been read so far.
#[derive(Default)]
pub(crate) struct Reader {
    pub(super) variables: HashMap<String, Variable>,
    pub(super) described: Vec<Described>,
    /// The numbers of named values, and those that have a name.
    pub(super) numbers: BTreeMap<String, Value>,
    taken: BTreeSet<Value>,
    /// Whether the model gives them itself.
    given: bool,
    dimensions: HashMap<String, Dimension>,
    /// How many values domains have.
    pub(super) values: usize,
}

/// The numbers of classes by name, none for a name of several; and the class of each value.
#[derive(Default)]
pub(super) struct Dimension {
    pub(super) classes: HashMap<String, Option<usize>>,
    pub(super) of: BTreeMap<Value, usize>,
}

impl Reader {
    /// A dimension by its name.
    pub(super) fn named(&self, json: &Json) -> Result<&Dimension, JsonFault> {
        let own = self.dimensions.get(json.text()?);
        own.map_or_else(|| json.place.wrong(Unknown { what: "dimension" }), Ok)
    }

    /// Gives a name to a value.
    pub(super) fn name(&mut self, json: &Json, name: &str, value: Value) -> Result<(), JsonFault> {
        let is_reserved = |c: char| "=,;|()".contains(c) || c.is_control();
        let is_name = !name.is_empty() && name.trim() == name && !name.contains(is_reserved);
        json.place.must(is_name, JsonProblem::NoName { name: name.to_owned() })?;
        let is_number = name.parse::<Value>().is_ok();
        json.place.must(!is_number, JsonProblem::NumberName { name: name.to_owned() })?;
        json.place.must(self.taken.insert(value), JsonProblem::TwoNames { value })?;
        self.numbers.insert(name.to_owned(), value);
        Ok(())
    }

    pub(super) fn described(&mut self, json: &Json) -> Result<Described, JsonFault> {
        json.has_only("name domain shown label")?;
        let domain = json.get("domain")?;
        let mut values = match &domain.is {
            Is::Text(text) => runs(text).or_else(|why| domain.place.wrong(why))?,
            Is::List(values) => self.listed(domain, values)?,
            _ => return domain.place.wrong(Expected { what: "a text or a list" }),
        };
        values.sort_unstable();
        values.dedup();
        self.values += values.len();
        let most = MOST_VALUES[1];
        let what = JsonProblem::LargeDomains { most };
        refuse_if!(self.values > most, JsonFault { at: None, what });
        let is_large = |own: &Value| own.unsigned_abs() > limits::LARGEST;
        domain.place.must(!values.iter().any(is_large), Found { what: "a value beyond 10^9" })?;
        json.label()?;
        let name = json.get("name")?.text()?.to_owned();
        json.place.must(!name.is_empty(), Found { what: "a variable without a name" })?;
        Ok(Described { name, domain: values, shown: json.member("shown", Some(true), self)? })
    }

    /// A domain of numbers, or of names. A new name gets the next number.
    fn listed(&mut self, domain: &Json, values: &[Json]) -> Result<Vec<Value>, JsonFault> {
        let is_name = |json: &Json| matches!(json.is, Is::Text(_));
        let is_mixed = values.windows(2).any(|pair| is_name(&pair[0]) != is_name(&pair[1]));
        domain.place.must(!is_mixed, Found { what: "names and numbers in one domain" })?;
        let value = |json: &Json| {
            if let Is::Text(name) = &json.is
                && !self.given
                && !self.numbers.contains_key(name)
            {
                self.name(json, name, self.numbers.len() as Value + 1)?;
            }
            Value::read(json, domain, self)
        };
        values.iter().map(value).collect()
    }

    pub(super) fn dimension(&mut self, json: &Json) -> Result<(), JsonFault> {
        json.has_only("name classes")?;
        let mut own = Dimension::default();
        for (number, class) in json.get("classes")?.list()?.iter().enumerate() {
            class.has_only("name values")?;
            for value in class.get("values")?.list()? {
                let before = own.of.insert(value.short()?, number);
                value.place.must(before.is_none(), Found { what: "a value in two classes" })?;
            }
            let name = class.get("name")?.text()?.to_owned();
            own.classes.entry(name).and_modify(|own| *own = None).or_insert(Some(number));
        }
        let is_narrow = limits::is_narrow(&mut own.of.keys().copied());
        json.place.must(is_narrow, Found { what: "a dimension whose values are too far apart" })?;
        let before = self.dimensions.insert(json.get("name")?.text()?.to_owned(), own);
        json.place.must(before.is_none(), Found { what: "a dimension that is there twice" })
    }
}

/// Reads `1..9`, `5`, `{}` or `{1, 3..5}`.
fn runs(text: &str) -> Result<Vec<Value>, JsonProblem> {
    let inner = text.trim();
    let inner = inner.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(inner);
    let mut values = Vec::new();
    for piece in inner.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        let (low, high) = piece.split_once("..").unwrap_or((piece, piece));
        // As numbers print.
        let number =
            |own: &str| own.parse().ok().filter(|number: &Value| number.to_string() == own);
        let [Some(low), Some(high)] = [low, high].map(|own| number(own.trim())) else {
            return Err(JsonProblem::NoRun { text: piece.to_owned() });
        };
        let size = i128::from(high) - i128::from(low) + 1 + values.len() as i128;
        let most = MOST_VALUES[0];
        refuse_if!(size > most as i128, JsonProblem::LargeDomain { most });
        values.extend(low..=high);
    }
    Ok(values)
}
