//! Definitions of the constraints that count values and classes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use parallax_certificates::{ClassRelation, Occurrence, Value, Variable};

use super::super::symbols::{Lit, Symbol, Truth};
use super::Definition;

/// Merges repeated literals; the coefficient is the number of times that each occurs.
fn merged(all: impl Iterator<Item = Lit>, factor: i128) -> Vec<(i128, Lit)> {
    let mut terms: Vec<(i128, Lit)> = Vec::new();
    let mut places: HashMap<Lit, usize> = HashMap::new();
    for lit in all {
        let place = *places.entry(lit).or_insert(terms.len());
        match terms.get_mut(place) {
            Some(own) => own.0 += factor,
            None => terms.push((factor, lit)),
        }
    }
    terms
}

impl Definition<'_> {
    fn taking(&self, scope: &[Variable], value: Value) -> impl Iterator<Item = Lit> {
        scope.iter().filter_map(move |&v| match self.is(v, value) {
            Truth::Open(lit) => Some(lit),
            Truth::Known(_) => None,
        })
    }

    pub(super) fn all_different(&mut self, guards: &[Lit], number: usize, scope: &[Variable]) {
        let distinct: BTreeSet<Variable> = scope.iter().copied().collect();
        if distinct.len() < scope.len() {
            return self.never(guards);
        }
        let values: BTreeSet<Value> =
            scope.iter().flat_map(|&v| self.values(v).iter().copied()).collect();
        for value in values {
            let terms = merged(self.taking(scope, value), -1);
            if let Some(id) = self.sum(guards, &terms, -1) {
                self.most.insert((number, value), id);
            }
        }
    }

    pub(super) fn cardinality(
        &mut self,
        guards: &[Lit],
        number: usize,
        scope: &[Variable],
        occurrences: &[Occurrence],
        closed: bool,
    ) {
        for own in occurrences {
            let [plus, minus] = [1, -1].map(|factor| merged(self.taking(scope, own.value), factor));
            if let Some(id) = self.sum(guards, &plus, own.min.into()) {
                self.least.insert((number, own.value), id);
            }
            if let Some(id) = self.sum(guards, &minus, -i128::from(own.max)) {
                self.most.insert((number, own.value), id);
            }
        }
        if closed {
            let listed: BTreeSet<Value> = occurrences.iter().map(|own| own.value).collect();
            for &variable in scope.iter().collect::<BTreeSet<_>>() {
                for &value in self.values(variable).iter().filter(|own| !listed.contains(own)) {
                    self.clause(guards, [!self.is(variable, value)]);
                }
            }
        }
    }

    pub(super) fn dimension(
        &mut self,
        guards: &[Lit],
        number: usize,
        scope: &[Variable],
        classes: &BTreeMap<Value, usize>,
        relation: &ClassRelation,
    ) {
        let all: Vec<BTreeMap<usize, Lit>> = scope
            .iter()
            .enumerate()
            .map(|(place, &v)| self.classes(guards, number, place, v, classes))
            .collect();
        let names: BTreeSet<usize> = all.iter().flat_map(|own| own.keys().copied()).collect();
        match relation {
            ClassRelation::Table(rows) => self.rows(guards, &all, rows),
            _ if scope.len() < 2 => {}
            ClassRelation::AllSame => self.same(guards, &all, &names),
            ClassRelation::AllDifferent => self.different(guards, number, &all, &names),
            ClassRelation::Either => {
                let same = self.new_hidden();
                self.same.insert(number, same);
                let mut guards = guards.to_vec();
                guards.push(same);
                self.same(&guards, &all, &names);
                guards.pop();
                guards.push(!same);
                self.different(&guards, number, &all, &names);
            }
            ClassRelation::ExactlyEqual(most) => self.largest(guards, &all, &names, (*most).into()),
        }
    }

    /// Makes the literals of a variable's classes; values without a class are forbidden.
    fn classes(
        &mut self,
        guards: &[Lit],
        number: usize,
        place: usize,
        variable: Variable,
        classes: &BTreeMap<Value, usize>,
    ) -> BTreeMap<usize, Lit> {
        let mut members: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
        for &value in self.values(variable) {
            let lit: Lit = Symbol::Is(variable, value).into();
            match classes.get(&value) {
                Some(&class) => members.entry(class).or_default().push(lit),
                None => drop(self.clause(guards, [Truth::Open(!lit)])),
            }
        }
        let mut named = BTreeMap::new();
        for (class, members) in members {
            let lit = if let [one] = members[..] { one } else { self.new_hidden() };
            if members.len() > 1 {
                let mut terms: Vec<(i128, Lit)> = members.iter().map(|&own| (1, own)).collect();
                terms.push((-1, lit));
                self.sum(&[], &terms, 0);
                terms.iter_mut().for_each(|own| own.0 = -own.0);
                self.sum(&[], &terms, 0);
            }
            named.insert(class, lit);
        }
        let some = self.clause(guards, named.values().map(|&lit| Truth::Open(lit)));
        self.some_class.extend(some.map(|id| ((number, place), id)));
        let one: Vec<(i128, Lit)> = named.values().map(|&lit| (-1, lit)).collect();
        self.sum(&[], &one, -1);
        self.classes.insert((number, place), named.iter().map(|(&c, &lit)| (c, lit)).collect());
        named
    }

    fn same(&mut self, guards: &[Lit], all: &[BTreeMap<usize, Lit>], names: &BTreeSet<usize>) {
        let has = |own: &BTreeMap<usize, Lit>, class| {
            own.get(class).map_or(Truth::Known(false), |&lit| Truth::Open(lit))
        };
        for (place, own) in all.iter().enumerate() {
            let next = &all[(place + 1) % all.len()];
            for class in names {
                self.clause(guards, [!has(own, class), has(next, class)]);
            }
        }
    }

    fn different(
        &mut self,
        guards: &[Lit],
        number: usize,
        all: &[BTreeMap<usize, Lit>],
        names: &BTreeSet<usize>,
    ) {
        for &class in names {
            let terms = merged(all.iter().filter_map(|own| own.get(&class).copied()), -1);
            let most = self.sum(guards, &terms, -1);
            self.most.extend(most.map(|id| ((number, class as Value), id)));
        }
    }

    /// Defines the largest number of variables of one class.
    fn largest(
        &mut self,
        guards: &[Lit],
        all: &[BTreeMap<usize, Lit>],
        names: &BTreeSet<usize>,
        most: i128,
    ) {
        let mut chosen = Vec::new();
        for class in names {
            let [plus, minus] = [1, -1]
                .map(|factor| merged(all.iter().filter_map(|own| own.get(class).copied()), factor));
            self.sum(guards, &minus, -most);
            let own = self.new_hidden();
            self.sum(&[guards, &[own]].concat(), &plus, most);
            chosen.push(Truth::Open(own));
        }
        self.clause(guards, chosen);
    }

    fn rows(&mut self, guards: &[Lit], all: &[BTreeMap<usize, Lit>], rows: &[Vec<usize>]) {
        let mut chosen = Vec::new();
        for row in rows.iter().filter(|row| row.len() == all.len()) {
            let places: Option<Vec<Lit>> =
                all.iter().zip(row).map(|(own, class)| own.get(class).copied()).collect();
            let Some(places) = places else { continue };
            let own = self.new_hidden();
            for lit in places {
                self.clause(&[], [Truth::Open(!own), Truth::Open(lit)]);
            }
            chosen.push(Truth::Open(own));
        }
        self.clause(guards, chosen);
    }
}
