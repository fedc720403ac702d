//! Options of a puzzle's models, and names of models that carry them.

use std::fmt;

use crate::ask::did_you_mean;

use super::Instance;
use crate::model::ModelError;

/// What an option does to the set of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The solutions stay the same.
    Same,
    /// A part of the solutions stays that stands for all of them, each for
    /// equally many: [`Instance::weight`].
    Orbits,
    /// A part of the solutions stays, and says nothing of the others.
    Part,
}

impl Effect {
    /// The effect in a word: `same`, `orbits` or `part`.
    pub fn name(self) -> &'static str {
        match self {
            Effect::Same => "same",
            Effect::Orbits => "orbits",
            Effect::Part => "part",
        }
    }
}

/// A change to a model that the user may ask for, written `+name` after the
/// name of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelOption {
    /// The name: lower-case letters.
    pub name: &'static str,
    /// What it does, in words, for help and lists.
    pub words: &'static str,
    /// What it does to the set of solutions.
    pub effect: Effect,
}

/// A model of a puzzle and the options that are to change it. Prints as its
/// name, for example `cells+sums+symmetry`, with the options in the order in
/// which the puzzle lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    base: &'static str,
    options: Vec<&'static ModelOption>,
}

impl Choice {
    /// Reads a name such as `cells+symmetry`; the order of options and
    /// repetitions do not matter.
    ///
    /// # Errors
    /// When the instance does not offer the model or an option, with what it
    /// offers; when an option that keeps a part of the solutions comes with
    /// one that keeps orbits, since the one may drop what the other keeps.
    pub(super) fn parse(
        instance: &(impl Instance + ?Sized),
        name: &str,
    ) -> Result<Self, ModelError> {
        let (wanted, rest) = name.split_once('+').map_or((name, None), |(m, o)| (m, Some(o)));
        let fault = |what: String| ModelError::new(format!("{what}; it has {}", offer(instance)));
        let near = |name: &str, known: &[&str]| did_you_mean(name, known.iter().copied());
        let base = instance.models().iter().copied().find(|&model| model == wanted);
        let base = base.ok_or_else(|| {
            let near = near(wanted, instance.models());
            fault(format!("{} has no model '{wanted}'{near}", instance.puzzle()))
        })?;
        let wanted: Vec<&str> = rest.map_or_else(Vec::new, |rest| rest.split('+').collect());
        let known = |name: &str| instance.options().iter().any(|option| option.name == name);
        if let Some(option) = wanted.iter().find(|name| !known(name)) {
            let names: Vec<&str> = instance.options().iter().map(|option| option.name).collect();
            let (puzzle, near) = (instance.puzzle(), near(option, &names));
            let what = format!("{puzzle} has no option '+{option}' of its models{near}");
            return Err(fault(what));
        }
        let options = instance.options().iter().filter(|option| wanted.contains(&option.name));
        let choice = Choice { base, options: options.collect() };
        match (choice.first(Effect::Part), choice.first(Effect::Orbits)) {
            (Some(part), Some(orbits)) => Err(ModelError::new(format!(
                "'+{}' and '+{}' do not go together: solutions that one keeps, the other drops",
                part.name, orbits.name
            ))),
            _ => Ok(choice),
        }
    }

    /// The name of the model without options.
    pub fn base(&self) -> &'static str {
        self.base
    }

    /// The options, in the order of [`Instance::options`].
    pub fn options(&self) -> &[&'static ModelOption] {
        &self.options
    }

    /// Whether the option of this name is on.
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|on| on.name == option)
    }

    /// What the options together do to the set of solutions.
    pub fn effect(&self) -> Effect {
        let strongest = [Effect::Part, Effect::Orbits];
        strongest.into_iter().find(|&effect| self.first(effect).is_some()).unwrap_or(Effect::Same)
    }

    fn first(&self, effect: Effect) -> Option<&'static ModelOption> {
        self.options.iter().copied().find(|option| option.effect == effect)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base)?;
        self.options.iter().try_for_each(|option| write!(f, "+{}", option.name))
    }
}

/// The models and options that an instance offers, for errors.
fn offer(instance: &(impl Instance + ?Sized)) -> String {
    let models = instance.models().join(", ");
    let options: Vec<String> =
        instance.options().iter().map(|option| format!("+{}", option.name)).collect();
    match options.is_empty() {
        true => models,
        false => format!("{models}, with {}", options.join(", ")),
    }
}
