//! The linter: each fault of a table with an example.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::ask::{Answer, Control, Engine, Stop, Task};
use parallax_model::{Model, Value};

use super::gaps::gaps;
use super::question::{Question, must_differ};
use crate::TablesInstance;
use crate::build::{Variation, build_with};
use crate::build_error::Refused;
use crate::evaluate::Interpretation;
use crate::glossary::Sort;
use crate::layout::Purpose;
use crate::table::{Head, Output, Policy, Rule, Table};

/// Maximum number of gaps of a table that are listed.
const MOST_GAPS: usize = 30;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Two rules apply to one input.
    Overlap,
    /// No rule applies to some input.
    Gap,
    /// Rules before it apply to every input that a rule applies to.
    Shadowed,
    /// A rule applies to no input, whatever other tables state.
    Dead,
}

impl FaultKind {
    /// The name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Overlap => "overlap",
            FaultKind::Gap => "gap",
            FaultKind::Shadowed => "shadowed",
            FaultKind::Dead => "dead",
        }
    }
}

/// A fault of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The sheet; empty for a text.
    pub sheet: String,
    /// The title of the table.
    pub table: String,
    /// The kind of fault.
    pub fault: FaultKind,
    /// The labels of the rules that it is about.
    pub rules: Vec<String>,
    /// Of a gap the inputs and the values that it is about, ranges as `3..7`; empty if it is about
    /// one example only.
    pub inputs: Vec<(String, String)>,
    /// An example: the inputs of the table and their values. Empty if a rule applies to none.
    pub example: Vec<(String, String)>,
}

/// The result of linting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LintReport {
    /// The faults.
    pub findings: Vec<Finding>,
    /// The number of questions that were answered.
    pub answered: u64,
    /// The questions without an answer, each with the reason.
    pub open: Vec<String>,
}

/// Finds faults in the decision tables of a problem. The first engine that takes a question answers
/// it; `on_answer` is called after each answer.
pub fn lint(
    instance: &TablesInstance,
    engines: &[Arc<dyn Engine>],
    control: &Control,
    on_answer: &mut dyn FnMut(),
) -> LintReport {
    let report = LintReport::default();
    let mut linter = Linter { instance, engines, control, on_answer, report };
    for (number, table) in instance.problem().tables.iter().enumerate() {
        if table.policy.decides() {
            linter.table(number, table);
        }
    }
    linter.report
}

struct Linter<'a> {
    instance: &'a TablesInstance,
    engines: &'a [Arc<dyn Engine>],
    control: &'a Control,
    on_answer: &'a mut dyn FnMut(),
    report: LintReport,
}

/// A solution of the problem without a table.
type Example = Option<Vec<Value>>;

impl Linter<'_> {
    pub(super) fn table(&mut self, number: usize, table: &Table) {
        let mut dead = Vec::new();
        for place in 0..table.rules.len() {
            if self.is_dead(number, table, place) {
                dead.push(place);
            }
        }
        match table.policy {
            Policy::First => self.shadowed(number, table, &dead),
            _ => self.overlaps(number, table, &dead),
        }
        if self.needs_a_rule(number, table) {
            let found = self.find(number, table, Question::Gap);
            if matches!(found, Some(Some(_))) && !self.gaps(number, table) {
                self.add(table, FaultKind::Gap, &[], Question::Gap, found);
            }
        }
    }

    /// Adds all gaps of a table, each once, and returns whether they are known. A box that no input
    /// reaches, because of other tables, is none.
    pub(super) fn gaps(&mut self, number: usize, table: &Table) -> bool {
        let (problem, layout) = (self.instance.problem(), &self.instance.built().layout);
        let interpretation = Interpretation { problem, layout, values: &[] };
        let boxes = gaps(&interpretation, table).filter(|_| !table.rules.is_empty());
        let Some(boxes) = boxes else { return false };
        let (before, asked) = (self.report.findings.len(), boxes.len().min(MOST_GAPS));
        for gap in &boxes[..asked] {
            // A rule for just this box applies to an input where the table has none.
            let mut with = table.clone();
            let rule = Rule { inputs: gap.tests.clone(), ..table.rules[0].clone() };
            with.rules.push(Rule { outputs: vec![Output::Nothing; rule.outputs.len()], ..rule });
            let question = Question::Applies(table.rules.len());
            let found = self.find(number, &with, question);
            self.add(&with, FaultKind::Gap, &[], question, found);
            if let Some(finding) = self.report.findings[before..].last_mut()
                && finding.inputs.is_empty()
            {
                finding.inputs.clone_from(&gap.inputs);
            }
        }
        if boxes.len() > asked {
            let more = boxes.len() - asked;
            self.report.open.push(format!("{}: {more} more gaps are not listed", table.title.text));
        }
        self.report.findings.len() > before
    }

    /// Whether every input of a table must have a rule: some output is neither a truth value nor a
    /// partial function, and no other table decides it.
    fn needs_a_rule(&self, number: usize, table: &Table) -> bool {
        let problem = self.instance.problem();
        let own = outputs(table);
        let others = problem.tables.iter().enumerate();
        let shared = others
            .filter(|(other, table)| *other != number && table.policy.decides())
            .any(|(_, table)| outputs(table).iter().any(|symbol| own.contains(symbol)));
        let total = |id: &crate::glossary::SymbolId| {
            problem.glossary.sort(*id) != Sort::Truth && !problem.glossary.symbol(*id).partial
        };
        !shared && own.iter().any(total)
    }

    fn is_dead(&mut self, number: usize, table: &Table, place: usize) -> bool {
        match self.find(number, table, Question::Possible(place)) {
            Some(None) => {
                let finding = Finding {
                    sheet: table.sheet.clone(),
                    table: table.title.text.clone(),
                    fault: FaultKind::Dead,
                    rules: vec![table.rules[place].label.clone()],
                    inputs: Vec::new(),
                    example: Vec::new(),
                };
                self.report.findings.push(finding);
                true
            }
            _ => false,
        }
    }

    fn overlaps(&mut self, number: usize, table: &Table, dead: &[usize]) {
        let differ = must_differ(table.policy);
        for second in 1..table.rules.len() {
            if dead.contains(&second)
                || self.find(number, table, Question::Meets(second, differ)) == Some(None)
            {
                continue;
            }
            for first in (0..second).filter(|first| !dead.contains(first)) {
                let question = Question::Both(first, second, differ);
                let found = self.find(number, table, question);
                self.add(table, FaultKind::Overlap, &[first, second], question, found);
            }
        }
    }

    fn shadowed(&mut self, number: usize, table: &Table, dead: &[usize]) {
        for place in 1..table.rules.len() {
            if dead.contains(&place)
                || self.find(number, table, Question::Decides(place)) != Some(None)
            {
                continue;
            }
            let question = Question::Applies(place);
            let found = self.find(number, table, question);
            self.add(table, FaultKind::Shadowed, &[place], question, found);
        }
    }

    /// Adds a fault with an example.
    pub(super) fn add(
        &mut self,
        table: &Table,
        fault: FaultKind,
        places: &[usize],
        question: Question,
        found: Option<Example>,
    ) {
        let Some(Some(solution)) = found else { return };
        let (problem, layout) = (self.instance.problem(), &self.instance.built().layout);
        let interpretation = Interpretation { problem, layout, values: &solution };
        let applies = |place: usize, values: &[i64]| {
            interpretation.applies(table, &table.rules[place], values)
        };
        let values = interpretation.find(table, &mut |values| match question {
            Question::Both(a, b, _) => applies(a, values) && applies(b, values),
            Question::Gap => !(0..table.rules.len()).any(|place| applies(place, values)),
            Question::Possible(place)
            | Question::Applies(place)
            | Question::Decides(place)
            | Question::Meets(place, _) => applies(place, values),
        });
        let Some(values) = values else {
            let what = format!("{}: the engine's example of a fault is none", table.title.text);
            self.report.open.push(what);
            return;
        };
        self.report.findings.push(Finding {
            sheet: table.sheet.clone(),
            table: table.title.text.clone(),
            fault,
            rules: places.iter().map(|&place| table.rules[place].label.clone()).collect(),
            inputs: Vec::new(),
            example: interpretation.inputs(table, &values),
        });
    }

    /// Returns an example that answers a question with yes; `Some(None)` if there is none, and
    /// `None` if that is not known.
    pub(super) fn find(
        &mut self,
        number: usize,
        table: &Table,
        question: Question,
    ) -> Option<Example> {
        match self.ask(number, table, question) {
            Ok(found) => {
                self.report.answered += 1;
                (self.on_answer)();
                Some(found)
            }
            Err(why) => {
                let open = format!("{}: {why}", table.title.text);
                if !self.report.open.contains(&open) {
                    self.report.open.push(open);
                }
                None
            }
        }
    }

    fn ask(
        &mut self,
        number: usize,
        table: &Table,
        question: Question,
    ) -> Result<Example, NoExample> {
        self.control.check().map_err(NoExample::Stopped)?;
        let stop = || self.control.check().is_err();
        let problem = self.instance.problem();
        let own = outputs(table);
        let decides_too = |other: usize| {
            let other = &problem.tables[other];
            other.policy.decides() && outputs(other).iter().any(|symbol| own.contains(symbol))
        };
        let variation = Variation {
            without: &|other| {
                // Exclusions by other tables do not make a rule useless.
                let alone = matches!(question, Question::Possible(_));
                alone || other == number || decides_too(other)
            },
            whole: &self.instance.built().model,
            also: &|grounder| question.condition(grounder, table),
        };
        let built = build_with(problem, Purpose::Solutions, &stop, Some(&variation));
        let built = built.map_err(NoExample::Refused)?;
        let (model, shown) = (Arc::new(built.model), built.layout.len);
        let mut last = Answer::Unknown("there is no engine".into());
        for engine in self.engines {
            match first(&**engine, &model, self.control) {
                Ok(found) => return Ok(found.map(|values| values[..shown].to_vec())),
                Err(answer @ Answer::Unsupported(_)) => last = answer,
                Err(answer) => return Err(NoExample::Answer(answer)),
            }
        }
        Err(NoExample::Answer(last))
    }
}

/// Why a question about a table has no answer.
enum NoExample {
    /// A limit stopped the work.
    Stopped(Stop),
    /// The question has no model.
    Refused(Refused),
    /// No engine answered.
    Answer(Answer),
}

impl fmt::Display for NoExample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoExample::Stopped(stop) => stop.fmt(f),
            NoExample::Refused(Refused::Symbol(_, fault)) => fault.fmt(f),
            NoExample::Refused(Refused::Table(error)) => error.fmt(f),
            NoExample::Refused(Refused::Other(error)) => error.fmt(f),
            NoExample::Refused(Refused::Stopped) => f.write_str("the time is over"),
            NoExample::Answer(answer) => answer.fmt(f),
        }
    }
}

/// A solution of a model, if there is one.
pub(super) fn first(
    engine: &dyn Engine,
    model: &Arc<Model>,
    control: &Control,
) -> Result<Example, Answer> {
    let mut session = engine.prepare(model, 0, control)?;
    let (mut found, mut wrong) = (None, None);
    let outcome = session.ask(&[], Task::First, control, &mut |values| {
        match model.check(&[], values) {
            Ok(solution) => found = Some(solution.values().to_vec()),
            Err(violation) => wrong = Some(violation.to_string()),
        }
        ControlFlow::Continue(())
    });
    let count = u128::from(found.is_some());
    match (wrong.or_else(|| outcome.contradiction(count)), outcome.answer) {
        (Some(why), _) => Err(Answer::Unknown(format!("the engine is wrong: {why}").into())),
        (None, _) if found.is_some() => Ok(found),
        (None, Answer::Unsatisfiable) => Ok(None),
        (None, other) => Err(other),
    }
}

/// The symbols that a table decides.
pub(super) fn outputs(table: &Table) -> Vec<crate::glossary::SymbolId> {
    use crate::expr::Expr;
    let symbol = |head: &Head| match head {
        Head::Term(typed) => match typed.expr {
            Expr::Apply(symbol, _) => Some(symbol),
            _ => None,
        },
        Head::Variable(_) => None,
    };
    table.outputs.iter().filter_map(symbol).collect()
}
