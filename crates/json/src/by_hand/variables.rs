//! Reads variables and arrays of them.

use parallax_instance::InputError;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::string_positions::{error_in_part, error_in_string, string_text};
use crate::domains::{self, DomainMember};
use crate::expressions::{CellArray, ExpressionScope, ParsedExpression, ParsedSet};
use crate::presentation::SolutionPresentation;
use crate::read;
use crate::text_fragment::TextFragment;
use parallax_model::Domain;

/// Maximum number of cells of one array.
const MAX_CELLS: usize = 10_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HandwrittenVariable<'a> {
    name: String,
    #[serde(borrow)]
    domain: &'a RawValue,
    #[serde(borrow)]
    size: Option<&'a RawValue>,
    #[serde(default = "read::shown_by_default")]
    shown: bool,
    label: Option<String>,
}

/// Returns the sizes of an array.
fn array_sizes(
    world: &mut ExpressionScope<'_>,
    part: &TextFragment<'_>,
    raw: &RawValue,
) -> Result<Vec<usize>, InputError> {
    let list: Vec<&RawValue> = if raw.get().starts_with('[') {
        part.subfragment(raw).parse_text(raw.get())?
    } else {
        vec![raw]
    };
    let (mut sizes, mut cells) = (Vec::new(), 1usize);
    if list.is_empty() {
        return Err(part
            .subfragment(raw)
            .fault_here("an array without sizes; expected one size or more"));
    }
    for raw in list {
        let size = if raw.get().starts_with('"') {
            let text = string_text(part, raw)?;
            let size =
                ParsedExpression::parse_expression(&text).and_then(|size| size.eval_number(world));
            size.map_err(|fault| error_in_string(part, raw, fault))?
        } else {
            part.subfragment(raw).parse_text(raw.get())?
        };
        let size = usize::try_from(size).map_err(|_| {
            part.subfragment(raw).fault_here(format!("a size of {size}; expected 0 or more"))
        })?;
        cells = cells.saturating_mul(size);
        sizes.push(size);
        // A size of 0 makes the product 0, so each size is limited by itself as well.
        if cells > MAX_CELLS || size > MAX_CELLS {
            let message = format!("an array of more than {MAX_CELLS} cells");
            return Err(part.subfragment(raw).fault_here(message));
        }
    }
    Ok(sizes)
}

/// Adds a variable or an array of them. Returns those whose values have names.
pub(super) fn add_variables(
    world: &mut ExpressionScope<'_>,
    presentation: &mut SolutionPresentation,
    is_list_given: bool,
    part: &TextFragment<'_>,
    raw: &RawValue,
) -> Result<Vec<usize>, InputError> {
    let item: HandwrittenVariable<'_> = part.parse_text(raw.get())?;
    let (domain, is_named) = read_domain(world, presentation, is_list_given, part, item.domain)?;
    let taken = world.parameters.contains_key(&item.name) || world.arrays.contains_key(&item.name);
    if taken {
        return Err(part.fault_here(format!("'{}' is taken", item.name)));
    }
    let first = world.model.variables().len();
    let sizes = match item.size {
        None => None,
        Some(raw) => Some(array_sizes(world, part, raw)?),
    };
    let count: usize = sizes.iter().flatten().product();
    // The indices of a cell as text have 3 bytes or more each.
    let indices_length = sizes.as_ref().map_or(0, Vec::len).saturating_mul(3);
    let length = item.name.len() + item.label.as_ref().map_or(0, String::len) + indices_length;
    // Charged before any variable is added: an array may have millions of long names.
    let spent = world.spend_text(length.saturating_mul(count), 0);
    spent.map_err(|fault| error_in_part(part, fault))?;
    for place in 0..count {
        world.spend_parts(1, 0).map_err(|fault| error_in_part(part, fault))?;
        let indices = index_text(sizes.as_deref().unwrap_or_default(), place);
        let name = format!("{}{indices}", item.name);
        let added = if item.shown {
            world.model.add_shown(name, domain.clone())
        } else {
            world.model.add_hidden(name, domain.clone())
        };
        let variable = added.map_err(|error| part.fault_here(error))?;
        if let Some(label) = &item.label {
            presentation.set_label(variable, format!("{label}{indices}"));
        }
    }
    if let Some(sizes) = sizes {
        if world.model.find(&item.name).is_some() {
            return Err(part.fault_here(format!("'{}' is taken", item.name)));
        }
        world.arrays.insert(item.name, CellArray { first, sizes });
    }
    Ok(if is_named { (first..first + count).collect() } else { Vec::new() })
}

/// Returns the indices of a cell as text, `[1][2]`. The cell is one of the array.
fn index_text(sizes: &[usize], place: usize) -> String {
    let mut indices = String::new();
    // E.g. place 7 of an array of sizes 3 and 4 is [1][3]. No size is 0, since the array has a
    // cell.
    let mut below: usize = sizes.iter().product();
    let mut rest = place;
    for size in sizes {
        below /= size;
        indices += &format!("[{}]", rest / below);
        rest %= below;
    }
    indices
}

/// Returns a domain, and whether its values have names.
fn read_domain(
    world: &mut ExpressionScope<'_>,
    presentation: &mut SolutionPresentation,
    is_list_given: bool,
    part: &TextFragment<'_>,
    raw: &RawValue,
) -> Result<(Domain, bool), InputError> {
    let item: DomainMember = part.subfragment(raw).parse_text(raw.get())?;
    let is_named = matches!(item, DomainMember::Names(_));
    if let DomainMember::Text(text) = &item {
        if domains::parse_domain(text).is_err() {
            let domain = ParsedSet::parse_set(text).and_then(|set| set.set_domain(world));
            return Ok((domain.map_err(|fault| error_in_string(part, raw, fault))?, false));
        }
        // Ranges of parameters may be meant to be empty for some of their values.
        for message in domains::warn_empty_runs(text) {
            presentation.add_warning(part.subfragment(raw).fault_here(message));
        }
    }
    let domain = item.build_domain(presentation, is_list_given);
    Ok((domain.map_err(|error| part.subfragment(raw).fault_here(error))?, is_named))
}
