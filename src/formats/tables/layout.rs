//! Which variable of the model stands for which value: `color of 3` for the function `color of
//! Card` at 3.

use std::collections::HashMap;

use super::data::{Data, Fact};
use super::decimal::MAX_DIGITS;
use super::expr::{Expr, Quantified};
use super::glossary::{Glossary, Part, Sort, SymbolId, TypeId, Values};
use super::phrase::Variable;
use super::problem::Problem;
use super::table::{Output, Policy, Table};

/// The most values of a type that is an argument or a variable of a table.
pub const MAX_LISTED: u64 = 1_000_000;

/// The most variables of a model.
const MAX_VARIABLES: usize = 5_000_000;

/// How often the digits of symbols are looked at again before they count as unbounded.
const MAX_ROUNDS: usize = 20;

/// The variables of one symbol.
#[derive(Clone, Debug)]
pub struct Block {
    /// The first variable.
    pub first: usize,
    /// The values of each argument, ascending.
    pub arguments: Vec<Vec<i64>>,
    /// The digits after the point of its values.
    pub digits: u32,
    /// The value that stands for none, of a partial function.
    pub none: Option<i64>,
    /// The number of variables.
    pub len: usize,
}

/// The variables of all symbols, in the order of the glossary.
#[derive(Clone, Debug)]
pub struct Layout {
    /// One block a symbol.
    pub blocks: Vec<Block>,
    /// The number of variables.
    pub len: usize,
    /// What is known from the start, by variable.
    pub facts: HashMap<usize, i64>,
}

impl Layout {
    /// Lays out the variables of a problem.
    ///
    /// # Errors
    /// The symbol that cannot have variables, and why.
    pub fn of(problem: &Problem) -> Result<Self, (SymbolId, String)> {
        let digits = digits(problem)?;
        let glossary = &problem.glossary;
        let mut layout = Layout { blocks: Vec::new(), len: 0, facts: HashMap::new() };
        for (place, symbol) in glossary.symbols.iter().enumerate() {
            let id = SymbolId(place);
            let fault = |message: String| (id, message);
            let mut arguments = Vec::new();
            for &kind in &symbol.arguments {
                arguments.push(listed(glossary, kind).map_err(fault)?);
            }
            let len = arguments.iter().try_fold(1usize, |len, list| len.checked_mul(list.len()));
            let len = len.filter(|len| layout.len + len <= MAX_VARIABLES).ok_or_else(|| {
                fault(format!(
                    "'{}' has too many values; at most {MAX_VARIABLES} in all",
                    symbol.name
                ))
            })?;
            let none = none(glossary, id).map_err(fault)?;
            let block = Block { first: layout.len, arguments, digits: digits[place], none, len };
            layout.len += len;
            layout.blocks.push(block);
            layout.know(problem, id).map_err(fault)?;
        }
        Ok(layout)
    }

    /// Takes over what data tables state of a symbol. A relation in a data table has no other
    /// pairs than those that are listed.
    fn know(&mut self, problem: &Problem, id: SymbolId) -> Result<(), String> {
        let Some(facts) = problem.data.get(&id) else { return Ok(()) };
        let block = self.blocks[id.0].clone();
        let rest = match (problem.glossary.sort(id), block.none) {
            (Sort::Truth, _) => Some(0),
            (_, none) => none,
        };
        if let Some(rest) = rest {
            self.facts.extend((block.first..block.first + block.len).map(|place| (place, rest)));
        }
        for (tuple, Fact { value }) in &facts.0 {
            let place =
                block.place(tuple).ok_or("a data table has an argument outside its type")?;
            let value = value.at(block.digits).ok_or("a number is too large")?;
            self.facts.insert(place, value);
        }
        Ok(())
    }

    /// The variables of a symbol.
    #[must_use]
    pub fn block(&self, id: SymbolId) -> &Block {
        &self.blocks[id.0]
    }

    /// The symbol of a variable, and its arguments.
    #[must_use]
    pub fn symbol_at(&self, variable: usize) -> (SymbolId, Vec<i64>) {
        let place = self.blocks.partition_point(|block| block.first + block.len <= variable);
        (SymbolId(place), self.blocks[place].tuple(variable))
    }

    /// The name of a variable: the symbol's with its arguments in their places.
    #[must_use]
    pub fn name(&self, glossary: &Glossary, variable: usize) -> String {
        let (id, tuple) = self.symbol_at(variable);
        let symbol = glossary.symbol(id);
        let mut arguments = symbol.arguments.iter().zip(tuple);
        let word = |part: &Part| match part {
            Part::Word(word) => word.clone(),
            Part::Hole => arguments.next().map_or(String::new(), |(&kind, value)| {
                glossary.word(kind, value, glossary.digits(kind))
            }),
        };
        symbol.pattern.iter().map(word).collect::<Vec<_>>().join(" ")
    }
}

impl Block {
    /// The variable at these arguments; `None` where one is outside its type.
    #[must_use]
    pub fn place(&self, arguments: &[i64]) -> Option<usize> {
        let mut place = 0;
        for (list, value) in self.arguments.iter().zip(arguments) {
            place = place * list.len() + list.binary_search(value).ok()?;
        }
        Some(self.first + place)
    }

    /// The arguments at a variable of this block.
    #[must_use]
    pub fn tuple(&self, variable: usize) -> Vec<i64> {
        let mut rest = variable - self.first;
        let mut tuple: Vec<i64> = Vec::with_capacity(self.arguments.len());
        for list in self.arguments.iter().rev() {
            tuple.push(list[rest % list.len()]);
            rest /= list.len();
        }
        tuple.reverse();
        tuple
    }
}

/// The values of a type, ascending.
///
/// # Errors
/// When they are not listed, or too many.
pub fn listed(glossary: &Glossary, kind: TypeId) -> Result<Vec<i64>, String> {
    glossary.listed(kind, MAX_LISTED).ok_or_else(|| {
        let name = &glossary.type_of(kind).name;
        format!("type '{name}' has no list of at most {MAX_LISTED} values to go through")
    })
}

/// The value that stands for none, of a partial function: the one below the least.
fn none(glossary: &Glossary, id: SymbolId) -> Result<Option<i64>, String> {
    let symbol = glossary.symbol(id);
    let Some(result) = symbol.result.filter(|_| symbol.partial) else { return Ok(None) };
    match &glossary.type_of(result).values {
        Values::Names(_) => Ok(Some(0)),
        Values::Numbers { domain, .. } => Ok(domain.min().map(|least| i64::from(least) - 1)),
        _ => Err(format!("partial '{}' needs a type with a list or range of values", symbol.name)),
    }
}

impl Glossary {
    /// The digits after the point of the values of a type, where they are listed.
    #[must_use]
    pub fn digits(&self, kind: TypeId) -> u32 {
        match self.type_of(kind).values {
            Values::Numbers { digits, .. } => digits,
            _ => 0,
        }
    }
}

/// The digits after the point of the values of each symbol: those of its type, or the most that
/// its data and its rules can give.
fn digits(problem: &Problem) -> Result<Vec<u32>, (SymbolId, String)> {
    let glossary = &problem.glossary;
    let open: Vec<bool> =
        glossary.symbols.iter().map(|symbol| is_open(glossary, symbol.result)).collect();
    let mut digits: Vec<u32> = glossary
        .symbols
        .iter()
        .map(|symbol| symbol.result.map_or(0, |kind| glossary.digits(kind)))
        .collect();
    for (&id, facts) in problem.data.iter().filter(|(id, _)| open[id.0]) {
        digits[id.0] = facts.0.values().map(|fact| fact.value.digits).max().unwrap_or(0);
    }
    for (place, symbol) in glossary.symbols.iter().enumerate().filter(|(place, _)| open[*place]) {
        let id = SymbolId(place);
        if !is_defined(&problem.data, &problem.tables, id) {
            let name = &symbol.name;
            return Err((
                id,
                format!(
                    "'{name}' may be any decimal number; expected a type with a list of values, data, or a decision table for it"
                ),
            ));
        }
    }
    for round in 0.. {
        let mut changed = None;
        for (symbol, expr, variables) in definitions(&problem.tables) {
            let found = of_expr(glossary, &digits, variables, expr);
            if open[symbol.0] && found > digits[symbol.0] {
                digits[symbol.0] = found;
                changed = Some(symbol);
            }
        }
        match changed {
            None => break,
            Some(symbol) if round == MAX_ROUNDS || digits[symbol.0] > MAX_DIGITS => {
                let name = &glossary.symbol(symbol).name;
                return Err((
                    symbol,
                    format!("'{name}' may have more than {MAX_DIGITS} digits after the point"),
                ));
            }
            Some(_) => {}
        }
    }
    Ok(digits)
}

/// Whether a type holds all decimal numbers.
fn is_open(glossary: &Glossary, kind: Option<TypeId>) -> bool {
    kind.is_some_and(|kind| matches!(glossary.type_of(kind).values, Values::AnyDecimal(_)))
}

/// Whether data or a table of decisions or aggregates gives a symbol its values.
fn is_defined(data: &Data, tables: &[Table], id: SymbolId) -> bool {
    data.contains_key(&id) || definitions(tables).any(|(symbol, ..)| symbol == id)
}

/// The symbols that tables define, with an expression for each value that they may get.
fn definitions(tables: &[Table]) -> impl Iterator<Item = (SymbolId, &Expr, &[Variable])> {
    tables.iter().filter(|table| table.policy != Policy::Every).flat_map(|table| {
        table.rules.iter().flat_map(move |rule| {
            rule.outputs.iter().zip(&table.outputs).filter_map(move |(output, head)| {
                match (output, head) {
                    (Output::Value(value), super::table::Head::Term(typed)) => match &typed.expr {
                        Expr::Apply(symbol, _) => Some((*symbol, value, &table.variables[..])),
                        _ => None,
                    },
                    _ => None,
                }
            })
        })
    })
}

/// The most digits after the point that an expression can have.
fn of_expr(glossary: &Glossary, digits: &[u32], variables: &[Variable], expr: &Expr) -> u32 {
    let of = |expr: &Expr| of_expr(glossary, digits, variables, expr);
    match expr {
        Expr::Number(number) => number.digits,
        Expr::Name(..) | Expr::Quotient(..) | Expr::Remainder(..) => 0,
        Expr::Variable(Quantified(place)) => glossary.digits(variables[*place].kind),
        Expr::Apply(symbol, _) => digits[symbol.0],
        Expr::Product(list) => list.iter().map(of).fold(0, u32::saturating_add),
        other => other.parts().map(of).max().unwrap_or(0),
    }
}
