//! Compares the explanations by atoms of every propagator with the meaning of its constraint, at
//! the root and on random walks through the tree.

use parallax_model::{
    Constraint, ConstraintKind, Domain, Implies, Kind, Model, ModelAssignment, Value, VarId, sample,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::consistency_tests::drawn_models;
use crate::decision::{SearchDecision, ValueTest};
use crate::explain::{ChangeChains, DomainChange, DomainClaim, ExplanationPremises, RootDomains};
use crate::levels::{ConsistencyLevel, ConsistencySettings};
use crate::store::{ChangeReason, DomainStore, RefusedChange};
use crate::test_search::{TestSearch, levels};

/// A search whose explanations are checked.
struct Checked<'a> {
    model: &'a Model,
    search: TestSearch,
    root: RootDomains,
    chains: ChangeChains,
    /// The propagator of the bound on the objective, to be queued after each decision.
    bounded_by: Option<u32>,
    checked: Tally,
}

/// The number of checks.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    explained: usize,
    failures: usize,
    /// Premises without which an explanation is wrong, and those that it does not need.
    needed: usize,
    spare: usize,
}

impl Tally {
    fn add(&mut self, more: Tally) {
        self.explained += more.explained;
        self.failures += more.failures;
        self.needed += more.needed;
        self.spare += more.spare;
    }
}

impl<'a> Checked<'a> {
    fn new(model: &'a Model, levels: &ConsistencySettings, fresh: bool) -> Option<Self> {
        let search = TestSearch::new(model, levels).ok()?;
        let initial = DomainStore::new(model).ok()?;
        let root = RootDomains::from_store(if fresh || search.is_refuted() {
            &initial
        } else {
            &search.store
        });
        let mut checked = Checked {
            model,
            root: root.expect("small domains"),
            chains: ChangeChains::from_store(&search.store),
            search,
            bounded_by: None,
            checked: Tally::default(),
        };
        if fresh {
            checked.changes_from(0);
        }
        if checked.search.is_refuted()
            && let Some(by) = checked.search.failed
        {
            checked.failure(by);
        }
        Some(checked)
    }

    /// Checks the explanations of all changes from a place of the trail on.
    fn changes_from(&mut self, mark: usize) {
        for place in mark..self.search.store.trail.len() {
            let entry = self.search.store.trail[place];
            let ChangeReason::Propagator(number) = entry.change_reason() else { continue };
            let variable = VarId::new(entry.variable as usize);
            let change =
                DomainChange { time: self.chains.change_time(place as u32), entry: place as u32 };
            let removed: Vec<Value> = self.search.store.removed_values(&entry, 0).collect();
            for value in removed {
                let not = DomainClaim::new(variable, ValueTest::Not, value);
                let store = &self.search.store;
                if store.contains(variable, value)
                    || self.chains.find_change(store, not) != Some(change)
                {
                    continue;
                }
                let requested = self.chains.requested_claim(store, change, value);
                let mut claims = vec![requested, not];
                match requested.test {
                    ValueTest::Above if value <= requested.value => {
                        claims.push(DomainClaim { value, ..requested });
                    }
                    ValueTest::AtMost if value > requested.value => {
                        claims.push(DomainClaim { value: value - 1, ..requested });
                    }
                    _ => {}
                }
                for claim in claims {
                    self.explained(number, Some(claim), change.time);
                }
            }
        }
    }

    /// Checks the explanation of a conflict.
    fn failure(&mut self, by: u32) {
        let store = &self.search.store;
        let now = store.trail.len() as u32;
        let claim = |v, test, value| Some(DomainClaim::new(v, test, value));
        let claim = match store.refused_change() {
            RefusedChange::Nothing => None,
            RefusedChange::Fix(v, value) => claim(v, ValueTest::Is, value),
            RefusedChange::Below(v) => claim(v, ValueTest::Above, store.max(v)),
            RefusedChange::Above(v) => claim(v, ValueTest::AtMost, store.min(v) - 1),
            // Its last changes are on the trail, and checked like all others.
            RefusedChange::Emptied(_) => return,
        };
        self.explained(by, claim, now);
        self.checked.failures += 1;
    }

    /// Checks one explanation: the premises hold at the time, and with the negated claim they
    /// contradict the constraint.
    fn explained(&mut self, by: u32, claim: Option<DomainClaim>, time: u32) {
        let store = &self.search.store;
        let past = self.chains.domains_before(store, time);
        let mut atoms = Vec::new();
        let mut premises = ExplanationPremises::new(store, &self.root, &mut atoms);
        let propagator = &self.search.propagators[by as usize];
        match claim {
            Some(claim) => propagator.explain_atom(claim, &past, &mut premises),
            None => propagator.explain_failure(&past, &mut premises),
        }
        let impossible = premises.is_impossible();
        let claims: Vec<DomainClaim> =
            atoms.iter().map(|&atom| self.root.atom_claim(atom)).collect();
        let what = || format!("{claim:?} because of {claims:?}\n{}", self.model);
        assert!(!impossible, "an impossible premise: {}", what());
        for &premise in &claims {
            assert!(past.claim_holds(premise), "{premise:?} did not hold: {}", what());
        }
        if let Some(values) = self.counterexample(by, claim, &claims) {
            panic!("{values:?} satisfies the constraint: {}", what());
        }
        self.checked.explained += 1;
        // One premise is dropped, another one each time. A constraint without solutions needs none.
        if !claims.is_empty() && self.counterexample(by, None, &[]).is_some() {
            let mut fewer = claims;
            fewer.swap_remove(self.checked.explained % fewer.len());
            match self.counterexample(by, claim, &fewer) {
                Some(_) => self.checked.needed += 1,
                None => self.checked.spare += 1,
            }
        }
    }

    /// Returns values that satisfy the constraint and the premises but not the claim.
    fn counterexample(
        &self,
        by: u32,
        claim: Option<DomainClaim>,
        premises: &[DomainClaim],
    ) -> Option<Vec<Value>> {
        let aim = self.search.aim.as_ref().filter(|aim| aim.propagator == by);
        let owner = self.search.owners.get(by as usize);
        let constraint = owner.map(|&owner| &self.model.constraints()[owner].constraint);
        let scope: Vec<VarId> = match (aim, constraint) {
            (Some(aim), _) => aim.objective.cost_terms().iter().map(|term| term.variable).collect(),
            (None, constraint) => constraint?.scope(),
        };
        let satisfies = |values: &[Value]| match (aim, constraint) {
            (Some(aim), _) => {
                aim.objective.convert_cost(aim.objective.value_under(values)) <= aim.bound.get()
            }
            (None, constraint) => {
                constraint.is_some_and(|own| own.holds(ModelAssignment::new(values, self.model)))
            }
        };
        let allowed = |v: VarId| {
            let fits = |&x: &Value| {
                let holds = |own: &&DomainClaim| own.variable == v && !own.admits_value(x);
                !premises.iter().any(|own| holds(&own))
                    && claim.is_none_or(|own| own.variable != v || !own.admits_value(x))
            };
            self.root.domain_values(v).filter(fits).collect::<Vec<Value>>()
        };
        let domains: Vec<Vec<Value>> = scope.iter().map(|&v| allowed(v)).collect();
        let mut values = vec![0; self.model.variables().len()];
        let points: usize = domains.iter().map(Vec::len).product();
        for mut point in 0..points {
            for (&v, domain) in scope.iter().zip(&domains) {
                values[v.index()] = domain[point % domain.len()];
                point /= domain.len();
            }
            if satisfies(&values) {
                return Some(values);
            }
        }
        None
    }

    /// Makes random changes, propagates, checks, and goes back now and then.
    fn walk(&mut self, steps: usize, rng: &mut ChaCha8Rng) {
        for _ in 0..steps {
            let mark = self.search.store.trail.len();
            self.search.store.open_level();
            self.search.store.set_reason(ChangeReason::Decision);
            self.decide(rng);
            self.bounded_by.iter().for_each(|&own| self.search.store.queue.push(own));
            let failed = self.search.first_failure();
            self.chains.read_trail(&self.search.store);
            self.changes_from(mark);
            if let Some(by) = failed {
                self.failure(by);
            }
            let solved =
                (0..self.search.variables).all(|v| self.search.store.is_fixed(VarId::new(v)));
            if failed.is_some() || solved || rng.random_bool(0.2) {
                self.go_back(rng.random_range(1..=self.search.store.depth()));
            }
        }
    }

    fn go_back(&mut self, levels: usize) {
        for _ in 0..levels {
            let start = self.search.store.level_start();
            self.chains.drop_entries(&self.search.store, start);
            self.search.store.undo_level();
        }
    }

    /// Makes one or two random decisions.
    fn decide(&mut self, rng: &mut ChaCha8Rng) {
        let store = &mut self.search.store;
        for _ in 0..rng.random_range(1..=2) {
            let variable = VarId::new(rng.random_range(0..self.search.variables));
            if store.domain_size(variable) < 2 {
                continue;
            }
            let place = rng.random_range(0..store.domain_size(variable));
            let value = store.nth_value(variable, place).expect("a value of the domain");
            let test = [ValueTest::Is, ValueTest::Not, ValueTest::AtMost, ValueTest::Above]
                [rng.random_range(0..4)];
            let decision = SearchDecision { variable, value, test };
            if decision.is_possible(store) {
                decision.apply(store).expect("a possible decision");
            }
        }
    }
}

fn checked(model: &Model, settings: &str, steps: usize, seed: u64) -> Tally {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let Some(mut checked) = Checked::new(model, &levels(settings), seed.is_multiple_of(2)) else {
        return Tally::default();
    };
    if !checked.search.is_refuted() {
        checked.walk(steps, &mut rng);
    }
    checked.checked
}

#[test]
fn atoms_explain_each_kind_at_each_level() {
    for &kind in ConstraintKind::ALL {
        let mut number = Tally::default();
        for seed in 0..120 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            for level in ConsistencyLevel::ALL {
                number.add(checked(&model, &format!(",{level}"), 8, seed));
            }
        }
        assert!(number.explained > 300 && number.failures > 10, "{kind}: {number:?}");
        assert!(number.needed > 10, "{kind}: {number:?}");
    }
}

/// Puts a constraint under a condition.
fn conditional(model: &Model) -> Option<Model> {
    let mut under = Model::new("conditional");
    for variable in model.variables() {
        under.add_shown(variable.name.clone(), variable.domain.clone()).unwrap();
    }
    for dimension in model.dimensions() {
        under.add_dimension(dimension.clone()).unwrap();
    }
    let condition = under.add_shown("condition", Domain::from_range(0, 1)).unwrap();
    for posted in model.constraints() {
        let then = Box::new(posted.constraint.clone());
        under.post("", Constraint::Implies(Implies { condition, then })).ok()?;
    }
    Some(under)
}

#[test]
fn atoms_explain_each_kind_under_a_condition() {
    for &kind in ConstraintKind::CORE {
        let mut number = Tally::default();
        for seed in 0..60 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::model_of_kind(&mut rng, kind).unwrap();
            let Some(model) = conditional(&model) else { continue };
            for level in [",ac", ",bounds", ",gac", ""] {
                number.add(checked(&model, level, 8, seed));
            }
        }
        let flat = kind != ConstraintKind::Implies;
        assert!(!flat || number.explained > 100, "{kind}: {number:?}");
    }
}

/// The bound on the objective differs between walks.
#[test]
fn atoms_explain_the_bound_on_an_objective() {
    let mut number = Tally::default();
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = sample::model_with_objective(&mut rng).unwrap();
        let Some(mut checked) = Checked::new(&model, &levels(""), seed.is_multiple_of(2)) else {
            continue;
        };
        let Some(aim) = checked.search.aim.clone().filter(|_| !checked.search.is_refuted()) else {
            continue;
        };
        let store = &checked.search.store;
        let ends = aim.objective.cost_terms().into_iter().map(|term| {
            let ends = [store.min(term.variable), store.max(term.variable)];
            let [a, b] = ends.map(|end| term.coefficient * i64::from(end));
            (a.min(b), a.max(b))
        });
        let (low, high) = ends.fold((0, 0), |(low, high), (a, b)| (low + a, high + b));
        for bound in [high - 1, low + (high - low) / 2, low + (high - low) / 4] {
            aim.bound.set_cost(bound.max(low));
            checked.bounded_by = Some(aim.propagator);
            checked.walk(6, &mut rng);
            checked.go_back(checked.search.store.depth());
        }
        number.add(checked.checked);
    }
    assert!(number.explained > 300, "{number:?}");
}

#[test]
fn atoms_explain_larger_constraints() {
    for (name, models) in drawn_models(25) {
        let mut number = Tally::default();
        for (seed, model) in models.iter().enumerate() {
            if model.assignment_count().is_none_or(|count| count > 100_000) {
                continue;
            }
            for level in [",ac", ",bounds", ",gac", ""] {
                number.add(checked(model, level, 6, seed as u64));
            }
        }
        assert!(number.explained > 20, "{name}: {number:?}");
    }
}
