//! The columns of tables as variables, and conditions on them.

use std::collections::HashMap;

use parallax_dmn::columns::{
    ClassSpan, ColumnTest, ColumnValue, TableColumn, ValueClass, read_cell, split_list,
};
use parallax_model::{Domain, Model, ModelError, ModelExpression, Value, VarId, all};

/// Maximum number of pairs of a rule and a class of a column that a question looks at.
const MAX_RULES_BY_CLASSES: usize = 5_000_000;

/// Why a question about tables has no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassModelError {
    /// The table is too large.
    #[error("the table is too large for a model")]
    Size,
    /// No value of a column is allowed.
    #[error("no value of '{0}' is allowed")]
    NoValues(String),
    /// A cell that was found cannot be read back.
    #[error("the cell {0} cannot be read back")]
    Cell(String),
    /// The model has no room for the question.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// A model whose variables are columns, and whose values are classes.
pub(super) struct ClassColumns {
    pub(super) model: Model,
    columns: Vec<ClassColumn>,
    /// The conditions that a column is in a set of classes. Equal ones are one expression, which
    /// the model holds once.
    memberships: HashMap<(usize, Vec<Value>), ModelExpression>,
    rule_count: usize,
    /// The sum of the classes of all columns, by the rules.
    size: usize,
}

struct ClassColumn {
    name: String,
    variable: VarId,
    classes: Vec<ValueClass>,
}

impl ClassColumns {
    /// Makes a model without columns, for questions about `rule_count` rules.
    pub(super) fn new(rule_count: usize) -> Self {
        ClassColumns {
            model: Model::new("decision tables"),
            columns: Vec::new(),
            memberships: HashMap::new(),
            rule_count,
            size: 0,
        }
    }

    /// Makes a variable of each column. The columns have `rule_count` cells each.
    pub(super) fn from_columns(
        columns: &[TableColumn],
        rule_count: usize,
    ) -> Result<Self, ClassModelError> {
        let mut added = ClassColumns::new(rule_count);
        for column in columns {
            added.add_column(&column.name, column.value_classes())?;
        }
        Ok(added)
    }

    /// Adds a column with its classes.
    pub(super) fn add_column(
        &mut self,
        name: &str,
        classes: Vec<ValueClass>,
    ) -> Result<(), ClassModelError> {
        if classes.is_empty() {
            return Err(ClassModelError::NoValues(name.to_owned()));
        }
        self.size = self.size.saturating_add(classes.len().saturating_mul(self.rule_count));
        if self.size > MAX_RULES_BY_CLASSES {
            return Err(ClassModelError::Size);
        }
        // Columns may have one name.
        let shown = format!("input {}", self.columns.len() + 1);
        let domain = Domain::from_range(0, class_number(classes.len() - 1));
        let variable = self.model.add_shown(shown, domain)?;
        self.columns.push(ClassColumn { name: name.to_owned(), variable, classes });
        Ok(())
    }

    /// Returns the variable of a column.
    pub(super) fn variable(&self, column: usize) -> ModelExpression {
        ModelExpression::from(self.columns[column].variable)
    }

    /// Returns the classes of a column; the value of its variable is an index.
    pub(super) fn classes(&self, column: usize) -> &[ValueClass] {
        &self.columns[column].classes
    }

    /// Returns the class of a column whose representative is this value.
    pub(super) fn class_of(&self, column: usize, value: &ColumnValue) -> Option<usize> {
        self.columns[column].classes.iter().position(|class| class.value == *value)
    }

    /// Returns the class of a column in a solution.
    pub(super) fn chosen_class(&self, column: usize, values: &[Value]) -> usize {
        let ClassColumn { variable, classes, .. } = &self.columns[column];
        let number = values.get(variable.index()).copied().unwrap_or_default();
        usize::try_from(number).unwrap_or_default().min(classes.len() - 1)
    }

    /// Returns the condition that a column is in one of the classes that are chosen.
    fn column_member(
        &mut self,
        column: usize,
        is_chosen: impl Fn(&ValueClass) -> bool,
    ) -> ModelExpression {
        let ClassColumn { variable, classes, .. } = &self.columns[column];
        let chosen: Vec<Value> = (0..)
            .zip(classes)
            .filter(|(_, class)| is_chosen(class))
            .map(|(number, _)| number)
            .collect();
        if chosen.is_empty() || chosen.len() == classes.len() {
            return ModelExpression::from(!chosen.is_empty());
        }
        let variable = ModelExpression::from(*variable);
        let known = self.memberships.entry((column, chosen));
        known
            .or_insert_with_key(|(_, chosen)| {
                variable.is_in(Domain::from_values(chosen.iter().copied()))
            })
            .clone()
    }

    /// Returns the condition that the value of a column passes a test.
    pub(super) fn test_passes(&mut self, column: usize, test: &ColumnTest) -> ModelExpression {
        self.column_member(column, |class| test.passes_value(&class.value))
    }

    /// Returns for each of these rules the condition that it applies. The columns are those of the
    /// model.
    pub(super) fn rules_apply(
        &mut self,
        columns: &[TableColumn],
        rules: std::ops::Range<usize>,
    ) -> Vec<ModelExpression> {
        rules
            .map(|rule| {
                let parts: Vec<ModelExpression> = columns
                    .iter()
                    .enumerate()
                    .filter(|(_, column)| column.tests[rule] != ColumnTest::Any)
                    .map(|(index, column)| self.test_passes(index, &column.tests[rule]))
                    .collect();
                all(parts)
            })
            .collect()
    }

    /// Returns the condition that the columns have values in cells as they are printed, one for
    /// each column.
    pub(super) fn cells_pass(
        &mut self,
        cells: &[String],
    ) -> Result<ModelExpression, ClassModelError> {
        let mut parts = Vec::with_capacity(cells.len());
        for (column, cell) in cells.iter().enumerate() {
            let texts = match read_cell(cell) {
                Ok(test) => {
                    parts.push(self.test_passes(column, &test));
                    continue;
                }
                Err(_) => split_list(cell),
            };
            let read = texts.into_iter().map(PrintedCell::read_part).collect::<Option<Vec<_>>>();
            let read = read.ok_or_else(|| ClassModelError::Cell(cell.clone()))?;
            parts.push(self.column_member(column, |class| read.iter().any(|r| r.has_class(class))));
        }
        Ok(all(parts))
    }

    /// Returns the names of the columns with a value of each, by the values of the variables.
    pub(super) fn describe_input(&self, values: &[Value]) -> Vec<(String, String)> {
        let example = |index: usize| {
            self.columns[index].classes[self.chosen_class(index, values)].example.clone()
        };
        let names = self.columns.iter().map(|column| column.name.clone());
        names.enumerate().map(|(index, name)| (name, example(index))).collect()
    }
}

/// Returns a class as a value of a model. There are no more than [`MAX_RULES_BY_CLASSES`].
fn class_number(index: usize) -> Value {
    Value::try_from(index).unwrap_or(Value::MAX)
}

/// Part of a cell that is printed for people, and not always FEEL.
enum PrintedCell {
    Test(ColumnTest),
    OtherText,
    OtherValue,
    /// Every value of a scale.
    AnyPoint,
}

impl PrintedCell {
    fn read_part(text: &str) -> Option<Self> {
        Some(match text {
            "any other text" => PrintedCell::OtherText,
            "any other value" => PrintedCell::OtherValue,
            "any value" => PrintedCell::AnyPoint,
            _ => PrintedCell::Test(read_cell(text).ok()?),
        })
    }

    fn has_class(&self, class: &ValueClass) -> bool {
        match self {
            PrintedCell::Test(test) => test.passes_value(&class.value),
            PrintedCell::OtherText => class.span == ClassSpan::OtherText,
            PrintedCell::OtherValue => class.span == ClassSpan::OtherValue,
            PrintedCell::AnyPoint => matches!(class.value, ColumnValue::Point(..)),
        }
    }
}
