//! FEEL (Friendly Enough Expression Language, DMN 1.5, chapter 10): values, expressions, tests.
//!
//! ```text
//! text --token--> tokens --parser, name_scope--> FeelExpression, CellTest --evaluator--> FeelValue
//! ```
//!
//! Numbers have 34 digits. Whatever has no value is null; what is not supported (times, iteration,
//! filters, functions and ranges as values, patterns) is refused by name while it is read.

mod built_in;
mod calendar;
mod decimal_arithmetic;
mod evaluator;
mod exact_decimal;
mod expression_error;
mod feel_json;
mod feel_value;
mod functions;
mod name_scope;
mod parser;
mod syntax;
#[cfg(test)]
mod tests;
mod text_literal;
mod token;

pub use built_in::BuiltIn;
pub use calendar::{ScaleKind, parse_date, parse_duration};
pub use evaluator::{EvaluationError, FeelContext, check_weight, evaluate_expression, passes_test};
pub use exact_decimal::{ExactDecimal, MAX_NUMBER_DIGITS};
pub use expression_error::{ExpressionError, ExpressionFault};
pub use feel_value::{FeelItems, FeelValue};
pub use name_scope::{MemberNames, NameBinding, NameScope, normal_name};
pub use parser::{ParserNames, parse_cell, parse_expression, without_names};
pub use syntax::{ArithmeticOperator, CellTest, ComparisonOperator, FeelExpression, TestEnd};
pub use text_literal::{quote_text, read_string};
