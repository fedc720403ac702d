//! Partial assignments of a model, and the values that propagation removes under each.

use parallax_encodings::UnitPropagation;
use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{Given, Model, Value, VarId};
use parallax_search::{SearchSettingError, SearchSettings, SearchState};
use parallax_translate::ModelClauses;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

/// Maximum number of bits stored over all probes, one for each value of the model: 512 MiB.
const MAX_PLACES: u64 = 1 << 32;

/// Partial assignments of a model, and the values that generalised arc consistency removes under
/// each.
#[derive(Clone, Debug)]
pub struct PropagationProbes {
    /// The variable and value of each place; a probe stores one bit for each place.
    places: Vec<(VarId, Value)>,
    probes: Vec<PropagationProbe>,
}

#[derive(Clone, Debug)]
struct PropagationProbe {
    decisions: Vec<Given>,
    /// The removed places; `None` on a contradiction.
    gone: Option<Vec<u64>>,
}

/// How much of generalised arc consistency unit propagation achieves: at the root, and over all
/// partial assignments together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MeasuredStrength {
    /// Values that consistency removes at the root.
    pub root: u64,
    /// The number of them that unit propagation also removes.
    pub root_found: u64,
    /// Values that consistency removes, over the partial assignments without a contradiction.
    pub removed: u64,
    /// The number of them that unit propagation also removes (all, if it finds a contradiction).
    pub removed_found: u64,
    /// Values that only unit propagation removes.
    pub beyond: u64,
    /// Partial assignments that consistency refutes.
    pub refuted: u64,
    /// The number of them that unit propagation also refutes.
    pub refuted_found: u64,
    /// The number of partial assignments, without the root.
    pub probes: u64,
}

impl MeasuredStrength {
    /// Returns the fraction of removed values that unit propagation finds, from 0 to 1; 1 if
    /// consistency removes none.
    #[must_use]
    pub fn found_share(&self) -> f64 {
        share_of(self.removed_found, self.removed)
    }

    /// Returns the fraction of contradictions that unit propagation finds, from 0 to 1.
    #[must_use]
    pub fn refuted_share(&self) -> f64 {
        share_of(self.refuted_found, self.refuted)
    }
}

fn share_of(found: u64, all: u64) -> f64 {
    if all == 0 { 1.0 } else { found as f64 / all as f64 }
}

impl PropagationProbes {
    /// Draws `number` partial assignments along random dives: a random free variable gets a
    /// random remaining value, until all are fixed or a contradiction is found. The first is
    /// the root, without assignments.
    ///
    /// # Errors
    /// Returns an error if native search cannot take the model, `number` probes would be too large
    /// to store, or `control` stops the work.
    pub fn draw_probes(
        model: &Model,
        number: usize,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let settings: SearchSettings = ",gac"
            .parse()
            .map_err(|why: SearchSettingError| PreparationError::Failed(why.to_string()))?;
        let mut search = SearchState::new(model, &settings, seed, control)?;
        let size: u64 = model.variables().iter().map(|v| v.domain.len()).sum();
        // The bitmaps of all probes are kept, so that every encoding is measured against the same
        // ones.
        if size.saturating_mul(number as u64 + 1) > MAX_PLACES {
            let why = format!("{number} partial assignments of {size} values are too many to keep");
            return Err(PreparationError::Unsupported(why));
        }
        let variables = (0..model.variables().len()).map(VarId::new);
        let places: Vec<(VarId, Value)> =
            variables.flat_map(|v| model.domain(v).iter().map(move |value| (v, value))).collect();
        let mut drawn = PropagationProbes { places, probes: Vec::new() };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Probe 0 is the root: every dive starts from what it leaves open.
        drawn.add_probe(&mut search, Vec::new(), control)?;
        while drawn.probes.len() <= number {
            drawn.dive_from_root(&mut search, number, &mut rng, control)?;
            if drawn.probes.len() == 1 {
                break; // refuted or solved at the root
            }
        }
        Ok(drawn)
    }

    /// Makes one dive from the root.
    fn dive_from_root(
        &mut self,
        search: &mut SearchState,
        number: usize,
        rng: &mut ChaCha8Rng,
        control: &Control,
    ) -> Result<(), StopReason> {
        let mut from = 0;
        while self.probes.len() <= number
            && let Some(next) = self.choose_given(from, rng)
        {
            let mut decisions = self.probes[from].decisions.clone();
            decisions.push(next);
            self.add_probe(search, decisions, control)?;
            from = self.probes.len() - 1;
        }
        Ok(())
    }

    /// Returns a random remaining value of a random free variable.
    fn choose_given(&self, from: usize, rng: &mut ChaCha8Rng) -> Option<Given> {
        let gone = self.probes[from].gone.as_ref()?;
        // Places are grouped by variable, so one pass collects the remaining values of each
        // variable.
        let left = |index: &usize| gone[index / 64] >> (index % 64) & 1 == 0;
        let mut free: Vec<Vec<Value>> = Vec::new();
        let mut owners: Vec<VarId> = Vec::new();
        for index in (0..self.places.len()).filter(left) {
            let (variable, value) = self.places[index];
            if owners.last() != Some(&variable) {
                owners.push(variable);
                free.push(Vec::new());
            }
            free.last_mut()?.push(value);
        }
        let open: Vec<usize> = (0..free.len()).filter(|&i| free[i].len() > 1).collect();
        if open.is_empty() {
            return None;
        }
        let chosen = open[rng.random_range(0..open.len())];
        let value = free[chosen][rng.random_range(0..free[chosen].len())];
        Some(Given { variable: owners[chosen], value })
    }

    /// Computes the values that consistency removes under some decisions.
    fn add_probe(
        &mut self,
        search: &mut SearchState,
        decisions: Vec<Given>,
        control: &Control,
    ) -> Result<(), StopReason> {
        let mut gone = vec![0; self.places.len().div_ceil(64)];
        let consistent = search.probe_values(&decisions, control, |store| {
            for (index, &(variable, value)) in self.places.iter().enumerate() {
                if !store.contains(variable, value) {
                    gone[index / 64] |= 1 << (index % 64);
                }
            }
        })?;
        self.probes.push(PropagationProbe { decisions, gone: consistent.then_some(gone) });
        Ok(())
    }

    /// Returns the number of partial assignments, without the root.
    #[must_use]
    pub fn len(&self) -> usize {
        self.probes.len() - 1
    }

    /// Whether there are none because the root leaves nothing to decide.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Measures unit propagation over the clauses of the model.
    ///
    /// # Errors
    /// Returns an error if `control` stops the work.
    pub fn measure_propagation(
        &self,
        cnf: &ModelClauses,
        control: &Control,
    ) -> Result<MeasuredStrength, StopReason> {
        let mut units = UnitPropagation::new(cnf.formula());
        let mut strength = MeasuredStrength::default();
        let mut assumed = Vec::new();
        for (number, probe) in self.probes.iter().enumerate() {
            control.check_stop()?;
            assumed.clear();
            let holds = cnf.assume_givens(&probe.decisions, &mut assumed)
                && units.assume_literals(&assumed);
            if number == 0 {
                let (root, found, _) = self.count_found(probe, cnf, &units, holds);
                (strength.root, strength.root_found) = (root, found);
            } else {
                strength.probes += 1;
                strength.refuted += u64::from(probe.gone.is_none());
                strength.refuted_found += u64::from(probe.gone.is_none() && !holds);
                let (removed, found, beyond) = self.count_found(probe, cnf, &units, holds);
                strength.removed += removed;
                strength.removed_found += found;
                strength.beyond += beyond;
            }
            units.take_back();
        }
        Ok(strength)
    }

    /// Returns the number of values that consistency removes, how many of them unit propagation
    /// removes, and how many others it removes; all 0 if consistency finds a contradiction.
    fn count_found(
        &self,
        probe: &PropagationProbe,
        cnf: &ModelClauses,
        units: &UnitPropagation,
        holds: bool,
    ) -> (u64, u64, u64) {
        let Some(gone) = &probe.gone else { return (0, 0, 0) };
        let (mut removed, mut found, mut beyond) = (0, 0, 0);
        for (index, &(variable, value)) in self.places.iter().enumerate() {
            // A conflict of unit propagation removes every value.
            let by_unit = !holds || cnf.is_removed(variable, value, &|lit| units.is_true(lit));
            if gone[index / 64] >> (index % 64) & 1 == 1 {
                removed += 1;
                found += u64::from(by_unit);
            } else {
                beyond += u64::from(by_unit);
            }
        }
        (removed, found, beyond)
    }
}
