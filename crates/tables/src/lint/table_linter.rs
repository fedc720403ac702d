//! The linter: each fault of a table with an example.

use std::fmt;
use std::sync::Arc;

use parallax_model::Value;
use parallax_model::engine_api::{Answer, Control, Engine, StopReason, Task, checked_solution};

use super::gaps::find_gaps;
use super::question::{LintQuestion, must_differ};
use crate::TablesInstance;
use crate::build::{ProblemVariation, build_with};
use crate::build_error::TablesModelError;
use crate::evaluate::TableInterpretation;
use crate::glossary::ValueSort;
use crate::layout::ModelPurpose;
use crate::table::{ColumnHeader, HitPolicy, OutputCell, RuleTable, TableRule};

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
    pub fn json_name(self) -> &'static str {
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
pub struct LintFinding {
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
    /// A note on the cause of the fault.
    pub note: Option<String>,
    /// The line and column of the last of the rules, or of the table; `None` if not known.
    pub place: Option<(usize, usize)>,
}

/// A kind of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviceKind {
    /// Two rules apply to the same inputs and give the same outputs.
    Equal,
    /// All inputs of a rule are inputs of another with the same outputs.
    Subsumed,
    /// Two rules with the same outputs differ in one column.
    Mergeable,
    /// Every cell of a column passes every value.
    Irrelevant,
    /// Another table gives a value that no rule takes.
    Untested,
    /// Another table gives no value that a rule takes.
    Unreached,
}

impl AdviceKind {
    /// The name in JSON.
    #[must_use]
    pub fn json_name(self) -> &'static str {
        match self {
            AdviceKind::Equal => "equal",
            AdviceKind::Subsumed => "subsumed",
            AdviceKind::Mergeable => "mergeable",
            AdviceKind::Irrelevant => "irrelevant",
            AdviceKind::Untested => "untested",
            AdviceKind::Unreached => "unreached",
        }
    }
}

/// Advice on rules that can be written more simply. It is no fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintAdvice {
    /// The name of the table.
    pub table: String,
    /// The kind of advice.
    pub kind: AdviceKind,
    /// The labels of the rules: of a subsumed rule and the one that contains it, in this order.
    pub rules: Vec<String>,
    /// The column, of rules that can be merged, of a column that decides nothing, and of one that
    /// takes the result of another table.
    pub column: Option<String>,
    /// The cell of the merged rule, or the value that no rule takes.
    pub cell: Option<String>,
}

/// The result of linting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LintReport {
    /// The faults.
    pub findings: Vec<LintFinding>,
    /// The number of questions that were answered.
    pub answered: u64,
    /// The questions without an answer, each with the reason.
    pub open: Vec<String>,
    /// The decisions without a table, and those that are not understood, each with the reason.
    pub unchecked: Vec<String>,
    /// Advice on rules that can be written more simply.
    pub advice: Vec<LintAdvice>,
    /// The tables with more advice than is listed, and how much more.
    pub more_advice: Vec<(String, usize)>,
}

/// Finds faults in the decision tables of a problem. The first engine that takes a question answers
/// it. Calls `on_answer` after each answer.
pub fn lint_problem(
    instance: &TablesInstance,
    engines: &[Arc<dyn Engine>],
    control: &Control,
    on_answer: &mut dyn FnMut(),
) -> LintReport {
    let report = LintReport::default();
    let mut linter = TableLinter { instance, engines, control, on_answer, report };
    for (number, table) in instance.problem().tables.iter().enumerate() {
        if table.policy != HitPolicy::Every {
            linter.lint_table(number, table);
        }
    }
    linter.report
}

struct TableLinter<'a> {
    instance: &'a TablesInstance,
    engines: &'a [Arc<dyn Engine>],
    control: &'a Control,
    on_answer: &'a mut dyn FnMut(),
    report: LintReport,
}

/// A solution of the problem without a table.
type Example = Option<Vec<Value>>;

impl TableLinter<'_> {
    pub(super) fn lint_table(&mut self, number: usize, table: &RuleTable) {
        // Rules that never apply are reported once, and left out of the other questions.
        let mut dead = Vec::new();
        for index in 0..table.rules.len() {
            if self.is_dead(number, table, index) {
                dead.push(index);
            }
        }
        // All rules of a table that collects may apply, or none.
        if table.policy.collects_values() {
            return;
        }
        match table.policy {
            HitPolicy::First => self.add_shadowed_rules(number, table, &dead),
            _ => self.add_overlaps(number, table, &dead),
        }
        if self.needs_a_rule(number, table) {
            let found = self.find_example(number, table, LintQuestion::Gap);
            // The example proves a gap. All gaps are listed if they can be, and otherwise the
            // example alone.
            if matches!(found, Some(Some(_))) && !self.add_gaps(number, table) {
                self.add_finding(table, FaultKind::Gap, &[], LintQuestion::Gap, found);
            }
        }
    }

    /// Adds all gaps of a table, each once, and returns whether they are known. A box that no input
    /// reaches, because of other tables, is none.
    pub(super) fn add_gaps(&mut self, number: usize, table: &RuleTable) -> bool {
        let (problem, layout) = (self.instance.problem(), &self.instance.built_model().layout);
        let interpretation = TableInterpretation { problem, layout, values: &[] };
        let boxes = find_gaps(&interpretation, table).filter(|_| !table.rules.is_empty());
        let Some(boxes) = boxes else { return false };
        let (before, asked) = (self.report.findings.len(), boxes.len().min(MOST_GAPS));
        for gap in &boxes[..asked] {
            // A rule for just this box applies to an input where the table has none.
            let mut with = table.clone();
            let rule = TableRule { inputs: gap.tests.clone(), ..table.rules[0].clone() };
            with.rules
                .push(TableRule { outputs: vec![OutputCell::Nothing; rule.outputs.len()], ..rule });
            let question = LintQuestion::Applies(table.rules.len());
            let found = self.find_example(number, &with, question);
            self.add_finding(&with, FaultKind::Gap, &[], question, found);
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
    fn needs_a_rule(&self, number: usize, table: &RuleTable) -> bool {
        let problem = self.instance.problem();
        let own = decided_symbols(table);
        let others = problem.tables.iter().enumerate();
        let shared = others
            .filter(|(other, table)| *other != number && table.policy.decides_outputs())
            .any(|(_, table)| decided_symbols(table).iter().any(|symbol| own.contains(symbol)));
        let total = |id: &crate::glossary::SymbolId| {
            problem.glossary.symbol_sort(*id) != ValueSort::Truth
                && !problem.glossary.find_symbol(*id).partial
        };
        !shared && own.iter().any(total)
    }

    fn is_dead(&mut self, number: usize, table: &RuleTable, index: usize) -> bool {
        match self.find_example(number, table, LintQuestion::Possible(index)) {
            Some(None) => {
                let finding = LintFinding {
                    sheet: table.sheet.clone(),
                    table: table.title.text.clone(),
                    fault: FaultKind::Dead,
                    rules: vec![table.rules[index].label.clone()],
                    inputs: Vec::new(),
                    example: Vec::new(),
                    note: None,
                    place: table.rules[index].place.place.text_position(),
                };
                self.report.findings.push(finding);
                true
            }
            _ => false,
        }
    }

    fn add_overlaps(&mut self, number: usize, table: &RuleTable, dead: &[usize]) {
        let differ = must_differ(table.policy);
        // One question about all earlier rules spares a rule without overlaps the questions about
        // pairs.
        for second in 1..table.rules.len() {
            if dead.contains(&second)
                || self.find_example(number, table, LintQuestion::Meets(second, differ))
                    == Some(None)
            {
                continue;
            }
            for first in (0..second).filter(|first| !dead.contains(first)) {
                let question = LintQuestion::Both(first, second, differ);
                let found = self.find_example(number, table, question);
                self.add_finding(table, FaultKind::Overlap, &[first, second], question, found);
            }
        }
    }

    fn add_shadowed_rules(&mut self, number: usize, table: &RuleTable, dead: &[usize]) {
        // A rule that decides nothing is shadowed if it applies somewhere; otherwise it is dead for
        // another reason.
        for index in 1..table.rules.len() {
            if dead.contains(&index)
                || self.find_example(number, table, LintQuestion::Decides(index)) != Some(None)
            {
                continue;
            }
            // The example shows an input to which both the rule and an earlier one apply.
            let question = LintQuestion::Applies(index);
            let found = self.find_example(number, table, question);
            self.add_finding(table, FaultKind::Shadowed, &[index], question, found);
        }
    }

    /// Adds a fault with an example.
    pub(super) fn add_finding(
        &mut self,
        table: &RuleTable,
        fault: FaultKind,
        places: &[usize],
        question: LintQuestion,
        found: Option<Example>,
    ) {
        let Some(Some(solution)) = found else { return };
        let (problem, layout) = (self.instance.problem(), &self.instance.built_model().layout);
        let interpretation = TableInterpretation { problem, layout, values: &solution };
        let applies = |index: usize, values: &[i64]| {
            interpretation.rule_applies(table, &table.rules[index], values)
        };
        // The rules themselves confirm the engine's example, and show the values of the variables.
        let values = interpretation.find_values(table, &mut |values| match question {
            LintQuestion::Both(a, b, _) => applies(a, values) && applies(b, values),
            LintQuestion::Gap => !(0..table.rules.len()).any(|index| applies(index, values)),
            LintQuestion::Possible(index)
            | LintQuestion::Applies(index)
            | LintQuestion::Decides(index)
            | LintQuestion::Meets(index, _) => applies(index, values),
        });
        let Some(values) = values else {
            let what = format!("{}: the engine's example of a fault is none", table.title.text);
            self.report.open.push(what);
            return;
        };
        let place =
            places.last().map_or(table.title.place, |&index| table.rules[index].place.place);
        self.report.findings.push(LintFinding {
            sheet: table.sheet.clone(),
            table: table.title.text.clone(),
            fault,
            rules: places.iter().map(|&index| table.rules[index].label.clone()).collect(),
            inputs: Vec::new(),
            example: interpretation.tested_inputs(table, &values),
            note: None,
            place: place.text_position(),
        });
    }

    /// Returns an example that answers a question with yes; `Some(None)` if there is none, and
    /// `None` if that is not known.
    pub(super) fn find_example(
        &mut self,
        number: usize,
        table: &RuleTable,
        question: LintQuestion,
    ) -> Option<Example> {
        match self.ask_question(number, table, question) {
            Ok(found) => {
                self.report.answered += 1;
                (self.on_answer)();
                Some(found)
            }
            Err(why) => {
                let open = format!("{}: {why}", table.title.text);
                // A limit gives every remaining question the same reason.
                if !self.report.open.contains(&open) {
                    self.report.open.push(open);
                }
                None
            }
        }
    }

    fn ask_question(
        &mut self,
        number: usize,
        table: &RuleTable,
        question: LintQuestion,
    ) -> Result<Example, LintExampleError> {
        self.control.check_stop().map_err(LintExampleError::Stopped)?;
        let stop = || self.control.check_stop().is_err();
        let problem = self.instance.problem();
        let own = decided_symbols(table);
        let decides_too = |other: usize| {
            let other = &problem.tables[other];
            other.policy.decides_outputs()
                && decided_symbols(other).iter().any(|symbol| own.contains(symbol))
        };
        let variation = ProblemVariation {
            // The table, and others that decide the same symbols, would exclude the very inputs
            // that show a fault.
            without: &|other| {
                // Exclusions by other tables do not make a rule useless.
                let alone = matches!(question, LintQuestion::Possible(_));
                alone || other == number || decides_too(other)
            },
            whole: &self.instance.built_model().model,
            also: &|grounder| question.question_condition(grounder, table),
        };
        let built = build_with(problem, ModelPurpose::Solutions, &stop, Some(&variation));
        let built = built.map_err(LintExampleError::Refused)?;
        let (model, shown) = (Arc::new(built.model), built.layout.len);
        let mut last = Answer::Unknown("there is no engine".into());
        // An engine that does not support the model passes the question to the next one.
        for engine in self.engines {
            match checked_solution(&**engine, &model, Task::First, 0, self.control) {
                Ok((found, _)) => return Ok(found.map(|found| found.values()[..shown].to_vec())),
                Err(answer @ Answer::Unsupported(_)) => last = answer,
                Err(answer) => return Err(LintExampleError::Answer(answer)),
            }
        }
        Err(LintExampleError::Answer(last))
    }
}

/// Why a question about a table has no answer.
enum LintExampleError {
    /// A limit stopped the work.
    Stopped(StopReason),
    /// The question has no model.
    Refused(TablesModelError),
    /// No engine answered.
    Answer(Answer),
}

impl fmt::Display for LintExampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LintExampleError::Stopped(stop) => stop.fmt(f),
            LintExampleError::Refused(TablesModelError::Symbol(_, fault)) => fault.fmt(f),
            LintExampleError::Refused(TablesModelError::Table(error)) => error.fmt(f),
            LintExampleError::Refused(TablesModelError::Other(error)) => error.fmt(f),
            LintExampleError::Refused(TablesModelError::Stopped) => f.write_str("the time is over"),
            LintExampleError::Answer(answer) => answer.fmt(f),
        }
    }
}

/// The symbols that a table decides.
pub(super) fn decided_symbols(table: &RuleTable) -> Vec<crate::glossary::SymbolId> {
    use crate::expr::TableExpression;
    let symbol = |head: &ColumnHeader| match head {
        ColumnHeader::Term(typed) => match typed.expr {
            TableExpression::Apply(symbol, _) => Some(symbol),
            _ => None,
        },
        ColumnHeader::Variable(_) => None,
    };
    table.outputs.iter().filter_map(symbol).collect()
}
