//! The meaning of the variables of a model: `color of 3` for the function `color of Card` at 3.

use std::collections::HashMap;

use super::build_error::{LocatedSymbolError, OpenTypeError, SymbolVariablesError};
use super::data::TableFact;
use super::digits::symbol_digits;
use super::glossary::{NameToken, SymbolId, TablesGlossary, TypeId, TypeValues, ValueSort};
use super::tables_problem::TablesProblem;

/// Maximum number of values of a type that is an argument or a variable of a table.
pub const MAX_LISTED: u64 = 1_000_000;

/// Maximum number of variables of a model.
pub(super) const MAX_VARIABLES: usize = 5_000_000;

/// Maximum number of givens that explanations may name. With more, data always holds.
const MAX_GIVENS: usize = 10_000;

/// The purpose of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelPurpose {
    /// To find solutions: known values are part of the expressions.
    Solutions,
    /// To explain: the givens are open, and the bounds of numbers follow from no single rule.
    Explanations,
}

/// The variables of one symbol.
#[derive(Clone, Debug)]
pub struct SymbolBlock {
    /// The first variable.
    pub first: usize,
    /// The values of each argument, ascending.
    pub arguments: Vec<Vec<i64>>,
    /// The decimal places of its values.
    pub digits: u32,
    /// The value that represents a missing value of a partial function.
    pub none: Option<i64>,
    /// The number of variables.
    pub len: usize,
}

/// The variables of all symbols, in the order of the glossary.
#[derive(Clone, Debug)]
pub struct SymbolLayout {
    /// One block a symbol.
    pub blocks: Vec<SymbolBlock>,
    /// The number of variables.
    pub len: usize,
    /// The values that are known from the start, by variable.
    pub facts: HashMap<usize, i64>,
    /// The values that data tables give to a function that they leave open for other arguments, for
    /// example the clues of a board.
    pub givens: Vec<(usize, i64)>,
}

impl SymbolLayout {
    /// Lays out the variables of a problem.
    ///
    /// # Errors
    /// Returns the symbol that cannot have variables, and the reason.
    pub fn from_problem(
        problem: &TablesProblem,
        purpose: ModelPurpose,
    ) -> Result<Self, LocatedSymbolError> {
        let digits = symbol_digits(problem)?;
        let glossary = &problem.glossary;
        let mut layout =
            SymbolLayout { blocks: Vec::new(), len: 0, facts: HashMap::new(), givens: Vec::new() };
        for (index, symbol) in glossary.symbols.iter().enumerate() {
            let id = SymbolId(index);
            let fault = |fault: SymbolVariablesError| LocatedSymbolError(id, fault);
            let mut arguments = Vec::new();
            for &kind in &symbol.arguments {
                arguments.push(type_values(glossary, kind).map_err(|open| fault(open.into()))?);
            }
            let len = arguments.iter().try_fold(1usize, |len, list| len.checked_mul(list.len()));
            let len = len.filter(|len| layout.len + len <= MAX_VARIABLES).ok_or_else(|| {
                fault(SymbolVariablesError::TooManyValues { name: symbol.name.clone() })
            })?;
            let none = missing_value(glossary, id).map_err(fault)?;
            let block =
                SymbolBlock { first: layout.len, arguments, digits: digits[index], none, len };
            layout.len += len;
            layout.blocks.push(block);
            layout.add_facts(problem, id).map_err(fault)?;
        }
        layout.givens.sort_unstable();
        // A given without a fact is an open variable, so that explanations can name it.
        if purpose == ModelPurpose::Explanations && layout.givens.len() <= MAX_GIVENS {
            for (index, _) in &layout.givens {
                layout.facts.remove(index);
            }
        }
        Ok(layout)
    }

    /// Adds the facts of data tables about a symbol. A relation in a data table has no other pairs
    /// than the listed ones.
    fn add_facts(
        &mut self,
        problem: &TablesProblem,
        id: SymbolId,
    ) -> Result<(), SymbolVariablesError> {
        let Some(facts) = problem.data.get(&id) else { return Ok(()) };
        let block = self.blocks[id.0].clone();
        // A data table lists all pairs of a relation, and all values of a partial function; the
        // others are false or missing.
        let rest = match (problem.glossary.symbol_sort(id), block.none) {
            (ValueSort::Truth, _) => Some(0),
            (_, none) => none,
        };
        if let Some(rest) = rest {
            self.facts.extend((block.first..block.first + block.len).map(|index| (index, rest)));
        }
        // A total function has values elsewhere, so its data are clues.
        let leaves_open = rest.is_none() && facts.0.len() < block.len;
        for (tuple, TableFact { value }) in &facts.0 {
            let index = block.variable_index(tuple).ok_or(SymbolVariablesError::OutsideArgument)?;
            let value = value.units_at(block.digits).ok_or(SymbolVariablesError::LargeNumber)?;
            self.facts.insert(index, value);
            self.givens.extend(leaves_open.then_some((index, value)));
        }
        Ok(())
    }

    /// The variables of a symbol.
    #[must_use]
    pub fn symbol_block(&self, id: SymbolId) -> &SymbolBlock {
        &self.blocks[id.0]
    }

    /// The symbol of a variable, and its arguments.
    #[must_use]
    pub fn find_symbol(&self, variable: usize) -> (SymbolId, Vec<i64>) {
        // Blocks ascend, so the variable is in the first block that ends after it.
        let index = self.blocks.partition_point(|block| block.first + block.len <= variable);
        (SymbolId(index), self.blocks[index].argument_values(variable))
    }

    /// The name of a variable: the symbol's name with its arguments filled in.
    #[must_use]
    pub fn variable_name(&self, glossary: &TablesGlossary, variable: usize) -> String {
        let (id, tuple) = self.find_symbol(variable);
        let symbol = glossary.find_symbol(id);
        let mut arguments = symbol.arguments.iter().zip(tuple);
        let word = |part: &NameToken| match part {
            NameToken::Word(word) => word.clone(),
            NameToken::Hole => arguments.next().map_or(String::new(), |(&kind, value)| {
                glossary.value_text(kind, value, glossary.type_digits(kind))
            }),
        };
        symbol.pattern.iter().map(word).collect::<Vec<_>>().join(" ")
    }
}

impl SymbolBlock {
    /// Returns the variable at these arguments; `None` if one is outside its type.
    #[must_use]
    pub fn variable_index(&self, arguments: &[i64]) -> Option<usize> {
        // Arguments are the digits of a number in mixed radix, most significant first: in blocks of
        // 3 x 4 values, the indices (1, 2) give 1 * 4 + 2.
        let mut index = 0;
        for (list, value) in self.arguments.iter().zip(arguments) {
            index = index * list.len() + list.binary_search(value).ok()?;
        }
        Some(self.first + index)
    }

    /// The arguments at a variable of this block.
    #[must_use]
    pub fn argument_values(&self, variable: usize) -> Vec<i64> {
        let mut rest = variable - self.first;
        let mut tuple: Vec<i64> = Vec::with_capacity(self.arguments.len());
        // A block with a variable has no empty list, so the remainder is defined.
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
/// Returns an error if they are not listed, or too many.
pub fn type_values(glossary: &TablesGlossary, kind: TypeId) -> Result<Vec<i64>, OpenTypeError> {
    glossary
        .list_values(kind, MAX_LISTED)
        .ok_or_else(|| OpenTypeError { name: glossary.type_of(kind).name.clone() })
}

/// Returns the value that represents a missing value of a partial function: one below the minimum.
fn missing_value(
    glossary: &TablesGlossary,
    id: SymbolId,
) -> Result<Option<i64>, SymbolVariablesError> {
    let symbol = glossary.find_symbol(id);
    let Some(result) = symbol.result.filter(|_| symbol.partial) else { return Ok(None) };
    match &glossary.type_of(result).values {
        // Names are numbered from 1.
        TypeValues::Names(_) => Ok(Some(0)),
        TypeValues::Numbers { domain, .. } => {
            Ok(domain.min().map(|minimum| i64::from(minimum) - 1))
        }
        _ => Err(SymbolVariablesError::OpenPartial { name: symbol.name.clone() }),
    }
}

impl TablesGlossary {
    /// The decimal places of the values of a type; 0 if they are not listed.
    #[must_use]
    pub fn type_digits(&self, kind: TypeId) -> u32 {
        match self.type_of(kind).values {
            TypeValues::Numbers { digits, .. } => digits,
            _ => 0,
        }
    }
}
