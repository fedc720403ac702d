//! Reads models from JSON, in the form that `docs/model-json.md` describes. Shares no code with
//! the program.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value as Json};

use super::model::{
    Atom, ClassRelation, Constraint, Described, Model, Objective, Occurrence, Relation, Value,
    Variable,
};

type Result<T> = std::result::Result<T, String>;
type Object = Map<String, Json>;

/// The most values of a domain.
const MOST_VALUES: u64 = 1 << 22;

/// The deepest nesting of implications.
const DEEPEST: usize = 64;

/// Reads a model.
///
/// # Errors
/// In words: what is not as documented, and where.
pub fn read(text: &str) -> Result<Model> {
    let json: Json = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    let object = json.as_object().ok_or("expected an object")?;
    known(
        object,
        &[
            "format",
            "name",
            "variables",
            "values",
            "grid",
            "picture",
            "dimensions",
            "minimize",
            "maximize",
            "constraints",
        ],
    )?;
    if object.get("format").and_then(Json::as_str) != Some("parallax-model-1") {
        return Err("'format': expected \"parallax-model-1\"".into());
    }
    let mut reader = Reader::default();
    reader.values(object.get("values"))?;
    let mut model = Model::default();
    for (place, variable) in list(object, "variables")?.iter().enumerate() {
        let own = reader.variable(variable).map_err(|why| format!("variables[{place}]: {why}"))?;
        if reader.names.insert(own.name.clone(), place).is_some() {
            return Err(format!("variables[{place}]: '{}' is there twice", own.name));
        }
        model.variables.push(own);
    }
    for dimension in
        object.get("dimensions").into_iter().flat_map(|all| all.as_array().into_iter().flatten())
    {
        reader.dimension(dimension)?;
    }
    if let Some(constraints) = object.get("constraints") {
        let constraints = constraints.as_array().ok_or("'constraints': expected a list")?;
        for (place, constraint) in constraints.iter().enumerate() {
            let own = reader.constraint(constraint, 0, true);
            model.constraints.push(own.map_err(|why| format!("constraints[{place}]: {why}"))?);
        }
    }
    for (key, minimize) in [("minimize", true), ("maximize", false)] {
        if let Some(terms) = object.get(key) {
            if model.objective.is_some() {
                return Err("two objectives".into());
            }
            model.objective = Some(Objective { terms: reader.terms(terms)?, minimize });
        }
    }
    Ok(model)
}

/// What a reader has seen.
#[derive(Default)]
struct Reader {
    names: HashMap<String, Variable>,
    /// The numbers of named values.
    numbers: BTreeMap<String, Value>,
    /// Whether the model gives them itself.
    given: bool,
    dimensions: HashMap<String, Dimension>,
}

/// Classes by name, and the class of each value.
struct Dimension {
    classes: Vec<String>,
    of: BTreeMap<Value, usize>,
}

fn known(object: &Object, keys: &[&str]) -> Result<()> {
    match object.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => Err(format!("unknown key '{key}'")),
        None => Ok(()),
    }
}

fn need<'a>(object: &'a Object, key: &str) -> Result<&'a Json> {
    object.get(key).ok_or_else(|| format!("'{key}' is missing"))
}

fn list<'a>(object: &'a Object, key: &str) -> Result<&'a Vec<Json>> {
    need(object, key)?.as_array().ok_or_else(|| format!("'{key}': expected a list"))
}

fn integer(json: &Json) -> Result<i64> {
    json.as_i64().ok_or_else(|| format!("expected an integer, found {json}"))
}

fn number(object: &Object, key: &str, usual: Option<i64>) -> Result<i64> {
    match (object.get(key), usual) {
        (Some(json), _) => integer(json).map_err(|why| format!("'{key}': {why}")),
        (None, Some(usual)) => Ok(usual),
        (None, None) => Err(format!("'{key}' is missing")),
    }
}

fn truth(object: &Object, key: &str, usual: Option<bool>) -> Result<bool> {
    match (object.get(key), usual) {
        (Some(json), _) => json.as_bool().ok_or_else(|| format!("'{key}': expected true or false")),
        (None, Some(usual)) => Ok(usual),
        (None, None) => Err(format!("'{key}' is missing")),
    }
}

fn relation(object: &Object) -> Result<Relation> {
    let text = need(object, "relation")?.as_str().unwrap_or_default();
    let all = [Relation::Eq, Relation::Ne, Relation::Le, Relation::Lt, Relation::Ge, Relation::Gt];
    let found = all.into_iter().find(|relation| relation.to_string() == text);
    found.ok_or_else(|| format!("'relation': '{text}' is none"))
}

impl Reader {
    fn values(&mut self, values: Option<&Json>) -> Result<()> {
        let Some(values) = values else { return Ok(()) };
        self.given = true;
        for (name, number) in values.as_object().ok_or("'values': expected an object")? {
            self.numbers.insert(name.clone(), integer(number)?);
        }
        Ok(())
    }

    /// The number of a named value. A new name gets the next number.
    fn named(&mut self, name: &str, new: bool) -> Result<Value> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        if self.given || !new {
            return Err(format!("no value is named '{name}'"));
        }
        let number = self.numbers.len() as Value + 1;
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    fn value(&mut self, json: &Json) -> Result<Value> {
        match json.as_str() {
            Some(name) => self.named(name, false),
            None => integer(json),
        }
    }

    fn variable(&mut self, json: &Json) -> Result<Described> {
        let object = json.as_object().ok_or("expected an object")?;
        known(object, &["name", "domain", "shown", "label"])?;
        let name = need(object, "name")?.as_str().ok_or("'name': expected a text")?.to_owned();
        let mut domain = match need(object, "domain")? {
            Json::String(text) => runs(text)?,
            Json::Array(values) => {
                let value = |json: &Json| match json.as_str() {
                    Some(name) => self.named(name, true),
                    None => integer(json),
                };
                values.iter().map(value).collect::<Result<_>>()?
            }
            _ => return Err("'domain': expected a text or a list".into()),
        };
        domain.sort_unstable();
        domain.dedup();
        Ok(Described { name, domain, shown: truth(object, "shown", Some(true))? })
    }

    fn dimension(&mut self, json: &Json) -> Result<()> {
        let object = json.as_object().ok_or("a dimension: expected an object")?;
        let name = need(object, "name")?.as_str().ok_or("a dimension without a name")?.to_owned();
        let mut own = Dimension { classes: Vec::new(), of: BTreeMap::new() };
        for class in list(object, "classes")? {
            let class = class.as_object().ok_or("a class: expected an object")?;
            let label = need(class, "name")?.as_str().ok_or("a class without a name")?;
            for value in list(class, "values")? {
                let value = self.value(value)?;
                if own.of.insert(value, own.classes.len()).is_some() {
                    return Err(format!("dimension {name}: {value} is in two classes"));
                }
            }
            own.classes.push(label.to_owned());
        }
        if self.dimensions.insert(name.clone(), own).is_some() {
            return Err(format!("dimension '{name}' is there twice"));
        }
        Ok(())
    }

    fn variable_of(&self, json: &Json) -> Result<Variable> {
        let name = json.as_str().ok_or("expected the name of a variable")?;
        self.names.get(name).copied().ok_or_else(|| format!("there is no variable '{name}'"))
    }

    fn one(&self, object: &Object, key: &str) -> Result<Variable> {
        self.variable_of(need(object, key)?).map_err(|why| format!("'{key}': {why}"))
    }

    fn several(&self, object: &Object, key: &str) -> Result<Vec<Variable>> {
        let all = list(object, key)?.iter().map(|json| self.variable_of(json));
        all.collect::<Result<_>>().map_err(|why| format!("'{key}': {why}"))
    }

    fn terms(&self, json: &Json) -> Result<Vec<(i64, Variable)>> {
        let terms = json.as_array().ok_or("expected a list of terms")?;
        let term = |json: &Json| {
            let object = json.as_object().ok_or("a term: expected an object")?;
            known(object, &["coefficient", "variable"])?;
            Ok((number(object, "coefficient", Some(1))?, self.one(object, "variable")?))
        };
        terms.iter().map(term).collect()
    }

    fn atom(&mut self, json: &Json) -> Result<Atom> {
        let object = json.as_object().ok_or("an atom: expected an object")?;
        known(object, &["variable", "relation", "value"])?;
        let value = self.value(need(object, "value")?)?;
        Ok(Atom { variable: self.one(object, "variable")?, relation: relation(object)?, value })
    }

    fn occurrence(&mut self, json: &Json) -> Result<Occurrence> {
        let object = json.as_object().ok_or("an occurrence: expected an object")?;
        known(object, &["value", "min", "max"])?;
        let times = |key| {
            let number = number(object, key, None)?;
            u64::try_from(number).map_err(|_| format!("'{key}': expected 0 or more"))
        };
        let (min, max) = (times("min")?, times("max")?);
        Ok(Occurrence { value: self.value(need(object, "value")?)?, min, max })
    }

    fn rows(&mut self, json: &Json, width: usize) -> Result<Vec<Vec<Value>>> {
        let mut rows = Vec::new();
        for row in json.as_array().ok_or("expected a list of rows")? {
            let row = row.as_array().ok_or("a row: expected a list")?;
            if row.len() != width {
                return Err(format!("a row of {} values, expected {width}", row.len()));
            }
            rows.push(row.iter().map(|value| self.value(value)).collect::<Result<_>>()?);
        }
        Ok(rows)
    }

    fn constraint(&mut self, json: &Json, depth: usize, labelled: bool) -> Result<Constraint> {
        let object = json.as_object().ok_or("expected an object")?;
        let kind = need(object, "kind")?.as_str().unwrap_or_default().to_owned();
        if depth > DEEPEST {
            return Err("implications that are too deep".into());
        }
        let keys = |own: &[&str]| {
            let mut all = vec!["kind"];
            all.extend(own);
            all.extend(labelled.then_some("label"));
            known(object, &all)
        };
        Ok(match kind.as_str() {
            "all_different" => {
                keys(&["scope"])?;
                Constraint::AllDifferent(self.several(object, "scope")?)
            }
            "global_cardinality" => {
                keys(&["scope", "occurrences", "closed"])?;
                let all = list(object, "occurrences")?.iter().map(|json| self.occurrence(json));
                let occurrences: Vec<Occurrence> = all.collect::<Result<_>>()?;
                Constraint::Cardinality {
                    scope: self.several(object, "scope")?,
                    occurrences,
                    closed: truth(object, "closed", Some(false))?,
                }
            }
            "linear" => {
                keys(&["terms", "relation", "constant"])?;
                Constraint::linear(
                    self.terms(need(object, "terms")?)?,
                    relation(object)?,
                    number(object, "constant", None)?,
                )
            }
            "compare" => {
                keys(&["left", "relation", "right", "offset"])?;
                Constraint::Compare {
                    left: self.one(object, "left")?,
                    relation: relation(object)?,
                    right: self.one(object, "right")?,
                    offset: number(object, "offset", Some(0))?,
                }
            }
            "table" => {
                keys(&["scope", "tuples", "forbidden"])?;
                let scope = self.several(object, "scope")?;
                let rows = self.rows(need(object, "tuples")?, scope.len())?;
                Constraint::Table {
                    scope,
                    rows,
                    forbidden: truth(object, "forbidden", Some(false))?,
                }
            }
            "element" => {
                keys(&["index", "array", "result", "first"])?;
                Constraint::Element {
                    index: self.one(object, "index")?,
                    array: self.several(object, "array")?,
                    result: self.one(object, "result")?,
                    first: number(object, "first", Some(0))?,
                }
            }
            "lexicographic" => {
                keys(&["left", "right", "strict"])?;
                Constraint::Lexicographic {
                    left: self.several(object, "left")?,
                    right: self.several(object, "right")?,
                    strict: truth(object, "strict", Some(false))?,
                }
            }
            "extremum" => {
                keys(&["result", "scope", "max"])?;
                Constraint::Extremum {
                    result: self.one(object, "result")?,
                    scope: self.several(object, "scope")?,
                    max: truth(object, "max", None)?,
                }
            }
            "product" => {
                keys(&["left", "right", "result"])?;
                let [left, right, result] =
                    ["left", "right", "result"].map(|key| self.one(object, key));
                Constraint::Product { left: left?, right: right?, result: result? }
            }
            "inverse" => {
                keys(&["left", "right", "first_left", "first_right"])?;
                Constraint::Inverse {
                    left: self.several(object, "left")?,
                    right: self.several(object, "right")?,
                    first_left: number(object, "first_left", Some(0))?,
                    first_right: number(object, "first_right", Some(0))?,
                }
            }
            "clause" => {
                keys(&["atoms"])?;
                let atoms = list(object, "atoms")?.iter().map(|json| self.atom(json));
                Constraint::Clause(atoms.collect::<Result<_>>()?)
            }
            "dimension" => {
                keys(&["scope", "dimension", "relation"])?;
                self.class_constraint(object)?
            }
            "reify" => {
                keys(&["truth", "atom"])?;
                let atom = self.atom(need(object, "atom")?)?;
                Constraint::Reify { truth: self.one(object, "truth")?, atom }
            }
            "implies" => {
                keys(&["condition", "then"])?;
                let then = Box::new(self.constraint(need(object, "then")?, depth + 1, false)?);
                Constraint::Implies { condition: self.one(object, "condition")?, then }
            }
            other => return Err(format!("unknown kind '{other}'")),
        })
    }

    fn class_constraint(&self, object: &Object) -> Result<Constraint> {
        let scope = self.several(object, "scope")?;
        let name = need(object, "dimension")?.as_str().unwrap_or_default();
        let missing = || format!("there is no dimension '{name}'");
        let dimension = self.dimensions.get(name).ok_or_else(missing)?;
        let class = |json: &Json| {
            let label = json.as_str().ok_or("a class: expected a name")?;
            let mut places = dimension.classes.iter().enumerate().filter(|(_, own)| *own == label);
            match (places.next(), places.next()) {
                (Some((place, _)), None) => Ok(place),
                _ => Err(format!("'{label}' names no class, or several")),
            }
        };
        let relation = match need(object, "relation")? {
            Json::String(text) => match text.as_str() {
                "all_same" => ClassRelation::AllSame,
                "all_different" => ClassRelation::AllDifferent,
                "all_same_or_all_different" => ClassRelation::Either,
                other => return Err(format!("'relation': '{other}' is none")),
            },
            Json::Object(own) if own.len() == 1 && own.contains_key("exactly_equal") => {
                let most = number(own, "exactly_equal", None)?;
                let most = usize::try_from(most).map_err(|_| "'exactly_equal' is negative")?;
                ClassRelation::ExactlyEqual(most)
            }
            Json::Object(own) if own.len() == 1 && own.contains_key("table") => {
                let rows = list(own, "table")?.iter().map(|row| {
                    let row = row.as_array().ok_or("a row: expected a list")?;
                    if row.len() != scope.len() {
                        return Err("a row of another length".to_owned());
                    }
                    row.iter().map(class).collect::<Result<_>>()
                });
                ClassRelation::Table(rows.collect::<Result<_>>()?)
            }
            _ => return Err("'relation': unknown".into()),
        };
        let classes = dimension.of.iter().map(|(&value, &class)| (value, class)).collect();
        Ok(Constraint::Dimension { scope, classes, relation })
    }
}

/// Reads `1..9`, `5`, `{}` or `{1, 3..5}`.
fn runs(text: &str) -> Result<Vec<Value>> {
    let inner = text.trim();
    let inner = inner.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(inner);
    let mut values = Vec::new();
    for piece in inner.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        let bound = |text: &str| {
            text.trim()
                .parse::<Value>()
                .map_err(|_| format!("'domain': '{piece}' is no run of values"))
        };
        let (low, high) = match piece.split_once("..") {
            Some((low, high)) => (bound(low)?, bound(high)?),
            None => (bound(piece)?, bound(piece)?),
        };
        let size = i128::from(high) - i128::from(low) + 1;
        if size + values.len() as i128 > i128::from(MOST_VALUES) {
            return Err(format!("'domain': more than {MOST_VALUES} values"));
        }
        values.extend(low..=high);
    }
    Ok(values)
}
