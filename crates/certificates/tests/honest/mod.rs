//! Certificates that are right: branches, with what each constraint takes, down to solutions.

mod again;

use std::collections::BTreeSet;

use parallax_certificates::{
    CertificateClaim, CheckerModel, ClaimKind, Constraint, DomainBox, NaturalNumber, Value,
};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::meaning::Meaning;
use super::random::points;

/// The right claim, by its definition.
pub fn truth(model: &CheckerModel, kind: ClaimKind) -> CertificateClaim {
    let domains: Vec<Vec<Value>> = model.variables.iter().map(|own| own.domain.clone()).collect();
    let all = points(&domains).into_iter();
    let solutions: Vec<Vec<Value>> =
        all.filter(|point| model.constraints.iter().all(|own| own.holds(point))).collect();
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

/// The steps of a certificate of the whole model, with its end.
pub fn certificate(model: &CheckerModel, kind: ClaimKind, rng: &mut ChaCha8Rng) -> Vec<String> {
    let space = DomainBox::from_model(model);
    let (lines, listed, problems) = (Vec::new(), Vec::new(), Vec::new());
    let mut own =
        Search { model, kind, space, best: None, lines, listed, problems, depth: 0, hidden: false };
    let closed = (0..model.variables.len()).any(|v| own.space.domain_size(v) == 0);
    if !closed && kind == ClaimKind::Count && rng.random_bool(0.3) {
        own.list();
    }
    if !closed && !own.is_done() {
        own.below(rng);
    }
    own.lines.push("q".to_owned());
    own.lines
}

/// A search that writes what it does.
struct Search<'m> {
    model: &'m CheckerModel,
    kind: ClaimKind,
    space: DomainBox,
    best: Option<i128>,
    lines: Vec<String>,
    /// The shown parts of listed solutions.
    listed: Vec<Vec<(usize, Value)>>,
    /// The problems that were noted, the number of open branches, whether one is on a hidden
    /// variable.
    problems: Vec<again::Problem>,
    depth: usize,
    hidden: bool,
}

impl Search<'_> {
    /// Lists all solutions first.
    fn list(&mut self) {
        let domains = self.model.variables.iter().map(|own| own.domain.clone());
        for point in points(&domains.collect::<Vec<_>>()) {
            let shown = self.shown(&point);
            if self.is_solution(&point) && !self.listed.contains(&shown) {
                self.lines.push(format!("w {}", words(&point)));
                self.listed.push(shown);
            }
        }
    }

    /// Whether a listed solution says all: nothing is shown.
    fn is_done(&self) -> bool {
        self.listed.iter().any(Vec::is_empty)
    }

    fn shown(&self, point: &[Value]) -> Vec<(usize, Value)> {
        let own = point.iter().copied().enumerate();
        own.filter(|own| self.model.variables[own.0].shown).collect()
    }

    fn is_solution(&self, point: &[Value]) -> bool {
        self.model.constraints.iter().all(|own| own.holds(point))
    }

    /// The box, down to points. Returns when it is closed.
    fn below(&mut self, rng: &mut ChaCha8Rng) {
        let counts = self.kind == ClaimKind::Count && self.listed.is_empty();
        if counts && !self.hidden && rng.random_bool(0.5) && self.meets(rng) {
            return;
        }
        for (number, own) in self.model.constraints.iter().enumerate() {
            if !own.is_possible(&self.space) {
                return self.lines.push(format!("f {number}"));
            }
            let is_closed = rng.random_bool(0.5) && self.spreads(number, own);
            let is_closed = is_closed || (rng.random_bool(0.3) && self.thins(number, own));
            if is_closed || (rng.random_bool(0.7) && self.removes(number, own)) {
                return;
            }
        }
        let sizes = |v: &usize| self.space.domain_size(*v) > 1;
        let variables = 0..self.model.variables.len();
        let shown = variables.clone().find(|v| sizes(v) && self.model.variables[*v].shown);
        if shown.is_none() && counts {
            let domains = variables.clone().map(|v| self.space.remaining_values(v).collect());
            let point = points(&domains.collect::<Vec<_>>());
            if let Some(point) = point.into_iter().find(|point| self.is_solution(point)) {
                return self.lines.push(format!("s {}", words(&point)));
            }
        }
        let mut space = self.space.clone();
        let whole = self.model.constraints.iter().all(|own| own.is_certain(&mut space));
        if counts && whole && rng.random_bool(0.5) {
            return self.lines.push("c".to_owned());
        }
        match shown.or_else(|| variables.clone().find(sizes)) {
            None => self.leaf(),
            Some(variable) => self.branch(variable, rng),
        }
    }

    /// Removes what a constraint takes, value by value; returns whether a domain gets empty.
    fn removes(&mut self, number: usize, own: &Constraint) -> bool {
        for variable in 0..self.model.variables.len() {
            let values: Vec<Value> = self.space.remaining_values(variable).collect();
            let gone = |&value: &Value| {
                let mut space = self.space.clone();
                space.keep_values(variable, &[value]);
                !own.is_possible(&space)
            };
            let gone: Vec<Value> = values.into_iter().filter(gone).collect();
            if !gone.is_empty() {
                self.lines.push(format!("p {number} {variable} {}", words(&gone)));
                self.space.remove_values(variable, &gone);
            }
            if self.space.domain_size(variable) == 0 {
                return true;
            }
        }
        false
    }

    /// Removes all that a constraint takes, in one step; returns whether a domain gets empty.
    fn thins(&mut self, number: usize, own: &Constraint) -> bool {
        self.lines.push(format!("t {number}"));
        let mut of = BTreeSet::new();
        own.each_variable(&mut |v| of.extend(Some(v).filter(|&v| self.space.domain_size(v) > 1)));
        for v in of {
            let values: Vec<Value> = self.space.remaining_values(v).collect();
            let gone = |&value: &Value| {
                let mut space = self.space.clone();
                space.keep_values(v, &[value]);
                !own.is_possible(&space)
            };
            let gone: Vec<Value> = values.into_iter().filter(gone).collect();
            self.space.remove_values(v, &gone);
            if self.space.domain_size(v) == 0 {
                return true;
            }
        }
        false
    }

    /// Takes the values of fixed variables from the others of an all-different constraint; returns
    /// whether a domain gets empty.
    fn spreads(&mut self, number: usize, own: &Constraint) -> bool {
        let Constraint::AllDifferent { scope } = own else { return false };
        for &variable in scope {
            if self.space.domain_size(variable) != 1 {
                continue;
            }
            let value: Vec<Value> = self.space.remaining_values(variable).collect();
            self.lines.push(format!("a {number} {variable}"));
            for &other in scope.iter().filter(|&&other| other != variable) {
                self.space.remove_values(other, &value);
            }
            if scope.iter().any(|&other| self.space.domain_size(other) == 0) {
                return true;
            }
        }
        false
    }

    fn branch(&mut self, variable: usize, rng: &mut ChaCha8Rng) {
        let values: Vec<Value> = self.space.remaining_values(variable).collect();
        let value = values[rng.random_range(0..values.len())];
        self.lines.push(format!("d {variable} {value}"));
        let (before, hidden) = (self.space.clone(), self.hidden);
        self.space.keep_values(variable, &[value]);
        self.depth += 1;
        self.hidden |= !self.model.variables[variable].shown;
        self.below(rng);
        self.lines.push("u".to_owned());
        self.branch_is_closed();
        self.depth -= 1;
        self.hidden = hidden;
        self.space = before;
        self.space.remove_values(variable, &[value]);
        self.below(rng);
    }

    /// A single point.
    fn leaf(&mut self) {
        let point: Vec<Value> =
            (0..self.model.variables.len()).filter_map(|v| self.space.least_value(v)).collect();
        let constraints = &self.model.constraints;
        if let Some(broken) = constraints.iter().position(|own| !own.holds(&point)) {
            return self.lines.push(format!("f {broken}"));
        }
        if self.kind == ClaimKind::Count {
            let shown = self.shown(&point);
            let place = self.listed.iter().position(|own| *own == shown).expect("it is listed");
            return self.lines.push(format!("f {}", constraints.len() + 1 + place));
        }
        let objective = self.model.objective.as_ref().expect("an objective");
        let value = objective.objective_value(&point);
        let better = |best: i128| if objective.minimize { value < best } else { value > best };
        if self.best.is_none_or(better) {
            self.best = Some(value);
            self.lines.push(format!("s {}", words(&point)));
        } else {
            self.lines.push(format!("f {}", constraints.len()));
        }
    }
}

fn words(numbers: &[Value]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
