//! A model as clauses.

use std::collections::HashMap;
use std::io;

use parallax_encodings::{
    Atom, AtomOp, Bool, Budget, EncodeError, Encoder, Formula, IntId, Ints, Meaning, Options,
    write_dimacs, write_opb,
};
use rustsat::types::Lit;

use super::{Ceiling, relation};
use crate::ask::{Control, Refusal, Stop};
use crate::model::{
    self, ClassRelation, Constraint, DimensionId, DimensionRelation, Domain, Given, Kind, Model,
    Objective, Value, VarId,
};

/// A model as clauses, with the way back.
#[derive(Debug)]
pub struct Cnf {
    formula: Formula,
    ints: Ints,
    /// Names of the integers: the model's variables, then class integers.
    names: Vec<String>,
    variables: usize,
    shown: Vec<VarId>,
    ceiling: Option<Ceiling>,
    /// The variables and dimensions of which integers are classes.
    classes: HashMap<IntId, (VarId, DimensionId)>,
}

impl Cnf {
    /// Encodes a model. Variable `i` of the model is integer `i` of the
    /// formula; every constraint is a group of clauses under its label.
    ///
    /// # Errors
    /// When a constraint has no encoding under `options`, the formula would
    /// outgrow the allowance of `control`, or `control` says stop.
    pub fn of(model: &Model, options: &Options, control: &Control) -> Result<Self, Refusal> {
        Ok(Cnf::make(model, options, Extra::None, control)?.0)
    }

    /// The same with a literal for each constraint, in their order, that
    /// switches it on.
    ///
    /// # Errors
    /// As [`of`](Cnf::of).
    pub fn with_selectors(
        model: &Model,
        options: &Options,
        control: &Control,
    ) -> Result<(Self, Vec<Lit>), Refusal> {
        Cnf::make(model, options, Extra::Selectors, control)
    }

    /// The same with a [`ceiling`](Cnf::ceiling) on the cost of the model's
    /// objective, if it has one. The ceiling's own literals are free where the
    /// cost leaves them so: model counts are not kept.
    ///
    /// # Errors
    /// As [`of`](Cnf::of).
    pub fn with_ceiling(
        model: &Model,
        options: &Options,
        control: &Control,
    ) -> Result<Self, Refusal> {
        Ok(Cnf::make(model, options, Extra::Ceiling, control)?.0)
    }

    fn make(
        model: &Model,
        options: &Options,
        extra: Extra,
        control: &Control,
    ) -> Result<(Self, Vec<Lit>), Refusal> {
        let watched = control.clone();
        let budget = Budget {
            max_bytes: control.formula_bytes(),
            stop: Some(Box::new(move || watched.stopped().is_some())),
        };
        let mut lowering = Lowering {
            encoder: Encoder::new(options.clone(), budget),
            model,
            names: model.variables().iter().map(|v| v.name.clone()).collect(),
            classes: HashMap::new(),
            selectors: (extra == Extra::Selectors).then(Vec::new),
        };
        let aim = model.objective().filter(|_| extra == Extra::Ceiling);
        let ceiling = lowering.all().and_then(|()| match aim {
            Some(objective) => lowering.ceiling(objective).map(Some),
            None => Ok(None),
        });
        let ceiling = ceiling.map_err(|error| refusal(error, control))?;
        let selectors = lowering.selectors.unwrap_or_default();
        let (formula, ints) = lowering.encoder.into_parts();
        let cnf = Cnf {
            formula,
            ints,
            names: lowering.names,
            variables: model.variables().len(),
            shown: model.shown().to_vec(),
            classes: lowering.classes.iter().map(|(&of, &class)| (class, of)).collect(),
            ceiling,
        };
        Ok((cnf, selectors))
    }

    /// The clauses.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// What bounds the cost of the objective, where it was asked for.
    pub fn ceiling(&self) -> Option<&Ceiling> {
        self.ceiling.as_ref()
    }

    /// Appends literals that together force the given values; false when a
    /// value is not in its domain.
    pub fn assume(&self, givens: &[Given], out: &mut Vec<Lit>) -> bool {
        givens.iter().all(|given| self.ints.assume(int(given.variable), given.value, out))
    }

    /// Whether a partial truth assignment says by a literal that a variable
    /// does not have a value; see [`Ints::is_removed`].
    pub fn is_removed(&self, v: VarId, value: Value, is_true: &dyn Fn(Lit) -> bool) -> bool {
        self.ints.is_removed(int(v), value, is_true)
    }

    /// The values of an integer.
    pub(super) fn values_of(&self, int: IntId) -> &[i32] {
        self.ints.values(int)
    }

    /// Whether an integer is a variable of the model.
    pub(super) fn is_variable(&self, int: IntId) -> bool {
        int.index() < self.variables
    }

    /// The variable and dimension of which an integer is the class.
    pub(super) fn class_of(&self, int: IntId) -> Option<(VarId, DimensionId)> {
        self.classes.get(&int).copied()
    }

    /// Adds the given values as unit clauses (the empty clause where a value
    /// is not in its domain).
    ///
    /// # Errors
    /// When the formula would outgrow its allowance.
    pub fn add_givens(&mut self, givens: &[Given]) -> Result<(), EncodeError> {
        self.formula.begin_group("givens");
        let mut units = Vec::new();
        if !self.assume(givens, &mut units) {
            self.formula.add(&[])?;
        }
        units.iter().try_for_each(|&unit| self.formula.add(&[unit]))
    }

    /// The value of every variable of the model under a truth assignment,
    /// into `values`; `None` when that is no model of the formula.
    pub fn decode(&self, is_true: &dyn Fn(Lit) -> bool, values: &mut Vec<Value>) -> Option<()> {
        values.clear();
        for i in 0..self.variables {
            values.push(self.ints.decode(IntId(i as u32), is_true)?);
        }
        Some(())
    }

    /// Appends the clause that forbids the shown part of an assignment while
    /// `guard` is true.
    pub fn forbid(&self, values: &[Value], guard: Option<Lit>, out: &mut Vec<Lit>) {
        let shown: Vec<(IntId, Value)> =
            self.shown.iter().map(|&v| (int(v), values[v.index()])).collect();
        self.ints.forbid_clause(&shown, guard, out);
    }

    /// The variables that make solutions distinct.
    pub fn shown(&self) -> &[VarId] {
        &self.shown
    }

    /// Appends literals that together force the first `number` shown
    /// variables to what they are in an assignment.
    pub fn shown_as(&self, number: usize, values: &[Value], out: &mut Vec<Lit>) {
        for &v in &self.shown[..number] {
            self.ints.assume(int(v), values[v.index()], out);
        }
    }

    /// Writes the formula; comments hold the remarks, what each variable means
    /// and which constraint each group of clauses comes from, as
    /// `docs/provenance.md` describes.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(
        &self,
        format: ClauseFormat,
        remarks: &[String],
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let name = |id: IntId| self.names.get(id.index()).cloned().unwrap_or_default();
        let mut remarks = remarks.to_vec();
        let mut seen = self.shown.iter().peekable();
        for place in 0..self.variables {
            let shown = seen.next_if(|v| v.index() == place).is_some();
            let kind = if shown { "shown" } else { "hidden" };
            let domain = Domain::of(self.ints.values(IntId(place as u32)).iter().copied());
            remarks.push(format!("int {kind} {} in {domain}", self.names[place]));
        }
        match format {
            ClauseFormat::Dimacs => write_dimacs(&self.formula, &name, &remarks, out),
            ClauseFormat::Opb => write_opb(&self.formula, &name, &remarks, out),
        }
    }
}

/// A format for clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseFormat {
    /// DIMACS CNF.
    Dimacs,
    /// OPB, a constraint for each clause.
    Opb,
}

fn int(v: VarId) -> IntId {
    IntId(v.index() as u32)
}

fn ints(scope: &[VarId]) -> Vec<IntId> {
    scope.iter().map(|&v| int(v)).collect()
}

fn refusal(error: EncodeError, control: &Control) -> Refusal {
    match error {
        EncodeError::Stopped => control.stopped().unwrap_or(Stop::Timeout).into(),
        EncodeError::TooLarge { what: "bytes", .. } => Stop::Memory.into(),
        other => Refusal::Unsupported(other.to_string()),
    }
}

/// What a formula has beside the model's constraints.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extra {
    None,
    Ceiling,
    Selectors,
}

/// A model on its way into an encoder.
struct Lowering<'m> {
    encoder: Encoder,
    model: &'m Model,
    names: Vec<String>,
    /// The integer that is the class of a variable's value in a dimension.
    classes: HashMap<(VarId, DimensionId), IntId>,
    /// The literals that switch constraints on, where they are wanted.
    selectors: Option<Vec<Lit>>,
}

type Encoded = Result<(), EncodeError>;

impl Lowering<'_> {
    fn all(&mut self) -> Encoded {
        self.encoder.formula.begin_group("domains");
        for variable in self.model.variables() {
            // The encoder lists the values; sizes are checked before.
            let size = variable.domain.len();
            if size > MAX_DOMAIN {
                let limit = MAX_DOMAIN;
                return Err(EncodeError::TooLarge { what: "values of a domain", size, limit });
            }
            self.encoder.integer(&variable.domain.to_vec())?;
        }
        for (i, posted) in self.model.constraints().iter().enumerate() {
            let label = match posted.label.as_str() {
                "" => format!("{}: {}", i + 1, posted.constraint.words(self.model)),
                label => label.to_owned(),
            };
            let meaning = Meaning::Bool(format!("on: {label}"));
            self.encoder.formula.begin_group(label);
            match self.selectors.as_mut() {
                None => self.constraint(&posted.constraint)?,
                Some(selectors) => {
                    let selector = self.encoder.formula.new_lit(meaning)?;
                    selectors.push(selector);
                    self.under(selector, |lowering| lowering.constraint(&posted.constraint))?;
                }
            }
        }
        Ok(())
    }

    fn ceiling(&mut self, objective: &Objective) -> Result<Ceiling, EncodeError> {
        self.encoder.formula.begin_group("objective");
        let cost = objective.cost();
        let (mut least, mut most) = (0, 0);
        for term in &cost {
            let domain = self.model.domain(term.variable);
            let ends = [domain.min(), domain.max()].map(|end| i64::from(end.unwrap_or_default()));
            let [a, b] = ends.map(|end| term.coefficient * end);
            least += a.min(b);
            most += a.max(b);
        }
        let terms: Vec<(i64, IntId)> =
            cost.iter().map(|term| (term.coefficient, int(term.variable))).collect();
        Ceiling::encode(&mut self.encoder, &terms, least, most)
    }

    fn constraint(&mut self, constraint: &Constraint) -> Encoded {
        let e = &mut self.encoder;
        match constraint {
            Constraint::AllDifferent(c) => e.all_different(&ints(&c.scope)),
            Constraint::GlobalCardinality(c) => {
                let bounds: Vec<(i32, usize, usize)> = c
                    .occurrences
                    .iter()
                    .map(|o| (o.value, o.min as usize, o.max as usize))
                    .collect();
                e.cardinality(&ints(&c.scope), &bounds, c.closed)
            }
            Constraint::Linear(c) => {
                let terms: Vec<(i64, IntId)> =
                    c.terms.iter().map(|t| (t.coefficient, int(t.variable))).collect();
                e.linear(&terms, relation(c.relation), c.constant)
            }
            Constraint::Compare(c) => {
                e.compare(int(c.left), relation(c.relation), int(c.right), c.offset)
            }
            Constraint::Table(c) => e.table(&ints(&c.scope), &c.tuples.concat(), !c.forbidden),
            Constraint::Element(c) => {
                e.element(int(c.index), &ints(&c.array), int(c.result), c.first)
            }
            Constraint::Lexicographic(c) => e.lex(&ints(&c.left), &ints(&c.right), c.strict),
            Constraint::Extremum(c) => e.extremum(int(c.result), &ints(&c.scope), c.max),
            Constraint::Product(c) => e.product(int(c.left), int(c.right), int(c.result)),
            Constraint::Inverse(c) => {
                e.inverse(&ints(&c.left), &ints(&c.right), c.first_left, c.first_right)
            }
            Constraint::Clause(c) => {
                let atoms: Vec<Atom> = c.atoms.iter().map(atom).collect();
                e.clause(&atoms)
            }
            Constraint::Dimension(c) => self.dimension(c),
            Constraint::Reify(c) => e.reify(int(c.truth), &atom(&c.atom)),
            Constraint::Implies(c) => self.implies(c),
        }
    }

    fn implies(&mut self, c: &model::Implies) -> Encoded {
        let guard = self.encoder.eq(int(c.condition), 1)?;
        match guard {
            Bool::Const(false) => Ok(()),
            Bool::Const(true) => self.constraint(&c.then),
            Bool::Lit(guard) => self.under(guard, |lowering| lowering.constraint(&c.then)),
        }
    }

    fn under(&mut self, guard: Lit, encode: impl FnOnce(&mut Self) -> Encoded) -> Encoded {
        self.encoder.formula.push_guard(guard);
        let result = encode(self);
        self.encoder.formula.pop_guard();
        result
    }

    fn dimension(&mut self, c: &DimensionRelation) -> Encoded {
        let classes: Vec<IntId> =
            c.scope.iter().map(|&v| self.class(v, c.dimension)).collect::<Result<_, _>>()?;
        match c.relation {
            _ if classes.len() < 2 => Ok(()),
            ClassRelation::AllSame => self.all_same(&classes),
            ClassRelation::AllDifferent => self.encoder.all_different(&classes),
            ClassRelation::AllSameOrAllDifferent => {
                let name = format!("same {}", self.model.dimension(c.dimension).name());
                let same = self.encoder.formula.new_lit(Meaning::Bool(name))?;
                self.under(same, |lowering| lowering.all_same(&classes))?;
                self.under(!same, |lowering| lowering.encoder.all_different(&classes))
            }
        }
    }

    fn all_same(&mut self, classes: &[IntId]) -> Encoded {
        let equal = parallax_encodings::Relation::Eq;
        classes.windows(2).try_for_each(|pair| self.encoder.compare(pair[0], equal, pair[1], 0))
    }

    /// The integer that is the class of a variable's value; values without a
    /// class are forbidden here and have a class of their own in the integer,
    /// so that it can be shared by constraints under other guards.
    fn class(&mut self, v: VarId, d: DimensionId) -> Result<IntId, EncodeError> {
        let dimension = self.model.dimension(d);
        let mut map = Vec::new();
        for value in self.model.domain(v).iter() {
            let class = dimension.class(value);
            map.push((value, class.map_or(-1, |class| class as i32)));
            if class.is_none() {
                let without = Atom { int: int(v), op: AtomOp::Ne, value };
                self.encoder.clause(&[without])?;
            }
        }
        if let Some(&known) = self.classes.get(&(v, d)) {
            return Ok(known);
        }
        let class = self.encoder.image(int(v), &map)?;
        self.names.push(format!("{} of {}", dimension.name(), self.model.name_of(v)));
        self.classes.insert((v, d), class);
        Ok(class)
    }
}

/// The largest domain that is encoded.
const MAX_DOMAIN: u64 = 1 << 20;

fn atom(atom: &model::Atom) -> Atom {
    let (op, value) = super::atom(atom);
    Atom { int: int(atom.variable), op, value }
}
