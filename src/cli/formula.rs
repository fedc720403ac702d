//! One instance in one model, for the commands that write and read formulas.

use std::sync::Arc;

use parallax_encodings::Options;
use parallax_encodings::smt::{EncodedScript, SmtEncoding};
use parallax_engines::parse_options;
use parallax_model::ask::{Answer, Control, Refusal};
use parallax_model::instance::{InputError, Instance, SourcedInstance, Viewpoint};
use parallax_model::{Given, Model, ModelError};
use parallax_translate::flatzinc::{Flatzinc, Globals};
use parallax_translate::minizinc::Minizinc;
use parallax_translate::xcsp3::Xcsp3;
use parallax_translate::{Cnf, smt};

use super::Failure;
use super::clock::Clock;
use super::options::OneInput;

/// Which formula is meant.
#[derive(clap::Args)]
pub(super) struct Chosen {
    #[command(flatten)]
    input: OneInput,
    /// The model of the puzzle, as in cells+symmetry [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// For clauses: the encodings, as after the '+' of a SAT engine's name
    #[arg(long, value_name = "SPEC", default_value = "direct")]
    pub(super) encoding: String,
}

impl Chosen {
    /// Reads the instance and makes its model.
    pub(super) fn view(&self, clock: &Clock) -> Result<Viewed, Failure> {
        let found = self.input.find(clock)?;
        let viewpoint = viewpoint(&found, self.model.as_deref())?;
        let original = found.instance.model(&viewpoint)?;
        let has_globals = original.has_globals();
        let plain = Arc::new(original.clone()).plain(&Control::unlimited());
        let plain =
            plain.map_err(|why| Failure(format!("{}: {}", found.source, Answer::from(why))))?;
        let model = Arc::unwrap_or_clone(plain.model);
        let original = has_globals.then_some(original);
        Ok(Viewed { found, viewpoint, model, original })
    }

    /// Returns the encodings.
    pub(super) fn options(&self) -> Result<Options, Failure> {
        Ok(parse_options(&self.encoding)?)
    }
}

/// Returns the viewpoint of this name, or the default one.
///
/// # Errors
/// Returns the errors of [`ModelSource::viewpoint`](parallax_model::instance::ModelSource::viewpoint).
pub(super) fn viewpoint(found: &SourcedInstance, name: Option<&str>) -> Result<Viewpoint, Failure> {
    let fail = |error: ModelError| InputError::new(&found.source, error.to_string());
    match name {
        None => Ok(found.instance.default_viewpoint()),
        Some(name) => Ok(found.instance.viewpoint(name).map_err(fail)?),
    }
}

/// An instance seen as a model in its plain form.
pub(super) struct Viewed {
    pub(super) found: SourcedInstance,
    pub(super) viewpoint: Viewpoint,
    pub(super) model: Model,
    /// The model with its global constraints, if it has any.
    original: Option<Model>,
}

impl Viewed {
    pub(super) fn instance(&self) -> &dyn Instance {
        &*self.found.instance
    }

    pub(super) fn givens(&self) -> Vec<Given> {
        self.instance().givens(&self.viewpoint)
    }

    /// Returns the clauses, including those of the givens.
    pub(super) fn clauses(&self, options: &Options, control: &Control) -> Result<Cnf, Failure> {
        let mut cnf = Cnf::of(&self.model, options, control).map_err(|r| self.refused(r))?;
        cnf.add_givens(&self.givens())?;
        Ok(cnf)
    }

    /// Returns the terms, including those of the givens. As integers they are the expressions that
    /// the model was read from, if it keeps them.
    pub(super) fn terms(
        &self,
        encoding: SmtEncoding,
        control: &Control,
    ) -> Result<EncodedScript, Failure> {
        let by_expressions = match encoding {
            SmtEncoding::Lia => smt::script_by_expressions(&self.model, control),
            // The other terms need the range of every number.
            _ => Ok(None),
        };
        let script = match by_expressions.map_err(|r| self.refused(r))? {
            Some(script) => Ok(script),
            None => smt::script(&self.model, control),
        };
        let mut script = script.map_err(|r| self.refused(r))?;
        smt::assert_givens(&mut script, &self.givens());
        Ok(script.encode(encoding)?)
    }

    /// Returns the FlatZinc, including that of the givens.
    pub(super) fn flatzinc(
        &self,
        globals: Globals,
        control: &Control,
    ) -> Result<Flatzinc, Failure> {
        let written = Flatzinc::of(&self.model.restricted(&self.givens()), globals, control);
        written.map_err(|refusal| self.refused(refusal))
    }

    /// Returns the XCSP3, including that of the givens. It has the global constraints.
    pub(super) fn xcsp3(&self, control: &Control) -> Result<Xcsp3, Failure> {
        let model = self.original.as_ref().unwrap_or(&self.model);
        let mut written = Xcsp3::of(model, control).map_err(|r| self.refused(r))?;
        written.pose(&self.givens());
        Ok(written)
    }

    /// Returns the MiniZinc, including that of the givens: the expressions of the instance, if it
    /// keeps them, or else the model with its global constraints.
    pub(super) fn minizinc(&self, control: &Control) -> Result<Minizinc, Failure> {
        let model = self.original.as_ref().unwrap_or(&self.model);
        let by_expressions = Minizinc::of_expressions(model, control);
        let mut written = match by_expressions.map_err(|r| self.refused(r))? {
            Some(written) => written,
            None => Minizinc::of(model, control).map_err(|r| self.refused(r))?,
        };
        written.pose(&self.givens());
        Ok(written)
    }

    fn refused(&self, refusal: Refusal) -> Failure {
        Failure(format!("{}: {}", self.found.source, Answer::from(refusal)))
    }
}
