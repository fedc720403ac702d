//! Unions of houses, and the few cells in which they differ from the sums that cover them.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;
use parallax_model::{Constraint, VarId};

use super::equation::SumEquation;
use crate::rules::CandidateRules;
use crate::unit::HouseId;

/// Maximum number of houses of a union.
const MOST_HOUSES: usize = 4;

/// Maximum number of unions.
const MOST_UNIONS: usize = 1_200;

/// Maximum number of terms that remain of a union.
const MOST_TERMS: usize = 12;

/// Maximum number of variables of a model whose unions are formed.
const MOST_VARIABLES: usize = 4_096;

/// An equation with the constraints that it is the sum of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DerivedEquation {
    /// The equation.
    pub equation: SumEquation,
    /// The number of houses.
    pub houses: usize,
    /// The indices of the constraints, houses first, each with its factor.
    pub sources: Vec<(i64, usize)>,
}

/// A house whose values have a known sum.
struct SumRegion {
    place: usize,
    kind: u8,
    equation: SumEquation,
    cells: FixedBitSet,
}

/// Returns the equations of innies and outies: a house, or a union of houses of one kind without
/// common cells that sums connect, less the sums that cover it. Fewest houses first.
pub(super) fn derived_equations(rules: &CandidateRules) -> Vec<DerivedEquation> {
    let variables = rules.model().variables().len();
    let of = |&place: &usize| Some((place, SumEquation::of_constraint(rules, place)?));
    let sums: Vec<(usize, SumEquation)> = rules.other_constraints().iter().filter_map(of).collect();
    if sums.is_empty() || variables > MOST_VARIABLES {
        return Vec::new();
    }
    let regions = sum_regions(rules);
    let sums = SumIndex::from_equations(sums, variables);
    let mut known: BTreeSet<Vec<(VarId, i64)>> = BTreeSet::new();
    let mut all = Vec::new();
    for union in house_unions(&regions, &sums) {
        for variant in
            [SubtractionVariant::Inside, SubtractionVariant::Fewer, SubtractionVariant::Equal]
        {
            let Some(derived) = sums.subtract_sums(&regions, &union, variant) else { continue };
            let terms: Vec<(VarId, i64)> =
                derived.equation.terms.iter().map(|(&v, &c)| (v, c)).collect();
            // Different subtractions may lead to the same equation; the first has the fewest
            // houses.
            if known.insert(terms) {
                all.push(derived);
            }
        }
    }
    all
}

fn sum_regions(rules: &CandidateRules) -> Vec<SumRegion> {
    let constraints = rules.model().constraints();
    let region = |place: usize| {
        let Constraint::AllDifferent(all) = &constraints[place].constraint else { return None };
        let equation = SumEquation::of_constraint(rules, place)?;
        let unit = rules.units_at(place).next()?;
        let kind = match rules.unit(unit).house {
            HouseId::Cell(_) => return None,
            HouseId::Box(_) => 0,
            HouseId::Row(_) => 1,
            HouseId::Column(_) => 2,
            HouseId::Other(_) => 3,
        };
        let cells = all.scope.iter().map(|variable| variable.index()).collect();
        Some(SumRegion { place, kind, equation, cells })
    };
    (0..constraints.len()).filter_map(region).collect()
}

/// The sums that cover which share of a union are subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SubtractionVariant {
    /// The ones inside: innies remain.
    Inside,
    /// The ones that leave fewer terms.
    Fewer,
    /// The ones that leave no more terms: rather outies.
    Equal,
}

/// The equations of sums.
struct SumIndex {
    all: Vec<(usize, SumEquation)>,
    /// The sums of each variable.
    of_variable: Vec<Vec<usize>>,
}

impl SumIndex {
    fn from_equations(all: Vec<(usize, SumEquation)>, variables: usize) -> Self {
        let mut of_variable = vec![Vec::new(); variables];
        for (number, (_, equation)) in all.iter().enumerate() {
            equation.terms.keys().for_each(|v| of_variable[v.index()].push(number));
        }
        SumIndex { all, of_variable }
    }

    /// Returns the sums of some variables, ascending.
    fn sums_near<'a>(&self, variables: impl Iterator<Item = &'a VarId>) -> BTreeSet<usize> {
        variables.flat_map(|v| self.of_variable[v.index()].iter().copied()).collect()
    }

    /// Subtracts sums from the sum of a union. `None` if too much remains, or nothing.
    fn subtract_sums(
        &self,
        regions: &[SumRegion],
        union: &[usize],
        variant: SubtractionVariant,
    ) -> Option<DerivedEquation> {
        let mut equation = SumEquation::default();
        let mut sources = Vec::new();
        for &region in union {
            equation.add_multiple(1, &regions[region].equation)?;
            sources.push((1, regions[region].place));
        }
        for number in self.sums_near(equation.terms.keys()) {
            let (place, sum) = &self.all[number];
            if variant == SubtractionVariant::Inside
                && !sum.terms.keys().all(|v| equation.terms.contains_key(v))
            {
                continue;
            }
            // A sum may be subtracted or added, whichever cancels more terms.
            let best = [-1, 1].into_iter().min_by_key(|&factor| equation.terms_with(factor, sum));
            let Some(factor) = best else { continue };
            let (before, after) = (equation.terms.len(), equation.terms_with(factor, sum));
            if after < before || (after == before && variant == SubtractionVariant::Equal) {
                equation.add_multiple(factor, sum)?;
                sources.push((factor, *place));
            }
        }
        let is_useful = (1..=MOST_TERMS).contains(&equation.terms.len());
        (is_useful && sources.len() > union.len()).then_some(DerivedEquation {
            equation,
            houses: union.len(),
            sources,
        })
    }
}

/// Returns sets of houses of one kind without common cells that sums connect, smallest first.
fn house_unions(regions: &[SumRegion], sums: &SumIndex) -> Vec<Vec<usize>> {
    let mut near: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut of_sum: Vec<Vec<usize>> = vec![Vec::new(); sums.all.len()];
    for (number, region) in regions.iter().enumerate() {
        for sum in sums.sums_near(region.equation.terms.keys()) {
            of_sum[sum].push(number);
        }
    }
    for own in &of_sum {
        for &one in own {
            // Rows are joined with rows only: a cell in two houses would count twice.
            let fits = |&&other: &&usize| {
                regions[one].kind == regions[other].kind
                    && regions[one].cells.is_disjoint(&regions[other].cells)
            };
            near.entry(one).or_default().extend(own.iter().filter(fits));
        }
    }
    let mut all: Vec<Vec<usize>> = (0..regions.len()).map(|region| vec![region]).collect();
    let mut known: BTreeSet<Vec<usize>> = all.iter().cloned().collect();
    let mut index = 0;
    // Breadth first, so smaller unions come before larger ones, and the first of the maximum size
    // ends the search.
    while index < all.len() && all.len() < MOST_UNIONS {
        let union = all[index].clone();
        index += 1;
        if union.len() >= MOST_HOUSES {
            break;
        }
        let beside: BTreeSet<usize> =
            union.iter().filter_map(|region| near.get(region)).flatten().copied().collect();
        for region in beside {
            let fits =
                union.iter().all(|&own| regions[own].cells.is_disjoint(&regions[region].cells));
            let mut larger = union.clone();
            larger.push(region);
            larger.sort_unstable();
            if fits && all.len() < MOST_UNIONS && known.insert(larger.clone()) {
                all.push(larger);
            }
        }
    }
    all
}
