//! The compiler of rules to assertions.

use std::collections::{BTreeMap, HashMap};

use parallax_model::decimal::Decimal;
use parallax_model::flatten::{Bool, Int};

use super::aggregates;
use super::aggregates::Collection;
use super::decisions::{Decisions, add_uses};
use crate::bindings::{Conditions, variables_of_output};
use crate::build_error::{CompileError, RuleError};
use crate::expr::Expr;
use crate::glossary::{Sort, SymbolId};
use crate::ground::{Bound, Grounder, Num, Truth};
use crate::table::{Head, Output, Policy, Rule, Table};

/// The assertions of the tables.
#[derive(Debug, Default)]
pub struct Assertions {
    /// The labels.
    pub labels: Vec<String>,
    /// Each assertion with its label.
    pub all: Vec<(usize, Bool)>,
    /// Variables whose values are among those of expressions, each with its decimal places.
    pub among: Vec<(usize, Vec<(Int, u32)>)>,
    by_label: HashMap<String, usize>,
}

/// A compiler of tables.
pub struct Compiler<'p, 'g> {
    /// The maker of expressions.
    pub grounder: &'g mut Grounder<'p>,
    /// The assertions so far.
    pub assertions: Assertions,
    pub(super) decisions: BTreeMap<SymbolId, Decisions>,
    pub(super) collections: BTreeMap<SymbolId, Collection>,
}

impl<'p, 'g> Compiler<'p, 'g> {
    /// Makes a compiler without assertions.
    pub fn new(grounder: &'g mut Grounder<'p>) -> Self {
        Compiler {
            grounder,
            assertions: Assertions::default(),
            decisions: BTreeMap::new(),
            collections: BTreeMap::new(),
        }
    }

    /// Compiles tables, each with its number. Definitions are completed after the last table,
    /// because several tables may define one symbol.
    ///
    /// # Errors
    /// Returns the rule that cannot be compiled, and the reason.
    pub fn all<'t>(
        &mut self,
        tables: impl Iterator<Item = (usize, &'t Table)>,
    ) -> Result<(), RuleError> {
        for (number, table) in tables {
            match table.policy {
                Policy::Every => self.constraints(number, table)?,
                policy if policy.decides() => self.decide(number, table)?,
                _ => self.collect(number, table)?,
            }
        }
        let decisions = std::mem::take(&mut self.decisions);
        let collections = std::mem::take(&mut self.collections);
        let twice = collections.iter().find(|(symbol, _)| decisions.contains_key(symbol));
        if let Some((&symbol, collection)) = twice {
            let name = &self.grounder.glossary.symbol(symbol).name;
            let fault = CompileError::TwoDefinitions { name: name.clone() };
            return Err(RuleError::new(collection.tables[0], None, fault));
        }
        let mut uses = Vec::new();
        add_uses(&decisions, &mut uses);
        aggregates::add_uses(&collections, &mut uses);
        crate::cycles::refuse(self.grounder, &uses)?;
        for (symbol, decisions) in decisions {
            let fault = |fault| RuleError { table: decisions.tables[0], rule: None, fault };
            self.complete(symbol, &decisions).map_err(fault)?;
        }
        for (symbol, collection) in collections {
            let fault = |fault| RuleError { table: collection.tables[0], rule: None, fault };
            self.combine(symbol, &collection).map_err(fault)?;
        }
        Ok(())
    }

    pub(super) fn label(&mut self, text: &str) -> usize {
        let next = self.assertions.labels.len();
        let place = *self.assertions.by_label.entry(text.to_owned()).or_insert(next);
        if place == next {
            self.assertions.labels.push(text.to_owned());
        }
        place
    }

    pub(super) fn assert(&mut self, label: usize, truth: Truth) {
        let term = match truth {
            Truth::Known(true) => return,
            Truth::Known(false) => self.grounder.terms.truth(false),
            Truth::Term(term) => term,
        };
        self.assertions.all.push((label, term));
    }

    /// Asserts a truth under a label.
    pub fn assert_as(&mut self, label: &str, truth: Truth) {
        let label = self.label(label);
        self.assert(label, truth);
    }

    /// Asserts that `condition` implies `then`.
    pub(super) fn imply(&mut self, label: usize, condition: Truth, then: Truth) {
        let not = self.grounder.not(condition);
        let truth = self.grounder.or(&[not, then]);
        self.assert(label, truth);
    }

    /// Asserts every rule of an `E*` table.
    pub(super) fn constraints(&mut self, number: usize, table: &Table) -> Result<(), RuleError> {
        for (place, rule) in table.rules.iter().enumerate() {
            let fault = |fault| RuleError { table: number, rule: Some(place), fault };
            let label = self.label(&rule.label);
            for (head, output) in table.outputs.iter().zip(&rule.outputs) {
                let Output::Holds(test) = output else { continue };
                let mut also = Vec::new();
                variables_of_output(head, output, &mut also);
                let conditions =
                    Conditions::of(self.grounder, table, rule, &also).map_err(fault)?;
                let mut found = Vec::new();
                conditions
                    .each(self.grounder, &mut |grounder, values, condition| {
                        let bound = Bound { variables: &table.variables, values };
                        found.push((condition, grounder.holds_at(head, test, &bound)?));
                        Ok(())
                    })
                    .map_err(fault)?;
                for (condition, then) in found {
                    self.imply(label, condition, then);
                }
            }
        }
        Ok(())
    }

    pub(super) fn among(
        &mut self,
        variable: usize,
        digits: u32,
        values: &[Num],
    ) -> Result<(), CompileError> {
        let mut terms = Vec::with_capacity(values.len());
        for &value in values {
            let digits = digits.max(value.digits());
            terms.push((self.grounder.term(value, digits)?, digits));
        }
        self.assertions.among.push((variable, terms));
        Ok(())
    }

    /// Returns a variable as a value of its own.
    pub(super) fn own(&mut self, symbol: SymbolId, variable: usize) -> Own {
        let grounder = &mut *self.grounder;
        let digits = grounder.layout.block(symbol).digits;
        let fact = grounder.layout.facts.get(&variable).copied();
        match (grounder.glossary.sort(symbol), fact) {
            (Sort::Truth, Some(fact)) => Own::Truth(Truth::Known(fact == 1)),
            (Sort::Truth, None) => Own::Truth(Truth::Term(grounder.terms.flag(variable))),
            (_, Some(units)) => Own::Num(Num::Known(Decimal { units, digits })),
            (_, None) => Own::Num(Num::Term(grounder.terms.variable(variable), digits)),
        }
    }
}

/// A variable as a value of its own.
pub(super) enum Own {
    Truth(Truth),
    Num(Num),
}

/// The symbol of an output and its arguments.
pub(super) fn applied(head: &Head) -> Option<(SymbolId, &[Expr])> {
    match head {
        Head::Term(typed) => match &typed.expr {
            Expr::Apply(symbol, arguments) => Some((*symbol, arguments)),
            _ => None,
        },
        Head::Variable(_) => None,
    }
}

/// Returns the variable that an output represents.
pub(super) fn target(
    grounder: &mut Grounder<'_>,
    symbol: SymbolId,
    arguments: &[Expr],
    bound: &Bound<'_>,
) -> Result<usize, CompileError> {
    let mut defined = Vec::new();
    let mut known = Vec::with_capacity(arguments.len());
    for argument in arguments {
        known.push(grounder.num(argument, bound, &mut defined)?);
    }
    if known.iter().any(|num| matches!(num, Num::Term(..))) {
        return Err(CompileError::OpenArgument);
    }
    grounder.place(symbol, &known).ok_or(CompileError::OutsideArgument)
}

/// Returns the condition that a rule applies.
pub fn applies(
    grounder: &mut Grounder<'_>,
    table: &Table,
    rule: &Rule,
    bound: &Bound<'_>,
) -> Result<Truth, CompileError> {
    let mut held = Vec::with_capacity(rule.inputs.len());
    for (head, test) in table.inputs.iter().zip(&rule.inputs) {
        held.push(grounder.holds_at(head, test, bound)?);
    }
    Ok(grounder.and(&held))
}
