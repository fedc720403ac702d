//! A script as an instance.

use std::collections::HashMap;
use std::io::Cursor;
use std::ops::Range;

use parallax_model::ask::Control;
use parallax_model::flatten::Values;
use parallax_model::instance::{
    BrokenRule, ExplanationSource, InputError, Instance, Language, Lines, ModelSource,
    PuzzleNotation, PuzzlePicture, PuzzleReduction, PuzzleSolution, Viewpoint,
};
use parallax_model::{Cuts, Given, Model, ModelError, Posted, Solution, Value};

use super::lexer::{Lexer, Token};
use super::{Script, smaller};
use crate::ModelInstance;

/// A script of SMT-LIB. Its puzzle solution lists the values of the declared
/// symbols in order, truth values as 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtInstance {
    pub(super) script: Script,
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
    pub fn read(lines: &mut Lines<'_>) -> Result<Self, InputError> {
        let (script, model, text) = Script::read(lines)?;
        Ok(SmtInstance { script, inner: ModelInstance::new(model), text, facts: None })
    }

    /// Reads the values of a solver's model: `((define-fun x () Int 3) ...)`.
    fn read_model(&self, source: &str, text: &str) -> Result<PuzzleSolution, InputError> {
        let names = self.script.variables.iter().map(|(name, _)| name.as_str());
        let places: HashMap<&str, usize> = names.zip(0..).collect();
        let mut values: Vec<Option<Value>> = vec![None; places.len()];
        let mut lexer = Lexer::new(source, text);
        while let Some((at, token)) = lexer.piece()? {
            if token != Token::Open || lexer.clone().inside(at)?.1 != Token::Word("define-fun") {
                continue;
            }
            lexer.inside(at)?;
            let wrong =
                |lexer: &Lexer<'_>| lexer.fault(at, "expected (define-fun name () sort value)");
            let name = lexer.inside(at)?.1.symbol().ok_or_else(|| wrong(&lexer))?;
            for _ in ["arguments", "sort"] {
                match lexer.inside(at)? {
                    (open, Token::Open) => lexer.skip(open)?,
                    (_, Token::Close) => return Err(wrong(&lexer)),
                    _ => {}
                }
            }
            let Some(&place) = places.get(&*name) else {
                lexer.skip(at)?;
                continue;
            };
            let mut ahead = lexer.clone();
            let start = ahead.inside(at)?.0;
            let number =
                number(&mut lexer, at)?.ok_or_else(|| lexer.unexpected(start, "a value"))?;
            if lexer.inside(at)?.1 != Token::Close {
                return Err(wrong(&lexer));
            }
            if values[place].replace(number).is_some_and(|before| before != number) {
                return Err(lexer.fault(at, format!("'{name}' has two values")));
            }
        }
        let missing = values.iter().position(Option::is_none);
        match missing {
            Some(place) => {
                let message = format!("no value for '{}'", self.script.variables[place].0);
                Err(InputError::new(source, message))
            }
            None => Ok(values.into_iter().flatten().collect()),
        }
    }
}

/// Reads a value: `3`, `(- 3)` or `true`. `None` for anything else.
fn number(lexer: &mut Lexer<'_>, at: usize) -> Result<Option<Value>, InputError> {
    let (_, token) = lexer.inside(at)?;
    Ok(match token {
        Token::Word("true") => Some(1),
        Token::Word("false") => Some(0),
        Token::Word(word) => word.parse().ok(),
        Token::Open => {
            let pieces = [lexer.inside(at)?.1, lexer.inside(at)?.1, lexer.inside(at)?.1];
            match pieces {
                // Parses 64 bits: the magnitude of the minimum `Value` exceeds the maximum.
                [Token::Word("-"), Token::Word(word), Token::Close] => word
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
    fn puzzle(&self) -> &'static str {
        "smt2"
    }

    fn title(&self) -> String {
        let (symbols, assertions) = (self.script.variables.len(), self.script.assertions.len());
        format!("SMT-LIB script, {symbols} symbols, {assertions} assertions")
    }

    fn models(&self) -> &'static [&'static str] {
        self.inner.models()
    }

    fn shape(&self, viewpoint: &Viewpoint) -> String {
        self.inner.shape(viewpoint)
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
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule> {
        let (found, expected) = (solution.len(), self.script.variables.len());
        if found != expected {
            let rule = format!("{found} values for {expected} symbols");
            return Err(BrokenRule::new("solution", rule));
        }
        for ((name, is_bool), value) in self.script.variables.iter().zip(solution) {
            if *is_bool && !(0..=1).contains(value) {
                return Err(BrokenRule::new(name, format!("{value} is neither 0 nor 1")));
            }
        }
        let values = Values::of(&self.script.terms, solution);
        for (line, term) in &self.script.assertions {
            if values.bool(*term) != Some(true) {
                return Err(BrokenRule::new(format!("line {line}"), "the assertion is false"));
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

    fn explanations(&self) -> Option<&dyn ExplanationSource> {
        Some(self)
    }

    fn reductions(&self) -> Option<&dyn PuzzleReduction> {
        Some(self)
    }
}

impl PuzzleNotation for SmtInstance {
    fn write(&self) -> String {
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

    fn language(&self) -> Option<Language> {
        Some(Language::Smtlib)
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
        let stop = || control.stopped().is_some();
        if let Some(facts) = &self.facts {
            return self.script.of_core(facts, &stop);
        }
        self.script.explainable(&stop).map_or_else(|| self.model(viewpoint), Ok)
    }

    /// Definitions of hidden variables have no label; assertions have one, in a question about a
    /// core only those that a core may name.
    fn is_definition(&self, posted: &Posted) -> bool {
        posted.label.is_empty()
    }
}

impl PuzzleReduction for SmtInstance {
    fn list_cuts(&self) -> Vec<Cuts> {
        smaller::cuts(&self.text)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Box<dyn Instance>> {
        let text = smaller::cut(&self.text, kind, run)?;
        let mut lines = Lines::new("script", Cursor::new(text));
        SmtInstance::read(&mut lines).ok().map(|smaller| Box::new(smaller) as Box<_>)
    }
}
