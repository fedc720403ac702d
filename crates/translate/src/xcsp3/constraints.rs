//! The core kinds.

use parallax_model::ask::Refusal;
use parallax_model::{
    AllDifferent, ClassRelation, Constraint, DimensionRelation, Element, Extremum,
    GlobalCardinality, Implies, Inverse, Lexicographic, Model, VarId,
};

use super::{Xcsp3, expressions, names, numbers, places};

impl Xcsp3 {
    pub(super) fn constraint(
        &mut self,
        model: &Model,
        constraint: &Constraint,
    ) -> Result<(), Refusal> {
        match constraint {
            Constraint::AllDifferent(c) => self.all_different(c),
            Constraint::GlobalCardinality(c) => self.cardinality(c),
            Constraint::Linear(c) => self.linear(c),
            Constraint::Table(c) => self.model_table(c),
            Constraint::Element(c) => self.element_of(c),
            Constraint::Lexicographic(c) => self.lexicographic(c),
            Constraint::Extremum(c) => self.extremum(c),
            Constraint::Inverse(c) => self.inverse(c),
            Constraint::Clause(c) if c.atoms.is_empty() => self.falsum(),
            Constraint::Dimension(c) => self.dimension(model, c),
            Constraint::Implies(c) => self.implies(c),
            Constraint::Global(c) => self.global(c),
            _ => match expressions::truth(constraint)? {
                Some(truth) => self.intension(&truth),
                None => {
                    let why = format!("constraints of kind '{}'", constraint.kind());
                    Err(Refusal::Unsupported(why))
                }
            },
        }
    }

    pub(super) fn intension(&mut self, expression: &str) -> Result<(), Refusal> {
        self.element(format!("<intension> {expression} </intension>"))
    }

    fn all_different(&mut self, c: &AllDifferent) -> Result<(), Refusal> {
        if repeats(&c.scope) {
            return self.falsum();
        }
        match c.scope.len() {
            0 | 1 => Ok(()),
            _ => {
                let list = names(places(&c.scope));
                self.element(format!("<allDifferent> {list}</allDifferent>"))
            }
        }
    }

    fn cardinality(&mut self, c: &GlobalCardinality) -> Result<(), Refusal> {
        let size = u32::try_from(c.scope.len()).unwrap_or(u32::MAX);
        if c.occurrences.iter().any(|o| o.min > size.min(o.max)) {
            return self.falsum();
        }
        if c.scope.is_empty() || (c.occurrences.is_empty() && !c.closed) {
            return Ok(());
        }
        if c.occurrences.is_empty() {
            return self.falsum();
        }
        let occurs = c.occurrences.iter().map(|o| match (o.min, o.max.min(size)) {
            (min, max) if min == max => min.to_string(),
            (min, max) => format!("{min}..{max}"),
        });
        self.element(format!(
            "<cardinality> <list> {}</list> <values closed=\"{}\"> {}</values> <occurs> {}\
             </occurs> </cardinality>",
            names(places(&c.scope)),
            c.closed,
            numbers(c.occurrences.iter().map(|o| o.value)),
            numbers(occurs)
        ))
    }

    fn element_of(&mut self, c: &Element) -> Result<(), Refusal> {
        if c.array.is_empty() {
            return self.falsum();
        }
        self.element(format!(
            "<element> <list{}> {}</list> <index> x{} </index> <value> x{} </value> </element>",
            start_index(c.first),
            names(places(&c.array)),
            c.index.index(),
            c.result.index()
        ))
    }

    fn lexicographic(&mut self, c: &Lexicographic) -> Result<(), Refusal> {
        if c.left.is_empty() {
            return if c.strict { self.falsum() } else { Ok(()) };
        }
        let word = if c.strict { "lt" } else { "le" };
        self.element(format!(
            "<lex> <list> {}</list> <list> {}</list> <operator> {word} </operator> </lex>",
            names(places(&c.left)),
            names(places(&c.right))
        ))
    }

    fn extremum(&mut self, c: &Extremum) -> Result<(), Refusal> {
        if c.scope.is_empty() {
            return self.falsum();
        }
        let word = if c.max { "maximum" } else { "minimum" };
        self.element(format!(
            "<{word}> <list> {}</list> <condition> (eq,x{}) </condition> </{word}>",
            names(places(&c.scope)),
            c.result.index()
        ))
    }

    fn inverse(&mut self, c: &Inverse) -> Result<(), Refusal> {
        if c.left.is_empty() {
            return Ok(());
        }
        self.element(format!(
            "<channel> <list{}> {}</list> <list{}> {}</list> </channel>",
            start_index(c.first_left),
            names(places(&c.left)),
            start_index(c.first_right),
            names(places(&c.right))
        ))
    }

    fn implies(&mut self, c: &Implies) -> Result<(), Refusal> {
        let Some(then) = expressions::truth(&c.then)? else {
            let why = "its condition; only comparisons, sums, clauses and small all-different \
                       constraints may have one";
            return Err(Refusal::Unsupported(why.into()));
        };
        self.intension(&format!("imp(eq(x{},1),{then})", c.condition.index()))
    }

    /// Writes a relation of classes over variables for the classes.
    fn dimension(&mut self, model: &Model, c: &DimensionRelation) -> Result<(), Refusal> {
        let mut classes = Vec::with_capacity(c.scope.len());
        for &variable in &c.scope {
            classes.push(self.class(model, variable, c.dimension)?);
        }
        let count = classes.len();
        let values = |this: &mut Self, condition: &str| {
            let list = names(classes.iter().copied());
            this.element(format!(
                "<nValues> <list> {list}</list> <condition> {condition} </condition> </nValues>"
            ))
        };
        match &c.relation {
            ClassRelation::Table(rows) => {
                let cell = |&class: &u32| i32::try_from(class).unwrap_or(i32::MAX);
                let rows: Vec<Vec<i32>> =
                    rows.iter().map(|row| row.iter().map(cell).collect()).collect();
                self.table(&classes, &rows, false)
            }
            _ if count < 2 => Ok(()),
            ClassRelation::AllSame => values(self, "(eq,1)"),
            ClassRelation::AllDifferent => values(self, &format!("(eq,{count})")),
            ClassRelation::AllSameOrAllDifferent => values(self, &format!("(in,{{1,{count}}})")),
            ClassRelation::ExactlyEqual(number) => {
                self.exactly_equal(model, c, &classes, (*number).try_into().unwrap_or(usize::MAX))
            }
        }
    }

    /// Requires that the most frequent class occurs exactly this often: each at most so often,
    /// and one of them so often.
    fn exactly_equal(
        &mut self,
        model: &Model,
        c: &DimensionRelation,
        classes: &[usize],
        number: usize,
    ) -> Result<(), Refusal> {
        let all = model.dimension(c.dimension).classes().len();
        let list = names(classes.iter().copied());
        let most = parallax_model::Domain::range(0, number.min(classes.len()) as i32);
        let mut counts = Vec::with_capacity(all);
        for class in 0..all {
            let count = self.hidden(most.clone());
            self.element(format!(
                "<count> <list> {list}</list> <values> {class} </values> <condition> (eq,x{count}) \
                 </condition> </count>"
            ))?;
            counts.push(format!("eq(x{count},{number})"));
        }
        match &counts[..] {
            [] => self.falsum(),
            [only] => self.intension(only),
            _ => self.intension(&format!("or({})", counts.join(","))),
        }
    }
}

/// Returns the attribute of the first index, unless it is 0.
pub(super) fn start_index(first: i32) -> String {
    if first == 0 { String::new() } else { format!(" startIndex=\"{first}\"") }
}

/// Returns whether a variable occurs twice.
fn repeats(scope: &[VarId]) -> bool {
    let mut sorted = scope.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
