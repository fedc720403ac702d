//! Specs: `reform:split=never,leaf=sat:cadical+order`.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{
    Control, Engine, EngineAbilities, EngineFamily, PreparationError, Session,
};
use parallax_reformulate::ReformulationChoice;
use parallax_reformulate::general::{DecompositionOptions, has_dimensions};
use parallax_reformulate::products::ProductOptions;

use super::{prepare_reformulation, trace_reformulation};
use crate::TracedRun;
use crate::portfolio::Portfolio;
use crate::spec::{
    ConfiguredEngine, EngineFacts, EngineKind, EngineUsage, Spec, SpecFault, settings_after,
};
use crate::trace::TracingEngine;

/// The options of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reform {
    /// The reformulations to use.
    pub uses: ReformulationChoice,
    /// The options of the strategy.
    pub options: DecompositionOptions,
    /// The engine for leaves that are not boxes.
    pub leaf: Spec,
}

impl Default for Reform {
    fn default() -> Self {
        Reform {
            uses: ReformulationChoice::Auto,
            options: DecompositionOptions::default(),
            leaf: Spec::native(),
        }
    }
}

impl fmt::Display for Reform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chosen = self.options.chosen_options();
        if self.uses != ReformulationChoice::Auto {
            chosen.insert(0, format!("use={}", self.uses));
        }
        if self.leaf != Spec::native() {
            chosen.push(format!("leaf={}", self.leaf));
        }
        f.write_str("reform")?;
        if chosen.is_empty() { Ok(()) } else { write!(f, ":{}", chosen.join(",")) }
    }
}

impl Reform {
    /// Whether options are set that only the strategy along dimensions has.
    fn is_about_dimensions(&self) -> bool {
        self.options != DecompositionOptions::default() || self.leaf != Spec::native()
    }

    /// Returns the steps to take with a model, or `None` for the strategy along its dimensions.
    pub(super) fn product_steps(&self, model: &Model) -> Option<ProductOptions> {
        match self.uses {
            ReformulationChoice::Steps(steps) => Some(steps),
            ReformulationChoice::Dimensions => None,
            ReformulationChoice::Auto if self.is_about_dimensions() || has_dimensions(model) => {
                None
            }
            ReformulationChoice::Auto => Some(ReformulationChoice::USUAL_STEPS),
        }
    }
}

impl FromStr for Reform {
    type Err = SpecFault;

    /// Reads `reform:KEY=NAME,...`; everything after `leaf=` is the spec of the engine for the
    /// leaves, with its own options.
    fn from_str(text: &str) -> Result<Self, SpecFault> {
        let mut reform = Reform::default();
        let mut rest = text.strip_prefix("reform").unwrap_or(text).trim_start_matches([':', ',']);
        while !rest.is_empty() {
            if let Some(leaf) = rest.strip_prefix("leaf=") {
                if leaf.starts_with("reform") || Portfolio::is_meant(leaf) {
                    return Err(SpecFault::NestedLeaf);
                }
                reform.leaf = leaf.parse()?;
                if reform.leaf.family().is_incomplete() {
                    return Err(SpecFault::IncompleteLeaf);
                }
                break;
            }
            let (choice, more) = rest.split_once(',').unwrap_or((rest, ""));
            if let Some(names) = choice.strip_prefix("use=") {
                reform.uses = names.parse().map_err(SpecFault::part_fault)?;
                rest = more;
                continue;
            }
            let known =
                choice.split_once('=').and_then(|(key, name)| reform.options.set_option(key, name));
            match known {
                Some(set) => set.map_err(SpecFault::part_fault)?,
                None => {
                    let choice = choice.to_owned();
                    let keys = vec!["use", "agenda", "split", "steps", "consistency", "leaf"];
                    let known = "use=NAMES, agenda=NAME, split=NAME, steps=NUMBER, \
                                 consistency=NAME, and last leaf=ENGINE";
                    return Err(SpecFault::UnknownChoice { choice, keys, known: known.into() });
                }
            }
            rest = more;
        }
        if matches!(reform.uses, ReformulationChoice::Steps(_)) && reform.is_about_dimensions() {
            return Err(SpecFault::ExcludedSteps(reform.uses.to_string()));
        }
        Ok(reform)
    }
}

/// The first word of its specs.
const ENGINE_NAME: &str = "reform";

impl EngineKind for Reform {
    const NAMES: &'static [&'static str] = &[ENGINE_NAME];

    const USAGE: Option<EngineUsage> = Some(EngineUsage {
        title: "Reformulation",
        text: "Reformulation takes reform[:CHOICE,...], for example \
               reform:split=always,leaf=sat:batsat+order. The choices: use=auto, dimensions, or some of \
               values, abstract, parts, determined, duals, sums and counts with '+' between; with \
               dimensions agenda=last-in, first-in or best-first; split=auto, always or never; steps=N; \
               consistency=all or new; and last leaf=ENGINE. reform:paper takes agenda= and \
               consistency=none, new or all, native:set-paper order=fitted or natural. 'parallax explain' \
               shows both at work.",
    });

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        settings_after(text, ENGINE_NAME).map(|_| text.parse())
    }

    fn list_variants() -> Vec<Self> {
        vec![Reform::default()]
    }

    fn list_defaults() -> Vec<Self> {
        Reform::list_variants()
    }
}

impl ConfiguredEngine for Reform {
    fn family(&self) -> EngineFamily {
        self.leaf.family().with_reformulation()
    }

    fn abilities(&self) -> EngineAbilities {
        let leaf = self.leaf.abilities();
        EngineAbilities { cores: false, proofs: false, uses_rivals: false, ..leaf }
    }

    fn description(&self) -> String {
        let along = format!("reformulation along dimensions, {} in the leaves", self.leaf);
        match self.uses {
            ReformulationChoice::Steps(steps) => format!("solutions as products; steps: {steps}"),
            ReformulationChoice::Auto if !self.is_about_dimensions() => {
                format!("{along}; without dimensions, solutions as products")
            }
            ReformulationChoice::Auto | ReformulationChoice::Dimensions => along,
        }
    }

    fn engine_facts(&self) -> EngineFacts {
        EngineFacts { tasks: &["first", "all", "limit", "count"], ..EngineFacts::default() }
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        prepare_reformulation(model, self, seed, control)
    }

    fn is_built(&self) -> bool {
        self.leaf.is_built()
    }

    fn compiler_name(&self) -> Option<&'static str> {
        self.leaf.compiler_name()
    }

    fn find_program(&self) -> Result<(), SpecFault> {
        self.leaf.find_program()
    }

    fn set_folder(&mut self, folder: &Path) {
        self.leaf = self.leaf.with_folder(folder);
    }

    fn program_folder(&self) -> Option<&Path> {
        self.leaf.program_folder()
    }

    fn tracing_engine(&self) -> Option<&dyn TracingEngine> {
        Some(self)
    }

    fn largest_here(&self) -> u64 {
        self.leaf.largest_here()
    }
}

impl TracingEngine for Reform {
    fn record_trace(
        &self,
        model: &Arc<Model>,
        seed: u64,
        max_steps: usize,
        control: &Control,
    ) -> Result<TracedRun, PreparationError> {
        trace_reformulation(model, self, seed, max_steps, control)
    }
}
