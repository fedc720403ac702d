//! The core kinds.

use parallax_model::engine_api::PreparationError;
use parallax_model::{
    AllDifferent, ClassRelation, Constraint, DimensionRelation, Element, Extremum,
    GlobalCardinality, Implies, Inverse, Lexicographic, Model, VarId,
};

use super::{Xcsp3Translation, expressions, join_names, join_numbers, variable_places};

impl Xcsp3Translation {
    pub(super) fn write_constraint(
        &mut self,
        model: &Model,
        constraint: &Constraint,
    ) -> Result<(), PreparationError> {
        match constraint {
            Constraint::AllDifferent(c) => self.all_different(c),
            Constraint::GlobalCardinality(c) => self.write_cardinality(c),
            Constraint::Linear(c) => self.write_linear(c),
            Constraint::Table(c) => self.model_table(c),
            Constraint::Element(c) => self.element_of(c),
            Constraint::Lexicographic(c) => self.write_lexicographic(c),
            Constraint::Extremum(c) => self.write_extremum(c),
            Constraint::Inverse(c) => self.write_inverse(c),
            Constraint::Clause(c) if c.atoms.is_empty() => self.write_contradiction(),
            Constraint::Dimension(c) => self.write_dimension(model, c),
            Constraint::Implies(c) => self.write_implies(c),
            Constraint::Global(c) => self.write_global(c),
            _ => match expressions::truth_expression(constraint)? {
                Some(truth) => self.write_intension(&truth),
                None => {
                    let why = format!("constraints of kind '{}'", constraint.kind());
                    Err(PreparationError::Unsupported(why))
                }
            },
        }
    }

    pub(super) fn write_intension(&mut self, expression: &str) -> Result<(), PreparationError> {
        self.add_element(format!("<intension> {expression} </intension>"))
    }

    fn all_different(&mut self, c: &AllDifferent) -> Result<(), PreparationError> {
        if has_repeats(&c.scope) {
            return self.write_contradiction();
        }
        match c.scope.len() {
            0 | 1 => Ok(()),
            _ => {
                let list = join_names(variable_places(&c.scope));
                self.add_element(format!("<allDifferent> {list}</allDifferent>"))
            }
        }
    }

    fn write_cardinality(&mut self, c: &GlobalCardinality) -> Result<(), PreparationError> {
        let size = u32::try_from(c.scope.len()).unwrap_or(u32::MAX);
        // More occurrences than variables, or than the upper bound, are impossible.
        if c.occurrences.iter().any(|o| o.min > size.min(o.max)) {
            return self.write_contradiction();
        }
        if c.scope.is_empty() || (c.occurrences.is_empty() && !c.closed) {
            return Ok(());
        }
        if c.occurrences.is_empty() {
            return self.write_contradiction();
        }
        let occurs = c.occurrences.iter().map(|o| match (o.min, o.max.min(size)) {
            (min, max) if min == max => min.to_string(),
            (min, max) => format!("{min}..{max}"),
        });
        self.add_element(format!(
            "<cardinality> <list> {}</list> <values closed=\"{}\"> {}</values> <occurs> {}\
             </occurs> </cardinality>",
            join_names(variable_places(&c.scope)),
            c.closed,
            join_numbers(c.occurrences.iter().map(|o| o.value)),
            join_numbers(occurs)
        ))
    }

    fn element_of(&mut self, c: &Element) -> Result<(), PreparationError> {
        if c.array.is_empty() {
            return self.write_contradiction();
        }
        self.add_element(format!(
            "<element> <list{}> {}</list> <index> x{} </index> <value> x{} </value> </element>",
            start_index(c.first),
            join_names(variable_places(&c.array)),
            c.index.index(),
            c.result.index()
        ))
    }

    fn write_lexicographic(&mut self, c: &Lexicographic) -> Result<(), PreparationError> {
        if c.left.is_empty() {
            return if c.strict { self.write_contradiction() } else { Ok(()) };
        }
        let word = if c.strict { "lt" } else { "le" };
        self.add_element(format!(
            "<lex> <list> {}</list> <list> {}</list> <operator> {word} </operator> </lex>",
            join_names(variable_places(&c.left)),
            join_names(variable_places(&c.right))
        ))
    }

    fn write_extremum(&mut self, c: &Extremum) -> Result<(), PreparationError> {
        if c.scope.is_empty() {
            return self.write_contradiction();
        }
        let word = if c.max { "maximum" } else { "minimum" };
        self.add_element(format!(
            "<{word}> <list> {}</list> <condition> (eq,x{}) </condition> </{word}>",
            join_names(variable_places(&c.scope)),
            c.result.index()
        ))
    }

    fn write_inverse(&mut self, c: &Inverse) -> Result<(), PreparationError> {
        if c.left.is_empty() {
            return Ok(());
        }
        self.add_element(format!(
            "<channel> <list{}> {}</list> <list{}> {}</list> </channel>",
            start_index(c.first_left),
            join_names(variable_places(&c.left)),
            start_index(c.first_right),
            join_names(variable_places(&c.right))
        ))
    }

    fn write_implies(&mut self, c: &Implies) -> Result<(), PreparationError> {
        let Some(then) = expressions::truth_expression(&c.then)? else {
            let why = "its condition; only comparisons, sums, clauses and small all-different \
                       constraints may have one";
            return Err(PreparationError::Unsupported(why.into()));
        };
        self.write_intension(&format!("imp(eq(x{},1),{then})", c.condition.index()))
    }

    /// Writes a relation of classes over variables for the classes.
    fn write_dimension(
        &mut self,
        model: &Model,
        c: &DimensionRelation,
    ) -> Result<(), PreparationError> {
        let mut classes = Vec::with_capacity(c.scope.len());
        for &variable in &c.scope {
            classes.push(self.value_class_variable(model, variable, c.dimension)?);
        }
        let count = classes.len();
        let values = |this: &mut Self, condition: &str| {
            let list = join_names(classes.iter().copied());
            this.add_element(format!(
                "<nValues> <list> {list}</list> <condition> {condition} </condition> </nValues>"
            ))
        };
        match &c.relation {
            ClassRelation::Table(rows) => {
                let cell = |&class: &u32| i32::try_from(class).unwrap_or(i32::MAX);
                let rows: Vec<Vec<i32>> =
                    rows.iter().map(|row| row.iter().map(cell).collect()).collect();
                self.write_table(&classes, &rows, false)
            }
            _ if count < 2 => Ok(()),
            // By the number of different classes: one for all the same, as many as variables for
            // all different.
            ClassRelation::AllSame => values(self, "(eq,1)"),
            ClassRelation::AllDifferent => values(self, &format!("(eq,{count})")),
            ClassRelation::AllSameOrAllDifferent => values(self, &format!("(in,{{1,{count}}})")),
            ClassRelation::ExactlyEqual(number) => {
                self.exactly_equal(model, c, &classes, (*number).try_into().unwrap_or(usize::MAX))
            }
        }
    }

    /// Requires that the most frequent class occurs exactly `number` times: no class more often,
    /// and some class that often.
    fn exactly_equal(
        &mut self,
        model: &Model,
        c: &DimensionRelation,
        classes: &[usize],
        number: usize,
    ) -> Result<(), PreparationError> {
        let all = model.dimension(c.dimension).class_names().len();
        let list = join_names(classes.iter().copied());
        let most = parallax_model::Domain::from_range(0, number.min(classes.len()) as i32);
        let mut counts = Vec::with_capacity(all);
        for class in 0..all {
            // The domain of the count forbids more; the disjunction below demands one that reaches
            // the number.
            let count = self.add_hidden(most.clone());
            self.add_element(format!(
                "<count> <list> {list}</list> <values> {class} </values> <condition> (eq,x{count}) \
                 </condition> </count>"
            ))?;
            counts.push(format!("eq(x{count},{number})"));
        }
        match &counts[..] {
            [] => self.write_contradiction(),
            [only] => self.write_intension(only),
            _ => self.write_intension(&format!("or({})", counts.join(","))),
        }
    }
}

/// Returns the attribute of the first index, unless it is 0.
pub(super) fn start_index(first: i32) -> String {
    if first == 0 { String::new() } else { format!(" startIndex=\"{first}\"") }
}

/// Returns whether a variable occurs twice.
fn has_repeats(scope: &[VarId]) -> bool {
    let mut sorted = scope.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
