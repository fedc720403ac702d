//! A problem stated by tables, as an instance.

use std::sync::OnceLock;

use parallax_json::ModelInstance;
use parallax_model::ask::{Control, Refusal, Task};
use parallax_model::instance::{
    self, BrokenRule, Excerpt, Excerpted, ExplanationSource, InputError, Instance, ModelSource,
    PuzzleNotation, PuzzlePicture, PuzzleSolution, Viewpoint,
};
use parallax_model::{Given, Model, ModelError, Posted, Solution, Value, VarId};
use xxhash_rust::xxh3::xxh3_128;

use super::build::{Built, build, build_excerpt};
use super::build_error::{Refused, RuleError};
use super::evaluate::Interpretation;
use super::goal::Goal;
use super::layout::Purpose;
use super::raw::RawTable;
use super::show;
use super::tables_problem::TablesProblem;
use super::warnings::warnings;

/// A problem stated by tables. Its puzzle solution lists the values of the symbols in the order of
/// the glossary, each for all its arguments.
pub struct TablesInstance {
    problem: TablesProblem,
    built: Built,
    raw: Vec<(String, RawTable)>,
    warnings: Vec<InputError>,
    digest: OnceLock<u128>,
}

impl TablesInstance {
    /// Reads tables, each with the name of its sheet.
    ///
    /// # Errors
    /// Returns an error at the first cell that is not as expected.
    pub fn read(
        source: &str,
        tables: Vec<(String, RawTable)>,
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        let problem = TablesProblem::read(source, &tables, check)?;
        let built = build(&problem, Purpose::Solutions, &|| check().is_err());
        match built {
            Ok(built) => {
                let (warnings, digest) = (warnings(source, &tables), OnceLock::new());
                Ok(TablesInstance { problem, built, raw: tables, warnings, digest })
            }
            Err(refused) => {
                check()?;
                Err(placed(source, &problem, &refused))
            }
        }
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &TablesProblem {
        &self.problem
    }

    /// The model, and the meaning of its variables.
    #[must_use]
    pub fn built(&self) -> &Built {
        &self.built
    }
}

/// Adds the place to an error of building.
fn placed(source: &str, problem: &TablesProblem, refused: &Refused) -> InputError {
    match refused {
        Refused::Symbol(id, fault) => match problem.places.get(id.0) {
            Some(place) => place.cell.fault(source, &place.sheet, &place.table, fault.to_string()),
            None => InputError::new(source, fault.to_string()),
        },
        Refused::Table(RuleError { table, rule, fault }) => {
            let table = &problem.tables[*table];
            let cell = rule.map_or(&table.title, |rule| &table.rules[rule].place);
            cell.fault(source, &table.sheet, &table.title.text, fault.to_string())
        }
        Refused::Other(error) => InputError::new(source, error.to_string()),
        Refused::Stopped => InputError::new(source, "not read to its end"),
    }
}

impl ModelSource for TablesInstance {
    fn puzzle(&self) -> &'static str {
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

    fn models(&self) -> &'static [&'static str] {
        &["tables"]
    }

    fn shape(&self, _: &Viewpoint) -> String {
        let digest = self.digest.get_or_init(|| xxh3_128(self.write().as_bytes()));
        format!("{digest:032x}")
    }

    fn model(&self, _: &Viewpoint) -> Result<Model, ModelError> {
        Ok(self.built.model.clone())
    }

    fn model_within(&self, viewpoint: &Viewpoint, control: &Control) -> Result<Model, Refusal> {
        control.check()?;
        Ok(self.model(viewpoint)?)
    }

    /// The values that data tables give to a function that they leave open for other arguments.
    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        let given = |&(place, value): &(usize, i64)| {
            let value = Value::try_from(value).ok()?;
            Some(Given { variable: VarId::new(place), value })
        };
        self.built.layout.givens.iter().filter_map(given).collect()
    }

    fn solution(&self, _: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        solution.values()[..self.built.layout.len].to_vec()
    }
}

impl Instance for TablesInstance {
    /// Checks data and tables with the values themselves.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        let expected = self.built.layout.len;
        if solution.len() != expected {
            let rule = format!("{} values for {expected} variables", solution.len());
            return Err(BrokenRule::new("solution", rule));
        }
        let outside = |&(place, &value): &(usize, &Value)| {
            !self.built.model.variables()[place].domain.contains(value)
        };
        if let Some((place, &value)) = solution.iter().enumerate().find(outside) {
            let (model, variable) = (&self.built.model, VarId::new(place));
            let (word, domain) = (model.word(variable, value), model.domain_words(variable));
            let rule = format!("{word} is outside its domain {domain}");
            return Err(BrokenRule::new(model.name_of(variable), rule));
        }
        let (problem, layout) = (&self.problem, &self.built.layout);
        Interpretation { problem, layout, values: solution }.check()
    }

    fn goal(&self) -> Option<instance::Goal> {
        Some(match &self.problem.goal {
            Goal::All => instance::Goal::Task(Task::All),
            Goal::Some(number) => instance::Goal::Task(Task::Limit(*number)),
            Goal::Best(..) => instance::Goal::Task(Task::Optimise),
            Goal::Propagate => instance::Goal::Consequences,
        })
    }

    fn default_task(&self) -> Task {
        match self.goal() {
            Some(instance::Goal::Task(task)) => task,
            _ => Task::Limit(2),
        }
    }

    fn notation(&self) -> &dyn PuzzleNotation {
        self
    }

    fn picture(&self) -> &dyn PuzzlePicture {
        self
    }

    fn explanations(&self) -> Option<&dyn ExplanationSource> {
        Some(self)
    }
}

impl PuzzleNotation for TablesInstance {
    /// The tables as Markdown.
    fn write(&self) -> String {
        show::markdown(&self.raw)
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        show::line(&self.built, solution)
    }

    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        super::answers::read(&self.problem.glossary, &self.built, source, text)
    }

    fn write_structure(&self, solution: &[Value]) -> String {
        show::structure(&self.problem.glossary, &self.built.layout, solution)
    }

    fn warnings(&self) -> &[InputError] {
        &self.warnings
    }
}

impl PuzzlePicture for TablesInstance {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        if solutions.is_empty() {
            return show::markdown(&self.raw);
        }
        show::pictures(&self.problem.glossary, &self.built.layout, solutions)
    }
}

impl ExplanationSource for TablesInstance {
    fn explainable_model(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, ModelError> {
        let stop = || control.stopped().is_some();
        match build(&self.problem, Purpose::Explanations, &stop) {
            Ok(built) => Ok(built.model),
            // An argument that must be known is a given, or a limit stopped the work.
            Err(_) => self.model(viewpoint),
        }
    }

    /// A constraint without a label defines hidden variables.
    fn is_definition(&self, posted: &Posted) -> bool {
        posted.label.is_empty()
    }

    /// The model of these rules alone: the tables are compiled again, and numbers have the bounds
    /// that these rules give.
    fn solve_excerpt(&self, excerpt: &Excerpt<'_>, control: &Control) -> Option<Excerpted> {
        let stop = || control.stopped().is_some();
        let whole = self.explainable_model(&self.default_viewpoint(), control).ok()?;
        Some(match build_excerpt(&self.problem, excerpt.labels, &whole, &stop) {
            Ok(model) => {
                let mut model = model.restricted(excerpt.givens);
                for given in excerpt.excluded {
                    model = model.without_value(given.variable, given.value);
                }
                Excerpted::Open(Box::new(ModelInstance::new(model)))
            }
            Err(refused) => {
                let source = "these tables alone";
                Excerpted::Failed(placed(source, &self.problem, &refused).to_string())
            }
        })
    }
}
