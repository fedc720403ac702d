//! The settings and their form in engine specs.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use parallax_model::engine_api::Task;
use parallax_model::{
    ComparisonOperator, Constraint, ConstraintKind, Model, PostedConstraint, SearchPlan,
};
use parallax_propagation::levels::{
    self, ConsistencyLevel, ConsistencySettings, group_kind, label_group,
};

use super::error::SearchSettingError;
use super::learning::LearningMode;
use crate::heuristics::{ValueHeuristic, VariableHeuristic};
use crate::restarts::RestartPolicy;
use crate::unsupported::UnsupportedModel;

/// The options of native search. By default it picks the unfixed variable with the smallest
/// quotient of domain size and weight of failed constraints, tries its median value first (the
/// smallest value of a time, where tasks share resources), and branches two ways. The
/// [`SearchPlan`] of a model comes before these defaults. The defaults of some
/// options depend on the task: see [`SearchSettings::restart_strategy`] and
/// [`SearchSettings::for_one`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchSettings {
    /// The choice of the variable to branch on.
    pub variables: VariableHeuristic,
    /// The choice of the value to try first.
    pub values: ValueHeuristic,
    /// The shape of a node's children.
    pub branching: BranchingScheme,
    /// Whether the variable of the last failed assignment comes first until it is assigned
    /// (Lecoutre, Saïs, Tabary and Vidal 2009).
    pub last_conflict: bool,
    /// The restart schedule; `None` leaves it to the task ([`SearchSettings::restart_strategy`]).
    pub restarts: Option<RestartPolicy>,
    /// The propagation level of each constraint.
    pub levels: ConsistencySettings,
    /// Whether global constraints are searched in their plain form.
    pub plain: bool,
    /// Maximum number of enumerations of a question; above it, the answer is unknown.
    pub limit: Option<u64>,
    /// When the search learns nogoods from conflicts.
    pub learning: LearningMode,
    /// Whether the search plan of a model is ignored. Specs that name a heuristic ignore it.
    pub free: bool,
}

/// The shape of a node's children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BranchingScheme {
    /// `x = v` and `x != v`; after `x != v` any variable may come next.
    #[default]
    TwoWay,
    /// One child for each value of the variable.
    DWay,
}

/// One setting of an engine spec, as listed to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingChoice {
    /// The group that it belongs to: `variables`, `values`, `level`, `other`.
    pub part: &'static str,
    /// Its form in specs.
    pub name: String,
    /// Its description, in a few words.
    pub about: String,
}

impl SearchSettings {
    /// Lists all settings of native search.
    #[must_use]
    pub fn list_choices() -> Vec<SettingChoice> {
        let choice = |part, name: &str, about: &str| SettingChoice {
            part,
            name: name.to_owned(),
            about: about.to_owned(),
        };
        let variables =
            VariableHeuristic::ALL.map(|h| choice("variables", h.name(), h.short_description()));
        let values = ValueHeuristic::ALL.map(|h| choice("values", h.name(), h.short_description()));
        let levels = ConsistencyLevel::ALL
            .map(|level| choice("level", level.name(), level.short_description()));
        let kinds = ConstraintKind::ALL.iter().map(|&kind| {
            let names: Vec<&str> =
                levels::kind_levels(kind).iter().map(|level| level.name()).collect();
            let one = if kind == ConstraintKind::Linear { " (gac for one solution)" } else { "" };
            let about =
                format!("{}; default {}{one}", names.join(", "), levels::default_level(kind));
            choice("level", &format!("{}=LEVEL", kind.name()), &about)
        });
        let group = "the constraints whose label, without a number at its end or without all numbers, is GROUP";
        let restarts = format!(
            "{}; default luby for one solution or the best with a learning heuristic, else never",
            RestartPolicy::SPEC_FORMS
        );
        let others = [
            choice("level", "@GROUP=LEVEL", group),
            choice("other", "d-way", "a branch for each value, instead of x=v and x!=v"),
            choice(
                "other",
                "lc",
                "the variable whose assignment failed last comes first; default for one solution or \
                 the best, unless restarts are named",
            ),
            choice(
                "other",
                "learn",
                "nogoods from conflicts from the start, for one solution, a few or the best; learn=MB \
                 sets their memory (256)",
            ),
            choice(
                "other",
                "learn=WHEN",
                "never, or after:N, after N failures of plain search; default after:10000 for one \
                 solution or the best, unless other settings describe one tree",
            ),
            choice("other", "restarts=NAME", &restarts),
            choice("other", "plain", "global constraints in their plain form"),
            choice("other", "free", "without the search plan of the model"),
            choice("other", "limit=N", "at most N enumerations"),
        ];
        variables.into_iter().chain(values).chain(levels).chain(kinds).chain(others).collect()
    }

    /// The forms of settings in engine specs.
    pub const CHOICES: &str = "LEVEL, KIND=LEVEL, @GROUP=LEVEL, d-way, lc, learn, learn=WHEN, restarts=NAME, plain, free, \
         limit=N";

    /// Whether one element of a list of engines is a setting rather than an engine.
    #[must_use]
    pub fn is_choice(piece: &str) -> bool {
        piece.contains('=')
            || matches!(piece, "lc" | "learn" | "d-way" | "two-way" | "plain" | "free")
            || piece.parse::<ConsistencyLevel>().is_ok()
    }

    /// Returns whether the variable of the last conflict comes first, and the restart schedule. If
    /// no restarts are set, a search that learns from failures and ends with one solution, or the
    /// best, follows conflicts and restarts (Luby, 100 failures); every other search traverses its
    /// tree once.
    #[must_use]
    pub fn restart_strategy(&self, task: Task) -> (bool, RestartPolicy) {
        match self.restarts {
            Some(restarts) => (self.last_conflict, restarts),
            None if self.learns() => (false, RestartPolicy::Luby(250)),
            None if wants_one(task) && self.variables.learns() => {
                (true, RestartPolicy::DEFAULT_LUBY)
            }
            None => (self.last_conflict, RestartPolicy::Never),
        }
    }

    /// Returns the settings for one solution, or the best, if they propagate a model differently:
    /// equations use domain consistency if that is small, unless a level for them, or for all
    /// constraints, is set.
    #[must_use]
    pub fn for_one(&self, model: &Model) -> Option<SearchSettings> {
        let equation = |posted: &PostedConstraint| match &posted.constraint {
            Constraint::Linear(c) => c.relation == ComparisonOperator::Eq && c.terms.len() > 2,
            _ => false,
        };
        // Domain consistency of sums has no short explanations.
        let changes = !self.learns()
            && self.levels.leaves_sums_open()
            && model.constraints().iter().any(equation);
        changes.then(|| SearchSettings { levels: self.levels.clone().for_one(), ..self.clone() })
    }

    /// Returns the search plan of a model, if it is followed.
    pub(crate) fn plan_of<'m>(&self, model: &'m Model) -> Option<&'m SearchPlan> {
        let open = !self.free && self.leaves_heuristics_open();
        model.search_plan().filter(|_| open)
    }

    /// Whether both heuristics are the default ones.
    pub(crate) fn leaves_heuristics_open(&self) -> bool {
        let plain = (VariableHeuristic::default(), ValueHeuristic::default());
        (self.variables, self.values) == plain
    }

    fn set_choice(&mut self, choice: &str) -> Result<(), SearchSettingError> {
        match choice.split_once('=') {
            None => match choice {
                "lc" => self.last_conflict = true,
                "learn" => self.learning = LearningMode::with_default_memory(),
                "plain" => self.plain = true,
                "free" => self.free = true,
                "d-way" => self.branching = BranchingScheme::DWay,
                "two-way" => self.branching = BranchingScheme::TwoWay,
                level => {
                    let unknown = |_| SearchSettingError::Choice { word: level.to_owned() };
                    self.levels.all = Some(level.parse().map_err(unknown)?);
                }
            },
            Some(("learn", when)) => self.learning = when.parse()?,
            Some(("restarts", name)) => self.restarts = Some(name.parse()?),
            Some(("limit", number)) => {
                let wrong = |_| SearchSettingError::Limit {
                    number: number.to_owned(),
                    unit: "enumerations",
                };
                self.limit = Some(number.parse().map_err(wrong)?);
            }
            Some((name, level)) => match name.strip_prefix('@') {
                Some(group) => self.levels.set_group(group, level.parse()?),
                None => {
                    let unknown = |_| SearchSettingError::Kind { name: name.to_owned() };
                    let kind: ConstraintKind = name.parse().map_err(unknown)?;
                    self.levels.set_kind(kind, level.parse()?)?;
                }
            },
        }
        Ok(())
    }

    /// Returns the settings that consist of one word.
    pub fn setting_words() -> impl Iterator<Item = &'static str> {
        ConsistencyLevel::ALL
            .map(ConsistencyLevel::name)
            .into_iter()
            .chain(["lc", "learn", "d-way", "two-way", "plain", "free"])
    }

    pub(super) fn known() -> String {
        let levels = ConsistencyLevel::ALL.map(ConsistencyLevel::name).join(", ");
        format!("{} (levels: {levels})", SearchSettings::CHOICES)
    }

    /// Checks that the settings go together.
    fn check_consistency(&self) -> Result<(), SearchSettingError> {
        let heuristics = !self.leaves_heuristics_open() || self.last_conflict;
        if self.learns() && (heuristics || self.branching == BranchingScheme::DWay) {
            return Err(SearchSettingError::LearningStrategy);
        }
        if matches!(self.learning, LearningMode::After(_)) && self.limit.is_some() {
            return Err(SearchSettingError::LearningLimit);
        }
        // A run with the same choices would fail in the same places until its cutoff.
        let repeats = !self.variables.changes_choices() && !self.values.is_random();
        let happen = self.restarts.is_some_and(RestartPolicy::has_restarts) && !self.learns();
        if happen && repeats && !self.last_conflict {
            let (variables, values) = (self.variables, self.values);
            return Err(SearchSettingError::Repetition { variables, values });
        }
        Ok(())
    }

    /// Checks that the settings apply to a model.
    ///
    /// # Errors
    /// Returns the reason why they do not.
    pub fn check_model(&self, model: &Model) -> Result<(), UnsupportedModel> {
        self.variables.check_model(model)?;
        for name in self.levels.group_names() {
            let labels = || model.constraints().iter().map(|posted| posted.label.as_str());
            if labels().any(|label| label_group(label) == name || group_kind(label) == name) {
                continue;
            }
            // Sorted and without repetitions, for a short message.
            let known: BTreeSet<String> =
                labels().map(group_kind).filter(|kind| !kind.is_empty()).collect();
            let (group, known) = (name.to_owned(), known.into_iter().collect());
            return Err(UnsupportedModel::Group { group, known });
        }
        Ok(())
    }
}

/// Writes the rest of an engine spec after `native`: nothing, `:mid+aval`, `,gac`,
/// `:domwdeg+middle,gac,sum=bounds,@row=fc,d-way,lc,restarts=luby`.
impl fmt::Display for SearchSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.leaves_heuristics_open() {
            write!(f, ":{}+{}", self.variables, self.values)?;
        }
        write!(f, "{}", self.levels)?;
        if self.branching == BranchingScheme::DWay {
            f.write_str(",d-way")?;
        }
        if self.last_conflict {
            f.write_str(",lc")?;
        }
        write!(f, "{}", self.learning)?;
        self.restarts.iter().try_for_each(|restarts| write!(f, ",restarts={restarts}"))?;
        if self.plain {
            f.write_str(",plain")?;
        }
        // Named heuristics imply `free`.
        if self.free && self.leaves_heuristics_open() {
            f.write_str(",free")?;
        }
        self.limit.iter().try_for_each(|limit| write!(f, ",limit={limit}"))
    }
}

impl FromStr for SearchSettings {
    type Err = SearchSettingError;

    fn from_str(text: &str) -> Result<Self, SearchSettingError> {
        let mut settings = SearchSettings::default();
        let (strategy, choices) = text.split_once(',').unwrap_or((text, ""));
        if let Some(strategy) = strategy.strip_prefix(':') {
            let (variables, values) = match strategy.split_once('+') {
                Some((variables, values)) => (variables, Some(values)),
                None => (strategy, None),
            };
            settings.variables = variables.parse()?;
            settings.values = values.map_or(Ok(ValueHeuristic::default()), str::parse)?;
            // A user who names heuristics wants them, not the plan of the model.
            settings.free = true;
        } else if !strategy.is_empty() {
            return Err(SearchSettingError::Separator { engine: "native", rest: text.to_owned() });
        }
        let choices = choices.split(',').filter(|choice| !choice.is_empty());
        choices.into_iter().try_for_each(|choice| settings.set_choice(choice))?;
        settings.check_consistency()?;
        Ok(settings)
    }
}

/// Whether a task ends with one solution, or the best.
pub(crate) fn wants_one(task: Task) -> bool {
    task == Task::Optimise || task.solution_limit() == Some(1)
}
