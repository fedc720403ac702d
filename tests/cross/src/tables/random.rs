//! Random tables: the engines find the solutions that the tables themselves allow.

use std::collections::BTreeSet;

use parallax_formats::TablesInstance;
use parallax_tables::evaluate::TableInterpretation;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{found, read};

/// The values to try for numbers without bounds in the glossary.
const OPEN: std::ops::RangeInclusive<i32> = -6..=6;

const GLOSSARY: &str = "\
Type
Name | Type | Values
A | String | p, q
N | Int | [0..1]

Function
Name | Type
f of A | N
g of A | A
partial h of A | N

Relation
Name
r A

Constant
Name | Type
k | N
t | Int

Boolean
Name
b
";

struct Draw(ChaCha8Rng);

impl Draw {
    fn one(&mut self, list: &[&str]) -> String {
        (*list.choose(&mut self.0).unwrap()).to_owned()
    }

    /// Draws an expression that is a number; `x` is a variable of type A.
    fn number(&mut self, depth: u32) -> String {
        let plain = ["0", "1", "2", "k", "f of x", "f of g of x", "h of x", "t", "f of p"];
        if depth == 0 || self.0.random_bool(0.6) {
            return self.one(&plain);
        }
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        match self.0.random_range(0..8) {
            0 => format!("{a} + {b}"),
            1 => format!("({a}) - ({b})"),
            2 => format!("({a}) * ({b})"),
            3 => format!("({a}) // ({b})"),
            4 => format!("({a}) % ({b})"),
            5 => format!("min({a}, {b})"),
            6 => format!("max({a}, {b})"),
            _ => format!("abs(({a}) - ({b}))"),
        }
    }

    fn name(&mut self) -> String {
        self.one(&["p", "q", "x", "g of x", "g of p", "g of g of x"])
    }

    /// Draws a test for a column of this kind.
    fn test(&mut self, column: &str) -> String {
        if self.0.random_bool(0.35) {
            return "-".into();
        }
        let plain = match column {
            "r x" | "b" | "r g of x" => self.one(&["Yes", "No", "b", "r x"]),
            "A called x" => self.one(&["p", "q", "not(p)"]),
            "A called y" => self.one(&["not(x)", "x", "g of x", "p"]),
            "g of x" | "g of y" => self.name(),
            _ => {
                let (a, b) = (self.number(1), self.number(1));
                match self.0.random_range(0..5) {
                    0 => a,
                    1 => format!("< {a}"),
                    2 => format!(">= {a}"),
                    3 => format!("[{a}..{b})"),
                    _ => format!("0, {a}"),
                }
            }
        };
        if self.0.random_bool(0.2) { format!("not({plain})") } else { plain }
    }

    fn rules(&mut self, inputs: &[String], mut output: impl FnMut(&mut Self) -> String) -> String {
        let mut text = String::new();
        for number in 1..=self.0.random_range(1..4) {
            let tests: Vec<String> = inputs.iter().map(|column| self.test(column)).collect();
            text += &format!("{number} | {} || {}\n", tests.join(" | "), output(self));
        }
        text
    }

    fn table(&mut self, number: u32) -> String {
        let columns =
            ["r x", "b", "g of x", "f of x", "h of x", "k", "t", "f of x + k", "r g of x"];
        let mut inputs = vec!["A called x".to_owned()];
        for _ in 0..self.0.random_range(0..3) {
            inputs.push(self.one(&columns));
        }
        if self.0.random_bool(0.2) {
            inputs.push("A called y".into());
        }
        let (policy, output, rules) = match self.0.random_range(0..4) {
            0 | 1 => {
                let output = self.one(&["f of x", "g of x", "h of x", "r x", "b", "k", "t"]);
                let column = output.clone();
                ("E*", output, self.rules(&inputs, |draw| draw.output(&column)))
            }
            2 => {
                let policy = ["U", "A", "F"][self.0.random_range(0..3)];
                let output = self.one(&["f of x", "g of x", "h of x", "r x", "b", "k"]);
                let column = output.clone();
                (policy, output, self.rules(&inputs, |draw| draw.value(&column)))
            }
            _ => {
                let policy = ["C+", "C<", "C>", "C#"][self.0.random_range(0..4)];
                let output = self.one(&["t", "k", "f of x", "h of x"]);
                (policy, output, self.rules(&inputs, |draw| draw.number(1)))
            }
        };
        format!("T{number}\n{policy} | {} || {output}\n{rules}\n", inputs.join(" | "))
    }

    /// Draws the output of an `E*` rule, which is never empty.
    fn output(&mut self, column: &str) -> String {
        loop {
            let test = self.test(column);
            if test != "-" {
                return test;
            }
        }
    }

    /// Draws the output of a decision.
    fn value(&mut self, column: &str) -> String {
        match column {
            "r x" | "b" => self.one(&["Yes", "No"]),
            "g of x" => self.one(&["p", "q", "x"]),
            _ => self.one(&["0", "1", "2", "k", "f of p", "1 + 1"]),
        }
    }
}

/// Returns the assignments that the tables allow, by trying all.
fn allowed(instance: &TablesInstance) -> BTreeSet<Vec<i32>> {
    let (problem, built) = (instance.problem(), instance.built_model());
    let open = problem.glossary.symbols.iter().position(|symbol| symbol.name == "t").unwrap();
    let open = built.layout.blocks[open].first;
    let domains: Vec<Vec<i32>> = (0..built.layout.len)
        .map(|place| {
            let domain = &built.model.variables()[place].domain;
            if place == open { OPEN.collect() } else { domain.to_vec() }
        })
        .collect();
    let mut found = BTreeSet::new();
    let mut counter = vec![0; domains.len()];
    loop {
        let values: Vec<i32> = counter.iter().zip(&domains).map(|(&at, list)| list[at]).collect();
        if (TableInterpretation { problem, layout: &built.layout, values: &values })
            .check_tables()
            .is_ok()
        {
            found.insert(values);
        }
        let next = (0..counter.len()).rev().find(|&i| counter[i] + 1 < domains[i].len());
        let Some(place) = next else { return found };
        counter[place] += 1;
        counter[place + 1..].fill(0);
    }
}

/// The number of problems; `PARALLAX_TABLES` asks for more.
pub(super) fn problems() -> u64 {
    let asked = std::env::var("PARALLAX_TABLES").ok();
    asked.map_or(30, |number| number.parse().expect("PARALLAX_TABLES is a number"))
}

#[test]
fn engines_find_what_random_tables_allow() {
    let (mut solved, mut nonempty, mut refused) = (0u64, 0u64, 0);
    for seed in 0..problems() {
        let mut draw = Draw(ChaCha8Rng::seed_from_u64(seed));
        let count = draw.0.random_range(1..4);
        let tables: String = (0..count).map(|number| draw.table(number)).collect();
        // The number without bounds in the glossary must get bounds.
        let bound = "Bound\nE* || t\n1 || [-5..5]\n";
        let text = format!("{GLOSSARY}\n{tables}\n{bound}");
        let Ok(instance) = read(&text) else {
            refused += 1;
            continue;
        };
        let allowed = allowed(&instance);
        for engine in ["native", "sat:batsat+direct"] {
            let Some(found) = found(&instance, engine) else { continue };
            let (missing, wrong) =
                (allowed.difference(&found).next(), found.difference(&allowed).next());
            assert!(
                missing.is_none() && wrong.is_none(),
                "seed {seed}, {engine}: missing {missing:?}, wrong {wrong:?}\n{text}"
            );
        }
        solved += 1;
        nonempty += u64::from(!allowed.is_empty());
    }
    assert!(
        2 * solved > problems() && 6 * nonempty > problems(),
        "{solved} solved, {nonempty} with solutions, {refused} refused"
    );
}
