//! `--given`: the user's values in addition to the instance's givens.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_compare::ModelSelection;
use parallax_formats::inputs::Stream;
use parallax_instance::{
    GivensWrapper, InputError, Instance, InstanceOrigin, SourcedInstance, added_givens,
};
use parallax_model::engine_api::Control;

use super::CliError;

/// The user's values.
#[derive(Clone, clap::Args)]
pub(super) struct GivenValues {
    /// Take a value as given, as in r4c1=6; may be repeated
    #[arg(long = "given", value_name = "NAME=VALUE")]
    texts: Vec<String>,
}

impl GivenValues {
    /// Returns the values, as the user writes them.
    pub(super) fn given_texts(&self) -> &[String] {
        &self.texts
    }

    /// Refuses an option that is about the file alone, if it is used and values are given.
    pub(super) fn refuse_with(&self, used: bool, flag: &str, why: &str) -> Result<(), CliError> {
        if used && !self.texts.is_empty() {
            return Err(CliError(format!("{flag} does not go with --given: {why}")));
        }
        Ok(())
    }

    /// Adds the values to each instance of a stream. Replaces an instance that they do not fit by
    /// an error. `limit` bounds the work on each instance.
    pub(super) fn with_values(
        &self,
        stream: Stream,
        models: &ModelSelection,
        limit: Option<Duration>,
    ) -> Stream {
        if self.texts.is_empty() {
            return stream;
        }
        let (texts, models): (Arc<[String]>, _) = (self.texts.clone().into(), models.clone());
        Box::new(stream.map(move |next| {
            let control = Control::unlimited().with_timeout(limit);
            next.and_then(|found| add_givens(found, &texts, &models, &control))
        }))
    }

    /// Adds the values to an instance that is seen as the model with this name, or the default one.
    ///
    /// # Errors
    /// Returns an error if a name or a value does not fit the instance.
    pub(super) fn add_to(
        &self,
        found: SourcedInstance,
        model: Option<&str>,
        control: &Control,
    ) -> Result<SourcedInstance, CliError> {
        if self.texts.is_empty() {
            return Ok(found);
        }
        let models = model
            .map_or(ModelSelection::Default, |name| ModelSelection::Named(vec![name.to_owned()]));
        Ok(add_givens(found, &self.texts.clone().into(), &models, control)?)
    }
}

/// Notes the values that the user gives in a JSON object about an instance, if there are some.
pub(super) fn note_givens(object: &mut serde_json::Value, instance: &dyn Instance) {
    let givens = added_givens(instance);
    if !givens.is_empty() {
        object["givens"] = givens.into();
    }
}

/// Adds values to an instance, and checks that they fit all its models that are used.
fn add_givens(
    found: SourcedInstance,
    texts: &Arc<[String]>,
    models: &ModelSelection,
    control: &Control,
) -> Result<SourcedInstance, InputError> {
    let start = Instant::now();
    let SourcedInstance { source, index, spent, instance, .. } = found;
    let instance = GivensWrapper::new(instance, texts.clone());
    for viewpoint in models.select_viewpoints(&instance, &source)? {
        let fits = instance.check_givens(&viewpoint, control);
        fits.map_err(|fault| {
            InputError::new(&source, format!("--given: {fault}")).confine_to_instance()
        })?;
    }
    // An answer is about the instance with these values and proves nothing about the file, which
    // does not have them.
    let origin = InstanceOrigin::Program;
    let spent = spent + start.elapsed();
    Ok(SourcedInstance { source, origin, index, spent, instance: Box::new(instance) })
}
