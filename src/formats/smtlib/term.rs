//! Terms of a script as expressions.

use std::collections::HashMap;
use std::sync::Arc;

use super::sexp::{Kind, Sexp};
use crate::instance::InputError;
use crate::model::Relation;
use crate::model::flatten::{Bool, Int};

/// A term with its sort.
#[derive(Clone, Debug)]
pub(super) enum Typed {
    Bool(Arc<Bool>),
    Int(Arc<Int>),
}

/// What symbols stand for, and how deeply that is nested.
pub(super) type Names = HashMap<String, (Typed, usize)>;

/// The deepest nesting of what a symbol stands for.
const DEEPEST: usize = 400;

/// Reads terms; `let` names are put aside while they last.
pub(super) struct Reader<'a> {
    pub source: &'a str,
    pub names: Names,
    /// How deep the reader is, and how deep the term is that it reads, with
    /// what symbols stand for.
    level: usize,
    reach: usize,
}

type Read<T> = Result<T, InputError>;

impl<'a> Reader<'a> {
    pub fn new(source: &'a str) -> Self {
        Reader { source, names: Names::new(), level: 0, reach: 0 }
    }

    /// A term for a symbol to stand for, with its depth.
    pub fn measured(&mut self, sexp: &Sexp) -> Read<(Typed, usize)> {
        let before = (self.level, self.reach);
        (self.level, self.reach) = (0, 0);
        let term = self.term(sexp)?;
        let depth = self.reach;
        (self.level, self.reach) = before;
        match depth > DEEPEST {
            true => Err(sexp.fault(self.source, format!("nested deeper than {DEEPEST}"))),
            false => Ok((term, depth)),
        }
    }

    pub fn bool(&mut self, sexp: &Sexp) -> Read<Arc<Bool>> {
        match self.term(sexp)? {
            Typed::Bool(term) => Ok(term),
            Typed::Int(_) => Err(self.fault(sexp, "a truth value")),
        }
    }

    pub fn int(&mut self, sexp: &Sexp) -> Read<Arc<Int>> {
        match self.term(sexp)? {
            Typed::Int(term) => Ok(term),
            Typed::Bool(_) => Err(self.fault(sexp, "an integer")),
        }
    }

    fn fault(&self, sexp: &Sexp, expected: &str) -> InputError {
        sexp.fault(self.source, format!("'{}'; expected {expected}", sexp.told()))
    }

    pub fn term(&mut self, sexp: &Sexp) -> Read<Typed> {
        match &sexp.kind {
            Kind::Text => Err(self.fault(sexp, "a term")),
            Kind::Word(word) => self.word(sexp, word),
            Kind::List(list) => match list.split_first() {
                None => Err(self.fault(sexp, "a term")),
                Some((head, rest)) => {
                    self.level += 1;
                    self.reach = self.reach.max(self.level);
                    let term = self.application(sexp, head, rest)?;
                    self.level -= 1;
                    Ok(term)
                }
            },
        }
    }

    fn word(&mut self, sexp: &Sexp, word: &str) -> Read<Typed> {
        if let Some((known, depth)) = self.names.get(word) {
            self.reach = self.reach.max(self.level + depth);
            return Ok(known.clone());
        }
        if word.bytes().all(|b| b.is_ascii_digit()) {
            let number = word.parse();
            let number = number.map_err(|_| self.fault(sexp, "a number of at most 63 bits"))?;
            return Ok(Typed::Int(Arc::new(Int::Const(number))));
        }
        match word {
            "true" | "false" => Ok(Typed::Bool(Arc::new(Bool::Const(word == "true")))),
            _ => Err(self.fault(sexp, "a declared symbol")),
        }
    }

    fn bools(&mut self, rest: &[Sexp]) -> Read<Vec<Arc<Bool>>> {
        rest.iter().map(|sexp| self.bool(sexp)).collect()
    }

    fn ints(&mut self, rest: &[Sexp]) -> Read<Vec<Arc<Int>>> {
        rest.iter().map(|sexp| self.int(sexp)).collect()
    }

    fn application(&mut self, sexp: &Sexp, head: &Sexp, rest: &[Sexp]) -> Read<Typed> {
        let Some(name) = head.word() else {
            return Err(self.fault(sexp, "an operator of integers or truth values"));
        };
        let least = match name {
            "=>" | "xor" | "=" | "distinct" | "<" | "<=" | ">" | ">=" => 2,
            "ite" => 3,
            _ => 1,
        };
        if rest.len() < least
            || (name == "not" && rest.len() > 1)
            || (name == "ite" && rest.len() > 3)
        {
            return Err(self.fault(sexp, "another number of arguments"));
        }
        let relation = match name {
            "<" => Some(Relation::Lt),
            "<=" => Some(Relation::Le),
            ">" => Some(Relation::Gt),
            ">=" => Some(Relation::Ge),
            _ => None,
        };
        if let Some(relation) = relation {
            return Ok(Typed::Bool(chain(self.ints(rest)?, relation)));
        }
        let term = match name {
            "and" => Bool::And(self.bools(rest)?),
            "or" => Bool::Or(self.bools(rest)?),
            "not" => Bool::Not(self.bool(&rest[0])?),
            "=>" => {
                let mut parts = self.bools(rest)?;
                let last = parts.len() - 1;
                parts[..last].iter_mut().for_each(|p| *p = Arc::new(Bool::Not(p.clone())));
                Bool::Or(parts)
            }
            "xor" => {
                let parts = self.bools(rest)?;
                let xor =
                    |a: Arc<Bool>, b: Arc<Bool>| Arc::new(Bool::Not(Arc::new(Bool::Iff(a, b))));
                let joined = parts.into_iter().reduce(xor);
                return joined.map(Typed::Bool).ok_or_else(|| self.fault(sexp, "arguments"));
            }
            "=" | "distinct" => return self.equality(sexp, name == "distinct", rest),
            "ite" => return self.choice(rest),
            "let" => return self.bind(sexp, rest),
            "!" => return self.term(&rest[0]),
            "+" => return Ok(Typed::Int(Arc::new(Int::Add(self.ints(rest)?)))),
            "-" => {
                let mut parts = self.ints(rest)?;
                let negate = |p: &Arc<Int>| match **p {
                    Int::Const(number) if number != i64::MIN => Arc::new(Int::Const(-number)),
                    _ => Arc::new(Int::Scale(-1, p.clone())),
                };
                if let [only] = &parts[..] {
                    return Ok(Typed::Int(negate(only)));
                }
                parts[1..].iter_mut().for_each(|p| *p = negate(p));
                return Ok(Typed::Int(Arc::new(Int::Add(parts))));
            }
            "*" => return self.product(sexp, rest),
            other => {
                let message = format!("'{}' is not supported", crate::instance::shorten(other));
                return Err(head.fault(self.source, message));
            }
        };
        Ok(Typed::Bool(Arc::new(term)))
    }

    fn equality(&mut self, sexp: &Sexp, distinct: bool, rest: &[Sexp]) -> Read<Typed> {
        let first = self.term(&rest[0])?;
        let term = match (first, distinct) {
            (Typed::Int(_), true) => Arc::new(Bool::Distinct(self.ints(rest)?)),
            (Typed::Int(_), false) => chain(self.ints(rest)?, Relation::Eq),
            (Typed::Bool(_), false) => {
                let parts = self.bools(rest)?;
                let pairs = parts.windows(2);
                let same = |p: &[Arc<Bool>]| Arc::new(Bool::Iff(p[0].clone(), p[1].clone()));
                all(pairs.map(same).collect())
            }
            (Typed::Bool(_), true) => match &self.bools(rest)?[..] {
                [a, b] => Arc::new(Bool::Not(Arc::new(Bool::Iff(a.clone(), b.clone())))),
                _ => return Err(self.fault(sexp, "two truth values")),
            },
        };
        Ok(Typed::Bool(term))
    }

    fn choice(&mut self, rest: &[Sexp]) -> Read<Typed> {
        let condition = self.bool(&rest[0])?;
        Ok(match self.term(&rest[1])? {
            Typed::Bool(then) => {
                Typed::Bool(Arc::new(Bool::Ite(condition, then, self.bool(&rest[2])?)))
            }
            Typed::Int(then) => {
                Typed::Int(Arc::new(Int::Ite(condition, then, self.int(&rest[2])?)))
            }
        })
    }

    /// A product of numbers and at most one other term.
    fn product(&mut self, sexp: &Sexp, rest: &[Sexp]) -> Read<Typed> {
        let mut factor: i64 = 1;
        let mut other = None;
        for (part, sexp) in self.ints(rest)?.into_iter().zip(rest) {
            match &*part {
                Int::Const(number) => {
                    let product = factor.checked_mul(*number);
                    factor = product.ok_or_else(|| self.fault(sexp, "a smaller number"))?;
                }
                _ if other.is_some() => {
                    let message = "products of variables are not supported";
                    return Err(sexp.fault(self.source, message));
                }
                _ => other = Some(part),
            }
        }
        let _ = sexp;
        Ok(Typed::Int(Arc::new(match other {
            None => Int::Const(factor),
            Some(other) => Int::Scale(factor, other),
        })))
    }

    fn bind(&mut self, sexp: &Sexp, rest: &[Sexp]) -> Read<Typed> {
        let (Some(bindings), [_, body]) = (rest[0].list(), rest) else {
            return Err(self.fault(sexp, "(let ((name term) ...) term)"));
        };
        let mut bound = Vec::new();
        for binding in bindings {
            match binding.list() {
                Some([name, term]) if name.word().is_some() => {
                    let name = name.word().unwrap_or_default().to_owned();
                    bound.push((name, self.measured(term)?));
                }
                _ => return Err(self.fault(binding, "(name term)")),
            }
        }
        let before: Vec<(String, Option<(Typed, usize)>)> = bound
            .into_iter()
            .map(|(name, term)| {
                let before = self.names.insert(name.clone(), term);
                (name, before)
            })
            .collect();
        let result = self.term(body);
        for (name, before) in before.into_iter().rev() {
            match before {
                Some(term) => self.names.insert(name, term),
                None => self.names.remove(&name),
            };
        }
        result
    }
}

/// `a R b R c`.
fn chain(parts: Vec<Arc<Int>>, relation: Relation) -> Arc<Bool> {
    let pair = |p: &[Arc<Int>]| Arc::new(Bool::Compare(p[0].clone(), relation, p[1].clone()));
    all(parts.windows(2).map(pair).collect())
}

fn all(mut parts: Vec<Arc<Bool>>) -> Arc<Bool> {
    match parts.len() {
        1 => parts.remove(0),
        _ => Arc::new(Bool::And(parts)),
    }
}
