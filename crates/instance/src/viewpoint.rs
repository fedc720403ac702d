//! Viewpoints: the models that a puzzle offers, and the options that change
//! them.
//!
//! If symmetry is broken, a model may depend on the clues, so its shape includes them. The
//! instances of a block have the same shape in all viewpoints.

use std::fmt;

use parallax_model::engine_api::did_you_mean;

use super::ModelSource;
use parallax_model::ModelError;

/// The effect of an option on the set of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// Keeps all solutions.
    Same,
    /// Keeps one or more solutions of every orbit. Each represents the same number of solutions:
    /// [`ModelSource::solution_weight`].
    Orbits,
    /// Keeps some solutions, from which nothing follows about the others.
    Part,
}

impl OptionEffect {
    /// Returns the name of the effect: `same`, `orbits` or `part`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OptionEffect::Same => "same",
            OptionEffect::Orbits => "orbits",
            OptionEffect::Part => "part",
        }
    }
}

/// A change to a model that the user may request, written `+name` after the name of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelOption {
    /// The name: lower-case letters.
    pub name: &'static str,
    /// A short description, for help and lists.
    pub words: &'static str,
    /// The effect on the set of solutions.
    pub effect: OptionEffect,
}

/// A model of a puzzle with the options that change it. It is parsed once, where
/// the user's text enters; every method of [`ModelSource`] takes this type.
///
/// Prints as its name, for example `cells+sums+symmetry`, with the options in
/// the order of [`ModelSource::model_options`]. It is valid only for the puzzle that
/// parsed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewpoint {
    place: usize,
    base: &'static str,
    options: Vec<&'static ModelOption>,
}

impl Viewpoint {
    /// Returns the first model of the instance, without options.
    pub(super) fn default_of(instance: &(impl ModelSource + ?Sized)) -> Self {
        let base = instance.model_names().first().copied().unwrap_or_default();
        Viewpoint { place: 0, base, options: Vec::new() }
    }

    /// Parses a name such as `cells+symmetry`. Options may be in any order and may
    /// repeat.
    ///
    /// # Errors
    /// Returns an error if the instance does not offer the model or an option; it lists those it
    /// offers. Returns an error if the name combines an option with [`OptionEffect::Part`] and one
    /// with [`OptionEffect::Orbits`], because one may drop solutions that the other keeps.
    pub(super) fn parse_name(
        instance: &(impl ModelSource + ?Sized),
        name: &str,
    ) -> Result<Self, ModelError> {
        let (wanted, rest) = name.split_once('+').map_or((name, None), |(m, o)| (m, Some(o)));
        let fault =
            |what: String| ModelError::new(format!("{what}; it has {}", describe_offer(instance)));
        let near = |name: &str, known: &[&str]| did_you_mean(name, known.iter().copied());
        let models = instance.model_names();
        let place = models.iter().position(|&model| model == wanted);
        let place = place.ok_or_else(|| {
            let near = near(wanted, models);
            fault(format!("{} has no model '{wanted}'{near}", instance.puzzle_name()))
        })?;
        let wanted: Vec<&str> = rest.map_or_else(Vec::new, |rest| rest.split('+').collect());
        let known = |name: &str| instance.model_options().iter().any(|option| option.name == name);
        if let Some(option) = wanted.iter().find(|name| !known(name)) {
            let names: Vec<&str> =
                instance.model_options().iter().map(|option| option.name).collect();
            let (puzzle, near) = (instance.puzzle_name(), near(option, &names));
            let what = format!("{puzzle} has no option '+{option}' of its models{near}");
            return Err(fault(what));
        }
        // In the order of the list and each once, so that equal viewpoints are equal and print
        // alike.
        let options =
            instance.model_options().iter().filter(|option| wanted.contains(&option.name));
        let viewpoint = Viewpoint { place, base: models[place], options: options.collect() };
        match (
            viewpoint.first_option(OptionEffect::Part),
            viewpoint.first_option(OptionEffect::Orbits),
        ) {
            (Some(part), Some(orbits)) => Err(ModelError::new(format!(
                "'+{}' and '+{}' do not go together: one drops solutions that the other keeps",
                part.name, orbits.name
            ))),
            _ => Ok(viewpoint),
        }
    }

    /// Returns the index of the model in [`ModelSource::model_names`], counted from 0.
    #[must_use]
    pub fn model_index(&self) -> usize {
        self.place
    }

    /// Returns the name of the model without options.
    #[must_use]
    pub fn base_name(&self) -> &'static str {
        self.base
    }

    /// Returns this model without options.
    #[must_use]
    pub fn without_options(&self) -> Self {
        Viewpoint { options: Vec::new(), ..*self }
    }

    /// Returns the options, in the order of [`ModelSource::model_options`].
    #[must_use]
    pub fn options(&self) -> &[&'static ModelOption] {
        &self.options
    }

    /// Whether this option is on.
    #[must_use]
    pub fn has_option(&self, option: &ModelOption) -> bool {
        self.options.iter().any(|on| on.name == option.name)
    }

    /// Returns the combined effect of the options on the set of solutions.
    #[must_use]
    pub fn combined_effect(&self) -> OptionEffect {
        let strongest = [OptionEffect::Part, OptionEffect::Orbits];
        strongest
            .into_iter()
            .find(|&effect| self.first_option(effect).is_some())
            .unwrap_or(OptionEffect::Same)
    }

    fn first_option(&self, effect: OptionEffect) -> Option<&'static ModelOption> {
        self.options.iter().copied().find(|option| option.effect == effect)
    }
}

impl fmt::Display for Viewpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base)?;
        self.options.iter().try_for_each(|option| write!(f, "+{}", option.name))
    }
}

/// Lists the models and options that an instance offers, for errors.
fn describe_offer(instance: &(impl ModelSource + ?Sized)) -> String {
    let models = instance.model_names().join(", ");
    let options: Vec<String> =
        instance.model_options().iter().map(|option| format!("+{}", option.name)).collect();
    if options.is_empty() { models } else { format!("{models}, with {}", options.join(", ")) }
}
