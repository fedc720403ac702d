//! One instance in one model, for the commands that write and read formulas.

use parallax_encodings::Options;

use super::Failure;
use super::options::OneInput;
use crate::ask::{Answer, Control, Refusal};
use crate::engines::Spec;
use crate::inputs::Found;
use crate::instance::Instance;
use crate::lower::{Cnf, smt};
use crate::model::{Given, Model};

/// Which formula is meant.
#[derive(clap::Args)]
pub(super) struct Chosen {
    #[command(flatten)]
    input: OneInput,
    /// The model (viewpoint) of the puzzle, with options as in cells+symmetry [default: the puzzle's first]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// For clauses: the encodings, as in a SAT engine's spec after the '+'
    #[arg(long, value_name = "SPEC", default_value = "direct")]
    pub(super) encoding: String,
}

impl Chosen {
    /// Reads the instance and makes its model.
    pub(super) fn view(&self) -> Result<Viewed, Failure> {
        let found = self.input.find()?;
        let name = model_name(&*found.instance, self.model.as_deref(), &found.source)?;
        let model = found.instance.model(&name)?;
        Ok(Viewed { found, name, model })
    }

    /// The encodings.
    pub(super) fn options(&self) -> Result<Options, Failure> {
        match format!("sat:batsat+{}", self.encoding).parse() {
            Ok(Spec::Sat { options, .. }) => Ok(options),
            Ok(_) => Err(Failure(format!("'{}' is no encoding", self.encoding))),
            Err(error) => Err(Failure(error)),
        }
    }
}

/// The name of the model that is meant, with options.
pub(super) fn model_name(
    instance: &dyn Instance,
    wanted: Option<&str>,
    source: &str,
) -> Result<String, Failure> {
    let models = match wanted {
        None => crate::compare::Models::Default,
        Some(name) => crate::compare::Models::Named(vec![name.to_owned()]),
    };
    let chosen = models.of(instance, source)?;
    chosen.first().map(ToString::to_string).ok_or_else(|| Failure(format!("{source}: no model")))
}

/// An instance seen as a model.
pub(super) struct Viewed {
    pub(super) found: Found,
    /// The name of the model, with options.
    pub(super) name: String,
    pub(super) model: Model,
}

impl Viewed {
    pub(super) fn instance(&self) -> &dyn Instance {
        &*self.found.instance
    }

    pub(super) fn givens(&self) -> Vec<Given> {
        self.instance().givens(&self.name)
    }

    /// The clauses, those of the givens included.
    pub(super) fn clauses(&self, options: &Options, control: &Control) -> Result<Cnf, Failure> {
        let mut cnf = Cnf::of(&self.model, options, control).map_err(|r| self.refused(r))?;
        cnf.add_givens(&self.givens())?;
        Ok(cnf)
    }

    /// The terms, those of the givens included.
    pub(super) fn terms(
        &self,
        control: &Control,
    ) -> Result<parallax_encodings::smt::Script, Failure> {
        let mut script = smt::script(&self.model, control).map_err(|r| self.refused(r))?;
        smt::assert_givens(&mut script, &self.givens());
        Ok(script)
    }

    fn refused(&self, refusal: Refusal) -> Failure {
        Failure(format!("{}: {}", self.found.source, Answer::from(refusal)))
    }
}
