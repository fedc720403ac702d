//! Constraints with elements of their own.

use super::super::Unspelled;
use super::{channels, grids, intension};
use crate::programs::case::{Case, Expr};
use crate::programs::operator::Operator;

/// Whether an operator has an element, alone or under a condition.
pub(super) fn has(operator: Operator) -> bool {
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
        || grids::has(operator)
        || channels::has(operator)
}

/// Whether the value of an operator is compared in a condition.
fn is_valued(operator: Operator) -> bool {
    use Operator as O;
    matches!(
        operator,
        O::Element | O::Count | O::Among | O::NValue | O::Sum | O::Minimum | O::Maximum
    ) || matches!(operator, O::ElementMatrix | O::NValueExcept | O::ScalarProduct)
}

/// Writes a constraint as an element; `None` if it is none.
pub(super) fn write(case: &Case, expr: &Expr) -> Option<Result<String, Unspelled>> {
    let Expr::Op(operator, parts) = expr else {
        return None;
    };
    let with = Elements { case };
    if let Some(symbol) = condition(*operator)
        && let Expr::Op(valued, inner) = &parts[0]
        && is_valued(*valued)
    {
        return Some(
            with.operand(&parts[1]).and_then(|than| with.valued(*valued, inner, symbol, &than)),
        );
    }
    if let (Operator::In, Some(Expr::Op(valued, inner))) = (*operator, parts.first())
        && is_valued(*valued)
    {
        return Some(with.consts(&parts[1]).and_then(|set| {
            let set = format!("{{{}}}", set.replace(' ', ","));
            with.valued(*valued, inner, "in", &set)
        }));
    }
    if let (Operator::Not, Some(Expr::Op(inner, parts))) = (*operator, parts.first())
        && matches!(inner, Operator::Table | Operator::TableShort)
    {
        return Some(with.table(*inner, parts, "conflicts"));
    }
    let is_element = has(*operator) && operator.sort() == crate::programs::operator::Sort::Bool;
    is_element.then(|| with.element(*operator, parts))
}

fn condition(operator: Operator) -> Option<&'static str> {
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
pub(super) struct Elements<'a> {
    pub(super) case: &'a Case,
}

impl Elements<'_> {
    /// Writes a variable or, where `expressions` are taken, any expression.
    pub(super) fn item(&self, expr: &Expr, expressions: bool) -> Result<String, Unspelled> {
        match expr {
            Expr::Var(place) => Ok(self.case.variables[*place].name.clone()),
            Expr::Op(..) if expressions => intension::write(self.case, expr),
            _ => Err(Unspelled("an item that is no variable")),
        }
    }

    pub(super) fn items(&self, expr: &Expr, expressions: bool) -> Result<String, Unspelled> {
        let items = expr.items().filter(|items| !items.is_empty());
        let items = items.ok_or(Unspelled("an empty list"))?;
        let words = items.iter().map(|item| self.item(item, expressions));
        Ok(words.collect::<Result<Vec<_>, _>>()?.join(" "))
    }

    /// Writes a list of variables.
    pub(super) fn list(&self, expr: &Expr) -> Result<String, Unspelled> {
        self.items(expr, false)
    }

    /// Writes a list of constants, or of variables.
    pub(super) fn either(&self, expr: &Expr) -> Result<String, Unspelled> {
        match expr.ints() {
            Some(values) if !values.is_empty() => Ok(numbers(&values)),
            _ => self.list(expr),
        }
    }

    /// Writes a list of constants.
    pub(super) fn consts(&self, expr: &Expr) -> Result<String, Unspelled> {
        let values = expr.ints().filter(|values| !values.is_empty());
        Ok(numbers(&values.ok_or(Unspelled("no constants"))?))
    }

    /// Writes a variable or constant.
    pub(super) fn operand(&self, expr: &Expr) -> Result<String, Unspelled> {
        match expr {
            Expr::Int(value) => Ok(value.to_string()),
            other => self.item(other, false),
        }
    }

    /// Writes an element about a value, with its condition.
    fn valued(
        &self,
        operator: Operator,
        parts: &[Expr],
        symbol: &str,
        than: &str,
    ) -> Result<String, Unspelled> {
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
                let list = self.items(&parts[0], true)?;
                Ok(format!("<{name}> <list> {list} </list> {condition} </{name}>"))
            }
            O::NValueExcept => {
                let (list, except) = (self.list(&parts[0])?, self.consts(&parts[1])?);
                let inner = format!("<list> {list} </list> <except> {except} </except>");
                Ok(format!("<nValues> {inner} {condition} </nValues>"))
            }
            O::ScalarProduct => {
                let (list, factors) = (self.items(&parts[0], true)?, self.list(&parts[1])?);
                let inner = format!("<list> {list} </list> <coeffs> {factors} </coeffs>");
                Ok(format!("<sum> {inner} {condition} </sum>"))
            }
            O::ElementMatrix => {
                let base = parts[0].as_int().filter(|base| *base >= 0);
                let base = base.ok_or(Unspelled("an index below 0"))?;
                let start = match base {
                    0 => String::new(),
                    _ => format!(" startRowIndex=\"{base}\" startColIndex=\"{base}\""),
                };
                let index = [self.item(&parts[2], false)?, self.item(&parts[3], false)?].join(" ");
                let matrix = format!("<matrix{start}> {} </matrix>", self.tuples(&parts[1])?);
                let end = match symbol {
                    "eq" => format!("<value> {than} </value>"),
                    _ => condition,
                };
                Ok(format!("<element> {matrix} <index> {index} </index> {end} </element>"))
            }
            O::Count | O::Among => {
                let list = self.items(&parts[0], true)?;
                let values = match operator {
                    O::Count => self.operand(&parts[1])?,
                    _ => self.consts(&parts[1])?,
                };
                let values = format!("<values> {values} </values>");
                Ok(format!("<count> <list> {list} </list> {values} {condition} </count>"))
            }
            _ => {
                let list = based("list", &parts[0], &self.either(&parts[1])?)?;
                let index = self.item(&parts[2], false)?;
                let end = match symbol {
                    "eq" => format!("<value> {than} </value>"),
                    _ => condition,
                };
                Ok(format!("<element> {list} <index> {index} </index> {end} </element>"))
            }
        }
    }

    fn element(&self, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
        use Operator as O;
        match operator {
            O::AllDifferent => {
                Ok(format!("<allDifferent> {} </allDifferent>", self.items(&parts[0], true)?))
            }
            O::AllEqual => Ok(format!("<allEqual> {} </allEqual>", self.items(&parts[0], true)?)),
            O::AllDifferentExcept => {
                let (list, except) = (self.list(&parts[0])?, self.consts(&parts[1])?);
                let inner = format!("<list> {list} </list> <except> {except} </except>");
                Ok(format!("<allDifferent> {inner} </allDifferent>"))
            }
            O::LinEq | O::LinNe | O::LinLe => self.linear(operator, parts),
            O::Member => {
                let (list, value) = (self.list(&parts[0])?, self.operand(&parts[1])?);
                let inner = format!("<list> {list} </list> <value> {value} </value>");
                Ok(format!("<element> {inner} </element>"))
            }
            O::Gcc | O::GccClosed | O::GccLowUp | O::GccLowUpClosed => {
                self.cardinality(operator, parts)
            }
            O::BinPacking | O::BinPackingCapa | O::BinPackingLoad => self.bins(operator, parts),
            O::Knapsack => self.knapsack(parts),
            O::SubCircuitSome => {
                let list = based("list", &parts[0], &self.list(&parts[1])?)?;
                Ok(format!("<circuit> {list} </circuit>"))
            }
            O::Inverse => {
                let first = based("list", &parts[0], &self.list(&parts[1])?)?;
                let second = based("list", &parts[2], &self.list(&parts[3])?)?;
                same_length(&parts[1], &parts[3])?;
                Ok(format!("<channel> {first} {second} </channel>"))
            }
            O::Cumulative
            | O::CumulativeEnds
            | O::Disjunctive
            | O::DisjunctiveStrict
            | O::Diffn
            | O::DiffnNonstrict => self.tasks(operator, parts),
            O::Table | O::TableShort => self.table(operator, parts, "supports"),
            O::Regular => self.regular(parts),
            O::Mdd => self.diagram(parts),
            _ if grids::has(operator) => self.grid(operator, parts),
            _ if channels::has(operator) => self.channel(operator, parts),
            _ => self.ordered(operator, parts),
        }
    }

    fn linear(&self, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
        let symbol = match operator {
            Operator::LinEq => "eq",
            Operator::LinNe => "ne",
            _ => "le",
        };
        let (factors, list) = (self.consts(&parts[0])?, self.items(&parts[1], true)?);
        let inner = format!("<list> {list} </list> <coeffs> {factors} </coeffs>");
        let than = self.operand(&parts[2])?;
        Ok(format!("<sum> {inner} <condition> ({symbol},{than}) </condition> </sum>"))
    }
}

fn numbers(values: &[i64]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes a list with the index of its first item.
pub(super) fn based(name: &str, base: &Expr, items: &str) -> Result<String, Unspelled> {
    let base = base.as_int().filter(|base| *base >= 0).ok_or(Unspelled("an index below 0"))?;
    Ok(match base {
        0 => format!("<{name}> {items} </{name}>"),
        _ => format!("<{name} startIndex=\"{base}\"> {items} </{name}>"),
    })
}

pub(super) fn same_length(first: &Expr, second: &Expr) -> Result<(), Unspelled> {
    if first.items().map(<[Expr]>::len) == second.items().map(<[Expr]>::len) {
        Ok(())
    } else {
        Err(Unspelled("lists of two lengths"))
    }
}
