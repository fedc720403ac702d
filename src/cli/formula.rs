//! One instance in one model, for the commands that write and read formulas.

use std::sync::Arc;

use parallax_encodings::EncodingOptions;
use parallax_encodings::smt::{EncodedScript, SmtEncoding};
use parallax_engines::parse_options;
use parallax_instance::{InputError, Instance, SourcedInstance, Viewpoint};
use parallax_model::engine_api::{Answer, Control, PreparationError};
use parallax_model::{Given, Model, ModelError};
use parallax_translate::flatzinc::{FlatzincGlobals, FlatzincTranslation};
use parallax_translate::minizinc::MinizincTranslation;
use parallax_translate::xcsp3::Xcsp3Translation;
use parallax_translate::{ModelClauses, smt};

use super::CliError;
use super::clock::CommandClock;
use super::options::OneInput;

/// Selects the formula.
#[derive(clap::Args)]
pub(super) struct FormulaArgs {
    #[command(flatten)]
    input: OneInput,
    /// The model of the puzzle, as in cells+symmetry [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// For clauses: the encodings, as after the '+' of a SAT engine's name
    #[arg(long, value_name = "SPEC", default_value = "direct")]
    pub(super) encoding: String,
}

impl FormulaArgs {
    /// Reads the instance and makes its model.
    pub(super) fn read_model(&self, clock: &CommandClock) -> Result<InstanceModel, CliError> {
        let found = self.input.find_instance(clock)?;
        let viewpoint = find_viewpoint(&found, self.model.as_deref())?;
        let original = found.instance.model(&viewpoint)?;
        let has_globals = original.has_globals();
        // Clauses and terms are made of the plain form, in which global constraints are decomposed.
        // XCSP3 and MiniZinc have globals of their own and keep the original.
        let plain = Arc::new(original.clone()).plain_model(&Control::unlimited());
        let plain =
            plain.map_err(|why| CliError(format!("{}: {}", found.source, Answer::from(why))))?;
        let model = Arc::unwrap_or_clone(plain.model);
        let original = has_globals.then_some(original);
        Ok(InstanceModel { found, viewpoint, model, original })
    }

    /// Returns the encodings.
    pub(super) fn encoding_options(&self) -> Result<EncodingOptions, CliError> {
        Ok(parse_options(&self.encoding)?)
    }
}

/// Returns the viewpoint of this name, or the default one.
///
/// # Errors
/// Returns the errors of
/// [`ModelSource::viewpoint`](parallax_instance::ModelSource::viewpoint).
pub(super) fn find_viewpoint(
    found: &SourcedInstance,
    name: Option<&str>,
) -> Result<Viewpoint, CliError> {
    let fail = |error: ModelError| InputError::new(&found.source, error.to_string());
    match name {
        None => Ok(found.instance.default_viewpoint()),
        Some(name) => Ok(found.instance.viewpoint(name).map_err(fail)?),
    }
}

/// An instance seen as a model in its plain form.
pub(super) struct InstanceModel {
    pub(super) found: SourcedInstance,
    pub(super) viewpoint: Viewpoint,
    pub(super) model: Model,
    /// The model with its global constraints, if it has any.
    original: Option<Model>,
}

impl InstanceModel {
    pub(super) fn source_instance(&self) -> &dyn Instance {
        &*self.found.instance
    }

    pub(super) fn model_givens(&self) -> Vec<Given> {
        self.source_instance().givens(&self.viewpoint)
    }

    /// Returns the clauses, including the givens.
    pub(super) fn write_clauses(
        &self,
        options: &EncodingOptions,
        control: &Control,
    ) -> Result<ModelClauses, CliError> {
        let mut cnf = ModelClauses::from_model(&self.model, options, control)
            .map_err(|r| self.refusal_error(r))?;
        cnf.add_givens(&self.model_givens())?;
        Ok(cnf)
    }

    /// Returns the terms, including the givens. As integers they are the expressions from which
    /// the model was read, if it keeps them.
    pub(super) fn write_terms(
        &self,
        encoding: SmtEncoding,
        control: &Control,
    ) -> Result<EncodedScript, CliError> {
        let by_expressions = match encoding {
            SmtEncoding::Lia => smt::script_by_expressions(&self.model, control),
            // Bit-vectors and the like need the range of every number, which expressions lack.
            _ => Ok(None),
        };
        let script = match by_expressions.map_err(|r| self.refusal_error(r))? {
            Some(script) => Ok(script),
            None => smt::write_script(&self.model, control),
        };
        let mut script = script.map_err(|r| self.refusal_error(r))?;
        smt::assert_givens(&mut script, &self.model_givens());
        Ok(script.encode_script(encoding)?)
    }

    /// Returns the FlatZinc, including the givens.
    pub(super) fn write_flatzinc(
        &self,
        globals: FlatzincGlobals,
        control: &Control,
    ) -> Result<FlatzincTranslation, CliError> {
        let written = FlatzincTranslation::from_model(
            &self.model.restrict_givens(&self.model_givens()),
            globals,
            control,
        );
        written.map_err(|refusal| self.refusal_error(refusal))
    }

    /// Returns the XCSP3, including the givens. It has the global constraints.
    pub(super) fn write_xcsp3(&self, control: &Control) -> Result<Xcsp3Translation, CliError> {
        let model = self.original.as_ref().unwrap_or(&self.model);
        let mut written =
            Xcsp3Translation::from_model(model, control).map_err(|r| self.refusal_error(r))?;
        written.start_question(&self.model_givens());
        Ok(written)
    }

    /// Returns the MiniZinc, including the givens: the expressions of the instance, if it keeps
    /// them, or else the model with its global constraints.
    pub(super) fn write_minizinc(
        &self,
        control: &Control,
    ) -> Result<MinizincTranslation, CliError> {
        let model = self.original.as_ref().unwrap_or(&self.model);
        let by_expressions = MinizincTranslation::of_expressions(model, control);
        let mut written = match by_expressions.map_err(|r| self.refusal_error(r))? {
            Some(written) => written,
            None => MinizincTranslation::from_model(model, control)
                .map_err(|r| self.refusal_error(r))?,
        };
        written.start_question(&self.model_givens());
        Ok(written)
    }

    fn refusal_error(&self, refusal: PreparationError) -> CliError {
        CliError(format!("{}: {}", self.found.source, Answer::from(refusal)))
    }
}
