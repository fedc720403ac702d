//! Larger cases: provers that are right, that lie, that give up.

use std::collections::BTreeMap;
use std::sync::Mutex;

use parallax_model::engine_api::Control;
use tempfile::TempDir;

use super::processes::{limits, runs};
use crate::programs::campaign::{CampaignEvent, CampaignReport, LargerCases, ProgramCampaign};
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::definition::{UndefinedSemantics, constraint_holds};
use crate::programs::dispute::DisputeKind;
use crate::programs::draw::CasePlan;
use crate::programs::judge::MAX_ASSIGNMENTS;
use crate::programs::language::CaseLanguage;
use crate::programs::language::flatzinc::{FlatZinc, FlatzincLibrary};
use crate::programs::language::xcsp3::Xcsp3Language;
use crate::programs::prover::{
    CaseProver, JudgedBy, MAX_SOLUTIONS, NoTruth, ProvedSolutions, ProverError,
};
use crate::programs::prover::{is_solution, judge_by};

/// How a prover lies.
#[derive(Clone, Copy, PartialEq)]
enum Lie {
    None,
    /// It leaves out a solution.
    Missing,
    /// It adds an assignment.
    Extra,
    /// It lists a solution twice.
    Twice,
    /// Its certificate is refused.
    Certificate,
}

/// Assigns one variable after the other, and evaluates each constraint as soon as it can.
struct Plain(Lie);

/// Maximum number of nodes.
const NODES: usize = 4000;

struct Walk<'a> {
    case: &'a FuzzCase,
    /// For each variable, the constraints that have no later one.
    ready: Vec<Vec<&'a CaseExpr>>,
    found: Vec<Vec<i64>>,
    nodes: usize,
}

impl Walk<'_> {
    fn walk(&mut self, values: &mut Vec<i64>) -> Result<(), ProverError> {
        let at = values.len();
        self.nodes += 1;
        if self.nodes > NODES {
            return Err(ProverError::TooLong);
        }
        if at == self.case.variables.len() {
            self.found.push(values.clone());
            return if self.found.len() > MAX_SOLUTIONS {
                Err(ProverError::TooMany)
            } else {
                Ok(())
            };
        }
        for &value in &self.case.variables[at].values {
            values.push(value);
            let holds = |one: &&CaseExpr| {
                constraint_holds(one, values, UndefinedSemantics::Total) == Ok(true)
            };
            if self.ready[at].iter().all(holds) {
                self.walk(values)?;
            }
            values.pop();
        }
        Ok(())
    }
}

impl CaseProver for Plain {
    fn list_proved_solutions(
        &self,
        case: &FuzzCase,
        language: &dyn CaseLanguage,
        _: &Control,
    ) -> Result<ProvedSolutions, ProverError> {
        let mut ready = vec![Vec::new(); case.variables.len()];
        for constraint in &case.constraints {
            let mut last = 0;
            constraint.visit_parts(&mut |part| {
                if let CaseExpr::Var(place) = part {
                    last = last.max(*place);
                }
            });
            ready[last].push(constraint);
        }
        let mut walk = Walk { case, ready, found: Vec::new(), nodes: 0 };
        walk.walk(&mut Vec::new())?;
        let mut solutions = walk.found;
        match self.0 {
            Lie::None => {}
            Lie::Missing => {
                solutions.pop();
            }
            Lie::Twice => solutions.extend(solutions.first().cloned()),
            Lie::Extra => {
                let first: Vec<i64> = case.variables.iter().map(|v| v.values[0]).collect();
                if !is_solution(case, &first) {
                    solutions.push(first);
                }
            }
            Lie::Certificate => return Err(ProverError::Wrong("line 7".into())),
        }
        Ok(ProvedSolutions { solutions, lines: 10, language: language.language_name().to_owned() })
    }
}

fn campaign(targets: Vec<String>, cases: u64) -> ProgramCampaign {
    ProgramCampaign {
        seed: 3,
        from: 0,
        places: BTreeMap::new(),
        cases,
        jobs: 1,
        targets: targets.iter().map(|text| text.parse().expect("a specification")).collect(),
        operators: None,
        limits: limits(),
        attempts: 150,
        known: Vec::new(),
    }
}

fn fuzz(script: &str, lie: Lie, cases: u64) -> CampaignReport {
    let folder = TempDir::new().expect("a folder");
    let target = format!("fzn:{}", runs(folder.path(), "solver", script));
    let prover = Plain(lie);
    let larger = LargerCases { percent: 100, prover: &prover };
    let control = Control::unlimited();
    campaign(vec![target], cases).run_with(Some(larger), &control, &|_| ()).expect("a shell")
}

/// Draws larger cases by an honest prover.
fn drawn(language: &dyn CaseLanguage, count: u64) -> Vec<(FuzzCase, usize, JudgedBy)> {
    let plan = CasePlan::for_language(5, language);
    let control = Control::unlimited();
    let draw = |number| {
        let mut judge = |case: &FuzzCase| judge_by(&Plain(Lie::None), case, language, &control);
        let drawn = plan.draw_larger(number, language, &|_| true, &mut judge).ok()?;
        Some((drawn.case, drawn.truth.solutions.len(), drawn.judged))
    };
    (0..count).filter_map(draw).collect()
}

#[test]
fn larger_cases_are_beyond_enumeration_and_reproducible() {
    let languages: [&dyn CaseLanguage; 2] =
        [&FlatZinc(FlatzincLibrary::Parallax), &Xcsp3Language { all: true }];
    for language in languages {
        let cases = drawn(language, 24);
        assert!(cases.len() > 5, "{}: {}", language.language_name(), cases.len());
        for (case, _, judged) in &cases {
            assert!(case.assignment_count() > MAX_ASSIGNMENTS && case.constraints.len() > 1);
            assert!(matches!(judged, JudgedBy::Certificate { .. }));
            assert!(language.write_case(case).is_ok());
        }
        let several = cases.iter().filter(|(_, solutions, _)| *solutions > 1).count();
        assert!(several > 2, "{}: {several}", language.language_name());
        assert_eq!(cases, drawn(language, 24));
    }
    // Many truth values are needed.
    let clauses: &dyn CaseLanguage =
        &crate::programs::language::opb::OpbLanguage { products: true };
    assert!(!drawn(clauses, 12).is_empty());
    let plan = CasePlan::for_language(5, languages[0]);
    let share = (0..1000).filter(|&number| plan.is_larger(number, 10)).count();
    assert!((60..140).contains(&share), "{share}");
    assert!((0..100).all(|number| plan.is_larger(number, 100) && !plan.is_larger(number, 0)));
}

#[test]
fn a_liar_is_found_by_larger_cases_and_made_small() {
    let report = fuzz("echo =====UNSATISFIABLE=====", Lie::None, 30);
    assert!(report.disputes.is_empty() && !report.causes.is_empty());
    for cause in &report.causes {
        let finding = &cause.finding;
        assert!(finding.confirmed && finding.is_larger(), "{}", finding.text);
        assert_eq!(finding.judged, JudgedBy::Enumeration, "{}", finding.text);
        assert_eq!(finding.case.constraints.len(), 1, "{}", finding.text);
    }
    let counts = report.tally.larger.values().next().expect("one target");
    assert!(counts.judged > 5 && counts.lines == 10 * counts.judged, "{counts:?}");
    let text = crate::programs::report::markdown_report(&report);
    assert!(text.contains("drawn as a larger case") && text.contains("Larger cases: "), "{text}");
    let json = report.causes[0].finding.to_json();
    assert_eq!(
        (&json["judged_by"]["judge"], &json["larger"]),
        (&"enumeration".into(), &true.into())
    );
}

#[test]
fn a_lie_of_the_prover_is_no_fault_of_the_target() {
    for lie in [Lie::Missing, Lie::Extra, Lie::Twice, Lie::Certificate] {
        let report = fuzz("echo =====UNKNOWN=====", lie, 6);
        assert!(report.causes.is_empty() && !report.disputes.is_empty());
        assert_eq!(report.exit_code(), 5);
        for dispute in &report.disputes {
            let fits = match dispute.kind {
                DisputeKind::Missing(_) => lie == Lie::Missing,
                DisputeKind::Extra(_) => lie == Lie::Extra,
                DisputeKind::Repeated(_) => lie == Lie::Twice,
                DisputeKind::Certificate(_) => lie == Lie::Certificate,
            };
            assert!(fits, "{}", dispute.describe_dispute());
        }
        let junit = crate::programs::report::junit_report(&report).expect("a document");
        let text = crate::programs::report::markdown_report(&report) + &junit;
        assert!(text.contains("no target is at fault") && text.contains("prover of larger"));
    }
}

#[test]
fn a_solution_of_the_target_that_is_not_listed_is_a_dispute() {
    let language = FlatZinc(FlatzincLibrary::Parallax);
    let (case, ..) = drawn(&language, 12).into_iter().find(|one| one.1 > 0).expect("a case");
    let control = Control::unlimited();
    let (truth, _) = judge_by(&Plain(Lie::None), &case, &language, &control).expect("a truth");
    let mut lines = String::new();
    for (variable, value) in case.variables.iter().zip(&truth.solutions[0]) {
        let value = match (variable.sort, value) {
            (crate::programs::Sort::Bool, 1) => "true".to_owned(),
            (crate::programs::Sort::Bool, _) => "false".to_owned(),
            _ => value.to_string(),
        };
        lines += &format!("{} = {value};\n", variable.name);
    }
    let reply = language.read_output(&case, &format!("{lines}----------\n"));
    let outcome = crate::programs::reply::compare_reply(&case, &truth, &reply);
    assert_eq!(outcome, crate::programs::reply::ReplyOutcome::Right);
    // That answer against a list without its solution.
    let none = crate::programs::judge::CaseTruth {
        solutions: truth.solutions[1..].to_vec(),
        ..truth.clone()
    };
    let found = crate::programs::campaign::overlooked_solution(&case, &none, &reply);
    assert_eq!(found, truth.solutions.first());
    assert_eq!(crate::programs::campaign::overlooked_solution(&case, &truth, &reply), None);
}

#[test]
fn a_case_that_the_prover_does_not_judge_is_counted() {
    struct Never;
    impl CaseProver for Never {
        fn list_proved_solutions(
            &self,
            _: &FuzzCase,
            _: &dyn CaseLanguage,
            _: &Control,
        ) -> Result<ProvedSolutions, ProverError> {
            Err(ProverError::TooLong)
        }
    }
    let folder = TempDir::new().expect("a folder");
    let target = format!("fzn:{}", runs(folder.path(), "solver", "echo never asked; exit 1"));
    let larger = LargerCases { percent: 100, prover: &Never };
    let events = Mutex::new(0);
    let control = Control::unlimited();
    let count = |_: CampaignEvent<'_>| *events.lock().expect("no holder panics") += 1;
    let report = campaign(vec![target], 10).run_with(Some(larger), &control, &count);
    let report = report.expect("a shell");
    let counts = report.tally.larger.values().next().expect("one target");
    assert_eq!((counts.judged, counts.dropped_count()), (0, 10));
    assert_eq!((report.exit_code(), *events.lock().expect("no holder panics")), (3, 0));
}

#[test]
fn undefined_cases_are_not_proved() {
    let value = serde_json::json!({
        "id": 1,
        "variables": [{ "name": "x0", "values": [0, 1] }],
        "constraints": [["eq", ["div", 4, "x0"], 4]],
    });
    let case = FuzzCase::from_json(&value).expect("a well-formed case");
    let language = FlatZinc(FlatzincLibrary::Parallax);
    let control = Control::unlimited();
    let judged = judge_by(&Plain(Lie::None), &case, &language, &control);
    assert_eq!(judged, Err(NoTruth::Undefined));
}
