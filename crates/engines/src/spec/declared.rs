//! The family and the abilities of each engine, and whether the programs that it names exist.

use parallax_model::ask::{Abilities, Family, Solver};
use parallax_solvers::SatKind;
use parallax_solvers::proofs::ProofFormat;
use parallax_solvers::smt::SmtKind;

use super::super::portfolio;
use super::{Paper, Spec, external};

impl Spec {
    /// Returns the family of the engine: of the solver that decides, or for a reformulation of the
    /// engine of its leaves. An external program is unknown unless the user declares its solver: its
    /// name, its path and its output prove nothing.
    pub(crate) fn behind(&self) -> Family {
        match self {
            // The outcome has the family of the engine that answers.
            Spec::Auto => Family::default(),
            Spec::Brute | Spec::Paper(Paper::Brute) => Family::of(Solver::Brute),
            Spec::Native(_) | Spec::Textbook(_) | Spec::Paper(Paper::Search(_)) => {
                Family::of(Solver::Native)
            }
            Spec::Local(_) => Family::of(Solver::Local),
            Spec::Paper(Paper::Reform(_)) => Family::of(Solver::Native).reformulated(),
            Spec::Reform(reform) => reform.leaf.behind().reformulated(),
            Spec::Sat { solver, .. } => Family::of(match solver {
                SatKind::Batsat | SatKind::Minisat | SatKind::Glucose => Solver::MiniSat,
                SatKind::Varisat => Solver::Varisat,
                SatKind::Cadical => Solver::Cadical,
            }),
            Spec::Smt { solver: SmtKind::Z3, .. } => Family::of(Solver::Z3),
            Spec::Pumpkin => Family::of(Solver::Pumpkin),
            // A race has the family of the engine that answers.
            Spec::Dimacs { .. }
            | Spec::Opb { .. }
            | Spec::Xcsp3 { .. }
            | Spec::Smtlib { .. }
            | Spec::Flatzinc { .. }
            | Spec::Minizinc(_)
            | Spec::Portfolio(_) => Family::of(Solver::Unknown),
            Spec::Count(counter) => counter.family(),
            Spec::Named(named) => named.family().unwrap_or_else(|| named.spec.behind()),
        }
    }

    /// Returns the abilities and needs of the engine; for a reformulation, of the engine of its
    /// leaves.
    pub(crate) fn declared(&self) -> Abilities {
        let foreign = Abilities { foreign: true, ..Abilities::default() };
        match self {
            // It uses Z3, which reserves stacks, only if native search cannot take a model.
            Spec::Auto => Abilities { chooses: true, ..Abilities::default() },
            Spec::Native(_) => Abilities { uses_rivals: true, ..Abilities::default() },
            Spec::Brute | Spec::Local(_) | Spec::Textbook(_) | Spec::Paper(_) => {
                Abilities::default()
            }
            Spec::Reform(reform) => {
                let leaf = reform.leaf.declared();
                Abilities { cores: false, proofs: false, uses_rivals: false, ..leaf }
            }
            Spec::Sat { solver, .. } => Abilities {
                cores: true,
                uses_rivals: true,
                proofs: solver.writes(ProofFormat::BinaryLrat).is_some(),
                ..foreign
            },
            Spec::Smt { solver, .. } => Abilities { stack_bytes: solver.stack_bytes(), ..foreign },
            Spec::Pumpkin => foreign,
            Spec::Count(counter) => counter.abilities(),
            Spec::Dimacs { .. }
            | Spec::Opb { .. }
            | Spec::Xcsp3 { .. }
            | Spec::Smtlib { .. }
            | Spec::Flatzinc { .. }
            | Spec::Minizinc(_) => Abilities { external: true, ..foreign },
            Spec::Named(named) => named.spec.declared(),
            Spec::Portfolio(race) => portfolio::declared(&race.engines(portfolio::at_hand())),
        }
    }

    /// Returns the compiler that stands between the model and the solver. Nothing checks what it
    /// does, so that a claim of the engine rests on it as well.
    #[must_use]
    pub fn compiler(&self) -> Option<&'static str> {
        match self {
            Spec::Minizinc(_) => Some("MiniZinc's compiler"),
            Spec::Named(named) => named.spec.compiler(),
            Spec::Reform(reform) => reform.leaf.compiler(),
            _ => None,
        }
    }

    /// Whether the engine is a program that must write a proof.
    #[must_use]
    pub fn writes_proof(&self) -> bool {
        match self {
            Spec::Dimacs { program, .. } => program.takes(external::PROOF),
            Spec::Named(named) => named.spec.writes_proof(),
            _ => false,
        }
    }

    /// Checks that the program that the engine, or the engine of its leaves, runs exists.
    ///
    /// # Errors
    /// If the program is not found.
    pub fn find_program(&self) -> Result<(), String> {
        match self {
            Spec::Dimacs { program, .. }
            | Spec::Opb { program, .. }
            | Spec::Xcsp3 { program }
            | Spec::Smtlib { program, .. }
            | Spec::Flatzinc { program, .. } => {
                program.find().map(|_| ()).map_err(|why| why.to_string())
            }
            Spec::Minizinc(solver) => {
                solver.program().find().map(|_| ()).map_err(|why| why.to_string())
            }
            Spec::Reform(reform) => reform.leaf.find_program(),
            Spec::Named(named) => named.spec.find_program(),
            Spec::Portfolio(race) => {
                race.engines(portfolio::at_hand()).iter().try_for_each(Spec::find_program)
            }
            Spec::Count(counter) => counter.find_program(),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_declared_by_the_solver_and_never_read_from_a_command() {
        let family = |spec: &str| spec.parse::<Spec>().unwrap().behind();
        for (spec, solver) in [
            ("brute", Solver::Brute),
            ("count:native,cache=9", Solver::Native),
            ("count:diagrams,nodes=9", Solver::Diagrams),
            ("count:ganak+order", Solver::Ganak),
            ("count:d4", Solver::D4),
            ("count:ganak {cnf}", Solver::Unknown),
            ("brute:paper", Solver::Brute),
            ("native:mid+aval,gac", Solver::Native),
            ("native:set-paper", Solver::Native),
            ("textbook:mid+sval,fc", Solver::Native),
            ("local:adaptive,restart=9", Solver::Local),
            ("sat:cadical+order,amo=ladder", Solver::Cadical),
            ("sat:batsat", Solver::MiniSat),
            ("sat:glucose+order", Solver::MiniSat),
            ("smt:z3+fd", Solver::Z3),
            ("cp:pumpkin", Solver::Pumpkin),
            ("dimacs:/usr/bin/cadical -q", Solver::Unknown),
            ("dimacs:timeout 5 ./s.sh", Solver::Unknown),
            ("smtlib:z3 -in", Solver::Unknown),
            ("fzn:fzn-gecode", Solver::Unknown),
            ("mzn:gecode", Solver::Unknown),
            ("mzn+std:org.gecode.gecode@6.2.0", Solver::Unknown),
            ("xcsp3:gecode", Solver::Unknown),
        ] {
            assert_eq!(family(spec), Family::of(solver), "{spec}");
        }
        assert_eq!(family("reform"), Family::of(Solver::Native).reformulated());
        assert_eq!(family("reform:paper"), family("reform"));
        assert_eq!(family("reform:leaf=sat:glucose"), family("sat:batsat").reformulated());
        assert!(family("reform:leaf=dimacs:cadical").is_unknown());
    }

    #[test]
    fn what_comes_through_minizinc_rests_on_its_compiler() {
        let compiler = |spec: &str| spec.parse::<Spec>().unwrap().compiler();
        for spec in ["mzn:gecode", "mine=mzn+std:gecode", "reform:leaf=mzn:gecode"] {
            assert_eq!(compiler(spec), Some("MiniZinc's compiler"), "{spec}");
        }
        assert_eq!(compiler("fzn:fzn-gecode"), None);
    }

    #[test]
    fn a_program_is_looked_for_in_leaves_too() {
        let find = |spec: &str| spec.parse::<Spec>().unwrap().find_program();
        assert_eq!(find("dimacs:sh -c x"), Ok(()));
        assert_eq!(find("reform"), Ok(()));
        for spec in ["dimacs:no-such-solver -q", "reform:leaf=smtlib:no-such-solver"] {
            assert_eq!(
                find(spec),
                Err("cannot run 'no-such-solver': there is no such program on the PATH".to_owned())
            );
        }
    }
}
