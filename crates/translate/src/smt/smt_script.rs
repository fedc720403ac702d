//! The script of a model.

use std::collections::HashMap;

use parallax_encodings::AtomOp;
use parallax_encodings::smt::{self, SmtScript, SmtTerm};
use parallax_model::engine_api::{Control, PreparationError, StopReason};
use parallax_model::{
    self, ClassRelation, DimensionId, DimensionRelation, Given, Kind, Model, PostedConstraint,
    VarId,
};

use super::kinds;

/// Maximum number of values of a domain that is enumerated, which only classes require. Everything
/// else represents domains as runs of values.
const MAX_DOMAIN: u64 = 1 << 20;

/// Writes a model as a script: variable `i` of the model is integer `i`, and every constraint is an
/// assertion under its label. Further integers represent classes of values.
///
/// # Errors
/// If the terms would exceed the allowance of `control`, a dimension has too many values, or
/// `control` stops it.
pub fn write_script(model: &Model, control: &Control) -> Result<SmtScript, PreparationError> {
    script_of(model, model.constraints(), control)
}

/// Writes the script of all variables and some of the constraints.
///
/// # Errors
/// Returns the errors of [`write_script`].
pub(crate) fn script_of<'c>(
    model: &Model,
    constraints: impl IntoIterator<Item = &'c PostedConstraint>,
    control: &Control,
) -> Result<SmtScript, PreparationError> {
    let script = declare_variables(model, model.variables().len());
    let mut lowering = SmtLowering { script, model, classes: HashMap::new() };
    let mut bytes: u128 = 0;
    for (i, posted) in constraints.into_iter().enumerate() {
        control.check_stop()?;
        // Before the term is made: a term that does not fit must not be built.
        bytes += kinds::estimate_bytes(&posted.constraint);
        if bytes > control.formula_bytes() as u128 {
            return Err(StopReason::Memory.into());
        }
        let label = match posted.label.as_str() {
            "" => format!("{}: {}", i + 1, posted.constraint.description(model)),
            label => label.to_owned(),
        };
        let term = lowering.constraint_term(&posted.constraint)?;
        lowering.script.assert_term(label, term);
    }
    // Products make the script nonlinear; solvers take the logic at its word.
    if !lowering.script.assertions.iter().all(|(_, term)| term.is_linear()) {
        lowering.script.logic = "QF_NIA".into();
    }
    Ok(lowering.script)
}

/// Writes a script of the first variables of a model and their domains, without constraints.
#[must_use]
pub fn declare_variables(model: &Model, count: usize) -> SmtScript {
    let mut script = SmtScript::new("QF_LIA");
    for variable in &model.variables()[..count] {
        let hidden = if variable.shown { "" } else { " (hidden)" };
        let comment = format!("{} in {}{hidden}", variable.name, variable.domain);
        let runs = variable.domain.intervals().collect();
        script.int_in(variable.name.as_str(), comment, runs, "domains");
    }
    script
}

/// Asserts givens.
pub fn assert_givens(script: &mut SmtScript, givens: &[Given]) {
    for given in givens {
        let value = SmtTerm::Int(given.value.into());
        script.assert_term("givens", SmtTerm::IntVar(given.variable.index()).equals_term(value));
    }
}

pub(super) struct SmtLowering<'m> {
    pub(super) script: SmtScript,
    pub(super) model: &'m Model,
    pub(super) classes: HashMap<(VarId, DimensionId), usize>,
}

pub(super) fn integer_indices(scope: &[VarId]) -> Vec<usize> {
    scope.iter().map(|v| v.index()).collect()
}

pub(super) fn script_atom(atom: &parallax_model::AtomicConstraint) -> (usize, AtomOp, i32) {
    let (op, value) = crate::encoding_atom(atom);
    (atom.variable.index(), op, value)
}

impl SmtLowering<'_> {
    pub(super) fn dimension_term(
        &mut self,
        c: &DimensionRelation,
    ) -> Result<SmtTerm, PreparationError> {
        let mut parts = Vec::new();
        let mut classes = Vec::new();
        for &v in &c.scope {
            if self.model.domain(v).len() > MAX_DOMAIN {
                let name = self.model.name_of(v);
                let why = format!("the domain of '{name}' has more than {MAX_DOMAIN} values");
                return Err(PreparationError::Unsupported(format!(
                    "{why}, too many for a dimension"
                )));
            }
            classes.push(self.class_integer(v, c.dimension));
            let dimension = self.model.dimension(c.dimension);
            let without =
                self.model.domain(v).iter().filter(|&x| dimension.class_of_value(x).is_none());
            parts.extend(without.map(|x| smt::atom_term(v.index(), AtomOp::Ne, x)));
        }
        let equal = parallax_encodings::ArithmeticRelation::Eq;
        let same = || {
            SmtTerm::conjoin_all(
                classes.windows(2).map(|w| smt::compare_term(w[0], equal, w[1], 0)),
            )
        };
        let different = || smt::all_different(&classes);
        parts.push(match c.relation.simplest_form(classes.len()) {
            ClassRelation::Table(rows) if classes.is_empty() => SmtTerm::Bool(!rows.is_empty()),
            ClassRelation::Table(rows) => {
                let cells = rows.iter().flatten().map(|class| class.cast_signed());
                smt::table_term(&classes, &cells.collect::<Vec<i32>>(), true)
            }
            ClassRelation::AllSame => same(),
            ClassRelation::AllDifferent => different(),
            ClassRelation::AllSameOrAllDifferent => SmtTerm::disjoin_all([same(), different()]),
            ClassRelation::ExactlyEqual(number) => {
                self.exactly_equal(c, &classes, *number as usize)
            }
        });
        Ok(SmtTerm::conjoin_all(parts))
    }

    /// Returns "no class occurs more than `number` times, and some class occurs `number` times".
    fn exactly_equal(&self, c: &DimensionRelation, classes: &[usize], number: usize) -> SmtTerm {
        let takers = crate::list_takers(self.model, c, number);
        let count = |(&class, places): (&u32, &Vec<usize>), least, most| {
            let takers: Vec<usize> = places.iter().map(|&place| classes[place]).collect();
            smt::cardinality_term(&takers, &[(class.cast_signed(), least, most)], false)
        };
        // A class that fewer than `number` variables can take is not listed: it neither exceeds nor
        // reaches the number.
        let within = SmtTerm::conjoin_all(takers.iter().map(|of| count(of, 0, number)));
        let reached = SmtTerm::disjoin_all(takers.iter().map(|of| count(of, number, of.1.len())));
        SmtTerm::conjoin_all([within, reached])
    }

    /// Returns the class integer of a variable; -1 for values without a class.
    fn class_integer(&mut self, v: VarId, d: DimensionId) -> usize {
        if let Some(&known) = self.classes.get(&(v, d)) {
            return known;
        }
        let dimension = self.model.dimension(d);
        let name = format!("{} of {}", dimension.name(), self.model.name_of(v));
        let map: Vec<(i32, i32)> = self
            .model
            .domain(v)
            .iter()
            .map(|value| (value, dimension.class_of_value(value).map_or(-1, |class| class as i32)))
            .collect();
        let classes: Vec<i32> = map.iter().map(|&(_, class)| class).collect();
        let comment = format!("{name}: the class of its value");
        let class = self.script.int_of(&name, comment, &classes, &name);
        self.script.assert_term(name, smt::image_term(v.index(), class, &map));
        self.classes.insert((v, d), class);
        class
    }
}
