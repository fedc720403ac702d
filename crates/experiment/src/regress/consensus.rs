//! The results on which independent engines agree, as new expectations of a case.

use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::{SolutionCount, Task};

use super::consensus_error::{ConsensusError, SpreadError};
use super::decisive_answer::DecisiveAnswer;
use super::digest::case_digest;
use super::observed::{CaseResults, EngineOutcome, InstanceResults, RunFinding, SeenRow};
use super::per_instance::InstanceExpectations;
use super::suite::{CounterBaseline, RegressionCase};

/// The expectations that a blessing may write for a case.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ConsensusExpectations {
    pub(super) answer: Option<InstanceExpectations<DecisiveAnswer>>,
    pub(super) count: Option<InstanceExpectations<SolutionCount>>,
    pub(super) value: Option<InstanceExpectations<DecimalNumber>>,
    pub(super) digest: Option<u128>,
    pub(super) number: Option<SolutionCount>,
    /// The counters of each baseline that change: the key of the engine, the counter, its value.
    pub(super) counters: Vec<(String, String, u64)>,
    /// The expectations that are not written, each with the reason.
    pub(super) refused: Vec<String>,
}

impl ConsensusExpectations {
    fn take_answer(&mut self, answer: Result<InstanceExpectations<DecisiveAnswer>, SpreadError>) {
        match answer {
            Ok(answer) => self.answer = Some(answer),
            Err(error) => self.refuse_expectation("answer", &error.into()),
        }
    }

    fn refuse_expectation(&mut self, expectation: &str, error: &ConsensusError) {
        self.refused.push(format!("{expectation}: {error}"));
    }
}

/// Returns the results on which the engines agree, for the expectations that the case has or lacks.
///
/// # Errors
/// Returns the reason if nothing at all may be written.
pub(super) fn find_consensus(
    case: &RegressionCase,
    seen: &CaseResults,
) -> Result<ConsensusExpectations, ConsensusError> {
    if seen.interrupted {
        return Err(ConsensusError::Interrupted);
    }
    if let Some(error) = seen.unread.first() {
        return Err(error.clone().into());
    }
    if seen.instances.is_empty() {
        return Err(ConsensusError::NoInstance);
    }
    // Nothing is written about a case whose engines disagree in any way, also if the other
    // expectations would agree.
    let answers = agreed_answers(seen)?;
    let expected = &case.expected;
    let mut agreed = ConsensusExpectations::default();
    if case.many || expected.number.is_some() || seen.instances.len() > 1 {
        agreed.number = Some(seen.instances.len().into());
    }
    let limited = matches!(case.task, Some(Task::Limit(_)));
    // An incomplete count may have any value; it is written only if the user states a limit.
    let count =
        |finding: &RunFinding| finding.count.clone().filter(|_| finding.complete || limited);
    let satisfiable = answers.contains(&DecisiveAnswer::Sat);
    let counts_wanted = satisfiable && (case.wants_all() || limited);
    let values_wanted = answers.iter().all(|answer| *answer == DecisiveAnswer::Optimal);
    let digest_wanted = satisfiable && case.task == Some(Task::All);
    agreed.take_answer(InstanceExpectations::from_values(&answers));
    match agreed_values(seen, &count)
        .and_then(|counts| Ok(InstanceExpectations::from_values(&counts)?))
    {
        // A count of 0 says no more than the answer `unsat`, so it is not added on its own.
        Ok(counts) if satisfiable || expected.count.is_some() => agreed.count = Some(counts),
        Err(why) if counts_wanted || expected.count.is_some() => {
            agreed.refuse_expectation("count", &why);
        }
        _ => {}
    }
    if values_wanted || expected.value.is_some() {
        match agreed_values(seen, &|finding| finding.value)
            .and_then(|values| Ok(InstanceExpectations::from_values(&values)?))
        {
            Ok(values) => agreed.value = Some(values),
            Err(why) => agreed.refuse_expectation("value", &why),
        }
    }
    if digest_wanted || expected.digest.is_some() {
        // The digests of all engines are compared for each instance; the digest of the case is
        // computed from them afterwards.
        match agreed_values(seen, &|finding| finding.digest).and_then(|_| Ok(case_digest(seen)?)) {
            Ok(digest) => agreed.digest = Some(digest),
            Err(why) => agreed.refuse_expectation("digest", &why),
        }
    }
    for baseline in &expected.counters {
        match changed_counters(baseline, seen) {
            Ok(changed) => agreed.counters.extend(changed),
            Err(why) => agreed.refuse_expectation(&format!("counters of {}", baseline.key), &why),
        }
    }
    Ok(agreed)
}

/// The answers to all instances.
///
/// # Errors
/// Returns an error if engines disagree about an instance, or no two independent ones answer it.
fn agreed_answers(seen: &CaseResults) -> Result<Vec<DecisiveAnswer>, ConsensusError> {
    for instance in &seen.instances {
        if let Some(row) = instance.rows.iter().find(|row| row.wrong.is_some()) {
            let (instance, engine) = (instance.name.clone(), row.engine.clone());
            let wrong = row.wrong.clone().unwrap_or_default();
            return Err(ConsensusError::WrongEngine { instance, engine, wrong });
        }
        if instance.verdict.is_disagreement() {
            let (instance, verdict) = (instance.name.clone(), instance.verdict);
            return Err(ConsensusError::Disagreement { instance, verdict });
        }
    }
    agreed_values(seen, &|finding| Some(finding.answer))
}

/// Returns, for each instance, the value on which independent engines agree.
fn agreed_values<T: Clone + PartialEq>(
    seen: &CaseResults,
    of: &dyn Fn(&RunFinding) -> Option<T>,
) -> Result<Vec<T>, ConsensusError> {
    seen.instances.iter().map(|instance| confirmed_value(instance, of)).collect()
}

/// Returns the value that at least two independent engines find and no engine contradicts.
fn confirmed_value<T: Clone + PartialEq>(
    instance: &InstanceResults,
    of: &dyn Fn(&RunFinding) -> Option<T>,
) -> Result<T, ConsensusError> {
    let found: Vec<(&SeenRow, T)> =
        instance.rows.iter().filter_map(|row| Some((row, of(row.finding()?)?))).collect();
    let name = || instance.name.clone();
    let Some((first, value)) = found.first() else {
        let reason = instance.rows.iter().find_map(|row| match &row.state {
            EngineOutcome::Unanswered(why) | EngineOutcome::Unsupported(why) => Some(why.clone()),
            EngineOutcome::Answered(_) => None,
        });
        return Err(ConsensusError::Unshown { instance: name(), reason });
    };
    if found.iter().any(|(_, other)| other != value) {
        return Err(ConsensusError::Different { instance: name() });
    }
    let independent = |a: &SeenRow, b: &SeenRow| a.family.is_independent_of(b.family);
    // Equal values of engines that share a solver may share its error, so two independent ones are
    // required.
    let confirmed = found
        .iter()
        .enumerate()
        .any(|(i, (a, _))| found[..i].iter().any(|(b, _)| independent(a, b)));
    if confirmed {
        return Ok(value.clone());
    }
    let (instance, engine) = (name(), first.engine.clone());
    Err(match (found.len() - 1) as u128 {
        0 => ConsensusError::OneEngine { instance, engine },
        others => ConsensusError::OneFamily { instance, engine, others },
    })
}

/// Returns the counters of an engine that change: those that are not as expected, or all if none is
/// expected yet.
fn changed_counters(
    baseline: &CounterBaseline,
    seen: &CaseResults,
) -> Result<Vec<(String, String, u64)>, ConsensusError> {
    let effort = seen.counters.iter().find(|effort| effort.engine == baseline.engine);
    // Counters are sums over the instances; those of an engine that left some out cannot be
    // compared.
    let effort = effort.filter(|effort| effort.finished == seen.instances.len());
    let effort = effort.ok_or(ConsensusError::Unfinished)?;
    let key = || baseline.key.clone();
    if baseline.counters.is_empty() {
        let all = effort.counters.iter().map(|(name, value)| (key(), name.to_owned(), value));
        return Ok(all.collect());
    }
    let mut changed = Vec::new();
    for counter in &baseline.counters {
        let found = effort.counters.get(&counter.name);
        let fault = || ConsensusError::NoCounter { counter: counter.name.clone() };
        let found = found.ok_or_else(fault)?;
        if !counter.allows_value(found) {
            changed.push((key(), counter.name.clone(), found));
        }
    }
    Ok(changed)
}
