//! Writes trees out to terms, with the values of indices and parameters put in.

use super::token::Fault;
use super::tree::{Binary, Function, Id, Ranges, Step, Tree, Trees};
use super::world::{Found, Item, Part, World};
use crate::ask::did_you_mean;
use crate::flatten::{Bool, Int, Node};
use crate::{Domain, Relation, Value, VarId};

type Done<T> = Result<T, Fault>;

impl World<'_> {
    fn number(&mut self, number: i64) -> Int {
        let terms = &mut self.terms;
        *self.numbers.entry(number).or_insert_with(|| terms.number(number))
    }

    fn variable(&mut self, variable: usize) -> Part {
        let terms = &mut self.terms;
        Part::Int(*self.variables.entry(variable).or_insert_with(|| terms.variable(variable)))
    }

    pub(in crate::json) fn int(&mut self, part: Part) -> Int {
        match part {
            Part::Number(number) => self.number(number),
            Part::Truth(truth) => self.number(truth.into()),
            Part::Int(int) => int,
            Part::Bool(truth) => self.terms.number_of(truth),
        }
    }

    pub(in crate::json) fn truth(&mut self, part: Part) -> Bool {
        match part {
            Part::Number(number) => self.terms.truth(number != 0),
            Part::Truth(truth) => self.terms.truth(truth),
            Part::Bool(truth) => truth,
            Part::Int(int) => match self.terms.of_int(int) {
                Node::Variable(v) if self.model.domain(VarId::new(v as usize)).is_boolean() => {
                    self.terms.flag(v as usize)
                }
                _ => self.terms.is_nonzero(int),
            },
        }
    }

    fn ints(&mut self, parts: &[Part]) -> Vec<Int> {
        parts.iter().map(|&part| self.int(part)).collect()
    }

    fn bools(&mut self, parts: &[Part]) -> Vec<Bool> {
        parts.iter().map(|&part| self.truth(part)).collect()
    }

    fn item(&mut self, item: Item) -> Part {
        match item {
            Item::Number(number) => Part::Number(number),
            Item::Variable(variable) => self.variable(variable),
        }
    }

    /// Returns the number of an expression without variables.
    pub(super) fn known(&mut self, trees: &Trees, id: Id) -> Done<i64> {
        let part = self.eval(trees, id)?;
        let at = trees.get(id).1;
        constant(part).ok_or_else(|| self.fault(at, "a variable; expected a known number"))
    }

    /// Writes out one expression with one value.
    pub(super) fn eval(&mut self, trees: &Trees, id: Id) -> Done<Part> {
        let (tree, at) = trees.get(id);
        self.spend(1, at)?;
        match tree {
            Tree::Number(number) => Ok(Part::Number(*number)),
            Tree::Truth(truth) => Ok(Part::Truth(*truth)),
            Tree::Quoted(name) => self.quoted(name, at),
            Tree::Ref(name, indices) => match self.reference(trees, name, indices, at)? {
                Found::One(item) => Ok(self.item(item)),
                Found::Many(_) => {
                    let message = format!("'{name}' is an array; expected one of its cells");
                    Err(self.fault(at, message))
                }
                Found::Chosen(items, index) => {
                    let result = self.element(items, index, at)?;
                    Ok(self.variable(result))
                }
            },
            Tree::Neg(a) => {
                let part = self.eval(trees, *a)?;
                self.sum(&[(true, part)], at)
            }
            Tree::Not(a) => {
                let part = self.eval(trees, *a)?;
                Ok(self.not(part))
            }
            Tree::Sum(terms) => {
                let mut parts = Vec::with_capacity(terms.len());
                for &(negative, term) in terms {
                    parts.push((negative, self.eval(trees, term)?));
                }
                self.sum(&parts, at)
            }
            Tree::Binary(Binary::Implies, a, b) => {
                let a = self.eval(trees, *a)?;
                if constant(a) == Some(0) {
                    return Ok(Part::Truth(true));
                }
                let b = self.eval(trees, *b)?;
                let a = self.not(a);
                Ok(self.any(&[a, b]))
            }
            Tree::Binary(operator, a, b) => {
                let (a, b) = (self.eval(trees, *a)?, self.eval(trees, *b)?);
                self.binary(*operator, a, b, at)
            }
            Tree::And(list) | Tree::Or(list) => {
                let ends = matches!(tree, Tree::Or(_));
                let mut parts = Vec::with_capacity(list.len());
                for &part in list {
                    let part = self.eval(trees, part)?;
                    if constant(part).is_some_and(|number| (number != 0) == ends) {
                        return Ok(Part::Truth(ends));
                    }
                    parts.push(part);
                }
                Ok(if ends { self.any(&parts) } else { self.all(&parts) })
            }
            Tree::Xor(list) => {
                let parts = self.operands(trees, list)?;
                Ok(self.odd(&parts))
            }
            Tree::Chain(first, rest) => {
                let mut left = self.eval(trees, *first)?;
                let mut all = Vec::with_capacity(rest.len());
                for &(relation, right) in rest {
                    let right = self.eval(trees, right)?;
                    all.push(self.compared(left, relation, right));
                    left = right;
                }
                Ok(self.all(&all))
            }
            Tree::In(a, set) => {
                let part = self.eval(trees, *a)?;
                let set = self.set(trees, set, at)?;
                self.member(part, &set, at)
            }
            Tree::If(condition, then, other) => {
                let condition = self.eval(trees, *condition)?;
                if let Some(number) = constant(condition) {
                    return self.eval(trees, if number != 0 { *then } else { *other });
                }
                let (then, other) = (self.eval(trees, *then)?, self.eval(trees, *other)?);
                let condition = self.truth(condition);
                if is_truth(then) && is_truth(other) {
                    let (then, other) = (self.truth(then), self.truth(other));
                    return Ok(Part::Bool(self.terms.choose(condition, then, other)));
                }
                let (then, other) = (self.int(then), self.int(other));
                Ok(Part::Int(self.terms.select(condition, then, other)))
            }
            Tree::Call(function, list) => {
                let parts = self.operands(trees, list)?;
                self.call(*function, &parts, at)
            }
            Tree::Each(function, steps, body) => {
                let mut parts = Vec::new();
                self.each(trees, steps, &mut |world| world.operand(trees, *body, &mut parts))?;
                self.call(*function, &parts, at)
            }
        }
    }

    /// Calls `body` for all values of the indices.
    pub(super) fn each(
        &mut self,
        trees: &Trees,
        steps: &[Step],
        body: &mut dyn FnMut(&mut Self) -> Done<()>,
    ) -> Done<()> {
        let Some((step, rest)) = steps.split_first() else { return body(self) };
        match step {
            Step::Condition(id) => {
                if self.known(trees, *id)? != 0 {
                    self.each(trees, rest, body)?;
                }
                Ok(())
            }
            Step::Index(name, at, set) => {
                if self.indices.iter().any(|(known, _)| known == name) {
                    return Err(self.fault(*at, format!("two indices are named '{name}'")));
                }
                for (low, high) in self.set(trees, set, *at)? {
                    for value in low..=high {
                        self.spend(1, *at)?;
                        self.indices.push((name.clone(), value));
                        self.each(trees, rest, body)?;
                        self.indices.pop();
                    }
                }
                Ok(())
            }
        }
    }

    /// Returns the ranges of a set, sorted; each number is in one of them.
    pub(super) fn set(&mut self, trees: &Trees, set: &Ranges, at: usize) -> Done<Vec<(i64, i64)>> {
        let mut ranges = Vec::new();
        for &(low, high) in set {
            self.spend(1, at)?;
            let low = self.known(trees, low)?;
            let high = high.map_or(Ok(low), |high| self.known(trees, high))?;
            if low <= high {
                ranges.push((low, high));
            }
        }
        ranges.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::new();
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if low <= last.1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Ok(merged)
    }

    fn quoted(&mut self, name: &str, at: usize) -> Done<Part> {
        if let Some(&value) = self.names.get(name) {
            return Ok(Part::Number(value.into()));
        }
        if let Some(variable) = self.model.find(name) {
            return Ok(self.variable(variable.index()));
        }
        let near = did_you_mean(name, self.names.keys().map(String::as_str));
        Err(self.fault(at, format!("there is no value named '{name}'{near}")))
    }

    pub(super) fn reference(
        &mut self,
        trees: &Trees,
        name: &str,
        indices: &[Option<Id>],
        at: usize,
    ) -> Done<Found> {
        if indices.is_empty() {
            let index = self.indices.iter().rfind(|(known, _)| known == name);
            if let Some(&(_, value)) = index {
                return Ok(Found::One(Item::Number(value)));
            }
        }
        let is_array = self.parameters.contains_key(name) || self.arrays.contains_key(name);
        if is_array {
            let mut places = Vec::with_capacity(indices.len());
            for index in indices {
                places.push(match index {
                    Some(id) => Some(self.eval(trees, *id)?),
                    None => None,
                });
            }
            return self.cells(name, &places, at);
        }
        let found = self.model.find(name);
        if indices.is_empty() {
            match (found, self.names.get(name)) {
                (Some(_), Some(_)) => {
                    let message = format!(
                        "'{name}' is a variable and a value; expected quotation marks around the value"
                    );
                    return Err(self.fault(at, message));
                }
                (Some(variable), None) => return Ok(Found::One(Item::Variable(variable.index()))),
                (None, Some(&value)) => return Ok(Found::One(Item::Number(value.into()))),
                (None, None) => {}
            }
        } else if found.is_some() {
            return Err(self.fault(at, format!("'{name}' is one variable, no array")));
        }
        let variables = self.model.variables().iter().take(10_000).map(|v| v.name.as_str());
        let known = self.indices.iter().map(|(name, _)| name.as_str());
        let known = known.chain(self.parameters.keys().map(String::as_str));
        let known = known.chain(self.arrays.keys().map(String::as_str));
        let known = known.chain(self.names.keys().map(String::as_str)).chain(variables);
        let near = did_you_mean(name, known);
        Err(self.fault(at, format!("there is no variable, parameter or index '{name}'{near}")))
    }

    /// Adds the values of an operand: one, or those of the cells of an array.
    fn operand(&mut self, trees: &Trees, id: Id, parts: &mut Vec<Part>) -> Done<()> {
        if let (Tree::Ref(name, indices), at) = trees.get(id)
            && let Found::Many(items) = {
                self.spend(1, at)?;
                self.reference(trees, name, indices, at)?
            }
        {
            self.spend(items.len(), at)?;
            for item in items {
                let part = self.item(item);
                parts.push(part);
            }
            return Ok(());
        }
        let part = self.eval(trees, id)?;
        parts.push(part);
        Ok(())
    }

    fn operands(&mut self, trees: &Trees, list: &[Id]) -> Done<Vec<Part>> {
        let mut parts = Vec::with_capacity(list.len());
        for &id in list {
            self.operand(trees, id, &mut parts)?;
        }
        Ok(parts)
    }

    fn not(&mut self, part: Part) -> Part {
        match constant(part) {
            Some(number) => Part::Truth(number == 0),
            None => {
                let truth = self.truth(part);
                Part::Bool(self.terms.not(truth))
            }
        }
    }

    fn all(&mut self, parts: &[Part]) -> Part {
        match (constants(parts), parts) {
            (Some(numbers), _) => Part::Truth(numbers.iter().all(|&number| number != 0)),
            (None, &[one]) => Part::Bool(self.truth(one)),
            _ => {
                let parts = self.bools(parts);
                Part::Bool(self.terms.and(&parts))
            }
        }
    }

    fn any(&mut self, parts: &[Part]) -> Part {
        match constants(parts) {
            Some(numbers) => Part::Truth(numbers.iter().any(|&number| number != 0)),
            None => {
                let parts = self.bools(parts);
                Part::Bool(self.terms.or(&parts))
            }
        }
    }

    fn odd(&mut self, parts: &[Part]) -> Part {
        match constants(parts) {
            Some(numbers) => Part::Truth(numbers.iter().filter(|&&n| n != 0).count() % 2 == 1),
            None => {
                let parts = self.bools(parts);
                Part::Bool(self.terms.odd(&parts))
            }
        }
    }

    fn too_large(&self, at: usize) -> Fault {
        self.fault(at, "a number beyond 64 bits")
    }

    fn sum(&mut self, parts: &[(bool, Part)], at: usize) -> Done<Part> {
        let mut known = 0i64;
        let mut list = Vec::new();
        for &(negative, part) in parts {
            match constant(part) {
                Some(number) => {
                    let next = if negative {
                        known.checked_sub(number)
                    } else {
                        known.checked_add(number)
                    };
                    known = next.ok_or_else(|| self.too_large(at))?;
                }
                None => {
                    let int = self.int(part);
                    list.push(if negative { self.terms.scale(-1, int) } else { int });
                }
            }
        }
        if list.is_empty() {
            return Ok(Part::Number(known));
        }
        if known != 0 {
            list.push(self.number(known));
        }
        Ok(Part::Int(if let [one] = list[..] { one } else { self.terms.sum(&list) }))
    }

    fn binary(&mut self, operator: Binary, a: Part, b: Part, at: usize) -> Done<Part> {
        if let (Some(a), Some(b)) = (constant(a), constant(b)) {
            let number = match operator {
                Binary::Mul => a.checked_mul(b),
                Binary::Div if b != 0 => a.checked_div(b),
                Binary::Mod if b != 0 => a.checked_rem(b),
                Binary::Pow if b >= 0 => power(a, b),
                Binary::Iff => return Ok(Part::Truth((a != 0) == (b != 0))),
                _ => Some(0),
            };
            let undefined = match operator {
                Binary::Div | Binary::Mod => b == 0,
                Binary::Pow => b < 0,
                _ => false,
            };
            let number = number.ok_or_else(|| self.too_large(at))?;
            if !undefined {
                return Ok(Part::Number(number));
            }
        }
        if operator == Binary::Iff {
            let (a, b) = (self.truth(a), self.truth(b));
            return Ok(Part::Bool(self.terms.iff(a, b)));
        }
        if operator == Binary::Mul
            && let Some((factor, other)) =
                constant(a).map(|f| (f, b)).or(constant(b).map(|f| (f, a)))
        {
            let other = self.int(other);
            return Ok(Part::Int(self.terms.scale(factor, other)));
        }
        let (a, b) = (self.int(a), self.int(b));
        let key = (operator as u8, a.place(), b.place());
        if let Some(&known) = self.known.get(&key) {
            return Ok(Part::Int(known));
        }
        let int = match operator {
            Binary::Mul => self.terms.product(a, b),
            Binary::Div => self.terms.quotient(a, b),
            Binary::Mod => self.terms.remainder(a, b),
            _ => self.terms.power(a, b),
        };
        self.known.insert(key, int);
        Ok(Part::Int(int))
    }

    fn compared(&mut self, a: Part, relation: Relation, b: Part) -> Part {
        if let (Some(a), Some(b)) = (constant(a), constant(b)) {
            return Part::Truth(match relation {
                Relation::Eq => a == b,
                Relation::Ne => a != b,
                Relation::Lt => a < b,
                Relation::Le => a <= b,
                Relation::Gt => a > b,
                Relation::Ge => a >= b,
            });
        }
        let (a, b) = (self.int(a), self.int(b));
        Part::Bool(self.terms.compare(a, relation, b))
    }

    fn member(&mut self, part: Part, set: &[(i64, i64)], at: usize) -> Done<Part> {
        if let Some(number) = constant(part) {
            return Ok(Part::Truth(set.iter().any(|&(low, high)| low <= number && number <= high)));
        }
        let domain = self.domain(set, at)?;
        let int = self.int(part);
        Ok(Part::Bool(self.terms.member(int, domain)))
    }

    /// Returns a set as a domain.
    pub(in crate::json) fn domain(&self, set: &[(i64, i64)], at: usize) -> Done<Domain> {
        let value = |number: i64| {
            let message = || format!("{number} is beyond {}", crate::MAX_VALUE);
            let value = Value::try_from(number).ok();
            let value = value.filter(|v| v.unsigned_abs() <= crate::MAX_VALUE.unsigned_abs());
            value.ok_or_else(|| self.fault(at, message()))
        };
        let pairs = set.iter().map(|&(low, high)| Ok((value(low)?, value(high)?)));
        Ok(Domain::from_intervals(pairs.collect::<Done<Vec<_>>>()?))
    }

    fn call(&mut self, function: Function, parts: &[Part], at: usize) -> Done<Part> {
        let expected = match function {
            Function::Abs => (parts.len() != 1).then_some("one operand"),
            Function::Dist => (parts.len() != 2).then_some("two operands"),
            Function::Min | Function::Max => parts.is_empty().then_some("one or more operands"),
            _ => None,
        };
        if let Some(expected) = expected {
            let message = format!("a function of {} operands; expected {expected}", parts.len());
            return Err(self.fault(at, message));
        }
        let numbers = constants(parts);
        Ok(match function {
            Function::Sum => {
                let signed: Vec<(bool, Part)> = parts.iter().map(|&part| (false, part)).collect();
                return self.sum(&signed, at);
            }
            Function::Count => {
                let mut signed = Vec::with_capacity(parts.len());
                for &part in parts {
                    let part = match constant(part) {
                        Some(number) => Part::Number((number != 0).into()),
                        None => Part::Bool(self.truth(part)),
                    };
                    signed.push((false, part));
                }
                return self.sum(&signed, at);
            }
            Function::Product => {
                let mut product = Part::Number(1);
                for &part in parts {
                    product = self.binary(Binary::Mul, product, part, at)?;
                }
                product
            }
            Function::All => self.all(parts),
            Function::Any => self.any(parts),
            Function::Xor => self.odd(parts),
            Function::Dist => {
                let difference = self.sum(&[(false, parts[0]), (true, parts[1])], at)?;
                return self.call(Function::Abs, &[difference], at);
            }
            Function::Abs => match constant(parts[0]) {
                Some(number) => {
                    Part::Number(number.checked_abs().ok_or_else(|| self.too_large(at))?)
                }
                None => {
                    let int = self.int(parts[0]);
                    Part::Int(self.terms.abs(int))
                }
            },
            Function::Min | Function::Max => {
                let is_max = function == Function::Max;
                if let Some(numbers) = numbers {
                    let best = if is_max { numbers.iter().max() } else { numbers.iter().min() };
                    return Ok(Part::Number(best.copied().unwrap_or(0)));
                }
                let ints = self.ints(parts);
                let best = if is_max { self.terms.max(&ints) } else { self.terms.min(&ints) };
                Part::Int(best.ok_or_else(|| self.too_large(at))?)
            }
            Function::AllDifferent => match numbers {
                Some(mut numbers) => {
                    numbers.sort_unstable();
                    Part::Truth(numbers.windows(2).all(|pair| pair[0] != pair[1]))
                }
                None => {
                    let ints = self.ints(parts);
                    Part::Bool(self.terms.distinct(&ints))
                }
            },
            Function::AllEqual => match numbers {
                Some(numbers) => Part::Truth(numbers.windows(2).all(|pair| pair[0] == pair[1])),
                None => {
                    let ints = self.ints(parts);
                    Part::Bool(self.terms.all_equal(&ints))
                }
            },
            Function::Iff => match numbers {
                Some(numbers) => {
                    let mut truths = numbers.windows(2);
                    Part::Truth(truths.all(|pair| (pair[0] != 0) == (pair[1] != 0)))
                }
                None => {
                    let bools = self.bools(parts);
                    Part::Bool(self.terms.all_alike(&bools))
                }
            },
        })
    }
}

/// Returns a base to a power that is not negative; `None` beyond 64 bits.
fn power(base: i64, exponent: i64) -> Option<i64> {
    match base {
        0 | 1 => Some(if exponent == 0 { 1 } else { base }),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

fn is_truth(part: Part) -> bool {
    matches!(part, Part::Truth(_) | Part::Bool(_))
}

fn constant(part: Part) -> Option<i64> {
    match part {
        Part::Number(number) => Some(number),
        Part::Truth(truth) => Some(truth.into()),
        _ => None,
    }
}

fn constants(parts: &[Part]) -> Option<Vec<i64>> {
    parts.iter().map(|&part| constant(part)).collect()
}
