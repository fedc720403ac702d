//! A formula in conjunctive normal form as an instance.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use compact_str::format_compact;
use parallax_instance::literals::{self, LiteralNotation};
use parallax_instance::{
    BrokenRuleError, DecodeError, InputError, Instance, LineReader, ModelSource, NamedValues,
    PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution, SolverLanguage, Viewpoint,
};
use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Given, Model, ModelError,
    NumberedCuts, Solution, Value, VarId,
};
use xxhash_rust::xxh3::Xxh3;

use super::{CnfFormula, reductions};
use crate::{EncodedIntegers, boolean};

/// A formula to satisfy. Its puzzle solution lists a 0 or 1 for each variable
/// in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CnfInstance {
    formula: CnfFormula,
    meanings: EncodedIntegers,
}

impl CnfInstance {
    /// An instance of this formula.
    #[must_use]
    pub fn new(formula: CnfFormula) -> Self {
        CnfInstance { formula, meanings: EncodedIntegers::default() }
    }

    /// Reads a formula and the comments that describe its variables.
    ///
    /// # Errors
    /// Returns the errors of `read`.
    pub fn read_lines(lines: &mut LineReader<'_>) -> Result<Self, InputError> {
        let mut meanings = EncodedIntegers::default();
        let formula = super::read_formula(lines, &mut |comment| meanings.add_comment(comment))?;
        Ok(CnfInstance { formula, meanings })
    }

    /// Builds the model. Calls `check` at intervals and stops if it fails.
    fn build_model<E: From<ModelError>>(
        &self,
        check: &dyn Fn() -> Result<(), E>,
    ) -> Result<Model, E> {
        let mut model = Model::new("cnf");
        boolean::add_variables(&mut model, self.formula.variable_count(), check)?;
        for (number, clause) in (1..).zip(self.formula.iter()) {
            if number % boolean::POLL_INTERVAL == 0 {
                check()?;
            }
            let atoms = clause.iter().map(|&literal| literal_atom(literal)).collect();
            let label = format_compact!("clause {number}");
            model.post(label, Constraint::Clause(Clause { atoms }))?;
        }
        Ok(model)
    }

    /// The number of clauses of each length.
    fn clause_lengths(&self) -> BTreeMap<usize, usize> {
        let mut lengths = BTreeMap::new();
        for clause in self.formula.iter() {
            *lengths.entry(clause.len()).or_default() += 1;
        }
        lengths
    }
}

fn literal_atom(literal: i32) -> AtomicConstraint {
    let variable = VarId::new(literal.unsigned_abs() as usize - 1);
    AtomicConstraint::new(variable, ComparisonOperator::Eq, i32::from(literal > 0))
}

impl ModelSource for CnfInstance {
    fn puzzle_name(&self) -> &'static str {
        "cnf"
    }

    fn title(&self) -> String {
        let (variables, clauses) = (self.formula.variable_count(), self.formula.len());
        format!("CNF formula, {variables} variables, {clauses} clauses")
    }

    fn model_names(&self) -> &'static [&'static str] {
        &["clauses"]
    }

    fn shape_key(&self, _: &Viewpoint) -> String {
        let mut digest = Xxh3::new();
        for clause in self.formula.iter() {
            clause.iter().for_each(|literal| digest.update(&literal.to_le_bytes()));
            digest.update(&0i32.to_le_bytes());
        }
        format!("{} variables, {:032x}", self.formula.variable_count(), digest.digest128())
    }

    fn model(&self, _: &Viewpoint) -> Result<Model, ModelError> {
        self.build_model(&|| Ok(()))
    }

    fn model_within(&self, _: &Viewpoint, control: &Control) -> Result<Model, PreparationError> {
        self.build_model(&|| Ok(control.check_stop()?))
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        Vec::new()
    }

    fn solution(&self, _: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        solution.values().to_vec()
    }
}

impl Instance for CnfInstance {
    /// Checks that every clause of the file has a true literal.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        boolean::all_boolean(solution, self.formula.variable_count())?;
        let is_true = |literal: i32| {
            let value = solution[literal.unsigned_abs() as usize - 1];
            (literal > 0) == (value == 1)
        };
        for (number, clause) in (1..).zip(self.formula.iter()) {
            if !clause.iter().any(|&literal| is_true(literal)) {
                let words: Vec<String> = clause.iter().map(i32::to_string).collect();
                let rule = format!("no literal of ({}) is true", words.join(" "));
                return Err(BrokenRuleError::new(format!("clause {number}"), rule));
            }
        }
        Ok(())
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }

    fn puzzle_reduction(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for CnfInstance {
    fn write_instance(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.formula.variable_count(), self.formula.len());
        for clause in self.formula.iter() {
            for literal in clause {
                let _ = write!(text, "{literal} ");
            }
            text.push_str("0\n");
        }
        text
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        literals::write_solution(solution, LiteralNotation::Numbers)
    }

    /// Reads `v` lines of the SAT competitions, MiniSat's output, or literals
    /// that end with a 0. Missing variables are false.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        literals::read_solutions(
            source,
            text,
            LiteralNotation::Numbers,
            self.formula.variable_count(),
        )
    }

    fn decode_solution(&self, solution: &[Value]) -> Option<Result<NamedValues, DecodeError>> {
        let is_true = |variable: u32| solution.get(variable as usize - 1) == Some(&1);
        (!self.meanings.is_empty()).then(|| self.meanings.decode_values(&is_true))
    }

    fn solver_language(&self) -> Option<SolverLanguage> {
        Some(SolverLanguage::Dimacs)
    }
}

impl PuzzlePicture for CnfInstance {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        if !solutions.is_empty() {
            return boolean::draw_literals(solutions, LiteralNotation::Numbers);
        }
        let mut text = format!("{} variables\n", self.formula.variable_count());
        for (length, number) in self.clause_lengths() {
            let noun = if number == 1 { "clause" } else { "clauses" };
            let literals = if length == 1 { "literal" } else { "literals" };
            let _ = writeln!(text, "{number} {noun} of {length} {literals}");
        }
        text
    }
}

impl PuzzleReduction for CnfInstance {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        reductions::list_cuts(&self.formula)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        Some(Box::new(CnfInstance::new(reductions::apply_cut(&self.formula, kind, run)?)))
    }
}
