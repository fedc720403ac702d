//! Cuts a model into cubes in advance, for runs that share nothing.

use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Domain, Given, Model, Value, VarId};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::{SearchSettings, SearchState};

/// Maximum size of a domain that is split.
const MAX_SPLIT_DOMAIN: u64 = 1 << 12;

/// The number of walks to random leaves that measure a cube.
const DIVES_PER_CUBE: u32 = 6;

/// A part of a model: some variables have smaller domains there.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelCube {
    /// The variables and their remaining domains, in the order of the splits. All but the last have
    /// one value.
    pub path: Vec<(VarId, Domain)>,
    /// Its size, in the [`CubeMeasure`] of the plan.
    pub size: f64,
    /// Whether it can be split: propagation leaves shown variables open.
    open: bool,
}

/// The measure of a cube's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeMeasure {
    /// An estimate of the nodes below it (Knuth 1975): the mean over random walks, each of which
    /// counts the nodes of a tree that looks like the walk everywhere.
    Nodes,
    /// The logarithm of the number of assignments that propagation leaves to the shown variables:
    /// cheap, and independent of the seed.
    Volume,
}

/// Cuts a model into at least `number` cubes, as far as it can be split, by repeatedly splitting
/// the largest cube. A split turns each value that propagation leaves to a variable into a cube,
/// and the values that it removes into another one, so that the domains of the cubes partition
/// those of the model whatever propagation does.
///
/// # Errors
/// Returns an error if native search refuses the model, or `control` is stopped.
pub fn divide_model(
    model: &Model,
    number: usize,
    measure: CubeMeasure,
    seed: u64,
    control: &Control,
) -> Result<Vec<ModelCube>, PreparationError> {
    let mut splitter = CubeSplitter {
        model,
        search: SearchState::new(model, &SearchSettings::default(), seed, control)?,
        rng: ChaCha8Rng::seed_from_u64(seed),
        measure,
        control,
    };
    let mut cubes = vec![ModelCube { path: Vec::new(), size: f64::INFINITY, open: true }];
    while cubes.len() < number {
        let open = cubes.iter().enumerate().filter(|(_, cube)| cube.open);
        // The first one on a tie.
        let largest = open.rev().max_by(|a, b| a.1.size.total_cmp(&b.1.size));
        let Some(index) = largest.map(|(index, _)| index) else {
            break;
        };
        let parts = splitter.split_cube(&cubes[index])?;
        // Nothing can be split: each shown variable is fixed or has too many values, or propagation
        // fails.
        if parts.is_empty() {
            cubes[index].open = false;
        } else {
            cubes.splice(index..=index, parts).for_each(drop);
        }
    }
    Ok(cubes)
}

struct CubeSplitter<'m> {
    model: &'m Model,
    search: SearchState,
    rng: ChaCha8Rng,
    measure: CubeMeasure,
    control: &'m Control,
}

impl CubeSplitter<'_> {
    /// Returns the parts of an open cube; none if it cannot be split.
    fn split_cube(&mut self, cube: &ModelCube) -> Result<Vec<ModelCube>, PreparationError> {
        let givens = cube_givens(cube);
        let Some((variable, values)) = self.next(&givens)? else {
            return Ok(Vec::new());
        };
        let whole = self.model.domain(variable);
        let mut parts = Vec::new();
        let part = |domain: Domain, size, open| {
            let mut path = cube.path.clone();
            path.push((variable, domain));
            ModelCube { path, size, open }
        };
        for &value in &values {
            let mut given = givens.clone();
            given.push(Given { variable, value });
            let size = match self.measure {
                CubeMeasure::Nodes => self.estimate_nodes(&given)?,
                CubeMeasure::Volume => self.measure_volume(&given)?,
            };
            parts.push(part(Domain::from_values([value]), size, true));
        }
        // Values that propagation removes have no solutions, but a partition must cover them. One
        // cube of size 0 takes them all.
        let rest = whole.without_values(&values);
        if !rest.is_empty() {
            parts.push(part(rest, 0.0, false));
        }
        Ok(parts)
    }

    /// Returns the open shown variable with the fewest values, and these; `None` if there is none,
    /// or propagation fails.
    fn next(&mut self, givens: &[Given]) -> Result<Option<(VarId, Vec<Value>)>, PreparationError> {
        let model = self.model;
        let mut best = None;
        self.search.probe_values(givens, self.control, |store| {
            let shown = (0..model.variables().len()).map(VarId::new).filter(|&v| {
                let variable = &model.variables()[v.index()];
                variable.shown && !store.is_fixed(v) && variable.domain.len() <= MAX_SPLIT_DOMAIN
            });
            let fewest = shown.min_by_key(|&v| (store.domain_size(v), v));
            best = fewest.map(|v| (v, store.values(v).collect()));
        })?;
        Ok(best)
    }

    /// Returns the logarithm of the number of assignments to the shown variables under these
    /// givens.
    fn measure_volume(&mut self, givens: &[Given]) -> Result<f64, PreparationError> {
        let model = self.model;
        let mut volume = f64::NEG_INFINITY;
        self.search.probe_values(givens, self.control, |store| {
            volume = model.shown().iter().map(|&v| (store.domain_size(v) as f64).ln()).sum();
        })?;
        Ok(volume)
    }

    /// Returns an estimate of the nodes below these givens.
    fn estimate_nodes(&mut self, givens: &[Given]) -> Result<f64, PreparationError> {
        let mut sum = 0.0;
        for _ in 0..DIVES_PER_CUBE {
            let mut dive = givens.to_vec();
            let mut width = 1.0;
            // If every branch looked like this one, a level would have `width` nodes: the product
            // of the branchings above it.
            while let Some((variable, values)) = self.next(&dive)? {
                width *= values.len() as f64;
                sum += width;
                let value = values[self.rng.random_range(0..values.len())];
                dive.push(Given { variable, value });
            }
        }
        Ok(sum / f64::from(DIVES_PER_CUBE))
    }
}

/// Returns the path of a cube as givens; every step of an open cube has a single value.
fn cube_givens(cube: &ModelCube) -> Vec<Given> {
    let single = |(variable, domain): &(VarId, Domain)| {
        Some(Given { variable: *variable, value: domain.min()? })
    };
    cube.path.iter().filter_map(single).collect()
}

/// Why cubes do not partition a model. Cubes have numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CubeError {
    /// There are no cubes.
    #[error("there are no cubes")]
    Absent,
    /// A cube has assignments of another one, or none.
    #[error("cube {cube} overlaps another one")]
    Overlap {
        /// The cube.
        cube: usize,
    },
    /// Two cubes differ first at different variables.
    #[error("cubes {first} and {second} split different variables")]
    Variables {
        /// One cube.
        first: usize,
        /// The other one.
        second: usize,
    },
    /// Some values are in no cube.
    #[error("some values next to cube {beside} are in no cube")]
    Gap {
        /// A cube with the same values before them.
        beside: usize,
    },
}

/// Checks that cubes partition the domains of a model, without any search: at their first
/// difference they have the same variable, and their values partition its remaining domain.
///
/// # Errors
/// Returns which cubes overlap, or the values that no cube covers.
pub fn check_partition(model: &Model, cubes: &[Vec<(VarId, Domain)>]) -> Result<(), CubeError> {
    // Groups of cubes that agree in their first `depth` steps.
    let mut open: Vec<(usize, Vec<usize>)> = vec![(0, (0..cubes.len()).collect())];
    while let Some((depth, group)) = open.pop() {
        let [first, ..] = group[..] else {
            return Err(CubeError::Absent);
        };
        let ends = group.iter().filter(|&&cube| cubes[cube].len() == depth).count();
        // A cube that ends here covers all that its group covers, so it must be alone.
        if ends > 0 {
            if group.len() > 1 {
                return Err(CubeError::Overlap { cube: first });
            }
            continue;
        }
        let variable = cubes[first][depth].0;
        // Cubes with the same domain form a group one step deeper; different domains must be
        // disjoint.
        let mut parts: Vec<(Domain, Vec<usize>)> = Vec::new();
        for &cube in &group {
            let (own, domain) = &cubes[cube][depth];
            if *own != variable {
                return Err(CubeError::Variables { first, second: cube });
            }
            match parts.iter_mut().find(|(known, _)| known == domain) {
                Some((_, members)) => members.push(cube),
                None => parts.push((domain.clone(), vec![cube])),
            }
        }
        let mut left = model.domain(variable).clone();
        for (domain, members) in &parts {
            let values = domain.to_vec();
            let before = left.len();
            // A value that is removed twice, or was never in the domain, makes the difference too
            // small.
            left = left.without_values(&values);
            if values.is_empty() || before - left.len() != values.len() as u64 {
                return Err(CubeError::Overlap { cube: members[0] });
            }
        }
        if !left.is_empty() {
            return Err(CubeError::Gap { beside: first });
        }
        open.extend(parts.into_iter().map(|(_, members)| (depth + 1, members)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use parallax_model::sample;

    use super::*;

    /// The cubes of random models partition them; a lost, doubled or changed cube is found.
    #[test]
    fn cubes_partition_a_model() {
        let (mut split, mut faults) = (0, 0);
        for seed in 0..200 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let model = sample::random_model(&mut rng).unwrap();
            let number = rng.random_range(1..40);
            let measure = if seed % 2 == 0 { CubeMeasure::Nodes } else { CubeMeasure::Volume };
            let cubes = divide_model(&model, number, measure, seed, &Control::unlimited()).unwrap();
            assert_eq!(
                cubes,
                divide_model(&model, number, measure, seed, &Control::unlimited()).unwrap()
            );
            let whole: Vec<_> = cubes.iter().map(|cube| cube.path.clone()).collect();
            check_partition(&model, &whole).unwrap();
            if cubes.len() < 2 {
                continue;
            }
            split += 1;
            let place = rng.random_range(0..cubes.len());
            let mut lost = whole.clone();
            lost.remove(place);
            let mut twice = whole.clone();
            twice.push(whole[place].clone());
            let mut shorter = whole.clone();
            shorter[place].pop();
            let is_wrong = |cubes: &[_]| check_partition(&model, cubes).is_err();
            assert!(is_wrong(&lost) && is_wrong(&twice), "seed {seed}");
            faults += usize::from(is_wrong(&shorter));
            // The cubes hold every assignment exactly once.
            let values: Vec<Value> = model
                .variables()
                .iter()
                .map(|variable| variable.domain.to_vec())
                .filter(|values| !values.is_empty())
                .map(|values| values[rng.random_range(0..values.len())])
                .collect();
            if values.len() == model.variables().len() {
                let holds = |cube: &&ModelCube| {
                    cube.path.iter().all(|(v, domain)| domain.contains(values[v.index()]))
                };
                assert_eq!(cubes.iter().filter(holds).count(), 1, "seed {seed}");
            }
        }
        assert!(split > 50 && faults > 50, "{split} {faults}");
    }
}
