//! Joined certificates of random models, kinds, parts and boxes: what is accepted is true.
//!
//! `PARALLAX_CASES` is the number of joins;
//! `cargo test -p parallax-certificates --test checker random_joins` prints what was tried with
//! `--nocapture`.

use std::collections::{BTreeSet, HashMap};
use std::io::{Cursor, Error, Read};

use parallax_certificates::{
    Atom, CertificateClaim, CheckerModel, CheckerVariable, ClaimKind, Constraint, NaturalNumber,
    Objective, Relation, Value, check_certificate,
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::meaning::Meaning;

type Domains = Vec<Vec<Value>>;

/// Two to four variables, perhaps some hidden, up to three constraints, an objective.
fn model(rng: &mut ChaCha8Rng) -> CheckerModel {
    let number = rng.random_range(2..=4usize);
    let mut model = CheckerModel::default();
    for place in 0..number {
        let mut domain: Vec<Value> = (0..4).filter(|_| rng.random_bool(0.6)).collect();
        if domain.is_empty() {
            domain.push(1);
        }
        let shown = place == 0 || rng.random_bool(0.75);
        model.variables.push(CheckerVariable { name: format!("v{place}"), domain, shown });
    }
    for _ in 0..rng.random_range(0..=3u32) {
        let mut variable = || rng.random_range(0..number);
        let (left, right) = (variable(), variable());
        let relation = Relation::ALL[rng.random_range(0..Relation::ALL.len())].1;
        model.constraints.push(match rng.random_range(0..4u32) {
            0 => Constraint::AllDifferent { scope: vec![left, right] },
            1 => Constraint::Compare { left, relation, right, offset: rng.random_range(-1..=1) },
            2 => {
                let terms = [(rng.random_range(-2..=2), left), (1, right)].into_iter().collect();
                Constraint::Linear { terms, relation, constant: rng.random_range(-2..=5) }
            }
            _ => {
                let atom = |variable| Atom { variable, relation, value: 1 };
                Constraint::Clause { atoms: vec![atom(left), atom(right)] }
            }
        });
    }
    let terms = (0..number).map(|own| (rng.random_range(-2..=2i64), own)).collect();
    model.objective = Some(Objective { terms, minimize: rng.random_bool(0.5) });
    model
}

/// All assignments of these domains.
fn points(domains: &Domains) -> Vec<Vec<Value>> {
    domains.iter().fold(vec![Vec::new()], |points, domain| {
        let with = |point: &Vec<Value>, &value: &Value| {
            point.iter().copied().chain([value]).collect::<Vec<_>>()
        };
        points.iter().flat_map(|point| domain.iter().map(move |value| with(point, value))).collect()
    })
}

/// The right claim about a box, by its definition.
fn truth(model: &CheckerModel, kind: ClaimKind, domains: &Domains) -> CertificateClaim {
    let solutions: Vec<Vec<Value>> = points(domains)
        .into_iter()
        .filter(|point| model.constraints.iter().all(|own| own.holds(point)))
        .collect();
    if kind == ClaimKind::Count {
        let shown = |point: &Vec<Value>| -> Vec<Value> {
            model.variables.iter().zip(point).filter(|own| own.0.shown).map(|own| *own.1).collect()
        };
        let all: BTreeSet<Vec<Value>> = solutions.iter().map(shown).collect();
        return CertificateClaim::Count(NaturalNumber::from(all.len() as u64));
    }
    let objective = model.objective.as_ref().expect("an objective");
    let values = solutions.iter().map(|point| objective.objective_value(point));
    CertificateClaim::Optimum(if objective.minimize { values.min() } else { values.max() })
}

/// Writes the steps that show what is true of a box: branches down to single points.
struct Honest<'m> {
    model: &'m CheckerModel,
    kind: ClaimKind,
    best: Option<i128>,
    steps: String,
}

impl Honest<'_> {
    fn of(model: &CheckerModel, kind: ClaimKind, domains: &Domains) -> String {
        let mut own = Honest { model, kind, best: None, steps: String::new() };
        if domains.iter().all(|domain| !domain.is_empty()) {
            own.below(&mut domains.clone());
        }
        own.steps
    }

    fn below(&mut self, domains: &mut Domains) {
        let (model, shown) = (self.model, |&v: &usize| self.model.variables[v].shown);
        let open: Vec<usize> = (0..domains.len()).filter(|&v| domains[v].len() > 1).collect();
        let next = open.iter().copied().find(shown).or_else(|| {
            // A count has no leaves below branches on hidden variables.
            let all = points(domains);
            let solution =
                all.iter().find(|point| model.constraints.iter().all(|own| own.holds(point)));
            match solution.filter(|_| self.kind == ClaimKind::Count) {
                Some(point) => {
                    self.say(&format!("s {}", words(point)));
                    None
                }
                None => Some(open.first().copied().unwrap_or(usize::MAX)),
            }
        });
        match next {
            None => {}
            Some(usize::MAX) => self.leaf(domains),
            Some(variable) => {
                let values = domains[variable].clone();
                for (place, &value) in values.iter().enumerate() {
                    domains[variable] = vec![value];
                    let last = place + 1 == values.len();
                    if !last {
                        self.say(&format!("d {variable} {value}"));
                    }
                    self.below(domains);
                    if !last {
                        self.say("u");
                    }
                }
                domains[variable] = values;
            }
        }
    }

    /// A single point that is no solution to be counted.
    fn leaf(&mut self, domains: &Domains) {
        let point: Vec<Value> = domains.iter().map(|domain| domain[0]).collect();
        let constraints = &self.model.constraints;
        if let Some(broken) = constraints.iter().position(|own| !own.holds(&point)) {
            return self.say(&format!("f {broken}"));
        }
        let objective = self.model.objective.as_ref().expect("an objective");
        let value = objective.objective_value(&point);
        let better = |best: i128| if objective.minimize { value < best } else { value > best };
        if self.best.is_none_or(better) {
            self.best = Some(value);
            self.say(&format!("s {}", words(&point)));
        } else {
            self.say(&format!("f {}", constraints.len()));
        }
    }

    fn say(&mut self, step: &str) {
        self.steps += step;
        self.steps.push('\n');
    }
}

fn words(numbers: &[Value]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Random joins of one model.
struct Joins<'m> {
    model: &'m CheckerModel,
    digest: String,
    kind: ClaimKind,
    /// How often a part is another one than it should be.
    wrong: f64,
    files: HashMap<String, String>,
    steps: String,
}

impl Joins<'_> {
    fn head(&self, kind: ClaimKind) -> String {
        format!("parallax-certificate 3 {} {kind}", self.digest)
    }

    /// The steps below a box: branches, and a part for what remains.
    fn below(&mut self, domains: &mut Domains, depth: usize, rng: &mut ChaCha8Rng) {
        let open: Vec<usize> = (0..domains.len())
            .filter(|&v| domains[v].len() > 1)
            .filter(|&v| self.model.variables[v].shown || self.kind == ClaimKind::Optimum)
            .collect();
        if depth == 0 || open.is_empty() || rng.random_bool(0.3) {
            return self.part(domains, rng);
        }
        let variable = open[rng.random_range(0..open.len())];
        let whole = domains[variable].clone();
        let value = whole[rng.random_range(0..whole.len())];
        let (one, other) = whole.iter().partition(|own| **own == value);
        self.steps += &format!("d {variable} {value}\n");
        domains[variable] = one;
        self.below(domains, depth - 1, rng);
        self.steps += "u\n";
        domains[variable] = other;
        self.below(domains, depth - 1, rng);
        domains[variable] = whole;
    }

    /// Joins the part that is this box, or another one.
    fn part(&mut self, domains: &Domains, rng: &mut ChaCha8Rng) {
        let is_wrong = rng.random_bool(self.wrong);
        let mut kind = self.kind;
        let mut own = domains.clone();
        if is_wrong {
            if rng.random_bool(0.6) {
                kind = if kind == ClaimKind::Count { ClaimKind::Optimum } else { ClaimKind::Count };
            }
            if rng.random_bool(0.5) {
                let variable = rng.random_range(0..own.len());
                own[variable].retain(|_| rng.random_bool(0.5));
            }
        }
        let name = if is_wrong && rng.random_bool(0.2) && !self.files.is_empty() {
            // Twice, or of another box.
            let mut names: Vec<&String> = self.files.keys().collect();
            names.sort_unstable();
            names[rng.random_range(0..names.len())].clone()
        } else {
            let name = format!("part-{}", self.files.len());
            let part = atoms(self.model, &own, rng);
            let part = if part.is_empty() { String::new() } else { format!(" where {part}") };
            let steps = Honest::of(self.model, kind, &own);
            self.files.insert(name.clone(), format!("{}{part}\n{steps}q\n", self.head(kind)));
            name
        };
        self.steps += &format!("j {name}\n");
    }
}

/// Atoms that leave these values, in one of several ways.
fn atoms(model: &CheckerModel, domains: &Domains, rng: &mut ChaCha8Rng) -> String {
    let mut all: Vec<Atom> = Vec::new();
    for (variable, (own, left)) in model.variables.iter().zip(domains).enumerate() {
        let (Some(&low), Some(&high)) = (left.first(), left.last()) else {
            all.push(Atom { variable, relation: Relation::Le, value: -1 });
            continue;
        };
        if own.domain == *left && rng.random_bool(0.8) {
            continue;
        }
        if low == high && rng.random_bool(0.7) {
            all.push(Atom { variable, relation: Relation::Eq, value: low });
            continue;
        }
        all.extend([
            Atom { variable, relation: Relation::Ge, value: low },
            Atom { variable, relation: Relation::Le, value: high },
        ]);
        let gone = own.domain.iter().filter(|value| !left.contains(value));
        all.extend(gone.map(|&value| Atom { variable, relation: Relation::Ne, value }));
    }
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_accepted_is_true() {
    let cases: u64 =
        std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok()).unwrap_or(2_000);
    let (mut accepted, mut joined, mut refused) = (0u64, 0u64, 0u64);
    for case in 0..cases {
        let mut rng = ChaCha8Rng::seed_from_u64(case);
        let model = model(&mut rng);
        let kind = if rng.random_bool(0.5) { ClaimKind::Count } else { ClaimKind::Optimum };
        let wrong = if case.is_multiple_of(2) { 0.0 } else { 0.4 };
        let digest = model.digest();
        let (files, steps) = (HashMap::new(), String::new());
        let mut joins = Joins { model: &model, digest, kind, wrong, files, steps };
        let mut domains: Domains = model.variables.iter().map(|own| own.domain.clone()).collect();
        let right = truth(&model, kind, &domains);
        joins.below(&mut domains, 3, &mut rng);
        let text = format!("{}\n{}q\n", joins.head(kind), joins.steps);
        let mut files = |name: &str| -> std::io::Result<Box<dyn Read>> {
            let text = joins.files.get(name).ok_or(Error::from(std::io::ErrorKind::NotFound))?;
            Ok(Box::new(Cursor::new(text.clone().into_bytes())))
        };
        let shown = check_certificate(&model, text.as_bytes(), &mut files, &|| Ok(()));
        crate::second::agrees(&model, &text, &joins.files, &shown);
        match shown {
            Ok(shown) => {
                assert!(shown.part.is_empty());
                assert_eq!(
                    shown.claim,
                    right,
                    "case {case}: {}\n{text}{files:?}",
                    model,
                    files = joins.files
                );
                accepted += 1;
                joined += joins.files.len() as u64;
            }
            Err(why) => {
                assert!(wrong > 0.0, "case {case}: {why}\n{}\n{text}{:?}", model, joins.files);
                refused += 1;
            }
        }
    }
    println!("{cases} joins: {accepted} accepted, of {joined} parts; {refused} refused");
    assert!(
        accepted * 2 >= cases && joined > 2 * accepted && refused * 5 > cases,
        "{accepted} {joined} {refused}"
    );
}
