//! A script as an instance.

use std::collections::HashMap;
use std::io::Cursor;
use std::ops::Range;

use parallax_instance::{
    BrokenRuleError, ExplanationSource, InputError, Instance, LineReader, ModelSource,
    PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution, SolverLanguage, Viewpoint,
};
use parallax_model::engine_api::Control;
use parallax_model::flatten::ExpressionValues;
use parallax_model::{Given, Model, ModelError, NumberedCuts, PostedConstraint, Solution, Value};

use super::lexer::{SmtlibLexer, SmtlibToken};
use super::{SmtlibScript, reductions};
use crate::ModelInstance;

/// A script of SMT-LIB. Its puzzle solution lists the values of the declared
/// symbols in order, truth values as 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtInstance {
    pub(super) script: SmtlibScript,
    inner: ModelInstance,
    text: String,
    /// The assertions that are facts, if this is the question about a core.
    pub(super) facts: Option<Vec<usize>>,
}

impl SmtInstance {
    /// Reads a script.
    ///
    /// # Errors
    /// Returns an error, with its place, for the first unsupported command or term, or an integer
    /// without bounds.
    pub fn read_lines(lines: &mut LineReader<'_>) -> Result<Self, InputError> {
        let (script, model, text) = SmtlibScript::read_script(lines)?;
        Ok(SmtInstance { script, inner: ModelInstance::new(model), text, facts: None })
    }

    /// Reads the values of a solver's model: `((define-fun x () Int 3) ...)`.
    fn read_model(&self, source: &str, text: &str) -> Result<PuzzleSolution, InputError> {
        let names = self.script.variables.iter().map(|(name, _)| name.as_str());
        let places: HashMap<&str, usize> = names.zip(0..).collect();
        let mut values: Vec<Option<Value>> = vec![None; places.len()];
        let mut lexer = SmtlibLexer::new(source, text);
        while let Some((at, token)) = lexer.next_token()? {
            // Passes over anything else: `sat`, `(model`, and the bracket around the list.
            if token != SmtlibToken::Open
                || lexer.clone().next_inside(at)?.1 != SmtlibToken::Word("define-fun")
            {
                continue;
            }
            lexer.next_inside(at)?;
            let wrong = |lexer: &SmtlibLexer<'_>| {
                lexer.error_at(at, "expected (define-fun name () sort value)")
            };
            let name = lexer.next_inside(at)?.1.symbol_name().ok_or_else(|| wrong(&lexer))?;
            // The arguments are `()`, and a sort is a word or a list: one token or one bracket
            // each.
            for _ in ["arguments", "sort"] {
                match lexer.next_inside(at)? {
                    (open, SmtlibToken::Open) => lexer.skip_bracket(open)?,
                    (_, SmtlibToken::Close) => return Err(wrong(&lexer)),
                    _ => {}
                }
            }
            // Solvers may also define symbols that are not declared in the script.
            let Some(&index) = places.get(&*name) else {
                lexer.skip_bracket(at)?;
                continue;
            };
            // The error about a value points to its first token.
            let mut ahead = lexer.clone();
            let start = ahead.next_inside(at)?.0;
            let number = read_value(&mut lexer, at)?
                .ok_or_else(|| lexer.unexpected_term(start, "a value"))?;
            if lexer.next_inside(at)?.1 != SmtlibToken::Close {
                return Err(wrong(&lexer));
            }
            // A repetition of the same value is harmless.
            if values[index].replace(number).is_some_and(|before| before != number) {
                return Err(lexer.error_at(at, format!("'{name}' has two values")));
            }
        }
        let missing = values.iter().position(Option::is_none);
        match missing {
            Some(index) => {
                let message = format!("no value for '{}'", self.script.variables[index].0);
                Err(InputError::new(source, message))
            }
            None => Ok(values.into_iter().flatten().collect()),
        }
    }
}

/// Reads a value: `3`, `(- 3)` or `true`. `None` for anything else.
fn read_value(lexer: &mut SmtlibLexer<'_>, at: usize) -> Result<Option<Value>, InputError> {
    let (_, token) = lexer.next_inside(at)?;
    Ok(match token {
        SmtlibToken::Word("true") => Some(1),
        SmtlibToken::Word("false") => Some(0),
        SmtlibToken::Word(word) => word.parse().ok(),
        SmtlibToken::Open => {
            let pieces =
                [lexer.next_inside(at)?.1, lexer.next_inside(at)?.1, lexer.next_inside(at)?.1];
            match pieces {
                // Parses 64 bits: the magnitude of the minimum `Value` exceeds the maximum.
                [SmtlibToken::Word("-"), SmtlibToken::Word(word), SmtlibToken::Close] => word
                    .parse::<i64>()
                    .ok()
                    .and_then(|number| Value::try_from(number.checked_neg()?).ok()),
                _ => None,
            }
        }
        _ => None,
    })
}

impl ModelSource for SmtInstance {
    fn puzzle_name(&self) -> &'static str {
        "smt2"
    }

    fn title(&self) -> String {
        let (symbols, assertions) = (self.script.variables.len(), self.script.assertions.len());
        format!("SMT-LIB script, {symbols} symbols, {assertions} assertions")
    }

    fn model_names(&self) -> &'static [&'static str] {
        self.inner.model_names()
    }

    fn shape_key(&self, viewpoint: &Viewpoint) -> String {
        self.inner.shape_key(viewpoint)
    }

    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError> {
        self.inner.model(viewpoint)
    }

    fn givens(&self, _: &Viewpoint) -> Vec<Given> {
        Vec::new()
    }

    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution {
        self.inner.solution(viewpoint, solution)
    }
}

impl Instance for SmtInstance {
    /// Checks that every assertion of the script is true.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRuleError> {
        let (found, expected) = (solution.len(), self.script.variables.len());
        if found != expected {
            let rule = format!("{found} values for {expected} symbols");
            return Err(BrokenRuleError::new("solution", rule));
        }
        for ((name, is_bool), value) in self.script.variables.iter().zip(solution) {
            if *is_bool && !(0..=1).contains(value) {
                return Err(BrokenRuleError::new(name, format!("{value} is neither 0 nor 1")));
            }
        }
        let values = ExpressionValues::evaluate_nodes(&self.script.terms, solution);
        for (line, term) in &self.script.assertions {
            if values.bool_value(*term) != Some(true) {
                return Err(BrokenRuleError::new(format!("line {line}"), "the assertion is false"));
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

    fn explanation_source(&self) -> Option<&dyn ExplanationSource> {
        Some(self)
    }

    fn puzzle_reduction(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for SmtInstance {
    fn write_instance(&self) -> String {
        self.text.clone()
    }

    fn write_solution(&self, solution: &[Value]) -> String {
        self.inner.write_solution(solution)
    }

    /// Reads the output of a solver's `(get-model)`, or `name = value` pairs.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError> {
        if text.contains("define-fun") {
            Ok(vec![self.read_model(source, text)?])
        } else {
            self.inner.read_solutions(source, text)
        }
    }

    fn solver_language(&self) -> Option<SolverLanguage> {
        Some(SolverLanguage::Smtlib)
    }
}

impl PuzzlePicture for SmtInstance {
    fn draw_text(&self, solutions: &[PuzzleSolution]) -> String {
        if solutions.is_empty() {
            format!("{}\n", self.title())
        } else {
            self.inner.draw_text(solutions)
        }
    }

    fn draw_svg(&self, solutions: &[PuzzleSolution]) -> String {
        self.inner.draw_svg(solutions)
    }
}

impl ExplanationSource for SmtInstance {
    /// The model with the widest ranges of integers that a single assertion allows.
    fn explainable_model(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, ModelError> {
        let stop = || control.stop_reason().is_some();
        if let Some(facts) = &self.facts {
            return self.script.of_core(facts, &stop);
        }
        self.script.explainable_model(&stop).map_or_else(|| self.model(viewpoint), Ok)
    }

    /// Definitions of hidden variables have no label; assertions have one, in a question about a
    /// core only those that a core may name.
    fn is_definition(&self, posted: &PostedConstraint) -> bool {
        posted.label.is_empty()
    }
}

impl PuzzleReduction for SmtInstance {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        reductions::list_cuts(&self.text)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        // A cut works on the text, so the result may lack a declaration or a bound: then there is
        // no such cut.
        let text = reductions::apply_cut(&self.text, kind, run)?;
        let mut lines = LineReader::new("script", Cursor::new(text));
        SmtInstance::read_lines(&mut lines).ok().map(|smaller| Box::new(smaller) as Box<_>)
    }
}
