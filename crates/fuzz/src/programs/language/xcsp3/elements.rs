//! Constraints that have their own elements.

use super::super::NotExpressible;
use super::{channels, grids, intension};
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::operator::Operator;

/// Whether an operator has an element, alone or under a condition.
pub(super) fn has_element(operator: Operator) -> bool {
    use Operator as O;
    is_valued(operator)
        || matches!(
            operator,
            O::LinEq
                | O::LinNe
                | O::LinLe
                | O::Member
                | O::AllDifferent
                | O::AllDifferentExcept
                | O::AllEqual
                | O::Gcc
                | O::GccClosed
                | O::GccLowUp
                | O::GccLowUpClosed
                | O::BinPacking
                | O::BinPackingCapa
                | O::BinPackingLoad
                | O::Knapsack
        )
        || matches!(
            operator,
            O::SubCircuitSome
                | O::Inverse
                | O::Cumulative
                | O::CumulativeEnds
                | O::Disjunctive
                | O::DisjunctiveStrict
                | O::Diffn
                | O::DiffnNonstrict
                | O::LexLess
                | O::LexLessEq
                | O::Increasing
                | O::StrictlyIncreasing
                | O::Decreasing
                | O::StrictlyDecreasing
                | O::ValuePrecede
                | O::ValuePrecedeChain
                | O::Table
                | O::TableShort
                | O::Regular
                | O::Mdd
        )
        || grids::has_grid(operator)
        || channels::has_channel(operator)
}

/// Whether the value of an operator is compared in a condition.
fn is_valued(operator: Operator) -> bool {
    use Operator as O;
    matches!(
        operator,
        O::Element | O::Count | O::Among | O::NValue | O::Sum | O::Minimum | O::Maximum
    ) || matches!(operator, O::ElementMatrix | O::NValueExcept | O::ScalarProduct)
}

/// Writes a constraint as an element; `None` if it has no element.
pub(super) fn write_element(
    case: &FuzzCase,
    expr: &CaseExpr,
) -> Option<Result<String, NotExpressible>> {
    let CaseExpr::Op(operator, parts) = expr else {
        return None;
    };
    let with = ElementWriter { case };
    if let Some(symbol) = condition_symbol(*operator)
        && let CaseExpr::Op(valued, inner) = &parts[0]
        && is_valued(*valued)
    {
        return Some(
            with.write_operand(&parts[1])
                .and_then(|than| with.write_value_element(*valued, inner, symbol, &than)),
        );
    }
    if let (Operator::In, Some(CaseExpr::Op(valued, inner))) = (*operator, parts.first())
        && is_valued(*valued)
    {
        return Some(with.write_constants(&parts[1]).and_then(|set| {
            let set = format!("{{{}}}", set.replace(' ', ","));
            with.write_value_element(*valued, inner, "in", &set)
        }));
    }
    if let (Operator::Not, Some(CaseExpr::Op(inner, parts))) = (*operator, parts.first())
        && matches!(inner, Operator::Table | Operator::TableShort)
    {
        return Some(with.write_table(*inner, parts, "conflicts"));
    }
    let is_element =
        has_element(*operator) && operator.sort() == crate::programs::operator::Sort::Bool;
    is_element.then(|| with.write_element_constraint(*operator, parts))
}

fn condition_symbol(operator: Operator) -> Option<&'static str> {
    use Operator as O;
    Some(match operator {
        O::Eq => "eq",
        O::Ne => "ne",
        O::Lt => "lt",
        O::Le => "le",
        O::Gt => "gt",
        O::Ge => "ge",
        _ => return None,
    })
}

/// Writes elements of one case.
pub(super) struct ElementWriter<'a> {
    pub(super) case: &'a FuzzCase,
}

impl ElementWriter<'_> {
    /// Writes a variable or, where `expressions` are taken, any expression.
    pub(super) fn write_item(
        &self,
        expr: &CaseExpr,
        expressions: bool,
    ) -> Result<String, NotExpressible> {
        match expr {
            CaseExpr::Var(index) => Ok(self.case.variables[*index].name.clone()),
            CaseExpr::Op(..) if expressions => intension::write_intension(self.case, expr),
            _ => Err(NotExpressible("an item that is no variable")),
        }
    }

    pub(super) fn write_items(
        &self,
        expr: &CaseExpr,
        expressions: bool,
    ) -> Result<String, NotExpressible> {
        let items = expr.list_items().filter(|items| !items.is_empty());
        let items = items.ok_or(NotExpressible("an empty list"))?;
        let words = items.iter().map(|item| self.write_item(item, expressions));
        Ok(words.collect::<Result<Vec<_>, _>>()?.join(" "))
    }

    /// Writes a list of variables.
    pub(super) fn write_variable_list(&self, expr: &CaseExpr) -> Result<String, NotExpressible> {
        self.write_items(expr, false)
    }

    /// Writes a list of constants, or of variables.
    pub(super) fn write_any_list(&self, expr: &CaseExpr) -> Result<String, NotExpressible> {
        match expr.list_ints() {
            Some(values) if !values.is_empty() => Ok(write_numbers(&values)),
            _ => self.write_variable_list(expr),
        }
    }

    /// Writes a list of constants.
    pub(super) fn write_constants(&self, expr: &CaseExpr) -> Result<String, NotExpressible> {
        let values = expr.list_ints().filter(|values| !values.is_empty());
        Ok(write_numbers(&values.ok_or(NotExpressible("no constants"))?))
    }

    /// Writes a variable or constant.
    pub(super) fn write_operand(&self, expr: &CaseExpr) -> Result<String, NotExpressible> {
        match expr {
            CaseExpr::Int(value) => Ok(value.to_string()),
            other => self.write_item(other, false),
        }
    }

    /// Writes an element about a value, with its condition.
    fn write_value_element(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
        symbol: &str,
        than: &str,
    ) -> Result<String, NotExpressible> {
        use Operator as O;
        let condition = format!("<condition> ({symbol},{than}) </condition>");
        match operator {
            O::Sum | O::Minimum | O::Maximum | O::NValue => {
                let name = match operator {
                    O::Sum => "sum",
                    O::Minimum => "minimum",
                    O::Maximum => "maximum",
                    _ => "nValues",
                };
                let list = self.write_items(&parts[0], true)?;
                Ok(format!("<{name}> <list> {list} </list> {condition} </{name}>"))
            }
            O::NValueExcept => {
                let (list, except) =
                    (self.write_variable_list(&parts[0])?, self.write_constants(&parts[1])?);
                let inner = format!("<list> {list} </list> <except> {except} </except>");
                Ok(format!("<nValues> {inner} {condition} </nValues>"))
            }
            O::ScalarProduct => {
                let (list, factors) =
                    (self.write_items(&parts[0], true)?, self.write_variable_list(&parts[1])?);
                let inner = format!("<list> {list} </list> <coeffs> {factors} </coeffs>");
                Ok(format!("<sum> {inner} {condition} </sum>"))
            }
            O::ElementMatrix => {
                let base = parts[0].as_int().filter(|base| *base >= 0);
                let base = base.ok_or(NotExpressible("an index below 0"))?;
                let start = match base {
                    0 => String::new(),
                    _ => format!(" startRowIndex=\"{base}\" startColIndex=\"{base}\""),
                };
                let index =
                    [self.write_item(&parts[2], false)?, self.write_item(&parts[3], false)?]
                        .join(" ");
                let matrix = format!("<matrix{start}> {} </matrix>", self.write_tuples(&parts[1])?);
                let end = match symbol {
                    "eq" => format!("<value> {than} </value>"),
                    _ => condition,
                };
                Ok(format!("<element> {matrix} <index> {index} </index> {end} </element>"))
            }
            O::Count | O::Among => {
                let list = self.write_items(&parts[0], true)?;
                let values = match operator {
                    O::Count => self.write_operand(&parts[1])?,
                    _ => self.write_constants(&parts[1])?,
                };
                let values = format!("<values> {values} </values>");
                Ok(format!("<count> <list> {list} </list> {values} {condition} </count>"))
            }
            _ => {
                let list = write_based_list("list", &parts[0], &self.write_any_list(&parts[1])?)?;
                let index = self.write_item(&parts[2], false)?;
                let end = match symbol {
                    "eq" => format!("<value> {than} </value>"),
                    _ => condition,
                };
                Ok(format!("<element> {list} <index> {index} </index> {end} </element>"))
            }
        }
    }

    fn write_element_constraint(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
    ) -> Result<String, NotExpressible> {
        use Operator as O;
        match operator {
            O::AllDifferent => {
                Ok(format!("<allDifferent> {} </allDifferent>", self.write_items(&parts[0], true)?))
            }
            O::AllEqual => {
                Ok(format!("<allEqual> {} </allEqual>", self.write_items(&parts[0], true)?))
            }
            O::AllDifferentExcept => {
                let (list, except) =
                    (self.write_variable_list(&parts[0])?, self.write_constants(&parts[1])?);
                let inner = format!("<list> {list} </list> <except> {except} </except>");
                Ok(format!("<allDifferent> {inner} </allDifferent>"))
            }
            O::LinEq | O::LinNe | O::LinLe => self.write_linear(operator, parts),
            O::Member => {
                let (list, value) =
                    (self.write_variable_list(&parts[0])?, self.write_operand(&parts[1])?);
                let inner = format!("<list> {list} </list> <value> {value} </value>");
                Ok(format!("<element> {inner} </element>"))
            }
            O::Gcc | O::GccClosed | O::GccLowUp | O::GccLowUpClosed => {
                self.write_cardinality(operator, parts)
            }
            O::BinPacking | O::BinPackingCapa | O::BinPackingLoad => {
                self.write_bins(operator, parts)
            }
            O::Knapsack => self.write_knapsack(parts),
            O::SubCircuitSome => {
                let list =
                    write_based_list("list", &parts[0], &self.write_variable_list(&parts[1])?)?;
                Ok(format!("<circuit> {list} </circuit>"))
            }
            O::Inverse => {
                let first =
                    write_based_list("list", &parts[0], &self.write_variable_list(&parts[1])?)?;
                let second =
                    write_based_list("list", &parts[2], &self.write_variable_list(&parts[3])?)?;
                same_length(&parts[1], &parts[3])?;
                Ok(format!("<channel> {first} {second} </channel>"))
            }
            O::Cumulative
            | O::CumulativeEnds
            | O::Disjunctive
            | O::DisjunctiveStrict
            | O::Diffn
            | O::DiffnNonstrict => self.write_tasks(operator, parts),
            O::Table | O::TableShort => self.write_table(operator, parts, "supports"),
            O::Regular => self.write_regular(parts),
            O::Mdd => self.write_diagram(parts),
            _ if grids::has_grid(operator) => self.write_grid(operator, parts),
            _ if channels::has_channel(operator) => self.write_channel(operator, parts),
            _ => self.write_ordered(operator, parts),
        }
    }

    fn write_linear(
        &self,
        operator: Operator,
        parts: &[CaseExpr],
    ) -> Result<String, NotExpressible> {
        let symbol = match operator {
            Operator::LinEq => "eq",
            Operator::LinNe => "ne",
            _ => "le",
        };
        let (factors, list) =
            (self.write_constants(&parts[0])?, self.write_items(&parts[1], true)?);
        let inner = format!("<list> {list} </list> <coeffs> {factors} </coeffs>");
        let than = self.write_operand(&parts[2])?;
        Ok(format!("<sum> {inner} <condition> ({symbol},{than}) </condition> </sum>"))
    }
}

fn write_numbers(values: &[i64]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes a list with the index of its first item.
pub(super) fn write_based_list(
    name: &str,
    base: &CaseExpr,
    items: &str,
) -> Result<String, NotExpressible> {
    let base = base.as_int().filter(|base| *base >= 0).ok_or(NotExpressible("an index below 0"))?;
    Ok(match base {
        0 => format!("<{name}> {items} </{name}>"),
        _ => format!("<{name} startIndex=\"{base}\"> {items} </{name}>"),
    })
}

pub(super) fn same_length(first: &CaseExpr, second: &CaseExpr) -> Result<(), NotExpressible> {
    if first.list_items().map(<[CaseExpr]>::len) == second.list_items().map(<[CaseExpr]>::len) {
        Ok(())
    } else {
        Err(NotExpressible("lists of two lengths"))
    }
}
