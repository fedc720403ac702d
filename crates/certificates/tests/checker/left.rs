//! Remainders of constraints, in all boxes of small domains and under random names: the text alone,
//! with the domains, decides what the constraint means by its definition.
//!
//! `PARALLAX_CASES` is 100 times the number of constraints of each kind, `PARALLAX_SEED` the seed.

use std::collections::{BTreeMap, HashMap};

use parallax_certificates::{Constraint, DomainBox, ProblemRenaming, Value};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::meaning::Meaning;
use crate::random::{KINDS, constraint, model_of, number, points};

/// A text that is read from its beginning.
struct Reader<'t>(&'t [i128]);

impl Reader<'_> {
    fn next(&mut self) -> i128 {
        let (&first, rest) = self.0.split_first().expect("a number");
        self.0 = rest;
        first
    }

    fn list(&mut self) -> Vec<i128> {
        let length = self.next();
        (0..length).map(|_| self.next()).collect()
    }

    /// Whether values by places are in the relation that is written here.
    fn holds(&mut self, values: &[i128], own: &Constraint) -> bool {
        let at = |place: i128| values[usize::try_from(place).expect("a place")];
        match self.next() {
            0 => false,
            1 => {
                let (places, counts) = (self.list(), self.list());
                counts.chunks(3).all(|own| {
                    let times = places.iter().filter(|&&place| at(place) == own[0]).count();
                    (own[1]..=own[2]).contains(&(times as i128))
                })
            }
            2 => {
                let (kind, constant, terms) = (self.next(), self.next(), self.list());
                let sum: i128 = terms.chunks(2).map(|own| own[1] * at(own[0])).sum();
                match kind {
                    0 => sum == constant,
                    1 => sum != constant,
                    _ => sum <= constant,
                }
            }
            3 => {
                let (forbidden, places, rows) = (self.next() == 1, self.list(), self.list());
                let own: Vec<i128> = places.iter().map(|&place| at(place)).collect();
                rows.chunks(places.len()).any(|row| row == own) != forbidden
            }
            4 => {
                let sets = self.next();
                let mut some = false;
                for _ in 0..sets {
                    let place = self.next();
                    some |= self.list().contains(&at(place));
                }
                self.holds(values, own) || some
            }
            5 => {
                assert_eq!(self.next(), 7, "the number of the constraint");
                let (fixed, open, places) = (self.list(), self.list(), self.list());
                let value = |own: i128| Value::try_from(own).expect("a value");
                let open: BTreeMap<i128, Value> =
                    open.into_iter().zip(places).map(|(v, place)| (v, value(at(place)))).collect();
                let (mut fixed, mut all) = (fixed.into_iter(), Vec::new());
                own.each_variable(&mut |v| {
                    all.resize(all.len().max(v + 1), 0);
                    let found = open.get(&(v as i128)).copied();
                    all[v] = found.unwrap_or_else(|| value(fixed.next().expect("a fixed value")));
                });
                own.holds(&all)
            }
            other => panic!("no group {other}"),
        }
    }
}

/// Numbers of names for the open variables of a box: an order, and maps of some of them.
fn names(rng: &mut ChaCha8Rng, open: &[usize]) -> Vec<Value> {
    let mut order = open.to_vec();
    (1..order.len()).for_each(|place| order.swap(place, rng.random_range(0..=place)));
    let mut numbers: Vec<Value> = vec![order.len() as Value];
    numbers.extend(order.iter().map(|&own| own as Value));
    let mut left = order;
    while !left.is_empty() && rng.random_bool(0.7) {
        let own = if rng.random_bool(0.5) { left.len() } else { rng.random_range(1..=left.len()) };
        let own: Vec<usize> = left.drain(..own).collect();
        numbers.push(own.len() as Value);
        numbers.extend(own.iter().map(|&own| own as Value));
        if rng.random_bool(0.5) {
            let sign = if rng.random_bool(0.5) { 1 } else { -1 };
            numbers.extend([-1, sign, rng.random_range(-3..=3)]);
        } else {
            let mut values: Vec<Value> = (-2..=4).collect();
            let moved = rng.random_range(0..values.len());
            (1..=moved).for_each(|place| values.swap(place, rng.random_range(0..=place)));
            numbers.push(7);
            numbers.extend((-2..=4).zip(values).flat_map(|own| [own.0, own.1]));
        }
    }
    numbers
}

/// The values of the variables under names, by their places, and the names again, by their numbers.
fn renamed(numbers: &[Value], point: &[Value]) -> Vec<i128> {
    let length = usize::try_from(numbers[0]).expect("a length");
    let (order, mut rest) = numbers[1..].split_at(length);
    let mut named: HashMap<Value, i128> =
        order.iter().map(|&v| (v, point[v as usize].into())).collect();
    while let &[length, ref tail @ ..] = rest {
        let (own, tail) = tail.split_at(length as usize);
        let (kind, tail) = (tail[0], &tail[1..]);
        let used = if kind == -1 { 2 } else { 2 * kind as usize };
        for v in own {
            let value = i128::from(point[*v as usize]);
            let name = if kind == -1 {
                i128::from(tail[0]) * value + i128::from(tail[1])
            } else {
                let pair = tail[..used].chunks(2).find(|own| i128::from(own[0]) == value);
                pair.map_or(value, |own| own[1].into())
            };
            named.insert(*v, name);
        }
        rest = &tail[used..];
    }
    order.iter().map(|v| named[v]).collect()
}

/// Every subset of some values but the empty one.
fn subsets(values: &[Value]) -> Vec<Vec<Value>> {
    let bits = |mask: usize| (0..values.len()).filter(move |bit| mask >> bit & 1 == 1);
    (1..1usize << values.len()).map(|mask| bits(mask).map(|bit| values[bit]).collect()).collect()
}

/// All boxes of a constraint, or some of them where they are thousands; of each, some names.
/// Returns how many texts were compared, how many of them are the constraint itself, and how many
/// names were refused.
fn compare(rng: &mut ChaCha8Rng, own: &Constraint, domains: &[Vec<Value>]) -> [u64; 3] {
    let mut tried = [0; 3];
    let mut boxes: Vec<Vec<Vec<Value>>> = vec![Vec::new()];
    for domain in domains {
        let longer = |first: &Vec<Vec<Value>>| {
            let with = |own: Vec<Value>| [&first[..], &[own]].concat();
            subsets(domain).into_iter().map(with).collect::<Vec<_>>()
        };
        boxes = boxes.iter().flat_map(longer).collect();
    }
    // Of many boxes some are enough.
    let most = 400.0 / boxes.len() as f64;
    boxes.retain(|_| rng.random_bool(most.min(1.0)));
    for domains in boxes {
        let mut space = DomainBox::from_model(&model_of(&domains));
        let open: Vec<usize> = (0..domains.len()).filter(|&v| domains[v].len() > 1).collect();
        let plain: Vec<Value> = [open.len()].iter().chain(&open).map(|&own| own as Value).collect();
        for numbers in [plain, names(rng, &open), names(rng, &open)] {
            // Without open variables there is nothing to name.
            let given = if open.is_empty() { &[] } else { &numbers[..] };
            let Ok(names) = ProblemRenaming::read_renaming(given, &open, &space) else { continue };
            let Ok(text) = own.remainder_text(7, &mut space, &names) else {
                tried[2] += 1;
                continue;
            };
            tried[0] += 1;
            tried[1] += u64::from(text.first() == Some(&5));
            for point in points(&domains) {
                let values = renamed(&numbers, &point);
                let mut reader = Reader(&text);
                let holds = text.is_empty() || reader.holds(&values, own);
                let case = || format!("{own:?} in {domains:?} at {point:?}: {text:?}, {numbers:?}");
                assert_eq!(holds, own.holds(&point), "{}", case());
                assert!(text.is_empty() || reader.0.is_empty(), "{}", case());
            }
        }
    }
    tried
}

#[test]
fn texts_mean_what_constraints_mean() {
    let (cases, seed) = (number("PARALLAX_CASES", 3_000u64) / 100, number("PARALLAX_SEED", 0u64));
    for kind in KINDS {
        let mut all = [0; 3];
        for case in 0..cases {
            let mut rng = ChaCha8Rng::seed_from_u64(seed.wrapping_add(case));
            // Three variables of five values have more points than are tried.
            let (number, size) = [(3, 3), (2, 4), (4, 2), (1, 4)][case as usize % 4];
            let (number, size) = if case % 30 == 0 { (3, 5) } else { (number, size) };
            let mut domain = || -> Vec<Value> {
                let mut own: Vec<Value> = (-2..=4).collect();
                while own.len() > size {
                    own.remove(rng.random_range(0..own.len()));
                }
                own
            };
            let domains: Vec<Vec<Value>> = (0..number).map(|_| domain()).collect();
            let own = constraint(&mut rng, kind, number);
            let tried = compare(&mut rng, &own, &domains);
            (0..3).for_each(|place| all[place] += tried[place]);
        }
        println!(
            "{kind}: {} texts, {} of them the constraint itself, {} refused",
            all[0], all[1], all[2]
        );
        assert!(all[0] > 1_000, "{kind}: {all:?}");
    }
}
