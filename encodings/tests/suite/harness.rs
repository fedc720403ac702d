//! Cases, assignments, and a solver to query.

use parallax_encodings::{
    ClauseEncoder, EncodeError, EncodedKind, EncodingOptions, FormulaBudget, IntId, Lit,
    PropositionalFormula, SumKind, smt::SmtTerm,
};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat_batsat::BasicSolver;

pub(crate) type Encode = Box<dyn Fn(&mut ClauseEncoder, &[IntId]) -> Result<(), EncodeError>>;
pub(crate) type Holds = Box<dyn Fn(&[i32]) -> bool>;

/// Builds the constraint as an SMT term from the indices of the integers.
pub(crate) type ToTerm = Box<dyn Fn(&[usize]) -> SmtTerm>;

/// Makes an integer with these values.
pub(crate) type Make<'a> = &'a dyn Fn(&mut ClauseEncoder, &[i32]) -> Result<IntId, EncodeError>;

/// A constraint over small domains, with an independent definition of its meaning.
pub(crate) struct Case {
    pub name: String,
    pub kind: EncodedKind,
    pub domains: Vec<Vec<i32>>,
    pub encode: Encode,
    pub holds: Holds,
    pub term: Option<ToTerm>,
}

/// Integers, one constraint, and its guard, if any.
pub(crate) struct Encoded {
    pub encoder: ClauseEncoder,
    pub ints: Vec<IntId>,
    pub guard: Option<Lit>,
}

impl Case {
    /// Adds the constraint as an SMT term.
    pub(crate) fn term(mut self, term: impl Fn(&[usize]) -> SmtTerm + 'static) -> Self {
        self.term = Some(Box::new(term));
        self
    }

    pub(crate) fn encode(
        &self,
        options: &EncodingOptions,
        guarded: bool,
    ) -> Result<Encoded, EncodeError> {
        self.encode_over(options, guarded, &|encoder, domain| encoder.make_integer(domain))
    }

    /// Encodes with integers made by `make`.
    pub(crate) fn encode_over(
        &self,
        options: &EncodingOptions,
        guarded: bool,
        make: Make<'_>,
    ) -> Result<Encoded, EncodeError> {
        let mut encoder = ClauseEncoder::new(options.clone(), FormulaBudget::default());
        let ints = self.domains.iter().map(|domain| make(&mut encoder, domain));
        let ints: Vec<IntId> = ints.collect::<Result<_, _>>()?;
        let guard = guarded.then(|| guard_literal(&mut encoder));
        match guard {
            Some(guard) => encoder.with_guard(guard.into(), |e| (self.encode)(e, &ints))?,
            None => (self.encode)(&mut encoder, &ints)?,
        }
        assert!(!encoder.formula.is_guarded());
        Ok(Encoded { encoder, ints, guard })
    }

    pub(crate) fn assignments(&self) -> Vec<Vec<i32>> {
        assignments(&self.domains)
    }
}

pub(crate) fn guard_literal(encoder: &mut ClauseEncoder) -> Lit {
    let meaning = parallax_encodings::FormulaVariableMeaning::Bool("guard".into());
    encoder.formula.new_lit(meaning).unwrap()
}

/// Returns all assignments of sorted, distinct domains.
pub(crate) fn assignments(domains: &[Vec<i32>]) -> Vec<Vec<i32>> {
    let mut all = vec![vec![]];
    for domain in domains {
        let mut values = domain.clone();
        values.sort_unstable();
        values.dedup();
        all = all
            .into_iter()
            .flat_map(|start: Vec<i32>| {
                values.iter().map(move |&value| {
                    let mut longer = start.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect();
    }
    all
}

pub(crate) fn solver(formula: &PropositionalFormula) -> BasicSolver {
    let mut solver = BasicSolver::default();
    if formula.n_vars() > 0 {
        let last = u32::try_from(formula.n_vars() - 1).unwrap();
        solver.reserve(rustsat::types::Var::new(last)).unwrap();
    }
    for clause in formula.clauses() {
        solver.add_clause(clause.into()).unwrap();
    }
    solver
}

pub(crate) fn satisfiable(solver: &mut BasicSolver, assumptions: &[Lit]) -> bool {
    match solver.solve_assumps(assumptions).unwrap() {
        SolverResult::Sat => true,
        SolverResult::Unsat => false,
        SolverResult::Interrupted => panic!("nothing interrupts"),
    }
}

/// Returns literals that force the assignment.
pub(crate) fn assume(encoded: &Encoded, values: &[i32]) -> Vec<Lit> {
    let mut cube = Vec::new();
    for (&x, &value) in encoded.ints.iter().zip(values) {
        assert!(encoded.encoder.assume_value(x, value, &mut cube));
    }
    cube
}

/// Checks that the formula allows exactly the assignments that the definition allows.
pub(crate) fn check(case: &Case, options: &EncodingOptions) {
    check_over(case, options, &|encoder, domain| encoder.make_integer(domain));
}

/// Whether an encoding may refuse a sum because its numbers are too large.
pub(crate) fn refused_for_size(
    case: &Case,
    options: &EncodingOptions,
    error: &EncodeError,
) -> bool {
    let limited = [SumKind::GeneralizedTotalizer, SumKind::DynamicPolyWatchdog, SumKind::Order];
    let mut numbers = case.name.split(|c: char| !c.is_ascii_digit());
    matches!(error, EncodeError::TooLarge { .. } | EncodeError::Overflow)
        && limited.contains(&options.sums)
        && numbers.any(|number| number.len() >= 9)
}

/// Checks an encoding over integers made by `make`.
pub(crate) fn check_over(case: &Case, options: &EncodingOptions, make: Make<'_>) {
    let context = format!("{} with {options:?}", case.name);
    let encoded = match case.encode_over(options, false, make) {
        Err(error) if refused_for_size(case, options, &error) => return,
        encoded => encoded.expect(&context),
    };
    let mut plain = solver(&encoded.encoder.formula);
    let guarded = case.encode_over(options, true, make).expect(&context);
    let mut under_guard = solver(&guarded.encoder.formula);
    let guard = guarded.guard.expect("asked for");
    let mut some = false;
    for values in case.assignments() {
        let expected = (case.holds)(&values);
        some |= expected;
        let cube = assume(&encoded, &values);
        let found = satisfiable(&mut plain, &cube);
        assert_eq!(found, expected, "{context}: {values:?}");
        if found {
            for (&x, &value) in encoded.ints.iter().zip(&values) {
                let is_true = |lit| plain.lit_val(lit).unwrap().to_bool_with_def(false);
                assert_eq!(encoded.encoder.decode_value(x, &is_true), Some(value), "{context}");
            }
        }
        let mut cube = assume(&guarded, &values);
        cube.push(guard);
        let found = satisfiable(&mut under_guard, &cube);
        assert_eq!(found, expected, "{context}, guard on: {values:?}");
        cube.pop();
        cube.push(!guard);
        assert!(satisfiable(&mut under_guard, &cube), "{context}, guard off: {values:?}");
    }
    assert_eq!(satisfiable(&mut plain, &[]), some, "{context}");
}

/// Returns the number of models over all variables, or `None` above the limit.
pub(crate) fn count_models(formula: &PropositionalFormula, limit: usize) -> Option<usize> {
    let mut solver = solver(formula);
    let mut count = 0;
    while satisfiable(&mut solver, &[]) {
        count += 1;
        if count > limit {
            return None;
        }
        let model: Vec<Lit> = (0..formula.n_vars())
            .map(|index| Lit::new(u32::try_from(index).unwrap(), false))
            .map(
                |lit| if solver.lit_val(lit).unwrap().to_bool_with_def(false) { !lit } else { lit },
            )
            .collect();
        solver.add_clause(model.as_slice().into()).unwrap();
        if model.is_empty() {
            break;
        }
    }
    Some(count)
}

/// Returns the combinations of options that matter for a kind of constraint.
#[allow(clippy::too_many_lines, reason = "a list of cases")]
pub(crate) fn option_grid(kind: EncodedKind) -> Vec<EncodingOptions> {
    use parallax_encodings::{AllDifferentKind, AmoKind, CardinalityKind, IntEncoding, TableKind};
    let sums: &[SumKind] = match kind {
        EncodedKind::Linear => SumKind::ALL,
        _ => &[SumKind::Auto],
    };
    let amos: &[AmoKind] = match kind {
        EncodedKind::Integer
        | EncodedKind::AtMostOne
        | EncodedKind::ExactlyOne
        | EncodedKind::AllDifferent => AmoKind::ALL,
        EncodedKind::Cardinality => &[AmoKind::Auto, AmoKind::Ladder],
        _ => &[AmoKind::Auto],
    };
    let tables: &[TableKind] = match kind {
        EncodedKind::Table => TableKind::ALL,
        _ => &[TableKind::Auto],
    };
    let cardinalities: &[CardinalityKind] = match kind {
        EncodedKind::Cardinality | EncodedKind::AllDifferent => CardinalityKind::ALL,
        _ => &[CardinalityKind::Auto],
    };
    let differents: &[AllDifferentKind] = match kind {
        EncodedKind::AllDifferent => AllDifferentKind::ALL,
        _ => &[AllDifferentKind::Auto],
    };
    let mut grid = Vec::new();
    for &integers in IntEncoding::ALL {
        for (&sums, &tables) in sums.iter().flat_map(|s| tables.iter().map(move |t| (s, t))) {
            for &amo in amos {
                for &cardinalities in cardinalities {
                    for &all_different in differents {
                        // Intervals are counted by a cardinality encoding, values are not.
                        let counts = all_different == AllDifferentKind::Hall;
                        let idle = if counts {
                            amo != AmoKind::Auto
                        } else {
                            cardinalities != CardinalityKind::Auto
                        };
                        if kind == EncodedKind::AllDifferent && idle {
                            continue;
                        }
                        for keep_counts in [false, true] {
                            let rest = EncodingOptions::default();
                            let options = EncodingOptions {
                                integers,
                                amo,
                                sums,
                                tables,
                                cardinalities,
                                all_different,
                                keep_counts,
                                ..rest
                            };
                            grid.extend(options.check_combination().is_ok().then_some(options));
                        }
                    }
                }
            }
        }
    }
    grid.retain(|options| options.check_combination().is_ok() && matters(kind, options));
    grid
}

/// Whether no other options of the grid give the same formula.
fn matters(kind: EncodedKind, options: &EncodingOptions) -> bool {
    use parallax_encodings::{AllDifferentKind, AmoKind, CardinalityKind};
    if kind == EncodedKind::Cardinality {
        return options.amo == AmoKind::Auto || options.cardinalities == CardinalityKind::Auto;
    }
    if kind != EncodedKind::AllDifferent {
        return true;
    }
    match options.all_different {
        AllDifferentKind::Auto | AllDifferentKind::Amo => {
            options.cardinalities == CardinalityKind::Auto
        }
        AllDifferentKind::Hall => [AmoKind::Auto, AmoKind::Sequential].contains(&options.amo),
        AllDifferentKind::Bits => {
            options.amo == AmoKind::Auto && options.cardinalities == CardinalityKind::Auto
        }
    }
}
