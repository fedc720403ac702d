//! The objective of a file.

use parallax_model::flatten::Int;
use parallax_model::instance::InputError;
use parallax_model::{DistinctCount, Domain, Sense, Value};
use parallax_xml::attribute;
use roxmltree::Node;

use super::assigned::Assigned;
use super::build::Goal;
use super::constraints::n_values::number_of_values;
use super::cursor::Text;
use super::draft::Draft;
use super::error::PostError;
use super::items::Item;
use super::operators::product;
use super::parts::{Parts, refuse_attributes, refuse_text};
use super::reader::Reader;

/// An amount to minimise or maximise.
#[derive(Clone, Debug)]
pub(super) struct Objective {
    pub(super) sense: Sense,
    of: Amount,
    /// The offset of the element in the file.
    pub(super) offset: usize,
}

/// The value of an objective.
#[derive(Clone, Debug)]
enum Amount {
    /// The value of an expression.
    Int(Int),
    /// The number of different values of a list.
    Different(Vec<Item>),
}

impl Objective {
    /// Returns its value; `None` if it is undefined.
    pub(super) fn value(&self, values: &Assigned<'_>) -> Option<i128> {
        match &self.of {
            Amount::Int(int) => values.number(Item::Int(*int)),
            Amount::Different(list) => Some(number_of_values(values.numbers(list)?, &[])),
        }
    }

    /// Posts what its value needs.
    pub(super) fn post(&self, draft: &mut Draft<'_>) -> Result<Goal, PostError> {
        let sense = self.sense;
        match &self.of {
            Amount::Int(int) => Ok(Goal { sense, int: *int, plus: None }),
            Amount::Different(list) => {
                let scope = draft.slots(list)?;
                let total = draft.hidden(Domain::range(0, scope.len() as Value));
                draft.post(DistinctCount { scope, except: Vec::new(), total }.into());
                Ok(Goal { sense, int: draft.arena().number(0), plus: Some(total) })
            }
        }
    }
}

/// Reads the objective; there may be one.
pub(super) fn read(
    reader: &mut Reader<'_>,
    node: Node<'_, '_>,
    goal: &mut Option<Objective>,
) -> Result<(), InputError> {
    refuse_attributes(reader, node, &[])?;
    refuse_text(reader, node)?;
    for own in node.children().filter(Node::is_element) {
        let sense = match own.tag_name().name() {
            "minimize" => Sense::Minimize,
            "maximize" => Sense::Maximize,
            name => {
                let message = format!("<{name}>; expected <minimize> or <maximize>");
                return Err(reader.fault(own.range().start, message));
            }
        };
        if goal.is_some() {
            return Err(reader.fault_in(own, "several objectives are not supported"));
        }
        let offset = reader.base + own.range().start;
        *goal = Some(Objective { sense, of: value(reader, own)?, offset });
    }
    Ok(())
}

/// Reads what is minimised or maximised.
fn value(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Amount, InputError> {
    let own = node.tag_name().name();
    let parts = Parts::of(reader, node, &["list", "coeffs"], &[(own, "type")])?;
    let kind = attribute(node, "type").unwrap_or("expression");
    if kind == "expression" {
        let text = Text::of(node);
        let mut cursor = text.cursor();
        let item = reader.expression(&mut cursor)?;
        if cursor.skip_blank() {
            return Err(reader.unexpected(&cursor, "the end of the expression"));
        }
        return Ok(Amount::Int(reader.arena.int(item)));
    }
    if !matches!(kind, "sum" | "product" | "minimum" | "maximum" | "nValues") {
        return Err(reader.fault_in(node, &format!("type=\"{kind}\" is not supported")));
    }
    let mut items = reader.items(parts.list(reader)?)?;
    if let Some(own) = parts.maybe(reader, "coeffs")? {
        let coefficients = reader.items(own)?;
        if coefficients.len() != items.len() {
            let message = format!("{} coefficients of {} terms", coefficients.len(), items.len());
            return Err(reader.fault_in(own, &message));
        }
        for (item, coefficient) in items.iter_mut().zip(coefficients) {
            if coefficient != Item::Number(1) {
                *item = product(&mut reader.arena, &[coefficient, *item]);
            }
        }
    }
    if kind == "nValues" {
        return Ok(Amount::Different(items));
    }
    if kind == "product" {
        let item = product(&mut reader.arena, &items);
        return Ok(Amount::Int(reader.arena.int(item)));
    }
    let ints: Vec<Int> = items.iter().map(|&item| reader.arena.int(item)).collect();
    let terms = &mut reader.arena.terms;
    let int = match kind {
        "minimum" => terms.min(&ints),
        "maximum" => terms.max(&ints),
        _ => Some(terms.sum(&ints)),
    };
    int.map(Amount::Int).ok_or_else(|| reader.fault_in(node, "an empty list"))
}
