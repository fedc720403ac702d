//! The constraints: a closed set, with one file each.
//!
//! A file has the reading of the constraint, its meaning on plain values, and what it posts in a
//! model. The meaning follows the text of the format and shares no code with the model. To add a
//! constraint: its file, and its line in `constraints!`.

mod all_different;
mod all_equal;
mod bin_packing;
mod cardinality;
mod channel;
mod circuit;
mod clause;
mod count;
mod cumulative;
mod element;
pub(super) mod extension;
mod extremum;
mod extremum_place;
mod flow;
mod instantiation;
mod intension;
mod knapsack;
mod lex;
pub(super) mod n_values;
mod no_overlap;
mod ordered;
mod precedence;
mod regular;
mod sum;

use parallax_instance::InputError;
use roxmltree::Node;

pub(super) use bin_packing::{MAX_BINS, MAX_LOAD};
pub(super) use precedence::MAX_TRANSITIONS;

use super::reader::Xcsp3Reader;

/// Defines [`Constraint`] and [`read`] from a list: variant, struct, names of elements. It adds
/// `intension`.
macro_rules! constraints {
    ($($kind:ident($struct:ty): $($name:literal)|+;)+) => {
        /// A constraint of a file.
        #[derive(Clone, Debug)]
        pub(super) enum Constraint {
            /// An expression. Files may have a million of them, so it is stored in place.
            Intension(intension::Xcsp3Intension),
            $($kind(Box<$struct>),)+
        }

        impl Constraint {
            /// Returns the constraint as a trait object.
            pub(super) fn rule(&self) -> &dyn ConstraintRule {
                match self { Constraint::Intension(own) => own, $(Constraint::$kind(own) => own.as_ref(),)+ }
            }
        }

        /// Reads a constraint.
        pub(super) fn read(reader: &mut Xcsp3Reader<'_>, node: Node<'_, '_>) -> Result<Constraint, InputError> {
            Ok(match node.tag_name().name() {
                "intension" => Constraint::Intension(intension::Xcsp3Intension::read(reader, node)?),
                $($($name)|+ => Constraint::$kind(Box::new(<$struct>::read(reader, node)?)),)+
                name => {
                    let message = format!("<{name}> is not supported");
                    return Err(reader.error_at(node.range().start, message));
                }
            })
        }

        /// The names of all elements that are constraints.
        #[cfg(test)]
        pub(super) const ELEMENTS: &[&str] = &["intension", $($($name),+),+];
    };
}
mod constraint_rule;

pub(super) use constraint_rule::ConstraintRule;
use constraint_rule::{first_index, same_length};

constraints! {
    AllDifferent(all_different::Xcsp3AllDifferent): "allDifferent";
    AllEqual(all_equal::Xcsp3AllEqual): "allEqual";
    BinPacking(bin_packing::Xcsp3BinPacking): "binPacking";
    Cardinality(cardinality::Xcsp3Cardinality): "cardinality";
    Channel(channel::Xcsp3Channel): "channel";
    Circuit(circuit::Xcsp3Circuit): "circuit";
    Clause(clause::Xcsp3Clause): "clause";
    Count(count::Xcsp3Count): "count";
    Cumulative(cumulative::Xcsp3Cumulative): "cumulative";
    Element(element::Xcsp3Element): "element";
    Extension(extension::Xcsp3Extension): "extension";
    Extremum(extremum::Xcsp3Extremum): "minimum" | "maximum";
    ExtremumPlace(extremum_place::Xcsp3ExtremumPlace): "minimumArg" | "maximumArg";
    Flow(flow::Xcsp3Flow): "flow";
    Instantiation(instantiation::Xcsp3InstantiationConstraint): "instantiation";
    Knapsack(knapsack::Xcsp3Knapsack): "knapsack";
    Lex(lex::Xcsp3Lex): "lex";
    NValues(n_values::Xcsp3NValues): "nValues";
    NoOverlap(no_overlap::Xcsp3NoOverlap): "noOverlap";
    Ordered(ordered::Xcsp3Ordered): "ordered";
    Precedence(precedence::Xcsp3Precedence): "precedence";
    Regular(regular::Xcsp3Regular): "regular" | "mdd";
    Sum(sum::Xcsp3Sum): "sum";
}
