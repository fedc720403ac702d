//! The results on which independent engines agree, as new expectations of a case.

use parallax_model::ask::{Count, Task};
use parallax_model::decimal::Decimal;

use super::consensus_error::{ConsensusError, SpreadError};
use super::digest::combined;
use super::kind::Kind;
use super::observed::{CaseResults, Finding, InstanceResults, SeenRow, State};
use super::per_instance::Each;
use super::suite::{Baseline, Case};

/// The expectations that a blessing may write for a case.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Agreed {
    pub(super) answer: Option<Each<Kind>>,
    pub(super) count: Option<Each<Count>>,
    pub(super) value: Option<Each<Decimal>>,
    pub(super) digest: Option<u128>,
    pub(super) number: Option<Count>,
    /// The counters of each baseline that change: the key of the engine, the counter, its value.
    pub(super) counters: Vec<(String, String, u64)>,
    /// The expectations that are not written, each with the reason.
    pub(super) refused: Vec<String>,
}

impl Agreed {
    fn take_answer(&mut self, answer: Result<Each<Kind>, SpreadError>) {
        match answer {
            Ok(answer) => self.answer = Some(answer),
            Err(error) => self.refuse("answer", &error.into()),
        }
    }

    fn refuse(&mut self, expectation: &str, error: &ConsensusError) {
        self.refused.push(format!("{expectation}: {error}"));
    }
}

/// Returns the results on which the engines agree, for the expectations that the case has or lacks.
///
/// # Errors
/// Returns the reason if nothing at all may be written.
pub(super) fn agreed(case: &Case, seen: &CaseResults) -> Result<Agreed, ConsensusError> {
    if seen.interrupted {
        return Err(ConsensusError::Interrupted);
    }
    if let Some(error) = seen.unread.first() {
        return Err(error.clone().into());
    }
    if seen.instances.is_empty() {
        return Err(ConsensusError::NoInstance);
    }
    let answers = answers(seen)?;
    let expected = &case.expected;
    let mut agreed = Agreed::default();
    if case.many || expected.number.is_some() || seen.instances.len() > 1 {
        agreed.number = Some(seen.instances.len().into());
    }
    let limited = matches!(case.task, Some(Task::Limit(_)));
    // An incomplete count may have any value; it is written only if the user states a limit.
    let count = |finding: &Finding| finding.count.clone().filter(|_| finding.complete || limited);
    let satisfiable = answers.contains(&Kind::Sat);
    let counts_wanted = satisfiable && (case.wants_all() || limited);
    let values_wanted = answers.iter().all(|answer| *answer == Kind::Optimal);
    let digest_wanted = satisfiable && case.task == Some(Task::All);
    agreed.take_answer(Each::of(&answers));
    match all(seen, &count).and_then(|counts| Ok(Each::of(&counts)?)) {
        Ok(counts) if satisfiable || expected.count.is_some() => agreed.count = Some(counts),
        Err(why) if counts_wanted || expected.count.is_some() => agreed.refuse("count", &why),
        _ => {}
    }
    if values_wanted || expected.value.is_some() {
        match all(seen, &|finding| finding.value).and_then(|values| Ok(Each::of(&values)?)) {
            Ok(values) => agreed.value = Some(values),
            Err(why) => agreed.refuse("value", &why),
        }
    }
    if digest_wanted || expected.digest.is_some() {
        match all(seen, &|finding| finding.digest).and_then(|_| Ok(combined(seen)?)) {
            Ok(digest) => agreed.digest = Some(digest),
            Err(why) => agreed.refuse("digest", &why),
        }
    }
    for baseline in &expected.counters {
        match counters(baseline, seen) {
            Ok(changed) => agreed.counters.extend(changed),
            Err(why) => agreed.refuse(&format!("counters of {}", baseline.key), &why),
        }
    }
    Ok(agreed)
}

/// The answers to all instances.
///
/// # Errors
/// Returns an error if engines disagree about an instance, or no two independent ones answer it.
fn answers(seen: &CaseResults) -> Result<Vec<Kind>, ConsensusError> {
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
    all(seen, &|finding| Some(finding.answer))
}

/// Returns, for each instance, the value on which independent engines agree.
fn all<T: Clone + PartialEq>(
    seen: &CaseResults,
    of: &dyn Fn(&Finding) -> Option<T>,
) -> Result<Vec<T>, ConsensusError> {
    seen.instances.iter().map(|instance| confirmed(instance, of)).collect()
}

/// Returns the value that at least two independent engines find and no engine contradicts.
fn confirmed<T: Clone + PartialEq>(
    instance: &InstanceResults,
    of: &dyn Fn(&Finding) -> Option<T>,
) -> Result<T, ConsensusError> {
    let found: Vec<(&SeenRow, T)> =
        instance.rows.iter().filter_map(|row| Some((row, of(row.finding()?)?))).collect();
    let name = || instance.name.clone();
    let Some((first, value)) = found.first() else {
        let reason = instance.rows.iter().find_map(|row| match &row.state {
            State::Unanswered(why) | State::Unsupported(why) => Some(why.clone()),
            State::Answered(_) => None,
        });
        return Err(ConsensusError::Unshown { instance: name(), reason });
    };
    if found.iter().any(|(_, other)| other != value) {
        return Err(ConsensusError::Different { instance: name() });
    }
    let independent = |a: &SeenRow, b: &SeenRow| a.family.is_independent_of(b.family);
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
fn counters(
    baseline: &Baseline,
    seen: &CaseResults,
) -> Result<Vec<(String, String, u64)>, ConsensusError> {
    let effort = seen.counters.iter().find(|effort| effort.engine == baseline.engine);
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
        if !counter.allows(found) {
            changed.push((key(), counter.name.clone(), found));
        }
    }
    Ok(changed)
}
