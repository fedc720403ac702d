//! Lists of lists: matrices, boxes, chains.

use super::super::Unspelled;
use super::elements::Elements;
use crate::programs::case::Expr;
use crate::programs::operator::Operator;

/// Whether this file writes an operator.
pub(super) fn has(operator: Operator) -> bool {
    use Operator as O;
    matches!(
        operator,
        O::AllDifferentLists
            | O::AllDifferentMatrix
            | O::Lex2
            | O::StrictLex2
            | O::LexChain
            | O::LexChainStrict
            | O::DiffnK
            | O::DiffnNonstrictK
    )
}

impl Elements<'_> {
    /// Writes lists of constants, or of variables, as tuples.
    pub(super) fn tuples(&self, expr: &Expr) -> Result<String, Unspelled> {
        let rows = expr.items().filter(|rows| !rows.is_empty());
        let rows = rows.ok_or(Unspelled("an empty matrix"))?;
        let constant = rows[0].is_constant();
        if rows.iter().any(|row| row.is_constant() != constant) {
            return Err(Unspelled("rows of two kinds"));
        }
        let row = |row: &Expr| Ok(format!("({})", self.either(row)?.replace(' ', ",")));
        rows.iter().map(row).collect()
    }

    fn lists(&self, expr: &Expr) -> Result<String, Unspelled> {
        let rows = expr.items().filter(|rows| rows.len() >= 2);
        let rows = rows.ok_or(Unspelled("less than two lists"))?;
        let lists = rows.iter().map(|row| Ok(format!("<list> {} </list>", self.list(row)?)));
        Ok(lists.collect::<Result<Vec<String>, Unspelled>>()?.join(" "))
    }

    pub(super) fn grid(&self, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
        use Operator as O;
        let name = if operator == O::AllDifferentLists || operator == O::AllDifferentMatrix {
            "allDifferent"
        } else {
            "lex"
        };
        let inner = match operator {
            O::DiffnK | O::DiffnNonstrictK => return self.boxes(operator, parts),
            O::AllDifferentLists => self.lists(&parts[0])?,
            O::LexChain | O::LexChainStrict => self.lists(&parts[0])?,
            _ if parts[0].is_constant() => return Err(Unspelled("a matrix of constants")),
            _ => format!("<matrix> {} </matrix>", self.tuples(&parts[0])?),
        };
        let end = match operator {
            O::Lex2 | O::LexChain => " <operator> le </operator>",
            O::StrictLex2 | O::LexChainStrict => " <operator> lt </operator>",
            _ => "",
        };
        Ok(format!("<{name}> {inner}{end} </{name}>"))
    }

    fn boxes(&self, operator: Operator, parts: &[Expr]) -> Result<String, Unspelled> {
        let ignored = operator == Operator::DiffnNonstrictK;
        let (origins, lengths) = (parts[0].items(), parts[1].items());
        let is_flat = origins
            .unwrap_or_default()
            .iter()
            .any(|one| one.items().is_some_and(|items| items.len() < 2));
        if is_flat || parts[0].is_constant() && lengths.is_some_and(|l| !l.is_empty()) {
            return Err(Unspelled("boxes of one dimension, or at constant places"));
        }
        let inner = format!(
            "<origins> {} </origins> <lengths> {} </lengths>",
            self.tuples(&parts[0])?,
            self.tuples(&parts[1])?
        );
        Ok(format!("<noOverlap zeroIgnored=\"{ignored}\"> {inner} </noOverlap>"))
    }
}
