//! The specs of SAT engines.

use std::fmt;
use std::sync::Arc;

use parallax_encodings::{EncodingOptions, IntEncoding};
use parallax_model::Model;
use parallax_model::engine_api::{
    Control, EngineAbilities, EngineFamily, PreparationError, Session, SolverLineage,
};
use parallax_solvers::SatKind;
use parallax_solvers::proofs::ProofFormat;

use super::SatSession;
use crate::spec::{
    ConfiguredEngine, EngineFacts, EngineKind, EngineUsage, Spec, SpecFault, SpecParts,
    read_encodings, write_encodings,
};

/// Clauses and a SAT solver.
#[derive(Clone, Debug, PartialEq)]
pub struct SatEngine {
    /// The solver.
    pub solver: SatKind,
    /// The encodings.
    pub options: EncodingOptions,
}

impl SatEngine {
    /// Makes an engine with this encoding of integers, and defaults for the rest.
    #[must_use]
    pub fn with_integers(solver: SatKind, integers: IntEncoding) -> Self {
        SatEngine { solver, options: EncodingOptions { integers, ..EncodingOptions::default() } }
    }
}

impl Spec {
    /// Returns a SAT engine with this encoding of integers, and defaults for the rest.
    #[must_use]
    pub fn sat(solver: SatKind, integers: IntEncoding) -> Self {
        Spec::new(SatEngine::with_integers(solver, integers))
    }

    /// Returns a SAT engine that this build has and that gives cores and proofs.
    #[must_use]
    pub fn best_sat() -> Self {
        let cadical = SatKind::Cadical.is_built();
        let solver = if cadical { SatKind::Cadical } else { SatKind::Varisat };
        Spec::sat(solver, IntEncoding::Direct)
    }
}

impl fmt::Display for SatEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sat:{}", self.solver)?;
        write_encodings(&self.options, f)
    }
}

impl EngineKind for SatEngine {
    const NAMES: &'static [&'static str] = &["sat"];

    const USAGE: Option<EngineUsage> = Some(EngineUsage {
        title: "SAT engines",
        text: "SAT engines take sat:SOLVER[+INTEGERS][,CHOICE=NAME...], for example \
               sat:batsat+order,sum=adder; 'sat:batsat' is short for 'sat:batsat+direct':",
    });

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        let parts = SpecParts::split_parts(text);
        let solver = parts.name.strip_prefix("sat:")?;
        Some(read_encodings(parts.encoding, parts.choices).and_then(|options| {
            let solver = solver.parse().map_err(SpecFault::part_fault)?;
            Ok(SatEngine { solver, options })
        }))
    }

    fn list_variants() -> Vec<Self> {
        let each = |solver| {
            IntEncoding::ALL.iter().map(move |&integers| SatEngine::with_integers(solver, integers))
        };
        SatKind::ALL.into_iter().flat_map(each).collect()
    }

    fn list_defaults() -> Vec<Self> {
        let direct = |solver| SatEngine::with_integers(solver, IntEncoding::Direct);
        SatKind::ALL.into_iter().map(direct).collect()
    }
}

impl ConfiguredEngine for SatEngine {
    fn family(&self) -> EngineFamily {
        EngineFamily::from_solver(match self.solver {
            SatKind::Batsat | SatKind::Minisat | SatKind::Glucose => SolverLineage::MiniSat,
            SatKind::Varisat => SolverLineage::Varisat,
            SatKind::Cadical => SolverLineage::Cadical,
        })
    }

    fn abilities(&self) -> EngineAbilities {
        EngineAbilities {
            cores: true,
            uses_rivals: true,
            foreign: true,
            proofs: self.solver.native_format(ProofFormat::BinaryLrat).is_some(),
            ..EngineAbilities::default()
        }
    }

    fn description(&self) -> String {
        format!("clauses, {} encoding of integers", self.options.integers.name())
    }

    fn engine_facts(&self) -> EngineFacts {
        match self.solver {
            SatKind::Varisat | SatKind::Batsat => EngineFacts::default(),
            solver => EngineFacts::of_feature(solver.name()),
        }
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        Ok(Box::new(SatSession::new(model, self.solver, &self.options, seed, control)?))
    }

    fn is_built(&self) -> bool {
        self.solver.is_built()
    }

    fn version(&self) -> String {
        self.solver.solver_version()
    }
}
