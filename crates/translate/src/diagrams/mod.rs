//! A model as decision diagrams, and the number of its solutions from them.
//!
//! Each constraint becomes a reduced multi-valued decision diagram, built from its meaning. Small
//! diagrams that end at the same variable are conjoined. The conjunction of all is compiled from
//! the top, one variable after another, by pairing their nodes (Bergman et al. 2016; the frontier
//! method of Sekine et al. 1995), and the number of paths is added up on the way, so that only
//! two layers are held. A hidden variable does not split paths: after it, a state is a set of
//! combinations of nodes, so distinct assignments of the shown variables are counted.
//!
//! Components multiply. No propagator and no search takes part.
//!
//! Decision diagrams are our own, because a conjunction must stop at a
//! deadline, count the same nodes every time and need no stack. OxiDD cannot be interrupted,
//! recurses with the depth of the diagram, and collects garbage in a separate thread, so that
//! whether a limit is reached depends on time. Only the diagrams of constraints are reduced;
//! their conjunction is compiled layer by layer and never held as a whole.

mod arena;
mod combine_diagrams;
mod component_conjunction;
mod constraint_diagrams;
mod count_machines;
mod effort;
mod expand_constraint;
mod layer;
mod machine;
mod machines;
mod model_diagrams;
mod order;
mod rows;
mod scope;
#[cfg(test)]
mod tests;

use model_diagrams::{DiagramBuilder, DiagramComponent, RootedDiagram};
pub use model_diagrams::{DiagramCount, DiagramError, ModelDiagrams};
