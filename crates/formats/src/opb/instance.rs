//! A pseudo-Boolean problem as an instance.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use compact_str::format_compact;
use parallax_instance::literals::{self, LiteralNotation};
use parallax_instance::{
    BrokenRuleError, DecodeError, ExplanationSource, InputError, Instance, LineReader, ModelSource,
    NamedValues, PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution, SolverLanguage,
    Viewpoint,
};
use parallax_model::engine_api::{Control, PreparationError, Task};
use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain, Given, Linear, LinearTerm,
    Model, ModelError, NumberedCuts, Objective, ObjectiveSense, PostedConstraint, Solution, Value,
    VarId,
};
use xxhash_rust::xxh3::xxh3_128;

use super::{OpbFormula, OpbInequality, OpbRelation, reductions};
use crate::{EncodedIntegers, boolean};

/// A pseudo-Boolean problem. Its puzzle solution lists the values of the
/// variables in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpbInstance {
    problem: OpbFormula,
    meanings: EncodedIntegers,
}

impl OpbInstance {
    /// Reads a problem and the comments that describe its variables.
    ///
    /// # Errors
    /// Returns the errors of `read`.
    pub fn read_lines(lines: &mut LineReader<'_>) -> Result<Self, InputError> {
        let mut meanings = EncodedIntegers::default();
        let problem = super::read_problem(lines, &mut |comment| meanings.add_comment(comment))?;
        Ok(OpbInstance { problem, meanings })
    }

    /// Builds the model. Calls `check` at intervals and stops if it fails.
    fn build_model<E: From<ModelError>>(
        &self,
        check: &dyn Fn() -> Result<(), E>,
    ) -> Result<Model, E> {
        let mut model = Model::new("opb");
        boolean::add_variables(&mut model, self.problem.variables, check)?;
        add_products(&mut model, &self.problem.products, check)?;
        for (number, inequality) in (1..).zip(&self.problem.constraints) {
            if number % boolean::POLL_INTERVAL == 0 {
                check()?;
            }
            model
                .post(format_compact!("constraint {number}"), inequality_constraint(inequality))?;
        }
        if let Some(terms) = &self.problem.objective {
            let maximise = self.problem.maximise;
            set_objective(
                &mut model,
                terms,
                if maximise { ObjectiveSense::Maximize } else { ObjectiveSense::Minimize },
            )?;
        }
        Ok(model)
    }
}

/// The label of the constraints that define a product is this and its number.
const PRODUCT_LABEL_PREFIX: &str = "product ";

fn literal_variable(literal: i32) -> VarId {
    VarId::new(literal.unsigned_abs() as usize - 1)
}

/// Adds a hidden variable for each product, which is 1 exactly if all of its literals are.
fn add_products<E: From<ModelError>>(
    model: &mut Model,
    products: &[Vec<i32>],
    check: &dyn Fn() -> Result<(), E>,
) -> Result<(), E> {
    let mut all = Vec::with_capacity(products.len());
    for number in 1..=products.len() {
        if number % boolean::POLL_INTERVAL == 0 {
            check()?;
        }
        all.push(
            model
                .add_hidden(format_compact!("{PRODUCT_LABEL_PREFIX}{number}"), Domain::boolean())?,
        );
    }
    let atom = |literal: i32, is_true: bool| {
        AtomicConstraint::new(
            literal_variable(literal),
            ComparisonOperator::Eq,
            i32::from((literal > 0) == is_true),
        )
    };
    for (number, (&product, literals)) in (1..).zip(all.iter().zip(products)) {
        if number % boolean::POLL_INTERVAL == 0 {
            check()?;
        }
        // The clauses of p = l1 l2 ...: p implies each literal, and all literals together imply p.
        let mut post = |atoms| {
            model.post(
                format_compact!("{PRODUCT_LABEL_PREFIX}{number}"),
                Constraint::Clause(Clause { atoms }),
            )
        };
        for &literal in literals {
            post(vec![
                AtomicConstraint::new(product, ComparisonOperator::Eq, 0),
                atom(literal, true),
            ])?;
        }
        let some_false = literals.iter().map(|&literal| atom(literal, false));
        post(
            some_false.chain([AtomicConstraint::new(product, ComparisonOperator::Eq, 1)]).collect(),
        )?;
    }
    Ok(())
}

/// Returns a clause if the inequality is one, otherwise a linear constraint.
fn inequality_constraint(inequality: &OpbInequality) -> Constraint {
    if let Some(literals) = inequality.as_clause() {
        let atom = |l: i32| {
            AtomicConstraint::new(literal_variable(l), ComparisonOperator::Eq, i32::from(l > 0))
        };
        return Constraint::Clause(Clause { atoms: literals.into_iter().map(atom).collect() });
    }
    // A sum over literals becomes one over variables.
    let mut constant = inequality.bound;
    let terms = inequality.terms.iter().map(|&(coefficient, literal)| {
        let negative = literal < 0;
        // c (1 - x) is c - c x. The reader bounds sums, so nothing overflows 64 bits.
        constant -= if negative { coefficient } else { 0 };
        let coefficient = if negative { -coefficient } else { coefficient };
        LinearTerm { coefficient, variable: literal_variable(literal) }
    });
    let terms = terms.collect();
    let relation = match inequality.sign {
        OpbRelation::AtLeast => ComparisonOperator::Ge,
        OpbRelation::Exactly => ComparisonOperator::Eq,
        OpbRelation::AtMost => ComparisonOperator::Le,
    };
    Constraint::Linear(Linear { terms, relation, constant })
}

/// Sets the sum to optimise. A hidden variable that is always 1 carries the constant part of
/// negated literals, so that the value is that of the file's objective.
fn set_objective(
    model: &mut Model,
    terms: &[(i64, i32)],
    sense: ObjectiveSense,
) -> Result<(), ModelError> {
    let mut constant = 0;
    let mut sum = Vec::with_capacity(terms.len() + 1);
    for &(coefficient, literal) in terms {
        let positive = literal > 0;
        constant += if positive { 0 } else { coefficient };
        let coefficient = if positive { coefficient } else { -coefficient };
        sum.push(LinearTerm { coefficient, variable: literal_variable(literal) });
    }
    if constant != 0 {
        let one = model.add_hidden("one", Domain::from_range(1, 1))?;
        sum.push(LinearTerm { coefficient: constant, variable: one });
    }
    model.set_objective(Objective::new(sense, sum))
}

impl ModelSource for OpbInstance {
    fn puzzle_name(&self) -> &'static str {
        "opb"
    }

    fn title(&self) -> String {
        let (variables, constraints) = (self.problem.variables, self.problem.constraints.len());
        let objective = if self.problem.objective.is_some() { ", with an objective" } else { "" };
        format!(
            "pseudo-Boolean problem, {variables} variables, {constraints} constraints{objective}"
        )
    }

    fn model_names(&self) -> &'static [&'static str] {
        &["sums"]
    }

    fn shape_key(&self, _: &Viewpoint) -> String {
        format!("{:032x}", xxh3_128(self.write_instance().as_bytes()))
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
        solution.values()[..self.problem.variables].to_vec()
    }
}

impl Instance for OpbInstance {
    /// Checks that every inequality of the file holds.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        boolean::all_boolean(solution, self.problem.variables)?;
        for (number, inequality) in (1..).zip(&self.problem.constraints) {
            if !inequality.holds(|number| self.problem.is_true(number, solution)) {
                let rule = format!("{} does not hold", self.problem.inequality_text(inequality));
                return Err(BrokenRuleError::new(format!("constraint {number}"), rule));
            }
        }
        Ok(())
    }

    fn default_task(&self) -> Task {
        match self.problem.objective {
            Some(_) => Task::Optimise,
            None => Task::Limit(2),
        }
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }

    fn explanation_source(&self) -> Option<&dyn ExplanationSource> {
        Some(self)
    }

    fn puzzle_reduction(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for OpbInstance {
    fn write_instance(&self) -> String {
        let (variables, constraints) = (self.problem.variables, self.problem.constraints.len());
        let mut text = format!("* #variable= {variables} #constraint= {constraints}");
        let products = &self.problem.products;
        if !products.is_empty() {
            // Cuts may make two products equal, and the header counts distinct ones.
            let distinct: BTreeSet<&Vec<i32>> = products.iter().collect();
            let size: usize = distinct.iter().map(|literals| literals.len()).sum();
            let _ = write!(text, " #product= {} sizeproduct= {size}", distinct.len());
        }
        text.push('\n');
        if let Some(terms) = &self.problem.objective {
            let sense = if self.problem.maximise { "max" } else { "min" };
            let _ = writeln!(text, "{sense}: {};", self.problem.sum_text(terms));
        }
        for inequality in &self.problem.constraints {
            let _ = writeln!(text, "{}", self.problem.inequality_text(inequality));
        }
        text
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        literals::write_solution(solution, LiteralNotation::Named)
    }

    /// Reads `v` lines of the pseudo-Boolean competitions.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        literals::read_solutions(source, text, LiteralNotation::Named, self.problem.variables)
    }

    fn decode_solution(&self, solution: &[Value]) -> Option<Result<NamedValues, DecodeError>> {
        let is_true = |variable: u32| solution.get(variable as usize - 1) == Some(&1);
        (!self.meanings.is_empty()).then(|| self.meanings.decode_values(&is_true))
    }

    fn solver_language(&self) -> Option<SolverLanguage> {
        Some(SolverLanguage::Opb)
    }
}

impl PuzzlePicture for OpbInstance {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        if solutions.is_empty() {
            format!("{}\n", self.title())
        } else {
            boolean::draw_literals(solutions, LiteralNotation::Named)
        }
    }
}

impl ExplanationSource for OpbInstance {
    /// A product is part of the constraints that use it; the file states no constraint for it.
    fn is_definition(&self, posted: &PostedConstraint) -> bool {
        posted.label.starts_with(PRODUCT_LABEL_PREFIX)
    }
}

impl PuzzleReduction for OpbInstance {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        reductions::list_cuts(&self.problem)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let problem = reductions::apply_cut(&self.problem, kind, run)?;
        Some(Box::new(OpbInstance { problem, meanings: EncodedIntegers::default() }))
    }
}
