//! Cases as JSON, one object each; the head of `programs` describes the form.

use serde_json::{Value, json};

use super::{CaseError, CaseExpr, CaseObjective, CaseVariable, FuzzCase};
use crate::programs::operator::{Operator, Sort};

/// The operator-like word before the items of a list.
const LIST_HEAD: &str = "list";

impl FuzzCase {
    /// Returns the case as JSON, with the maximum number of solutions to return.
    #[must_use]
    pub fn to_json(&self, limit: u64) -> Value {
        let expr = |part: &CaseExpr| self.expr_to_json(part);
        let objective = self.objective.as_ref().map(|objective| {
            let way = if objective.maximize { "maximize" } else { "minimize" };
            json!({ way: expr(&objective.value) })
        });
        let mut value = json!({
            "id": self.id,
            "variables": self.variables.iter().map(variable_to_json).collect::<Vec<_>>(),
            "constraints": self.constraints.iter().map(expr).collect::<Vec<_>>(),
            "objective": objective,
            "limit": limit,
        });
        if self.assume {
            value["assume"] = true.into();
        }
        value
    }

    fn expr_to_json(&self, expr: &CaseExpr) -> Value {
        let parts = |head: &str, parts: &[CaseExpr]| {
            let rest = parts.iter().map(|part| self.expr_to_json(part));
            std::iter::once(json!(head)).chain(rest).collect()
        };
        match expr {
            CaseExpr::Int(value) => json!(value),
            CaseExpr::Bool(value) => json!(value),
            CaseExpr::Var(index) => json!(self.variables[*index].name),
            CaseExpr::List(items) => parts(LIST_HEAD, items),
            CaseExpr::Op(operator, arguments) => parts(operator.name(), arguments),
        }
    }

    /// Reads a case.
    ///
    /// # Errors
    /// Returns the first member that is missing or malformed.
    pub fn from_json(value: &Value) -> Result<Self, CaseError> {
        let list = |name: &'static str| value[name].as_array().ok_or(CaseError::NoList(name));
        let variables: Vec<CaseVariable> =
            list("variables")?.iter().map(variable_from_json).collect::<Result<_, _>>()?;
        let read = |part: &Value| expr_from_json(&variables, part, 0);
        let constraints = list("constraints")?.iter().map(read).collect::<Result<_, _>>()?;
        let objective = match &value["objective"] {
            Value::Null => None,
            given => {
                let maximize = given.get("maximize").is_some();
                let part = &given[if maximize { "maximize" } else { "minimize" }];
                Some(CaseObjective { maximize, value: read(part)? })
            }
        };
        let id = value["id"].as_u64().unwrap_or(0);
        let assume = value["assume"].as_bool().unwrap_or(false);
        Ok(FuzzCase { id, variables, constraints, objective, assume })
    }
}

fn variable_to_json(variable: &CaseVariable) -> Value {
    match (variable.sort, variable.values.len()) {
        (Sort::Bool, 2) => json!({ "name": variable.name, "bool": true }),
        (Sort::Bool, _) => {
            json!({ "name": variable.name, "bool": true, "values": variable.values })
        }
        _ => json!({ "name": variable.name, "values": variable.values }),
    }
}

fn variable_from_json(value: &Value) -> Result<CaseVariable, CaseError> {
    let name = value["name"].as_str().ok_or(CaseError::NoName)?.to_owned();
    let is_bool = value["bool"].as_bool().unwrap_or(false);
    let mut values = match value["values"].as_array() {
        Some(values) => {
            let read = |value: &Value| {
                value.as_i64().ok_or_else(|| CaseError::VariableValue {
                    name: name.clone(),
                    value: value.clone(),
                })
            };
            values.iter().map(read).collect::<Result<Vec<i64>, _>>()?
        }
        None if is_bool => vec![0, 1],
        None => return Err(CaseError::NoValues(name)),
    };
    // The judge relies on ascending values: its list of solutions is sorted only then.
    values.sort_unstable();
    values.dedup();
    if is_bool && values.iter().any(|value| !(0..=1).contains(value)) {
        return Err(CaseError::Boolean(name));
    }
    let sort = if is_bool { Sort::Bool } else { Sort::Int };
    Ok(CaseVariable { name, sort, values })
}

/// Maximum depth of an expression in a file.
const MAX_EXPRESSION_DEPTH: usize = 100;

fn expr_from_json(
    variables: &[CaseVariable],
    value: &Value,
    depth: usize,
) -> Result<CaseExpr, CaseError> {
    // The reader recurses, as do all visitors of expressions, so the depth of a file must not
    // exhaust the stack.
    if depth > MAX_EXPRESSION_DEPTH {
        return Err(CaseError::Depth(MAX_EXPRESSION_DEPTH));
    }
    match value {
        Value::Bool(value) => Ok(CaseExpr::Bool(*value)),
        Value::Number(number) => {
            number.as_i64().map(CaseExpr::Int).ok_or_else(|| CaseError::Number(number.clone()))
        }
        Value::String(name) => {
            let index = variables.iter().position(|variable| variable.name == *name);
            index.map(CaseExpr::Var).ok_or_else(|| CaseError::Variable(name.clone()))
        }
        Value::Array(parts) => {
            let head = parts.first().and_then(Value::as_str).ok_or(CaseError::NoHead)?;
            let rest = parts[1..].iter().map(|part| expr_from_json(variables, part, depth + 1));
            let rest = rest.collect::<Result<Vec<_>, _>>()?;
            if head == LIST_HEAD {
                return Ok(CaseExpr::List(rest));
            }
            let operator =
                Operator::from_name(head).ok_or_else(|| CaseError::Operator(head.to_owned()))?;
            Ok(CaseExpr::Op(operator, rest))
        }
        other => Err(CaseError::Expression(other.clone())),
    }
}
