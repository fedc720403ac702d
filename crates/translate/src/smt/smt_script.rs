//! The script of a model.

use std::collections::HashMap;

use parallax_encodings::AtomOp;
use parallax_encodings::smt::{self, Script, Term};
use parallax_model::ask::{Control, Refusal, Stop};
use parallax_model::{
    self, ClassRelation, DimensionId, DimensionRelation, Given, Kind, Model, Posted, VarId,
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
pub fn script(model: &Model, control: &Control) -> Result<Script, Refusal> {
    script_of(model, model.constraints(), control)
}

/// Writes the script of all variables and some of the constraints.
///
/// # Errors
/// Returns the errors of [`script`].
pub(crate) fn script_of<'c>(
    model: &Model,
    constraints: impl IntoIterator<Item = &'c Posted>,
    control: &Control,
) -> Result<Script, Refusal> {
    let script = declare_variables(model, model.variables().len());
    let mut lowering = Lowering { script, model, classes: HashMap::new() };
    let mut bytes: u128 = 0;
    for (i, posted) in constraints.into_iter().enumerate() {
        control.check()?;
        bytes += kinds::bytes(&posted.constraint);
        if bytes > control.formula_bytes() as u128 {
            return Err(Stop::Memory.into());
        }
        let label = match posted.label.as_str() {
            "" => format!("{}: {}", i + 1, posted.constraint.description(model)),
            label => label.to_owned(),
        };
        let term = lowering.constraint(&posted.constraint)?;
        lowering.script.assert(label, term);
    }
    if !lowering.script.assertions.iter().all(|(_, term)| term.is_linear()) {
        lowering.script.logic = "QF_NIA".into();
    }
    Ok(lowering.script)
}

/// Writes a script of the first variables of a model and their domains, without constraints.
#[must_use]
pub fn declare_variables(model: &Model, count: usize) -> Script {
    let mut script = Script::new("QF_LIA");
    for variable in &model.variables()[..count] {
        let hidden = if variable.shown { "" } else { " (hidden)" };
        let comment = format!("{} in {}{hidden}", variable.name, variable.domain);
        let runs = variable.domain.intervals().collect();
        script.int_in(variable.name.as_str(), comment, runs, "domains");
    }
    script
}

/// Asserts givens.
pub fn assert_givens(script: &mut Script, givens: &[Given]) {
    for given in givens {
        let value = Term::Int(given.value.into());
        script.assert("givens", Term::IntVar(given.variable.index()).equals(value));
    }
}

pub(super) struct Lowering<'m> {
    pub(super) script: Script,
    pub(super) model: &'m Model,
    pub(super) classes: HashMap<(VarId, DimensionId), usize>,
}

pub(super) fn ints(scope: &[VarId]) -> Vec<usize> {
    scope.iter().map(|v| v.index()).collect()
}

pub(super) fn atom(atom: &parallax_model::Atom) -> (usize, AtomOp, i32) {
    let (op, value) = crate::atom(atom);
    (atom.variable.index(), op, value)
}

impl Lowering<'_> {
    pub(super) fn dimension(&mut self, c: &DimensionRelation) -> Result<Term, Refusal> {
        let mut parts = Vec::new();
        let mut classes = Vec::new();
        for &v in &c.scope {
            if self.model.domain(v).len() > MAX_DOMAIN {
                let name = self.model.name_of(v);
                let why = format!("the domain of '{name}' has more than {MAX_DOMAIN} values");
                return Err(Refusal::Unsupported(format!("{why}, too many for a dimension")));
            }
            classes.push(self.class(v, c.dimension));
            let dimension = self.model.dimension(c.dimension);
            let without = self.model.domain(v).iter().filter(|&x| dimension.class(x).is_none());
            parts.extend(without.map(|x| smt::atom(v.index(), AtomOp::Ne, x)));
        }
        let equal = parallax_encodings::Relation::Eq;
        let same = || Term::and(classes.windows(2).map(|w| smt::compare(w[0], equal, w[1], 0)));
        let different = || smt::all_different(&classes);
        parts.push(match c.relation.simplest(classes.len()) {
            ClassRelation::Table(rows) if classes.is_empty() => Term::Bool(!rows.is_empty()),
            ClassRelation::Table(rows) => {
                let cells = rows.iter().flatten().map(|class| class.cast_signed());
                smt::table(&classes, &cells.collect::<Vec<i32>>(), true)
            }
            ClassRelation::AllSame => same(),
            ClassRelation::AllDifferent => different(),
            ClassRelation::AllSameOrAllDifferent => Term::or([same(), different()]),
            ClassRelation::ExactlyEqual(number) => {
                self.exactly_equal(c, &classes, *number as usize)
            }
        });
        Ok(Term::and(parts))
    }

    /// Returns "no class occurs more than `number` times, and some class occurs `number` times".
    fn exactly_equal(&self, c: &DimensionRelation, classes: &[usize], number: usize) -> Term {
        let takers = crate::takers(self.model, c, number);
        let count = |(&class, places): (&u32, &Vec<usize>), least, most| {
            let takers: Vec<usize> = places.iter().map(|&place| classes[place]).collect();
            smt::cardinality(&takers, &[(class.cast_signed(), least, most)], false)
        };
        let within = Term::and(takers.iter().map(|of| count(of, 0, number)));
        let reached = Term::or(takers.iter().map(|of| count(of, number, of.1.len())));
        Term::and([within, reached])
    }

    /// Returns the class integer of a variable; -1 for values without a class.
    fn class(&mut self, v: VarId, d: DimensionId) -> usize {
        if let Some(&known) = self.classes.get(&(v, d)) {
            return known;
        }
        let dimension = self.model.dimension(d);
        let name = format!("{} of {}", dimension.name(), self.model.name_of(v));
        let map: Vec<(i32, i32)> = self
            .model
            .domain(v)
            .iter()
            .map(|value| (value, dimension.class(value).map_or(-1, |class| class as i32)))
            .collect();
        let classes: Vec<i32> = map.iter().map(|&(_, class)| class).collect();
        let comment = format!("{name}: the class of its value");
        let class = self.script.int_of(&name, comment, &classes, &name);
        self.script.assert(name, smt::image(v.index(), class, &map));
        self.classes.insert((v, d), class);
        class
    }
}
