//! The objective of a file.

use parallax_instance::InputError;
use parallax_model::flatten::IntExpression;
use parallax_model::{DistinctCount, Domain, ObjectiveSense, Value};
use parallax_xml::local_attribute;
use roxmltree::Node;

use super::assigned::Xcsp3Assignment;
use super::build::DraftObjective;
use super::constraints::n_values::number_of_values;
use super::cursor::ElementText;
use super::draft::Xcsp3ModelDraft;
use super::element_parts::{ElementParts, refuse_attributes, refuse_text};
use super::error::Xcsp3PostError;
use super::items::ListItem;
use super::operators::product_item;
use super::reader::Xcsp3Reader;

/// An amount to minimise or maximise.
#[derive(Clone, Debug)]
pub(super) struct Xcsp3Objective {
    pub(super) sense: ObjectiveSense,
    of: ObjectiveAmount,
    /// The offset of the element in the file.
    pub(super) offset: usize,
}

/// The value of an objective.
#[derive(Clone, Debug)]
enum ObjectiveAmount {
    /// The value of an expression.
    Int(IntExpression),
    /// The number of different values of a list.
    Different(Vec<ListItem>),
}

impl Xcsp3Objective {
    /// Returns its value; `None` if it is undefined.
    pub(super) fn objective_value(&self, values: &Xcsp3Assignment<'_>) -> Option<i128> {
        match &self.of {
            ObjectiveAmount::Int(int) => values.item_value(ListItem::Int(*int)),
            ObjectiveAmount::Different(list) => {
                Some(number_of_values(values.item_values(list)?, &[]))
            }
        }
    }

    /// Posts what its value needs.
    pub(super) fn post_objective(
        &self,
        draft: &mut Xcsp3ModelDraft<'_>,
    ) -> Result<DraftObjective, Xcsp3PostError> {
        let sense = self.sense;
        match &self.of {
            ObjectiveAmount::Int(int) => Ok(DraftObjective { sense, int: *int, plus: None }),
            ObjectiveAmount::Different(list) => {
                let scope = draft.item_slots(list)?;
                // No expression gives the number of different values, so a hidden variable does.
                let total = draft.new_hidden(Domain::from_range(0, scope.len() as Value));
                draft.post_constraint(DistinctCount { scope, except: Vec::new(), total }.into());
                Ok(DraftObjective {
                    sense,
                    int: draft.arena_mut().number_term(0),
                    plus: Some(total),
                })
            }
        }
    }
}

/// Reads the objective; there may be one.
pub(super) fn read_objective(
    reader: &mut Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    goal: &mut Option<Xcsp3Objective>,
) -> Result<(), InputError> {
    refuse_attributes(reader, node, &[])?;
    refuse_text(reader, node)?;
    for own in node.children().filter(Node::is_element) {
        let sense = match own.tag_name().name() {
            "minimize" => ObjectiveSense::Minimize,
            "maximize" => ObjectiveSense::Maximize,
            name => {
                let message = format!("<{name}>; expected <minimize> or <maximize>");
                return Err(reader.error_at(own.range().start, message));
            }
        };
        if goal.is_some() {
            return Err(reader.fault_in(own, "several objectives are not supported"));
        }
        let offset = reader.base + own.range().start;
        *goal = Some(Xcsp3Objective { sense, of: read_amount(reader, own)?, offset });
    }
    Ok(())
}

/// Reads the amount to minimise or maximise.
fn read_amount(
    reader: &mut Xcsp3Reader<'_>,
    node: Node<'_, '_>,
) -> Result<ObjectiveAmount, InputError> {
    let own = node.tag_name().name();
    let parts = ElementParts::from_node(reader, node, &["list", "coeffs"], &[(own, "type")])?;
    let kind = local_attribute(node, "type").unwrap_or("expression");
    if kind == "expression" {
        let text = ElementText::from_node(node);
        let mut cursor = text.start_cursor();
        let item = reader.read_expression(&mut cursor)?;
        if cursor.skip_blank() {
            return Err(reader.unexpected_text(&cursor, "the end of the expression"));
        }
        return Ok(ObjectiveAmount::Int(reader.arena.item_int(item)));
    }
    if !matches!(kind, "sum" | "product" | "minimum" | "maximum" | "nValues") {
        return Err(reader.fault_in(node, &format!("type=\"{kind}\" is not supported")));
    }
    let mut items = reader.read_items(parts.list_part(reader)?)?;
    if let Some(own) = parts.optional_part(reader, "coeffs")? {
        let coefficients = reader.read_items(own)?;
        if coefficients.len() != items.len() {
            let message = format!("{} coefficients of {} terms", coefficients.len(), items.len());
            return Err(reader.fault_in(own, &message));
        }
        for (item, coefficient) in items.iter_mut().zip(coefficients) {
            // A coefficient 1 would hide a plain variable in an expression.
            if coefficient != ListItem::Number(1) {
                *item = product_item(&mut reader.arena, &[coefficient, *item]);
            }
        }
    }
    if kind == "nValues" {
        return Ok(ObjectiveAmount::Different(items));
    }
    if kind == "product" {
        let item = product_item(&mut reader.arena, &items);
        return Ok(ObjectiveAmount::Int(reader.arena.item_int(item)));
    }
    let ints: Vec<IntExpression> = items.iter().map(|&item| reader.arena.item_int(item)).collect();
    let terms = &mut reader.arena.terms;
    let int = match kind {
        "minimum" => terms.add_min(&ints),
        "maximum" => terms.add_max(&ints),
        _ => Some(terms.add_sum(&ints)),
    };
    int.map(ObjectiveAmount::Int).ok_or_else(|| reader.fault_in(node, "an empty list"))
}
