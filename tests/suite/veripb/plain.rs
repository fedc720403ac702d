//! A plain checker of the steps that these proofs use: `rup`, `pol` with sums, `red` of new
//! variables, `del`. It replaces VeriPB if that is not installed.

use std::collections::HashMap;

/// Terms with positive factors over literals (a variable, and whether it is positive), and the
/// minimum of their sum.
type Line = (Vec<(i128, (usize, bool))>, i128);

pub(super) struct Plain {
    names: HashMap<String, usize>,
    lines: HashMap<u64, Line>,
    last: u64,
}

impl Plain {
    /// Reads a formula.
    pub(super) fn new(opb: &str) -> Self {
        let mut own = Plain { names: HashMap::new(), lines: HashMap::new(), last: 0 };
        for line in opb.lines().filter(|line| !line.starts_with('*')) {
            own.add(line);
        }
        own
    }

    /// Whether a proof derives a contradiction.
    pub(super) fn accepts(&mut self, proof: &str) -> Result<(), String> {
        let mut lines = proof.lines();
        assert_eq!(lines.next(), Some("pseudo-Boolean proof version 3.0"));
        let mut empty = None;
        for line in lines {
            let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
            match words[..] {
                ["f", number] => assert_eq!(number.parse(), Ok(self.last)),
                ["rup", ref rest @ ..] => {
                    let clause = self.line(&rest.join(" "));
                    if !self.follows(&clause) {
                        return Err(format!("does not follow: {line}"));
                    }
                    empty = clause.0.is_empty().then_some(self.last + 1);
                    self.last += 1;
                    self.lines.insert(self.last, clause);
                }
                ["red", ref rest @ ..] => {
                    let end = rest.iter().position(|&word| word == ":").expect("a witness");
                    let own = self.line(&rest[..end].join(" "));
                    let [name, "->", value] = rest[end + 1..] else { panic!("a witness: {line}") };
                    let variable = self.names[name];
                    if !self.is_redundant(&own, variable, value == "1") {
                        return Err(format!("not redundant: {line}"));
                    }
                    self.last += 1;
                    self.lines.insert(self.last, own);
                }
                ["pol", ref rest @ ..] => {
                    let ids = rest.iter().filter_map(|word| word.parse::<u64>().ok());
                    let sum = self.sum(&ids.collect::<Vec<_>>());
                    self.last += 1;
                    self.lines.insert(self.last, sum);
                }
                ["del", "id", ref ids @ ..] => {
                    for id in ids {
                        let id = id.parse().expect("a number");
                        self.lines.remove(&id).ok_or_else(|| format!("not there: {line}"))?;
                    }
                }
                ["output", "NONE"] | ["end", ..] => {}
                ["conclusion", "UNSAT", ":", "-1"] => {
                    return empty.map(drop).ok_or_else(|| "no contradiction".into());
                }
                _ => return Err(format!("not expected: {line}")),
            }
        }
        Err("no conclusion".into())
    }

    fn add(&mut self, line: &str) {
        let line = self.line(line.trim_end_matches(';'));
        self.last += 1;
        self.lines.insert(self.last, line);
    }

    fn line(&mut self, text: &str) -> Line {
        let words: Vec<&str> = text.split_whitespace().collect();
        let end = words.iter().position(|&word| word == ">=").expect("a relation");
        let least = words[end + 1].parse().expect("a number");
        let terms = words[..end].chunks(2).map(|pair| {
            let (name, positive) = match pair[1].strip_prefix('~') {
                Some(name) => (name, false),
                None => (pair[1], true),
            };
            let next = self.names.len();
            let variable = *self.names.entry(name.to_owned()).or_insert(next);
            (pair[0].parse().expect("a factor"), (variable, positive))
        });
        normal(terms.collect(), least)
    }

    fn sum(&self, ids: &[u64]) -> Line {
        let all = ids.iter().map(|id| &self.lines[id]);
        let terms = all.clone().flat_map(|line| line.0.iter().copied()).collect();
        normal(terms, all.map(|line| line.1).sum())
    }

    /// Whether each solution that violates a line becomes a solution that satisfies it if a
    /// variable gets this value and all others keep theirs.
    fn is_redundant(&self, line: &Line, variable: usize, value: bool) -> bool {
        let negated: Vec<_> = line.0.iter().map(|&(own, lit)| (-own, lit)).collect();
        let negated = normal(negated, 1 - line.1);
        let with = self.lines.values().filter(|own| own.0.iter().any(|term| term.1.0 == variable));
        with.chain([line]).all(|own| {
            let (fixed, open): (Vec<_>, Vec<_>) =
                own.0.iter().copied().partition(|term| term.1.0 == variable);
            let gained = fixed.iter().filter(|term| term.1.1 == value).map(|term| term.0);
            let goal = normal(open, own.1 - gained.sum::<i128>());
            // The goal is implied if its negation and that of the line contradict each other.
            let terms = goal.0.iter().map(|&(own, lit)| (-own, lit)).chain(negated.0.clone());
            let sum = normal(terms.collect(), 1 - goal.1 + negated.1);
            let most: i128 = sum.0.iter().map(|own| own.0).sum();
            goal.1 <= 0 || most < sum.1
        })
    }

    /// Whether unit propagation refutes the negation of a line.
    fn follows(&self, line: &Line) -> bool {
        let negated: Vec<_> = line.0.iter().map(|&(own, lit)| (-own, lit)).collect();
        let negated = normal(negated, 1 - line.1);
        self.is_refuted(&mut vec![None; self.names.len()], Some(&negated))
    }

    /// Whether the formula has a solution in which these variables are true, and no others that
    /// begin with 'e'.
    pub(super) fn is_satisfied(&self, chosen: &[String]) -> bool {
        let mut values = vec![None; self.names.len()];
        for (name, &variable) in &self.names {
            if name.starts_with('e') {
                values[variable] = Some(chosen.contains(name));
            }
        }
        self.extends(values)
    }

    fn extends(&self, mut values: Vec<Option<bool>>) -> bool {
        if self.is_refuted(&mut values, None) {
            return false;
        }
        let Some(open) = values.iter().position(Option::is_none) else { return true };
        [true, false].into_iter().any(|value| {
            let mut next = values.clone();
            next[open] = Some(value);
            self.extends(next)
        })
    }

    /// Whether unit propagation from values refutes the formula with one more line.
    fn is_refuted(&self, values: &mut [Option<bool>], more: Option<&Line>) -> bool {
        loop {
            let mut changed = false;
            for (terms, least) in self.lines.values().chain(more) {
                let open = terms.iter().filter(|(_, (v, sign))| values[*v] != Some(!sign));
                let slack = open.map(|own| own.0).sum::<i128>() - least;
                if slack < 0 {
                    return true;
                }
                for &(factor, (variable, sign)) in terms {
                    if factor > slack && values[variable].is_none() {
                        values[variable] = Some(sign);
                        changed = true;
                    }
                }
            }
            if !changed {
                return false;
            }
        }
    }
}

/// Returns the line with one term with a positive factor for each variable.
fn normal(terms: Vec<(i128, (usize, bool))>, mut least: i128) -> Line {
    let mut factors: HashMap<usize, i128> = HashMap::new();
    for (factor, (variable, positive)) in terms {
        // A negated literal is one minus its variable.
        *factors.entry(variable).or_default() += if positive { factor } else { -factor };
        least -= if positive { 0 } else { factor };
    }
    let mut terms = Vec::new();
    for (variable, factor) in factors {
        if factor < 0 {
            least -= factor;
        }
        if factor != 0 {
            terms.push((factor.abs(), (variable, factor > 0)));
        }
    }
    (terms, least)
}
