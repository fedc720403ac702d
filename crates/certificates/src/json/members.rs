//! Reads the members of constraints, each by its type.

use std::collections::BTreeMap;

use super::super::model::{
    Atom, Automaton, ClassRelation, Constraint, Occurrence, Relation, Terms, Value, Variable,
};
use super::JsonProblem::{self, Expected, Found, Unknown};
use super::syntax::{Is, Json};
use super::{JsonFault, Reader, limits};

/// A member of a constraint.
pub(crate) trait Member: Sized {
    /// Reads it; `of` is the object that it is a member of.
    fn read(json: &Json, of: &Json, reader: &Reader) -> Result<Self, JsonFault>;

    /// Visits its variables.
    fn visit(&self, _: &mut dyn FnMut(Variable)) {}
}

impl<T: Member> Member for Vec<T> {
    fn read(json: &Json, of: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        json.list()?.iter().map(|own| T::read(own, of, reader)).collect()
    }

    fn visit(&self, visit: &mut dyn FnMut(Variable)) {
        self.iter().for_each(|own| own.visit(visit));
    }
}

impl Member for Variable {
    fn read(json: &Json, _: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        let place = reader.variables.get(json.text()?).copied();
        place.map_or_else(|| json.place.wrong(Unknown { what: "variable" }), Ok)
    }

    fn visit(&self, visit: &mut dyn FnMut(Variable)) {
        visit(*self);
    }
}

/// A value, which may have a name.
impl Member for Value {
    fn read(json: &Json, _: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        let Is::Text(name) = &json.is else { return json.short() };
        let number = reader.numbers.get(name).copied();
        number.map_or_else(|| json.place.wrong(JsonProblem::UnknownName { name: name.clone() }), Ok)
    }
}

/// A number of 64 bits, which has no name.
impl Member for i128 {
    fn read(json: &Json, _: &Json, _: &Reader) -> Result<Self, JsonFault> {
        json.number().map(i128::from)
    }
}

impl Member for u64 {
    fn read(json: &Json, _: &Json, _: &Reader) -> Result<Self, JsonFault> {
        json.number()?.try_into().or_else(|_| json.place.wrong(Expected { what: "0 or more" }))
    }
}

impl Member for bool {
    fn read(json: &Json, _: &Json, _: &Reader) -> Result<Self, JsonFault> {
        let is_truth = matches!(json.is, Is::Word("true" | "false"));
        json.place.must(is_truth, Expected { what: "true or false" })?;
        Ok(matches!(json.is, Is::Word("true")))
    }
}

impl Member for Relation {
    fn read(json: &Json, _: &Json, _: &Reader) -> Result<Self, JsonFault> {
        let text = json.text()?;
        let found = Relation::ALL.into_iter().find(|own| own.0 == text);
        found.map_or_else(|| json.place.wrong(Expected { what: "a relation" }), |own| Ok(own.1))
    }
}

impl Member for Terms {
    fn read(json: &Json, of: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        let term = |json: &Json| {
            json.has_only("coefficient variable")?;
            let coefficient = json.members()?.get("coefficient").map_or(Ok(1), Json::number)?;
            Ok((coefficient, json.member("variable", None, reader)?))
        };
        limits::sum(
            json.list()?.iter().map(term).collect::<Result<_, JsonFault>>()?,
            json,
            of,
            reader,
        )
    }

    fn visit(&self, visit: &mut dyn FnMut(Variable)) {
        self.0.iter().for_each(|own| visit(own.1));
    }
}

impl Member for Atom {
    fn read(json: &Json, _: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        object!(json, reader, Atom { variable, relation, value }, "")
    }

    fn visit(&self, visit: &mut dyn FnMut(Variable)) {
        visit(self.variable);
    }
}

impl Member for Occurrence {
    fn read(json: &Json, _: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        object!(json, reader, Occurrence { value, min, max }, "")
    }
}

/// A transition: a state, a value, the state after it.
impl Member for (u64, Value, u64) {
    fn read(json: &Json, of: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        let [from, value, to] = json.list()? else {
            return json.place.wrong(Expected { what: "a state, a value and a state" });
        };
        let states = (u64::read(from, of, reader)?, u64::read(to, of, reader)?);
        Ok((states.0, Value::read(value, of, reader)?, states.1))
    }
}

/// An automaton, whose lists may be in any order.
impl Member for Automaton {
    fn read(json: &Json, _: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        let mut own = object!(json, reader, Automaton { start, finals, transitions }, "")?;
        own.finals.sort_unstable();
        own.finals.dedup();
        own.transitions.sort_unstable();
        own.transitions.dedup();
        Ok(own)
    }
}

/// A constraint within another one has no label.
impl Member for Box<Constraint> {
    fn read(json: &Json, of: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        let has_label = json.members()?.contains_key("label");
        json.place.must(!has_label, JsonProblem::UnknownKey { key: "label".to_owned() })?;
        Constraint::read(json, of, reader).map(Box::new)
    }

    fn visit(&self, visit: &mut dyn FnMut(Variable)) {
        self.each_variable(visit);
    }
}

/// The classes of the values of a dimension.
impl Member for BTreeMap<Value, usize> {
    fn read(json: &Json, _: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        reader.named(json).map(|own| own.of.clone())
    }
}

impl Member for ClassRelation {
    fn read(json: &Json, of: &Json, reader: &Reader) -> Result<Self, JsonFault> {
        let dimension = reader.named(of.get("dimension")?)?;
        let Is::Text(text) = &json.is else {
            if !json.members()?.contains_key("table") {
                json.has_only("exactly_equal")?;
                return json.member("exactly_equal", None, reader).map(Self::ExactlyEqual);
            }
            json.has_only("table")?;
            let differ = dimension.classes.values().all(Option::is_some);
            json.place
                .must(differ, Found { what: "a table of classes of which two have one name" })?;
            let class = |json: &Json| {
                let class = dimension.classes.get(json.text()?).copied().flatten();
                class.map_or_else(
                    || json.place.wrong(Found { what: "it names no class, or several" }),
                    Ok,
                )
            };
            let row = |row: &Json| row.list()?.iter().map(class).collect();
            let rows: Result<_, JsonFault> = json.get("table")?.list()?.iter().map(row).collect();
            return rows.map(Self::Table);
        };
        match text.as_str() {
            "all_same" => Ok(Self::AllSame),
            "all_different" => Ok(Self::AllDifferent),
            "all_same_or_all_different" => Ok(Self::Either),
            _ => json.place.wrong(Expected { what: "a relation of classes" }),
        }
    }
}
