//! Faults of decision tables, as the page describes them.

use std::collections::BTreeSet;

use super::rules::{Output, Rule, Table};
use super::terms::World;
use super::{Kind, Page};

/// Observations of the rules of a table in all its inputs.
struct Seen {
    /// Whether a rule applies to an input, whatever other tables say.
    possible: Vec<bool>,
    /// The same where the other tables hold.
    applies: Vec<bool>,
    /// Whether a rule applies there and none before it does.
    decides: Vec<bool>,
    /// The pairs of rules that apply to one input there, and those of them that disagree.
    both: BTreeSet<(usize, usize)>,
    differ: BTreeSet<(usize, usize)>,
    has_gap: bool,
}

impl Page {
    /// The faults of all tables: the kind, then the title of the table or its rules.
    pub(in super::super) fn faults(&self, open: std::ops::RangeInclusive<i64>) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let collects = |table: &Table| table.policy.starts_with('C');
        let is_linted = |(_, table): &(usize, &Table)| table.decides() || collects(table);
        for (number, table) in self.tables.iter().enumerate().filter(is_linted) {
            let seen = self.seen(table, open.clone());
            let rule = |place: usize| format!("{}, rule {}", table.title, place + 1);
            let dead = |place: &usize| !seen.possible[*place];
            found.extend(
                (0..table.rules.len()).filter(dead).map(|own| format!("dead; {}", rule(own))),
            );
            if collects(table) {
                continue;
            }
            if table.policy == "F" {
                let shadowed = |place: &usize| seen.applies[*place] && !seen.decides[*place];
                let all = (1..table.rules.len()).filter(shadowed);
                found.extend(all.map(|own| format!("shadowed; {}", rule(own))));
            } else {
                let pairs = if table.policy == "A" { &seen.differ } else { &seen.both };
                found.extend(
                    pairs.iter().map(|&(a, b)| format!("overlap; {}; {}", rule(a), rule(b))),
                );
            }
            if seen.has_gap && self.needs_a_rule(number) {
                found.insert(format!("gap; {}", table.title));
            }
        }
        found
    }

    /// Whether every input of a table has to have a rule.
    fn needs_a_rule(&self, number: usize) -> bool {
        let own = self.tables[number].symbols();
        let shares = |(other, table): (usize, &Table)| {
            other != number && table.decides() && !table.symbols().is_disjoint(&own)
        };
        let total = |&symbol: &usize| {
            let symbol = &self.symbols[symbol];
            !matches!(symbol.kind, Kind::Truth) && !symbol.is_partial
        };
        !self.tables.iter().enumerate().any(shares) && own.iter().any(total)
    }

    fn seen(&self, table: &Table, open: std::ops::RangeInclusive<i64>) -> Seen {
        let number = table.rules.len();
        let mut seen = Seen {
            possible: vec![false; number],
            applies: vec![false; number],
            decides: vec![false; number],
            both: BTreeSet::new(),
            differ: BTreeSet::new(),
            has_gap: false,
        };
        let own = table.symbols();
        // The table, and those that decide the same output.
        let left_out = |other: &Table| other.decides() && !other.symbols().is_disjoint(&own);
        self.each_assignment(open, &mut |values| {
            let others_hold = self.hold_without(&left_out, values);
            for variables in &table.combinations {
                let world = World { page: self, values, variables };
                self.look(table, &world, others_hold, &mut seen);
            }
        });
        seen
    }

    fn look(&self, table: &Table, world: &World<'_>, others_hold: bool, seen: &mut Seen) {
        let rules = table.rules.iter().enumerate();
        let applying: Vec<usize> =
            rules.filter(|(_, rule)| table.applies(rule, world)).map(|(place, _)| place).collect();
        applying.iter().for_each(|&place| seen.possible[place] = true);
        if !others_hold {
            return;
        }
        seen.has_gap |= applying.is_empty();
        if let Some(&first) = applying.first() {
            seen.decides[first] = true;
        }
        for (at, &second) in applying.iter().enumerate() {
            seen.applies[second] = true;
            for &first in &applying[..at] {
                seen.both.insert((first, second));
                if disagree(&table.rules[first], &table.rules[second], world) {
                    seen.differ.insert((first, second));
                }
            }
        }
    }
}

/// Whether two rules give an output different values.
fn disagree(one: &Rule, other: &Rule, world: &World<'_>) -> bool {
    one.outputs.iter().zip(&other.outputs).any(|pair| match pair {
        (Output::Gives(a), Output::Gives(b)) => world.value(a) != world.value(b),
        _ => unreachable!("a decision table"),
    })
}
