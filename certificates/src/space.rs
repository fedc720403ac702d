//! A box of domains, and the way back.

use super::model::{Model, Value, Variable};

/// The domains of all variables. Every change can be taken back.
#[derive(Clone, Debug)]
pub struct Space {
    /// The values of each variable in the model, ascending.
    values: Vec<Vec<Value>>,
    /// Where the words of each variable begin.
    first: Vec<usize>,
    /// A bit for each value that is left.
    words: Vec<u64>,
    sizes: Vec<usize>,
    /// Words as they were: place, word, variable.
    trail: Vec<(usize, u64, Variable)>,
}

impl Space {
    /// The domains of a model.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let values: Vec<Vec<Value>> =
            model.variables.iter().map(|variable| variable.domain.clone()).collect();
        let mut space = Space {
            sizes: values.iter().map(Vec::len).collect(),
            values,
            first: Vec::new(),
            words: Vec::new(),
            trail: Vec::new(),
        };
        for domain in &space.values {
            space.first.push(space.words.len());
            for start in (0..domain.len()).step_by(64) {
                let rest = domain.len() - start;
                space.words.push(if rest >= 64 { u64::MAX } else { (1 << rest) - 1 });
            }
        }
        space.first.push(space.words.len());
        space
    }

    /// The number of variables.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.values.len()
    }

    /// The number of values that a variable has left.
    #[must_use]
    pub fn size(&self, variable: Variable) -> usize {
        self.sizes[variable]
    }

    /// The values that a variable has left, ascending.
    pub fn values(&self, variable: Variable) -> impl Iterator<Item = Value> + '_ {
        let own = &self.values[variable];
        self.places(variable).map(|place| own[place])
    }

    /// The places in its first domain of the values that a variable has left.
    fn places(&self, variable: Variable) -> impl Iterator<Item = usize> + '_ {
        let words = &self.words[self.first[variable]..self.first[variable + 1]];
        words
            .iter()
            .enumerate()
            .flat_map(|(number, &word)| Bits(word).map(move |bit| 64 * number + bit))
    }

    /// The least value, if there is one.
    #[must_use]
    pub fn min(&self, variable: Variable) -> Option<Value> {
        self.values(variable).next()
    }

    /// The greatest value, if there is one.
    #[must_use]
    pub fn max(&self, variable: Variable) -> Option<Value> {
        let words = &self.words[self.first[variable]..self.first[variable + 1]];
        let (number, word) = words.iter().enumerate().rev().find(|(_, word)| **word != 0)?;
        Some(self.values[variable][64 * number + 63 - word.leading_zeros() as usize])
    }

    /// The only value, if there is just one.
    #[must_use]
    pub fn fixed(&self, variable: Variable) -> Option<Value> {
        if self.sizes[variable] == 1 { self.min(variable) } else { None }
    }

    /// Whether a value is left.
    #[must_use]
    pub fn has(&self, variable: Variable, value: Value) -> bool {
        let Some(place) = self.place(variable, value) else { return false };
        self.words[self.first[variable] + place / 64] >> (place % 64) & 1 == 1
    }

    fn place(&self, variable: Variable, value: Value) -> Option<usize> {
        let own = &self.values[variable];
        // Most domains are runs.
        let guess = usize::try_from(value.checked_sub(*own.first()?)?).ok()?;
        if own.get(guess) == Some(&value) { Some(guess) } else { own.binary_search(&value).ok() }
    }

    /// How far the trail reaches.
    #[must_use]
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what was changed since a mark.
    pub fn back(&mut self, mark: usize) {
        for (place, word, variable) in self.trail.drain(mark..).rev() {
            let now = self.words[place];
            self.sizes[variable] += word.count_ones() as usize;
            self.sizes[variable] -= now.count_ones() as usize;
            self.words[place] = word;
        }
    }

    /// Forgets the way back.
    pub fn keep(&mut self) {
        self.trail.clear();
    }

    /// Sets one word of a variable.
    fn set(&mut self, variable: Variable, place: usize, word: u64) {
        let old = self.words[place];
        if old != word {
            self.trail.push((place, old, variable));
            self.sizes[variable] -= old.count_ones() as usize;
            self.sizes[variable] += word.count_ones() as usize;
            self.words[place] = word;
        }
    }

    /// Removes a value. Returns whether it was there.
    pub fn remove(&mut self, variable: Variable, value: Value) -> bool {
        if !self.has(variable, value) {
            return false;
        }
        if let Some(place) = self.place(variable, value) {
            let word = self.first[variable] + place / 64;
            self.set(variable, word, self.words[word] & !(1 << (place % 64)));
        }
        true
    }

    /// Removes values; those that are not there count for nothing.
    pub fn without(&mut self, variable: Variable, values: &[Value]) {
        for &value in values {
            if let Some(place) = self.place(variable, value) {
                let word = self.first[variable] + place / 64;
                self.set(variable, word, self.words[word] & !(1 << (place % 64)));
            }
        }
    }

    /// Keeps values that are there, and no others.
    pub fn only(&mut self, variable: Variable, values: &[Value]) {
        for word in self.first[variable]..self.first[variable + 1] {
            self.set(variable, word, 0);
        }
        for &value in values {
            if let Some(place) = self.place(variable, value) {
                let word = self.first[variable] + place / 64;
                self.set(variable, word, self.words[word] | 1 << (place % 64));
            }
        }
    }

    /// Whether two boxes of one model are the same.
    #[must_use]
    pub fn is_same(&self, other: &Space) -> bool {
        self.values == other.values && self.words == other.words
    }

    /// The values as bits, counted from `base`, if all fit into 128 bits.
    #[must_use]
    pub(crate) fn bits(&self, variable: Variable, base: Value) -> Option<u128> {
        let own = &self.values[variable];
        let words = &self.words[self.first[variable]..self.first[variable + 1]];
        let (&[word], Some(&least)) = (words, own.first()) else { return None };
        let shift = u32::try_from(least.checked_sub(base)?).ok()?;
        let is_run = own[own.len() - 1].checked_sub(least)? as u64 == own.len() as u64 - 1;
        (is_run && shift < 64).then(|| u128::from(word) << shift)
    }

    /// The least value of the first domain of a variable.
    #[must_use]
    pub(crate) fn base(&self, variable: Variable) -> Option<Value> {
        self.values[variable].first().copied()
    }

    /// Keeps those values of a variable that fit.
    pub fn keep_if(&mut self, variable: Variable, fits: impl Fn(Value) -> bool) {
        for place in self.first[variable]..self.first[variable + 1] {
            let start = 64 * (place - self.first[variable]);
            let mut kept = 0;
            for bit in Bits(self.words[place]) {
                kept |= u64::from(fits(self.values[variable][start + bit])) << bit;
            }
            self.set(variable, place, kept);
        }
    }
}

/// The places of the bits of a word, from the lowest.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
