//! The kinds of constraints, each with its name and its members, which are also keys in JSON. A
//! member with a default may be missing there.

use std::collections::BTreeMap;

use super::json::{ConstraintMember, JsonProblem, LocatedJson, ModelJsonError, ModelReader};
use super::model::{Atom, Automaton, ClassRelation, Occurrence, Relation, Terms, Value, Variable};

macro_rules! kinds {
    // One list yields the enum, the visitor of variables and the reader, so that a member cannot be
    // read without being visited. Its order is that of the canonical text.
    ($($(#[$about:meta])* $name:literal $kind:ident {
        $($key:ident: $type:ty $(= $usual:expr)?),*
    })*) => {
        /// A constraint. It holds for values if it is possible in the box of these alone.
        #[expect(missing_docs, reason = "the line above a kind is about its members")]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Constraint {
            $($(#[$about])* $kind { $($key: $type),* }),*
        }

        impl Constraint {
            /// Visits its variables.
            pub fn each_variable(&self, visit: &mut dyn FnMut(Variable)) {
                match self {
                    $(Self::$kind { $($key),* } => { $(ConstraintMember::visit_variables($key, visit);)* })*
                }
            }
        }

        impl ConstraintMember for Constraint {
            fn read_member(json: &LocatedJson, _: &LocatedJson, reader: &ModelReader) -> Result<Self, ModelJsonError> {
                json.check_label()?;
                let constraint: Self = match json.get("kind")?.as_text()? {
                    $($name => object!(json, reader, Self::$kind { $($key $(= $usual)?),* }, "kind label")?,)*
                    _ => return json.get("kind")?.place.fail_with(JsonProblem::Found { what: "unknown kind" }),
                };
                // Checked here, not only at the end of the model, so that the message has the place
                // in the text.
                constraint.is_sound().or_else(|why| json.place.fail_with(why))?;
                Ok(constraint)
            }
        }
    };
}

kinds! {
    /// No two variables are equal.
    "all_different" AllDifferent { scope: Vec<Variable> }
    /// How often values occur, each listed once; other values are forbidden if it is `closed`.
    "global_cardinality" Cardinality {
        scope: Vec<Variable>, occurrences: Vec<Occurrence>, closed: bool = false
    }
    /// A weighted sum compared with a number.
    "linear" Linear { terms: Terms, relation: Relation, constant: i128 }
    /// `left relation right + offset`.
    "compare" Compare { left: Variable, relation: Relation, right: Variable, offset: i128 = 0 }
    /// The values form one of the rows, or none of them if the rows are `forbidden`.
    "table" Table { scope: Vec<Variable>, tuples: Vec<Vec<Value>>, forbidden: bool = false }
    /// `array[index - first] = result`.
    "element" Element { index: Variable, array: Vec<Variable>, result: Variable, first: i128 = 0 }
    /// `left` precedes `right` lexicographically, or equals it unless `strict`.
    "lexicographic" Lexicographic { left: Vec<Variable>, right: Vec<Variable>, strict: bool = false }
    /// The result is the maximum (`max`) or minimum of the scope.
    "extremum" Extremum { result: Variable, scope: Vec<Variable>, max: bool }
    /// `left * right = result`.
    "product" Product { left: Variable, right: Variable, result: Variable }
    /// `left[i] = j` exactly when `right[j] = i`, with indices that count from `first_left` and
    /// `first_right`.
    "inverse" Inverse {
        left: Vec<Variable>, right: Vec<Variable>, first_left: i128 = 0, first_right: i128 = 0
    }
    /// At least one atom is true.
    "clause" Clause { atoms: Vec<Atom> }
    /// A relation between the classes of the values; a value without a class is forbidden.
    "dimension" Dimension {
        scope: Vec<Variable>, dimension: BTreeMap<Value, usize>, relation: ClassRelation
    }
    /// `truth` is 1 exactly when the atom holds, else 0.
    "reify" Reify { truth: Variable, atom: Atom }
    /// The values of the scope, in order, are a word that the automaton accepts.
    "regular" Regular { scope: Vec<Variable>, automaton: Automaton }
    /// If the condition is 1, the constraint holds.
    "implies" Implies { condition: Variable, then: Box<Constraint> }
}
