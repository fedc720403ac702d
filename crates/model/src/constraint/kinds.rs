//! The list of constraint kinds. No other place lists them all, except matches that the compiler
//! checks.

use std::ops::Range;

use serde::{Deserialize, Deserializer, Serialize};

use super::{
    AllDifferent, BinPacking, Circuit, Clause, Compare, ConstraintError, Count, Cumulative,
    DimensionRelation, DistinctCount, Element, Extremum, GlobalCardinality, Implies, Inverse, Kind,
    Lexicographic, Linear, ModelAssignment, NoOverlap, PlainForm, Product, Regular, Reify, Rename,
    RenameClass, Table,
};
use crate::{DimensionId, Model, VarId};

/// The number of variables of a kind's constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintArity {
    /// This number, of which some may be the same.
    Fixed(usize),
    /// Any number.
    Any,
}

/// Defines [`Constraint`], [`Global`] and their kinds from a table: documentation, variant, struct,
/// name, and for core kinds arity and the names that `rename` takes.
macro_rules! kinds {
    (
        core { $($(#[$doc:meta])* $kind:ident($struct:ty), $name:literal, $arity:expr, $renames:ident;)+ }
        global { $($(#[$gdoc:meta])* $global:ident($gstruct:ty), $gname:literal;)+ }
    ) => {
        /// A constraint of one of the known kinds.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "kind", rename_all = "snake_case", from = "Tagged<V, D, C>")]
        pub enum Constraint<V = VarId, D = DimensionId, C = u32> {
            $($(#[$doc])* $kind($struct),)+
            /// A constraint of a global kind, which has a plain form.
            #[serde(untagged)]
            Global(Global<V>),
        }

        /// A constraint of one of the global kinds.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum Global<V = VarId> {
            $($(#[$gdoc])* $global($gstruct),)+
        }

        /// A constraint as it is read: one list of tags for core and global kinds.
        #[derive(Deserialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        enum Tagged<V, D, C> {
            $($kind($struct),)+
            $($global($gstruct),)+
        }

        /// The kind of a constraint in JSON.
        #[derive(Clone, Copy, Debug, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum ConstraintTag {
            $($(#[$doc])* $kind,)+
            $($(#[$gdoc])* $global,)+
        }

        impl ConstraintTag {
            /// Reads the members of a constraint of this kind, all but the kind.
            ///
            /// # Errors
            /// Returns the error of the first member that is not as expected.
            pub fn read_members<'de, V, D, C, R: Deserializer<'de>>(
                self,
                members: R,
            ) -> Result<Constraint<V, D, C>, R::Error>
            where
                V: Deserialize<'de>,
                D: Deserialize<'de>,
                C: Deserialize<'de>,
            {
                Ok(match self {
                    $(ConstraintTag::$kind => Constraint::$kind(<$struct>::deserialize(members)?),)+
                    $(ConstraintTag::$global => {
                        Constraint::Global(Global::$global(<$gstruct>::deserialize(members)?))
                    })+
                })
            }
        }

        impl<V, D, C> From<Tagged<V, D, C>> for Constraint<V, D, C> {
            fn from(tagged: Tagged<V, D, C>) -> Self {
                match tagged {
                    $(Tagged::$kind(kind) => Constraint::$kind(kind),)+
                    $(Tagged::$global(kind) => Constraint::Global(Global::$global(kind)),)+
                }
            }
        }

        /// The kind of a constraint.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ConstraintKind {
            $($(#[$doc])* $kind,)+
            /// One of the global kinds.
            Global(GlobalKind),
        }

        /// The kind of a global constraint.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum GlobalKind {
            $($(#[$gdoc])* $global,)+
        }

        impl GlobalKind {
            /// Every global kind.
            pub const ALL: &[GlobalKind] = &[$(GlobalKind::$global),+];

            /// Returns the short name, as in engine specs.
            pub fn name(self) -> &'static str {
                match self { $(GlobalKind::$global => $gname),+ }
            }
        }

        impl ConstraintKind {
            /// Every core kind.
            pub const CORE: &[ConstraintKind] = &[$(ConstraintKind::$kind,)+];

            /// Every kind, core and global.
            pub const ALL: &[ConstraintKind] = &[
                $(ConstraintKind::$kind,)+
                $(ConstraintKind::Global(GlobalKind::$global),)+
            ];

            /// Returns the short name, as in engine specs: `alldiff`, `sum`. The long one of JSON
            /// models is the tag of [`Constraint`].
            pub fn name(self) -> &'static str {
                match self {
                    $(ConstraintKind::$kind => $name,)+
                    ConstraintKind::Global(kind) => kind.name(),
                }
            }

            /// Returns the number of variables of its constraints.
            pub fn arity(self) -> ConstraintArity {
                match self {
                    $(ConstraintKind::$kind => $arity,)+
                    ConstraintKind::Global(_) => ConstraintArity::Any,
                }
            }
        }

        impl<V> Global<V> {
            /// Returns the kind.
            pub fn kind(&self) -> GlobalKind {
                match self { $(Global::$global(_) => GlobalKind::$global),+ }
            }

            fn rename<W, E>(&self, v: Rename<'_, V, W, E>) -> Result<Global<W>, E> {
                Ok(match self { $(Global::$global(kind) => Global::$global(kind.rename(v)?),)+ })
            }
        }

        impl Global {
            fn as_kind(&self) -> &dyn Kind {
                match self { $(Global::$global(kind) => kind,)+ }
            }

            /// Returns the plain form.
            pub(crate) fn form(&self) -> &dyn PlainForm {
                match self { $(Global::$global(kind) => kind,)+ }
            }
        }

        impl<V, D, C> Constraint<V, D, C> {
            /// Returns the kind.
            pub fn kind(&self) -> ConstraintKind {
                match self {
                    $(Constraint::$kind(_) => ConstraintKind::$kind,)+
                    Constraint::Global(global) => ConstraintKind::Global(global.kind()),
                }
            }

            /// Returns this constraint with variables, dimensions and classes renamed.
            ///
            /// # Errors
            /// Returns the first error of the renaming functions.
            pub fn rename<W, F, B, E>(
                &self,
                v: Rename<'_, V, W, E>,
                d: Rename<'_, D, F, E>,
                c: RenameClass<'_, D, C, B, E>,
            ) -> Result<Constraint<W, F, B>, E> {
                Ok(match self {
                    $(Constraint::$kind(kind) => Constraint::$kind(renamed!($renames, kind, v, d, c)?),)+
                    Constraint::Global(global) => Constraint::Global(global.rename(v)?),
                })
            }
        }

        impl Constraint {
            fn as_kind(&self) -> &dyn Kind {
                match self {
                    $(Constraint::$kind(kind) => kind,)+
                    Constraint::Global(global) => global.as_kind(),
                }
            }

            fn as_kind_mut(&mut self) -> &mut dyn Kind {
                match self {
                    $(Constraint::$kind(kind) => kind,)+
                    $(Constraint::Global(Global::$global(kind)) => kind,)+
                }
            }
        }

        $(impl<V, D, C> From<$struct> for Constraint<V, D, C> {
            fn from(kind: $struct) -> Self {
                Constraint::$kind(kind)
            }
        })+

        $(impl<V, D, C> From<$gstruct> for Constraint<V, D, C> {
            fn from(kind: $gstruct) -> Self {
                Constraint::Global(Global::$global(kind))
            }
        })+

        impl Kind for Constraint {
            fn holds(&self, assignment: ModelAssignment<'_>) -> bool {
                match self {
                    $(Constraint::$kind(kind) => kind.holds(assignment),)+
                    Constraint::Global(global) => global.as_kind().holds(assignment),
                }
            }

            fn each_variable(&self, visit: &mut dyn FnMut(VarId)) {
                self.as_kind().each_variable(visit);
            }

            fn visit_dimensions(&self, visit: &mut dyn FnMut(DimensionId)) {
                self.as_kind().visit_dimensions(visit);
            }

            fn description(&self, model: &Model) -> String {
                self.as_kind().description(model)
            }

            fn validate(&self, model: &Model) -> Result<(), ConstraintError> {
                self.as_kind().validate(model)
            }

            fn dependents(&self) -> Vec<VarId> {
                self.as_kind().dependents()
            }

            fn pieces(&self) -> Vec<usize> {
                self.as_kind().pieces()
            }

            fn remove(&mut self, list: usize, run: Range<usize>) {
                self.as_kind_mut().remove(list, run);
            }
        }
    };
}

/// Calls `kind.rename` with variables alone, or with classes as well.
macro_rules! renamed {
    (variables, $kind:ident, $v:ident, $d:ident, $c:ident) => {
        $kind.rename($v)
    };
    (classes, $kind:ident, $v:ident, $d:ident, $c:ident) => {
        $kind.rename($v, $d, $c)
    };
}

kinds! {
    core {
        /// All variables take different values.
        AllDifferent(AllDifferent<V>), "alldiff", ConstraintArity::Any, variables;
        /// Bounds on the number of occurrences of values.
        GlobalCardinality(GlobalCardinality<V>), "card", ConstraintArity::Any, variables;
        /// A weighted sum compared with a constant.
        Linear(Linear<V>), "sum", ConstraintArity::Any, variables;
        /// A comparison of two variables, with an offset.
        Compare(Compare<V>), "compare", ConstraintArity::Fixed(2), variables;
        /// Allowed or forbidden tuples.
        Table(Table<V>), "table", ConstraintArity::Any, variables;
        /// An array of variables indexed by a variable.
        Element(Element<V>), "element", ConstraintArity::Any, variables;
        /// Two vectors in lexicographic order.
        Lexicographic(Lexicographic<V>), "lex", ConstraintArity::Any, variables;
        /// The minimum or maximum of variables.
        Extremum(Extremum<V>), "extremum", ConstraintArity::Any, variables;
        /// The product of two variables.
        Product(Product<V>), "product", ConstraintArity::Fixed(3), variables;
        /// Two arrays that are inverse to each other.
        Inverse(Inverse<V>), "inverse", ConstraintArity::Any, variables;
        /// A disjunction of atoms.
        Clause(Clause<V>), "clause", ConstraintArity::Any, variables;
        /// A relation between the classes of values in one dimension.
        Dimension(DimensionRelation<V, D, C>), "dimension", ConstraintArity::Any, classes;
        /// A boolean variable that is 1 exactly if an atom holds.
        Reify(Reify<V>), "reify", ConstraintArity::Fixed(2), variables;
        /// A constraint that applies if a boolean variable is 1.
        Implies(Implies<V, D, C>), "implies", ConstraintArity::Any, classes;
    }
    global {
        /// The words of an automaton.
        Regular(Regular<V>), "regular";
        /// The number of variables with certain values.
        Count(Count<V>), "count";
        /// The number of different values.
        DistinctCount(DistinctCount<V>), "distinct";
        /// Tasks that share a resource.
        Cumulative(Cumulative<V>), "cumulative";
        /// Tasks or boxes that do not overlap.
        NoOverlap(NoOverlap<V>), "nooverlap";
        /// Successors that form a cycle.
        Circuit(Circuit<V>), "circuit";
        /// Items in bins.
        BinPacking(BinPacking<V>), "binpacking";
    }
}

impl std::fmt::Display for ConstraintKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no kind of constraints has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown constraint kind '{name}'; known: {}", known_kinds())]
pub struct UnknownKindError {
    /// The name.
    pub name: String,
}

fn known_kinds() -> String {
    let names: Vec<&str> = ConstraintKind::ALL.iter().map(|kind| kind.name()).collect();
    names.join(", ")
}

impl std::str::FromStr for ConstraintKind {
    type Err = UnknownKindError;

    fn from_str(name: &str) -> Result<Self, UnknownKindError> {
        let mut all = ConstraintKind::ALL.iter().copied();
        let found = all.find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownKindError { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::sample;

    #[test]
    fn names_are_read_back() {
        for &kind in ConstraintKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let error = "sums".parse::<ConstraintKind>().unwrap_err().to_string();
        assert!(error.contains("'sums'") && error.contains("alldiff, card, sum"), "{error}");
    }

    #[test]
    fn visiting_and_renaming_meet_the_same_variables_in_the_same_order() {
        for &kind in ConstraintKind::ALL {
            for seed in 0..40 {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let model = sample::model_of_kind(&mut rng, kind).unwrap();
                let constraint = &model.constraints()[0].constraint;
                assert_eq!(constraint.kind(), kind);
                let (mut renamed, mut dimensions) = (Vec::new(), Vec::new());
                // The error type is `Infallible`, so the pattern always matches.
                let Ok(same) = constraint.rename(
                    &mut |&v| {
                        renamed.push(v);
                        Ok::<_, Infallible>(v)
                    },
                    &mut |&d| {
                        dimensions.push(d);
                        Ok(d)
                    },
                    &mut |_, &c| Ok(c),
                );
                assert_eq!(&same, constraint);
                let (mut visited, mut named) = (Vec::new(), Vec::new());
                constraint.each_variable(&mut |v| visited.push(v));
                constraint.visit_dimensions(&mut |d| named.push(d));
                assert_eq!((&visited, &named), (&renamed, &dimensions), "{model}");
                if let ConstraintArity::Fixed(number) = kind.arity() {
                    assert_eq!(visited.len(), number, "{model}");
                }
            }
        }
    }
}
