//! Definitions of the constraints that count values and classes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use parallax_certificates::{ClassRelation, Occurrence, Value, Variable};

use super::super::symbols::{DefinitionLiteral, DefinitionSymbol, DefinitionTruth};
use super::PseudoBooleanDefinition;

/// Merges repeated literals; the coefficient is the number of times that each occurs.
fn merge_literals(
    all: impl Iterator<Item = DefinitionLiteral>,
    factor: i128,
) -> Vec<(i128, DefinitionLiteral)> {
    let mut terms: Vec<(i128, DefinitionLiteral)> = Vec::new();
    let mut indices: HashMap<DefinitionLiteral, usize> = HashMap::new();
    for lit in all {
        let index = *indices.entry(lit).or_insert(terms.len());
        match terms.get_mut(index) {
            Some(term) => term.0 += factor,
            None => terms.push((factor, lit)),
        }
    }
    terms
}

impl PseudoBooleanDefinition<'_> {
    fn value_literals(
        &self,
        scope: &[Variable],
        value: Value,
    ) -> impl Iterator<Item = DefinitionLiteral> {
        scope.iter().filter_map(move |&v| match self.value_truth(v, value) {
            DefinitionTruth::Open(lit) => Some(lit),
            DefinitionTruth::Known(_) => None,
        })
    }

    pub(super) fn all_different(
        &mut self,
        guards: &[DefinitionLiteral],
        number: usize,
        scope: &[Variable],
    ) {
        let distinct: BTreeSet<Variable> = scope.iter().copied().collect();
        // A variable that occurs twice cannot differ from itself.
        if distinct.len() < scope.len() {
            return self.append_contradiction(guards);
        }
        let values: BTreeSet<Value> =
            scope.iter().flat_map(|&v| self.domain_values(v).iter().copied()).collect();
        for value in values {
            let terms = merge_literals(self.value_literals(scope, value), -1);
            if let Some(id) = self.append_sum(guards, &terms, -1) {
                self.max_lines.insert((number, value), id);
            }
        }
    }

    pub(super) fn define_cardinality(
        &mut self,
        guards: &[DefinitionLiteral],
        number: usize,
        scope: &[Variable],
        occurrences: &[Occurrence],
        closed: bool,
    ) {
        for occurrence in occurrences {
            let [plus, minus] = [1, -1]
                .map(|factor| merge_literals(self.value_literals(scope, occurrence.value), factor));
            if let Some(id) = self.append_sum(guards, &plus, occurrence.min.into()) {
                self.min_lines.insert((number, occurrence.value), id);
            }
            if let Some(id) = self.append_sum(guards, &minus, -i128::from(occurrence.max)) {
                self.max_lines.insert((number, occurrence.value), id);
            }
        }
        if closed {
            let listed: BTreeSet<Value> =
                occurrences.iter().map(|occurrence| occurrence.value).collect();
            for &variable in scope.iter().collect::<BTreeSet<_>>() {
                for &value in
                    self.domain_values(variable).iter().filter(|value| !listed.contains(value))
                {
                    self.append_clause(guards, [!self.value_truth(variable, value)]);
                }
            }
        }
    }

    pub(super) fn define_dimension(
        &mut self,
        guards: &[DefinitionLiteral],
        number: usize,
        scope: &[Variable],
        classes: &BTreeMap<Value, usize>,
        relation: &ClassRelation,
    ) {
        let all: Vec<BTreeMap<usize, DefinitionLiteral>> = scope
            .iter()
            .enumerate()
            .map(|(position, &v)| self.make_classes(guards, number, position, v, classes))
            .collect();
        let names: BTreeSet<usize> =
            all.iter().flat_map(|literals| literals.keys().copied()).collect();
        match relation {
            ClassRelation::Table(rows) => self.define_rows(guards, &all, rows),
            _ if scope.len() < 2 => {}
            ClassRelation::AllSame => self.define_same(guards, &all, &names),
            ClassRelation::AllDifferent => self.define_different(guards, number, &all, &names),
            ClassRelation::Either => {
                let same = self.new_hidden();
                self.all_equal.insert(number, same);
                let mut guards = guards.to_vec();
                guards.push(same);
                self.define_same(&guards, &all, &names);
                guards.pop();
                guards.push(!same);
                self.define_different(&guards, number, &all, &names);
            }
            ClassRelation::ExactlyEqual(count) => {
                self.define_largest(guards, &all, &names, (*count).into());
            }
        }
    }

    /// Makes the literals of a variable's classes; values without a class are forbidden.
    fn make_classes(
        &mut self,
        guards: &[DefinitionLiteral],
        number: usize,
        position: usize,
        variable: Variable,
        classes: &BTreeMap<Value, usize>,
    ) -> BTreeMap<usize, DefinitionLiteral> {
        let mut members: BTreeMap<usize, Vec<DefinitionLiteral>> = BTreeMap::new();
        for &value in self.domain_values(variable) {
            let lit: DefinitionLiteral = DefinitionSymbol::Is(variable, value).into();
            match classes.get(&value) {
                Some(&class) => members.entry(class).or_default().push(lit),
                None => drop(self.append_clause(guards, [DefinitionTruth::Open(!lit)])),
            }
        }
        let mut named = BTreeMap::new();
        for (class, members) in members {
            // A class of one value is the literal of that value. Of more values, a hidden literal
            // equals their sum, which is 0 or 1 because a variable has one value.
            let lit = if let [member] = members[..] { member } else { self.new_hidden() };
            if members.len() > 1 {
                let mut terms: Vec<(i128, DefinitionLiteral)> =
                    members.iter().map(|&member| (1, member)).collect();
                terms.push((-1, lit));
                self.append_sum(&[], &terms, 0);
                terms.iter_mut().for_each(|term| term.0 = -term.0);
                self.append_sum(&[], &terms, 0);
            }
            named.insert(class, lit);
        }
        let some =
            self.append_clause(guards, named.values().map(|&lit| DefinitionTruth::Open(lit)));
        self.some_class.extend(some.map(|id| ((number, position), id)));
        let terms: Vec<(i128, DefinitionLiteral)> = named.values().map(|&lit| (-1, lit)).collect();
        self.append_sum(&[], &terms, -1);
        self.classes.insert((number, position), named.iter().map(|(&c, &lit)| (c, lit)).collect());
        named
    }

    fn define_same(
        &mut self,
        guards: &[DefinitionLiteral],
        all: &[BTreeMap<usize, DefinitionLiteral>],
        names: &BTreeSet<usize>,
    ) {
        let has = |literals: &BTreeMap<usize, DefinitionLiteral>, class| {
            literals
                .get(class)
                .map_or(DefinitionTruth::Known(false), |&lit| DefinitionTruth::Open(lit))
        };
        for (position, literals) in all.iter().enumerate() {
            // A cycle of implications makes all places equal, with one clause for each place and
            // class.
            let next = &all[(position + 1) % all.len()];
            for class in names {
                self.append_clause(guards, [!has(literals, class), has(next, class)]);
            }
        }
    }

    fn define_different(
        &mut self,
        guards: &[DefinitionLiteral],
        number: usize,
        all: &[BTreeMap<usize, DefinitionLiteral>],
        names: &BTreeSet<usize>,
    ) {
        for &class in names {
            let terms =
                merge_literals(all.iter().filter_map(|literals| literals.get(&class).copied()), -1);
            let max_line = self.append_sum(guards, &terms, -1);
            self.max_lines.extend(max_line.map(|id| ((number, class as Value), id)));
        }
    }

    /// Defines the largest number of variables of one class.
    fn define_largest(
        &mut self,
        guards: &[DefinitionLiteral],
        all: &[BTreeMap<usize, DefinitionLiteral>],
        names: &BTreeSet<usize>,
        count: i128,
    ) {
        let mut chosen = Vec::new();
        for class in names {
            let [plus, minus] = [1, -1].map(|factor| {
                merge_literals(
                    all.iter().filter_map(|literals| literals.get(class).copied()),
                    factor,
                )
            });
            // No class has more than the number, and the chosen one has at least as many.
            self.append_sum(guards, &minus, -count);
            let choice = self.new_hidden();
            self.append_sum(&[guards, &[choice]].concat(), &plus, count);
            chosen.push(DefinitionTruth::Open(choice));
        }
        self.append_clause(guards, chosen);
    }

    fn define_rows(
        &mut self,
        guards: &[DefinitionLiteral],
        all: &[BTreeMap<usize, DefinitionLiteral>],
        rows: &[Vec<usize>],
    ) {
        let mut chosen = Vec::new();
        for row in rows.iter().filter(|row| row.len() == all.len()) {
            let row_literals: Option<Vec<DefinitionLiteral>> =
                all.iter().zip(row).map(|(literals, class)| literals.get(class).copied()).collect();
            let Some(row_literals) = row_literals else { continue };
            let choice = self.new_hidden();
            for lit in row_literals {
                // A chosen row has its classes, guarded or not: without the guards no row need be
                // chosen.
                self.append_clause(
                    &[],
                    [DefinitionTruth::Open(!choice), DefinitionTruth::Open(lit)],
                );
            }
            chosen.push(DefinitionTruth::Open(choice));
        }
        self.append_clause(guards, chosen);
    }
}
