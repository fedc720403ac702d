//! Specs of the published algorithms: `reform:paper,agenda=first-in`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{Control, EngineFamily, PreparationError, Session, SolverLineage};
use parallax_reformulate::agenda::AgendaOrder;
use parallax_reformulate::paper::{PaperConsistency, PaperOptions};

use super::{AttributeOrder, paper_session, trace_algorithm};
use crate::TracedRun;
use crate::reform::Reform;
use crate::spec::{ConfiguredEngine, EngineFacts, EngineKind, Spec, SpecFault};
use crate::trace::TracingEngine;

/// One of the published algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Three nested loops.
    Brute,
    /// Forward checking and back-checking, attributes in this order.
    Search(AttributeOrder),
    /// Reformulation, then search in the subproblems.
    Reform(PaperOptions),
}

impl Paper {
    /// The algorithms with their default options.
    pub const ALL: [Paper; 3] = [
        Paper::Brute,
        Paper::Search(AttributeOrder::Fitted),
        Paper::Reform(PaperOptions {
            order: AgendaOrder::LastIn,
            consistency: PaperConsistency::New,
        }),
    ];

    /// Whether a spec names one of these.
    fn is_meant(text: &str) -> bool {
        let name = text.split(',').next().unwrap_or(text);
        Paper::ALL.iter().any(|algorithm| algorithm.to_string() == name)
    }

    /// Describes the algorithm in a few words.
    #[must_use]
    pub fn algorithm_summary(self) -> &'static str {
        match self {
            Paper::Brute => "SET: three nested loops, with the effort that the paper counts",
            Paper::Search(_) => "SET: the paper's forward checking and back-checking",
            Paper::Reform(_) => "SET: the paper's reformulation, then its search",
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults = PaperOptions::default();
        match self {
            Paper::Brute => f.write_str("brute:paper"),
            Paper::Search(order) => {
                f.write_str("native:set-paper")?;
                if *order != AttributeOrder::default() {
                    write!(f, ",order={order}")?;
                }
                Ok(())
            }
            Paper::Reform(options) => {
                f.write_str("reform:paper")?;
                if options.order != defaults.order {
                    write!(f, ",agenda={}", options.order)?;
                }
                if options.consistency != defaults.consistency {
                    write!(f, ",consistency={}", options.consistency)?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for Paper {
    type Err = SpecFault;

    fn from_str(text: &str) -> Result<Self, SpecFault> {
        let (name, choices) = match text.split_once(',') {
            Some((name, choices)) => (name, choices.split(',').collect()),
            None => (text, Vec::new()),
        };
        let (mut options, mut attributes) = (PaperOptions::default(), AttributeOrder::default());
        for choice in &choices {
            match choice.split_once('=') {
                Some(("agenda", order)) if name == "reform:paper" => {
                    options.order = order.parse().map_err(SpecFault::part_fault)?;
                }
                Some(("consistency", level)) if name == "reform:paper" => {
                    options.consistency = level.parse().map_err(SpecFault::part_fault)?;
                }
                Some(("order", order)) if name == "native:set-paper" => {
                    attributes = order.parse().map_err(SpecFault::part_fault)?;
                }
                _ => return Err(SpecFault::no_choice(name, choice)),
            }
        }
        match name {
            "brute:paper" => Ok(Paper::Brute),
            "native:set-paper" => Ok(Paper::Search(attributes)),
            "reform:paper" => Ok(Paper::Reform(options)),
            _ => Err(SpecFault::UnknownAlgorithm(name.to_owned())),
        }
    }
}

impl Spec {
    /// Returns the published reformulation of SET, and the general one.
    #[must_use]
    pub fn published_reformulations() -> [Self; 2] {
        [Spec::new(Paper::Reform(Default::default())), Spec::new(Reform::default())]
    }

    /// Returns the published search for SET.
    #[must_use]
    pub fn published_search() -> Self {
        Spec::new(Paper::Search(Default::default()))
    }
}

impl EngineKind for Paper {
    const NAMES: &'static [&'static str] = &["brute:paper", "native:set-paper", "reform:paper"];

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        Paper::is_meant(text).then(|| text.parse())
    }

    fn list_variants() -> Vec<Self> {
        Paper::ALL.into()
    }
}

impl ConfiguredEngine for Paper {
    fn family(&self) -> EngineFamily {
        match self {
            Paper::Brute => EngineFamily::from_solver(SolverLineage::Brute),
            Paper::Search(_) => EngineFamily::from_solver(SolverLineage::Native),
            Paper::Reform(_) => {
                EngineFamily::from_solver(SolverLineage::Native).with_reformulation()
            }
        }
    }

    fn description(&self) -> String {
        self.algorithm_summary().into()
    }

    fn engine_facts(&self) -> EngineFacts {
        EngineFacts {
            tasks: &["first", "all", "limit", "count"],
            instances: "SET with three cards a set",
            ..EngineFacts::default()
        }
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        _control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        paper_session(model, *self, seed)
    }

    fn tracing_engine(&self) -> Option<&dyn TracingEngine> {
        (*self != Paper::Brute).then_some(self as &dyn TracingEngine)
    }
}

impl TracingEngine for Paper {
    fn record_trace(
        &self,
        model: &Arc<Model>,
        seed: u64,
        max_steps: usize,
        control: &Control,
    ) -> Result<TracedRun, PreparationError> {
        trace_algorithm(model, *self, seed, max_steps, control)
    }
}
