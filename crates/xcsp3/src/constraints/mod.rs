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

use parallax_model::instance::InputError;
use roxmltree::Node;

pub(super) use bin_packing::{MAX_BINS, MAX_LOAD};
pub(super) use precedence::MAX_TRANSITIONS;

use super::assigned::Assigned;
use super::draft::Draft;
use super::error::PostError;
use super::reader::Reader;

/// The interface of every constraint.
pub(super) trait Rule {
    /// Returns the name of its element.
    fn element(&self) -> &'static str;

    /// Whether it holds; `None` if an operation in it is undefined, so that it does not.
    fn holds(&self, values: &Assigned<'_>) -> Option<bool>;

    /// Posts it.
    ///
    /// # Errors
    /// Returns the reason why a model cannot have it.
    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError>;
}

/// Defines [`Constraint`] and [`read`] from a list: variant, struct, names of elements. It adds
/// `intension`.
macro_rules! constraints {
    ($($kind:ident($struct:ty): $($name:literal)|+;)+) => {
        /// A constraint of a file.
        #[derive(Clone, Debug)]
        pub(super) enum Constraint {
            /// An expression. Files may have a million of them, so it is stored in place.
            Intension(intension::Intension),
            $($kind(Box<$struct>),)+
        }

        impl Constraint {
            /// Returns what it can do.
            pub(super) fn rule(&self) -> &dyn Rule {
                match self { Constraint::Intension(own) => own, $(Constraint::$kind(own) => own.as_ref(),)+ }
            }
        }

        /// Reads a constraint.
        pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Constraint, InputError> {
            Ok(match node.tag_name().name() {
                "intension" => Constraint::Intension(intension::Intension::read(reader, node)?),
                $($($name)|+ => Constraint::$kind(Box::new(<$struct>::read(reader, node)?)),)+
                name => {
                    let message = format!("<{name}> is not supported");
                    return Err(reader.fault(node.range().start, message));
                }
            })
        }

        /// The names of all elements that are constraints.
        #[cfg(test)]
        pub(super) const ELEMENTS: &[&str] = &["intension", $($($name),+),+];
    };
}

constraints! {
    AllDifferent(all_different::AllDifferent): "allDifferent";
    AllEqual(all_equal::AllEqual): "allEqual";
    BinPacking(bin_packing::BinPacking): "binPacking";
    Cardinality(cardinality::Cardinality): "cardinality";
    Channel(channel::Channel): "channel";
    Circuit(circuit::Circuit): "circuit";
    Clause(clause::Clause): "clause";
    Count(count::Count): "count";
    Cumulative(cumulative::Cumulative): "cumulative";
    Element(element::Element): "element";
    Extension(extension::Extension): "extension";
    Extremum(extremum::Extremum): "minimum" | "maximum";
    ExtremumPlace(extremum_place::ExtremumPlace): "minimumArg" | "maximumArg";
    Flow(flow::Flow): "flow";
    Instantiation(instantiation::Instantiation): "instantiation";
    Knapsack(knapsack::Knapsack): "knapsack";
    Lex(lex::Lex): "lex";
    NValues(n_values::NValues): "nValues";
    NoOverlap(no_overlap::NoOverlap): "noOverlap";
    Ordered(ordered::Ordered): "ordered";
    Precedence(precedence::Precedence): "precedence";
    Regular(regular::Regular): "regular" | "mdd";
    Sum(sum::Sum): "sum";
}

impl Constraint {
    /// Returns the name of the element.
    pub(super) fn element(&self) -> &'static str {
        self.rule().element()
    }
}

/// Returns an error unless two lists of an element have the same length.
fn same_length(
    reader: &Reader<'_>,
    node: Node<'_, '_>,
    what: [&str; 2],
    lengths: [usize; 2],
) -> Result<(), InputError> {
    if lengths[0] == lengths[1] {
        return Ok(());
    }
    let message = format!("{} {} and {} {}", lengths[0], what[0], lengths[1], what[1]);
    Err(reader.fault_in(node, &message))
}

/// Returns the first index of a list, from an attribute; 0 without it.
fn first_index(
    reader: &Reader<'_>,
    node: Node<'_, '_>,
    attribute: &str,
) -> Result<i32, InputError> {
    Ok(super::parts::integer(reader, node, attribute)?.unwrap_or(0) as i32)
}
