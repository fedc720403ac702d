//! Reads the members of constraints, each by its type.

use std::collections::BTreeMap;

use super::super::model::{
    Atom, Automaton, ClassRelation, Constraint, Occurrence, Relation, Terms, Value, Variable,
};
use super::JsonProblem::{self, Expected, Found, Unknown};
use super::syntax::{JsonValue, LocatedJson};
use super::{ModelJsonError, ModelReader, limits};

/// A member of a constraint.
pub(crate) trait ConstraintMember: Sized {
    /// Reads the member; `of` is the object that contains it.
    fn read_member(
        json: &LocatedJson,
        of: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError>;

    /// Visits its variables.
    fn visit_variables(&self, _: &mut dyn FnMut(Variable)) {}
}

impl<T: ConstraintMember> ConstraintMember for Vec<T> {
    fn read_member(
        json: &LocatedJson,
        of: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        json.as_list()?.iter().map(|own| T::read_member(own, of, reader)).collect()
    }

    fn visit_variables(&self, visit: &mut dyn FnMut(Variable)) {
        self.iter().for_each(|own| own.visit_variables(visit));
    }
}

impl ConstraintMember for Variable {
    fn read_member(
        json: &LocatedJson,
        _: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        let place = reader.variables.get(json.as_text()?).copied();
        place.map_or_else(|| json.place.fail_with(Unknown { what: "variable" }), Ok)
    }

    fn visit_variables(&self, visit: &mut dyn FnMut(Variable)) {
        visit(*self);
    }
}

/// A value, which may have a name.
impl ConstraintMember for Value {
    fn read_member(
        json: &LocatedJson,
        _: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        let JsonValue::Text(name) = &json.value else { return json.as_short_number() };
        let number = reader.numbers.get(name).copied();
        number.map_or_else(
            || json.place.fail_with(JsonProblem::UnknownName { name: name.clone() }),
            Ok,
        )
    }
}

/// A number of 64 bits, which cannot have a name.
impl ConstraintMember for i128 {
    fn read_member(
        json: &LocatedJson,
        _: &LocatedJson,
        _: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        json.as_number().map(i128::from)
    }
}

impl ConstraintMember for u64 {
    fn read_member(
        json: &LocatedJson,
        _: &LocatedJson,
        _: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        json.as_number()?
            .try_into()
            .or_else(|_| json.place.fail_with(Expected { what: "0 or more" }))
    }
}

impl ConstraintMember for bool {
    fn read_member(
        json: &LocatedJson,
        _: &LocatedJson,
        _: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        let is_truth = matches!(json.value, JsonValue::Word("true" | "false"));
        json.place.require_that(is_truth, Expected { what: "true or false" })?;
        Ok(matches!(json.value, JsonValue::Word("true")))
    }
}

impl ConstraintMember for Relation {
    fn read_member(
        json: &LocatedJson,
        _: &LocatedJson,
        _: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        let text = json.as_text()?;
        let found = Relation::ALL.into_iter().find(|own| own.0 == text);
        found.map_or_else(|| json.place.fail_with(Expected { what: "a relation" }), |own| Ok(own.1))
    }
}

impl ConstraintMember for Terms {
    fn read_member(
        json: &LocatedJson,
        of: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        let term = |json: &LocatedJson| {
            json.has_only("coefficient variable")?;
            let coefficient =
                json.as_members()?.get("coefficient").map_or(Ok(1), LocatedJson::as_number)?;
            Ok((coefficient, json.read_member("variable", None, reader)?))
        };
        limits::read_sum_terms(
            json.as_list()?.iter().map(term).collect::<Result<_, ModelJsonError>>()?,
            json,
            of,
            reader,
        )
    }

    fn visit_variables(&self, visit: &mut dyn FnMut(Variable)) {
        self.0.iter().for_each(|own| visit(own.1));
    }
}

impl ConstraintMember for Atom {
    fn read_member(
        json: &LocatedJson,
        _: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        object!(json, reader, Atom { variable, relation, value }, "")
    }

    fn visit_variables(&self, visit: &mut dyn FnMut(Variable)) {
        visit(self.variable);
    }
}

impl ConstraintMember for Occurrence {
    fn read_member(
        json: &LocatedJson,
        _: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        object!(json, reader, Occurrence { value, min, max }, "")
    }
}

/// A transition: a state, a value, the state after it.
impl ConstraintMember for (u64, Value, u64) {
    fn read_member(
        json: &LocatedJson,
        of: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        let [from, value, to] = json.as_list()? else {
            return json.place.fail_with(Expected { what: "a state, a value and a state" });
        };
        let states = (u64::read_member(from, of, reader)?, u64::read_member(to, of, reader)?);
        Ok((states.0, Value::read_member(value, of, reader)?, states.1))
    }
}

/// An automaton, whose lists may be in any order.
impl ConstraintMember for Automaton {
    fn read_member(
        json: &LocatedJson,
        _: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        let mut own = object!(json, reader, Automaton { start, finals, transitions }, "")?;
        // The canonical text has sorted lists, so that the order in a file does not change the
        // digest.
        own.finals.sort_unstable();
        own.finals.dedup();
        own.transitions.sort_unstable();
        own.transitions.dedup();
        Ok(own)
    }
}

/// A constraint within another one has no label.
impl ConstraintMember for Box<Constraint> {
    fn read_member(
        json: &LocatedJson,
        of: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        let has_label = json.as_members()?.contains_key("label");
        json.place.require_that(!has_label, JsonProblem::UnknownKey { key: "label".to_owned() })?;
        Constraint::read_member(json, of, reader).map(Box::new)
    }

    fn visit_variables(&self, visit: &mut dyn FnMut(Variable)) {
        self.each_variable(visit);
    }
}

/// The classes of the values of a dimension.
impl ConstraintMember for BTreeMap<Value, usize> {
    fn read_member(
        json: &LocatedJson,
        _: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        reader.find_dimension(json).map(|own| own.of.clone())
    }
}

impl ConstraintMember for ClassRelation {
    fn read_member(
        json: &LocatedJson,
        of: &LocatedJson,
        reader: &ModelReader,
    ) -> Result<Self, ModelJsonError> {
        let dimension = reader.find_dimension(of.get("dimension")?)?;
        let JsonValue::Text(text) = &json.value else {
            if !json.as_members()?.contains_key("table") {
                json.has_only("exactly_equal")?;
                return json.read_member("exactly_equal", None, reader).map(Self::ExactlyEqual);
            }
            json.has_only("table")?;
            // A row names classes; a name that two classes share would leave open which one is in
            // it.
            let differ = dimension.classes.values().all(Option::is_some);
            json.place.require_that(
                differ,
                Found { what: "a table of classes of which two have one name" },
            )?;
            let class = |json: &LocatedJson| {
                let class = dimension.classes.get(json.as_text()?).copied().flatten();
                class.map_or_else(
                    || json.place.fail_with(Found { what: "it names no class, or several" }),
                    Ok,
                )
            };
            let row = |row: &LocatedJson| row.as_list()?.iter().map(class).collect();
            let rows: Result<_, ModelJsonError> =
                json.get("table")?.as_list()?.iter().map(row).collect();
            return rows.map(Self::Table);
        };
        match text.as_str() {
            "all_same" => Ok(Self::AllSame),
            "all_different" => Ok(Self::AllDifferent),
            "all_same_or_all_different" => Ok(Self::Either),
            _ => json.place.fail_with(Expected { what: "a relation of classes" }),
        }
    }
}
