//! Reads models from JSON, in the form that `docs/model-json.md` describes. Shares no code with
//! the program.

mod syntax;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::model::{
    Atom, ClassRelation, Constraint, Described, Model, Objective, Occurrence, Relation, Value,
    Variable,
};
use syntax::{Fault, Is, Json};

type Result<T> = std::result::Result<T, Fault>;

/// The limit on the values of a domain, and of all domains together.
const MOST_VALUES: [usize; 2] = [1 << 22, 1 << 25];

/// The keys of a model.
const KEYS: &str =
    "format name variables values grid picture dimensions minimize maximize constraints";

/// The kinds of constraints, with their keys.
const KINDS: [(&str, &str); 14] = [
    ("all_different", "scope"),
    ("global_cardinality", "scope occurrences closed"),
    ("linear", "terms relation constant"),
    ("compare", "left relation right offset"),
    ("table", "scope tuples forbidden"),
    ("element", "index array result first"),
    ("lexicographic", "left right strict"),
    ("extremum", "result scope max"),
    ("product", "left right result"),
    ("inverse", "left right first_left first_right"),
    ("clause", "atoms"),
    ("dimension", "scope dimension relation"),
    ("reify", "truth atom"),
    ("implies", "condition then"),
];

/// Reads a model.
///
/// # Errors
/// In words: what is not as documented, after its line and column.
pub fn read(text: &str) -> std::result::Result<Model, String> {
    syntax::parse(text).and_then(|json| model(&json)).map_err(|(at, why)| {
        let before = &text[..at];
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        format!("{line}:{column}: {why}")
    })
}

fn model(json: &Json) -> Result<Model> {
    json.has_only(KEYS)?;
    let format = json.get("format")?;
    if format.text()? != "parallax-model-1" {
        return format.wrong("expected \"parallax-model-1\"");
    }
    let (mut reader, mut model) = (Reader::default(), Model::default());
    if let Some(values) = json.find("values")? {
        for (name, number) in values.members()? {
            reader.name(number, name, number.number()?)?;
        }
        reader.given = true;
    }
    for (place, variable) in json.get("variables")?.list()?.iter().enumerate() {
        let own = reader.described(variable)?;
        if reader.names.insert(own.name.clone(), place).is_some() {
            return variable.wrong(format!("the name '{}' is there twice", own.name));
        }
        model.variables.push(own);
    }
    let list = |key| json.find(key)?.map_or(Ok(&[][..]), Json::list);
    list("dimensions")?.iter().try_for_each(|own| reader.dimension(own))?;
    let constraints = list("constraints")?.iter();
    model.constraints =
        constraints.map(|own| reader.constraint(own, "label ")).collect::<Result<_>>()?;
    for (key, minimize) in [("minimize", true), ("maximize", false)] {
        let Some(terms) = json.find(key)? else { continue };
        if model.objective.is_some() {
            return terms.wrong("two objectives");
        }
        model.objective = Some(Objective { terms: reader.terms(terms)?, minimize });
    }
    Ok(model)
}

/// The variables and names that have been read so far.
#[derive(Default)]
struct Reader {
    names: HashMap<String, Variable>,
    /// The numbers of named values, and those that have a name.
    numbers: BTreeMap<String, Value>,
    named: BTreeSet<Value>,
    /// Whether the model gives them itself.
    given: bool,
    dimensions: HashMap<String, Dimension>,
    /// How many values domains have.
    values: usize,
}

/// Classes by name, and the class of each value.
#[derive(Default)]
struct Dimension {
    classes: Vec<String>,
    of: BTreeMap<Value, usize>,
}

fn relation(json: &Json) -> Result<Relation> {
    let json = json.get("relation")?;
    let all = [Relation::Eq, Relation::Ne, Relation::Le, Relation::Lt, Relation::Ge, Relation::Gt];
    let text = json.text()?;
    let found = all.into_iter().find(|own| own.to_string() == text);
    found.map_or_else(|| json.wrong(format!("'{text}' is no relation")), Ok)
}

impl Reader {
    /// Gives a name to a value.
    fn name(&mut self, json: &Json, name: &str, value: Value) -> Result<()> {
        let is_reserved = |c: char| "=,;|()".contains(c) || c.is_control();
        if name.is_empty() || name.trim() != name || name.contains(is_reserved) {
            return json.wrong(format!("'{name}' is no name of a value"));
        }
        if name.parse::<Value>().is_ok() {
            return json.wrong(format!("the name '{name}' of a value is a number"));
        }
        if !self.named.insert(value) {
            return json.wrong(format!("{value} has two names"));
        }
        self.numbers.insert(name.to_owned(), value);
        Ok(())
    }

    /// A value that may have a name.
    fn value(&self, json: &Json) -> Result<Value> {
        let Is::Text(name) = &json.is else { return json.number() };
        let number = self.numbers.get(name).copied();
        number.map_or_else(|| json.wrong(format!("no value is named '{name}'")), Ok)
    }

    fn described(&mut self, json: &Json) -> Result<Described> {
        json.has_only("name domain shown label")?;
        let name = json.get("name")?.text()?.to_owned();
        let shown = json.find("shown")?.map_or(Ok(true), Json::truth)?;
        let domain = json.get("domain")?;
        let mut values = match &domain.is {
            Is::Text(text) => runs(text).map_or_else(|why| domain.wrong(why), Ok)?,
            Is::List(values) => self.listed(domain, values)?,
            _ => return domain.wrong("expected a text or a list"),
        };
        values.sort_unstable();
        values.dedup();
        self.values += values.len();
        if self.values > MOST_VALUES[1] {
            return domain.wrong(format!("more than {} values in all domains", MOST_VALUES[1]));
        }
        Ok(Described { name, domain: values, shown })
    }

    /// A domain of numbers, or of names. A new name gets the next number.
    fn listed(&mut self, domain: &Json, values: &[Json]) -> Result<Vec<Value>> {
        let names = values.iter().filter(|own| matches!(own.is, Is::Text(_))).count();
        if names > 0 && names < values.len() {
            return domain.wrong("names and numbers in one domain");
        }
        let may_be_new = names > 0 && !self.given;
        for json in values.iter().filter(|_| may_be_new) {
            let name = json.text()?;
            if !self.numbers.contains_key(name) {
                self.name(json, name, self.numbers.len() as Value + 1)?;
            }
        }
        values.iter().map(|own| self.value(own)).collect()
    }

    fn dimension(&mut self, json: &Json) -> Result<()> {
        json.has_only("name classes")?;
        let (name, mut own) = (json.get("name")?.text()?, Dimension::default());
        for class in json.get("classes")?.list()? {
            class.has_only("name values")?;
            for value in class.get("values")?.list()? {
                if own.of.insert(value.number()?, own.classes.len()).is_some() {
                    return value.wrong("a value in two classes");
                }
            }
            own.classes.push(class.get("name")?.text()?.to_owned());
        }
        match self.dimensions.insert(name.to_owned(), own) {
            Some(_) => json.wrong(format!("dimension '{name}' is there twice")),
            None => Ok(()),
        }
    }

    fn variable(&self, json: &Json) -> Result<Variable> {
        let name = json.text()?;
        let place = self.names.get(name).copied();
        place.map_or_else(|| json.wrong(format!("there is no variable '{name}'")), Ok)
    }

    fn variables(&self, json: &Json) -> Result<Vec<Variable>> {
        json.list()?.iter().map(|own| self.variable(own)).collect()
    }

    fn terms(&self, json: &Json) -> Result<Vec<(i64, Variable)>> {
        let term = |json: &Json| {
            json.has_only("coefficient variable")?;
            let coefficient = json.find("coefficient")?.map_or(Ok(1), Json::number)?;
            Ok((coefficient, self.variable(json.get("variable")?)?))
        };
        json.list()?.iter().map(term).collect()
    }

    fn atom(&self, json: &Json) -> Result<Atom> {
        json.has_only("variable relation value")?;
        let (variable, value) = (json.get("variable")?, json.get("value")?);
        let (variable, value) = (self.variable(variable)?, self.value(value)?);
        Ok(Atom { variable, relation: relation(json)?, value })
    }

    fn occurrences(&self, json: &Json) -> Result<Vec<Occurrence>> {
        let mut seen = BTreeSet::new();
        let occurrence = |json: &Json| {
            json.has_only("value min max")?;
            let value = self.value(json.get("value")?)?;
            let [min, max] = ["min", "max"].map(|key| json.get(key).and_then(natural));
            if !seen.insert(value) {
                return json.wrong(format!("{value} is counted twice"));
            }
            Ok(Occurrence { value, min: min? as u64, max: max? as u64 })
        };
        json.list()?.iter().map(occurrence).collect()
    }

    /// Rows of as many values as the scope has variables.
    fn rows<T>(json: &Json, width: usize, one: impl Fn(&Json) -> Result<T>) -> Result<Vec<Vec<T>>> {
        let row = |json: &Json| match json.list()? {
            row if row.len() == width => row.iter().map(&one).collect(),
            row => json.wrong(format!("a row of {} values, expected {width}", row.len())),
        };
        json.list()?.iter().map(row).collect()
    }

    /// A constraint with its own keys and `more`.
    fn constraint(&self, json: &Json, more: &str) -> Result<Constraint> {
        let kind = json.get("kind")?;
        let Some((name, keys)) = KINDS.into_iter().find(|own| Ok(own.0) == kind.text()) else {
            return kind.wrong("unknown kind");
        };
        json.has_only(&format!("kind {more}{keys}"))?;
        let one = |key| self.variable(json.get(key)?);
        let several = |key| self.variables(json.get(key)?);
        let number = |key| json.find(key)?.map_or(Ok(0), Json::number);
        let truth = |key| json.find(key)?.map_or(Ok(false), Json::truth);
        Ok(match name {
            "all_different" => Constraint::AllDifferent(several("scope")?),
            "global_cardinality" => {
                let occurrences = self.occurrences(json.get("occurrences")?)?;
                let (scope, closed) = (several("scope")?, truth("closed")?);
                Constraint::Cardinality { scope, occurrences, closed }
            }
            "linear" => {
                let constant = json.get("constant")?.number()?;
                Constraint::linear(self.terms(json.get("terms")?)?, relation(json)?, constant)
            }
            "compare" => {
                let (left, right, offset) = (one("left")?, one("right")?, number("offset")?);
                Constraint::Compare { left, relation: relation(json)?, right, offset }
            }
            "table" => {
                let (scope, forbidden) = (several("scope")?, truth("forbidden")?);
                let rows = json.get("tuples")?;
                let rows = Self::rows(rows, scope.len(), |own| self.value(own))?;
                Constraint::Table { scope, rows, forbidden }
            }
            "element" => {
                let (index, result, first) = (one("index")?, one("result")?, number("first")?);
                Constraint::Element { index, array: several("array")?, result, first }
            }
            "lexicographic" => {
                let (left, right, strict) = (several("left")?, several("right")?, truth("strict")?);
                Constraint::Lexicographic { left, right, strict }
            }
            "extremum" => {
                let (scope, max) = (several("scope")?, json.get("max")?.truth()?);
                Constraint::Extremum { result: one("result")?, scope, max }
            }
            "product" => {
                let (left, right, result) = (one("left")?, one("right")?, one("result")?);
                Constraint::Product { left, right, result }
            }
            "inverse" => {
                let (first_left, first_right) = (number("first_left")?, number("first_right")?);
                let (left, right) = (several("left")?, several("right")?);
                Constraint::Inverse { left, right, first_left, first_right }
            }
            "clause" => {
                let atoms = json.get("atoms")?.list()?.iter();
                Constraint::Clause(atoms.map(|own| self.atom(own)).collect::<Result<_>>()?)
            }
            "dimension" => self.classes(json, several("scope")?)?,
            "reify" => {
                Constraint::Reify { truth: one("truth")?, atom: self.atom(json.get("atom")?)? }
            }
            _ => {
                let then = Box::new(self.constraint(json.get("then")?, "")?);
                Constraint::Implies { condition: one("condition")?, then }
            }
        })
    }

    fn classes(&self, json: &Json, scope: Vec<Variable>) -> Result<Constraint> {
        let name = json.get("dimension")?;
        let Some(dimension) = self.dimensions.get(name.text()?) else {
            return name.wrong("there is no such dimension");
        };
        let class = |json: &Json| {
            let label = json.text()?;
            let mut places =
                (0..dimension.classes.len()).filter(|&own| dimension.classes[own] == label);
            match (places.next(), places.next()) {
                (Some(place), None) => Ok(place),
                _ => json.wrong(format!("'{label}' names no class, or several")),
            }
        };
        let relation = json.get("relation")?;
        let relation = match &relation.is {
            Is::Text(text) => match text.as_str() {
                "all_same" => ClassRelation::AllSame,
                "all_different" => ClassRelation::AllDifferent,
                "all_same_or_all_different" => ClassRelation::Either,
                other => return relation.wrong(format!("'{other}' is no relation")),
            },
            _ if relation.find("table")?.is_some() => {
                relation.has_only("table")?;
                ClassRelation::Table(Self::rows(relation.get("table")?, scope.len(), class)?)
            }
            _ => {
                relation.has_only("exactly_equal")?;
                ClassRelation::ExactlyEqual(natural(relation.get("exactly_equal")?)?)
            }
        };
        let classes = dimension.of.iter().map(|(&value, &class)| (value, class)).collect();
        Ok(Constraint::Dimension { scope, classes, relation })
    }
}

fn natural(json: &Json) -> Result<usize> {
    usize::try_from(json.number()?).or_else(|_| json.wrong("expected 0 or more"))
}

/// Reads `1..9`, `5`, `{}` or `{1, 3..5}`.
fn runs(text: &str) -> std::result::Result<Vec<Value>, String> {
    let inner = text.trim();
    let inner = inner.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(inner);
    let mut values = Vec::new();
    for piece in inner.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        let (low, high) = piece.split_once("..").unwrap_or((piece, piece));
        let bound = |text: &str| text.trim().parse::<Value>();
        let (Ok(low), Ok(high)) = (bound(low), bound(high)) else {
            return Err(format!("'{piece}' is no run of values"));
        };
        let size = i128::from(high) - i128::from(low) + 1 + values.len() as i128;
        refuse_if!(size > MOST_VALUES[0] as i128, "more than {} values", MOST_VALUES[0]);
        values.extend(low..=high);
    }
    Ok(values)
}
