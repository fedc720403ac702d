//! A problem stated by tables, as an instance.

use std::sync::OnceLock;

use parallax_dmn::columns::SeparateTables;
use parallax_dmn::decisions::DecisionModel;
use parallax_instance::{
    BrokenRuleError, ExcerptAnswer, ExplanationSource, InputError, Instance, InstanceExcerpt,
    InstanceGoal, ModelSource, PuzzleNotation, PuzzlePicture, PuzzleSolution, Viewpoint,
};
use parallax_json::ModelInstance;
use parallax_model::engine_api::{Control, PreparationError, Task};
use parallax_model::{Given, Model, ModelError, PostedConstraint, Solution, Value, VarId};
use xxhash_rust::xxh3::xxh3_128;

use super::build::{TablesModel, build_excerpt, build_model};
use super::build_error::{TableRuleError, TablesModelError};
use super::evaluate::{DecisionJudge, TableInterpretation};
use super::goal::WorkbookGoal;
use super::layout::ModelPurpose;
use super::raw::RawTable;
use super::solution_text;
use super::tables_problem::TablesProblem;
use super::warnings::empty_range_warnings;

/// A problem stated by tables. Its puzzle solution lists the values of the symbols in the order of
/// the glossary, each for all its arguments.
pub struct TablesInstance {
    problem: TablesProblem,
    built: TablesModel,
    raw: Vec<(String, RawTable)>,
    warnings: Vec<InputError>,
    digest: OnceLock<u128>,
    separate: Option<SeparateTables>,
    judge: Option<DecisionJudge>,
}

impl TablesInstance {
    /// Reads tables, each with the name of its sheet.
    ///
    /// # Errors
    /// Returns an error at the first cell that is not as expected.
    pub fn read_tables(
        source: &str,
        tables: Vec<(String, RawTable)>,
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        let problem = TablesProblem::read_problem(source, &tables, check)?;
        let built = build_model(&problem, ModelPurpose::Solutions, &|| check().is_err());
        match built {
            Ok(built) => {
                let (warnings, digest) = (empty_range_warnings(source, &tables), OnceLock::new());
                Ok(TablesInstance {
                    problem,
                    built,
                    raw: tables,
                    warnings,
                    digest,
                    separate: None,
                    judge: None,
                })
            }
            Err(refused) => {
                // A stop makes building fail, and its error is the real reason.
                check()?;
                Err(locate_error(source, &problem, &refused))
            }
        }
    }

    /// Makes an instance of decision tables that are linted one by one. It states no problem of its
    /// own: nothing relates the tables to each other.
    ///
    /// # Errors
    /// Returns an error if the model of no tables cannot be built.
    pub fn from_separate_tables(
        source: &str,
        separate: SeparateTables,
    ) -> Result<Self, InputError> {
        let problem = TablesProblem::default();
        let built = build_model(&problem, ModelPurpose::Solutions, &|| false)
            .map_err(|refused| locate_error(source, &problem, &refused))?;
        Ok(TablesInstance {
            problem,
            built,
            raw: Vec::new(),
            warnings: Vec::new(),
            digest: OnceLock::new(),
            separate: Some(separate),
            judge: None,
        })
    }

    /// Judges every solution also by the decisions of the file, as DMN defines them. Without effect
    /// if one of them is not understood.
    #[must_use]
    pub fn judge_by_decisions(mut self, model: DecisionModel) -> Self {
        self.judge = DecisionJudge::match_symbols(model, &self.problem.glossary);
        self
    }

    /// Returns the tables, if they were read to be linted one by one.
    #[must_use]
    pub fn separate_tables(&self) -> Option<&SeparateTables> {
        self.separate.as_ref()
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &TablesProblem {
        &self.problem
    }

    /// The model, and the meaning of its variables.
    #[must_use]
    pub fn built_model(&self) -> &TablesModel {
        &self.built
    }
}

/// Adds the place to an error of building.
fn locate_error(source: &str, problem: &TablesProblem, refused: &TablesModelError) -> InputError {
    match refused {
        TablesModelError::Symbol(id, fault) => match problem.places.get(id.0) {
            Some(place) => {
                place.cell.cell_error(source, &place.sheet, &place.table, fault.to_string())
            }
            None => InputError::new(source, fault.to_string()),
        },
        TablesModelError::Table(TableRuleError { table, rule, fault }) => {
            let table = &problem.tables[*table];
            let cell = rule.map_or(&table.title, |rule| &table.rules[rule].place);
            cell.cell_error(source, &table.sheet, &table.title.text, fault.to_string())
        }
        TablesModelError::Other(error) => InputError::new(source, error.to_string()),
        TablesModelError::Stopped => InputError::new(source, "not read to its end"),
    }
}

impl ModelSource for TablesInstance {
    fn puzzle_name(&self) -> &'static str {
        "cdmn"
    }

    fn title(&self) -> String {
        let count = |number: usize, noun: &str| {
            let plural = if number == 1 { "" } else { "s" };
            format!("{number} {noun}{plural}")
        };
        let tables = count(self.problem.tables.len(), "table");
        let symbols = count(self.problem.glossary.symbols.len(), "symbol");
        let open = count(self.built.layout.len - self.built.layout.facts.len(), "open value");
        format!("{tables} of rules, {symbols}, {open}")
    }

    fn model_names(&self) -> &'static [&'static str] {
        &["tables"]
    }

    fn shape_key(&self, _: &Viewpoint) -> String {
        let digest = self.digest.get_or_init(|| xxh3_128(self.write_instance().as_bytes()));
        format!("{digest:032x}")
    }

    fn model(&self, _: &Viewpoint) -> Result<Model, ModelError> {
        Ok(self.built.model.clone())
    }

    fn model_within(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, PreparationError> {
        control.check_stop()?;
        Ok(self.model(viewpoint)?)
    }

    /// The values that data tables give to a function that they leave open for other arguments.
    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        let given = |&(index, value): &(usize, i64)| {
            let value = Value::try_from(value).ok()?;
            Some(Given { variable: VarId::new(index), value })
        };
        self.built.layout.givens.iter().filter_map(given).collect()
    }

    fn solution(&self, _: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        solution.values()[..self.built.layout.len].to_vec()
    }
}

impl Instance for TablesInstance {
    /// Checks data and tables with the values themselves.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        let expected = self.built.layout.len;
        if solution.len() != expected {
            let rule = format!("{} values for {expected} variables", solution.len());
            return Err(BrokenRuleError::new("solution", rule));
        }
        // The rules assume values of their types: only then has a value a name or a place among the
        // arguments.
        let outside = |&(index, &value): &(usize, &Value)| {
            !self.built.model.variables()[index].domain.contains(value)
        };
        if let Some((index, &value)) = solution.iter().enumerate().find(outside) {
            let (model, variable) = (&self.built.model, VarId::new(index));
            let (word, domain) =
                (model.describe_value(variable, value), model.domain_words(variable));
            let rule = format!("{word} is outside its domain {domain}");
            return Err(BrokenRuleError::new(model.name_of(variable), rule));
        }
        let (problem, layout) = (&self.problem, &self.built.layout);
        TableInterpretation { problem, layout, values: solution }.check_tables()?;
        match &self.judge {
            Some(judge) => judge.judge_solution(&problem.glossary, layout, solution),
            None => Ok(()),
        }
    }

    fn goal(&self) -> Option<InstanceGoal> {
        Some(match &self.problem.goal {
            WorkbookGoal::All => InstanceGoal::Task(Task::All),
            WorkbookGoal::Some(number) => InstanceGoal::Task(Task::Limit(*number)),
            WorkbookGoal::Best(..) => InstanceGoal::Task(Task::Optimise),
            WorkbookGoal::Propagate => InstanceGoal::Consequences,
        })
    }

    fn default_task(&self) -> Task {
        match self.goal() {
            Some(InstanceGoal::Task(task)) => task,
            _ => Task::Limit(2),
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
}

impl PuzzleNotation for TablesInstance {
    /// The tables as Markdown.
    fn write_instance(&self) -> String {
        solution_text::tables_markdown(&self.raw)
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        solution_text::solution_line(&self.built, solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        super::answers::read_solutions(&self.problem.glossary, &self.built, source, text)
    }

    fn write_structure(&self, solution: &[Value]) -> String {
        solution_text::structure_text(&self.problem.glossary, &self.built.layout, solution)
    }

    fn reader_warnings(&self) -> &[InputError] {
        &self.warnings
    }
}

impl PuzzlePicture for TablesInstance {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        if solutions.is_empty() {
            return solution_text::tables_markdown(&self.raw);
        }
        solution_text::draw_solutions(&self.problem.glossary, &self.built.layout, solutions)
    }
}

impl ExplanationSource for TablesInstance {
    fn explainable_model(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, ModelError> {
        let stop = || control.stop_reason().is_some();
        match build_model(&self.problem, ModelPurpose::Explanations, &stop) {
            Ok(built) => Ok(built.model),
            // Givens are open here, so this fails if an argument that must be known is one of them,
            // or if a limit stops the work.
            Err(_) => self.model(viewpoint),
        }
    }

    /// A constraint without a label defines hidden variables.
    fn is_definition(&self, posted: &PostedConstraint) -> bool {
        posted.label.is_empty()
    }

    /// The model of these rules alone: the tables are compiled again, and numbers have the bounds
    /// that these rules give.
    fn solve_excerpt(
        &self,
        excerpt: &InstanceExcerpt<'_>,
        control: &Control,
    ) -> Option<ExcerptAnswer> {
        let stop = || control.stop_reason().is_some();
        // Numbers that these rules leave without bounds take the bounds of the whole model.
        let whole = self.explainable_model(&self.default_viewpoint(), control).ok()?;
        Some(match build_excerpt(&self.problem, excerpt.labels, &whole, &stop) {
            Ok(model) => {
                let mut model = model.restrict_givens(excerpt.givens);
                for given in excerpt.excluded {
                    model = model.without_value(given.variable, given.value);
                }
                ExcerptAnswer::Open(Box::new(ModelInstance::new(model)))
            }
            Err(refused) => {
                let source = "these tables alone";
                ExcerptAnswer::Failed(locate_error(source, &self.problem, &refused).to_string())
            }
        })
    }
}
