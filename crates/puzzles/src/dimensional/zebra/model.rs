//! Houses and clues as a multi-dimensional model.

use parallax_model::{
    ClassRelation, DimensionId, Domain, Model, ModelError, Value, ValueDimension, VarId,
};

use super::super::post_relation;
use super::clue::{ZebraClue, ZebraItem};
use super::{HOUSE_ATTRIBUTES, ZebraPuzzle};

/// Classes of the dimension of two items: whether a value has both, only the
/// first, only the second, or neither.
const BOTH_ITEMS: u32 = 0;
const ONLY_FIRST_ITEM: u32 = 1;
const ONLY_SECOND_ITEM: u32 = 2;
const NEITHER_ITEM: u32 = 3;

/// Builds the model of a puzzle.
pub(super) fn build_model(zebra: &ZebraPuzzle, clues: &[ZebraClue]) -> Result<Model, ModelError> {
    let (houses, attributes) = (zebra.houses, zebra.attribute_count());
    let mut model = Model::new(zebra.to_string());
    let dimensions = (0..attributes)
        .map(|attribute| {
            let names =
                HOUSE_ATTRIBUTES[attribute].values[..houses].iter().map(|&name| name.to_owned());
            let class = |value: &[usize]| value[attribute];
            add_dimension(
                &mut model,
                zebra,
                HOUSE_ATTRIBUTES[attribute].name,
                names.collect(),
                &class,
            )
        })
        .collect::<Result<Vec<DimensionId>, _>>()?;
    let scope = (0..houses)
        .map(|house| {
            model.add_shown(format!("house {}", house + 1), house_domain(zebra, clues, house))
        })
        .collect::<Result<Vec<VarId>, _>>()?;
    for (attribute, &dimension) in HOUSE_ATTRIBUTES.iter().zip(&dimensions) {
        let different = ClassRelation::AllDifferent;
        post_relation(
            &mut model,
            format!("every {} once", attribute.name),
            &scope,
            dimension,
            different,
        )?;
    }
    for clue in clues {
        let (ZebraClue::Together(a, b) | ZebraClue::RightOf(a, b) | ZebraClue::NextTo(a, b)) =
            *clue
        else {
            continue;
        };
        let pairs = clue.house_pairs(houses);
        // Two items of one attribute are classes of its dimension. Others need a dimension that
        // states which of the two a house has.
        let (dimension, rows) = if a.attribute == b.attribute {
            (dimensions[a.attribute], order_rows(houses, a, b, &pairs))
        } else {
            (of_two(&mut model, zebra, a, b)?, mark_rows(houses, &pairs))
        };
        post_relation(
            &mut model,
            clue.clue_sentence(),
            &scope,
            dimension,
            ClassRelation::Table(rows),
        )?;
    }
    Ok(model)
}

/// Returns all values with their numbers; a value is a list with a value of each attribute.
fn house_values(zebra: &ZebraPuzzle) -> impl Iterator<Item = (Value, Vec<usize>)> {
    let (houses, attributes) = (zebra.houses, zebra.attribute_count());
    (0..houses.pow(attributes as u32)).map(move |number| {
        // The values of the attributes are the digits of the number in base `houses`, the first one
        // highest.
        let digit = |attribute| number / houses.pow(attribute as u32) % houses;
        (number as Value + 1, (0..attributes).rev().map(digit).collect())
    })
}

/// Returns the values that a house can take. Clues that name a house restrict its domain and post
/// no constraint.
fn house_domain(zebra: &ZebraPuzzle, clues: &[ZebraClue], house: usize) -> Domain {
    let fits = |value: &[usize]| {
        clues.iter().all(|clue| match *clue {
            ZebraClue::Place(item, at) if at == house => value[item.attribute] == item.value,
            _ => true,
        })
    };
    Domain::from_values(
        house_values(zebra).filter(|(_, value)| fits(value)).map(|(number, _)| number),
    )
}

fn add_dimension(
    model: &mut Model,
    zebra: &ZebraPuzzle,
    name: &str,
    classes: Vec<String>,
    class: &dyn Fn(&[usize]) -> usize,
) -> Result<DimensionId, ModelError> {
    let members: Vec<(Value, usize)> =
        house_values(zebra).map(|(number, value)| (number, class(&value))).collect();
    model.add_dimension(ValueDimension::new(name, classes, &members)?)
}

/// Adds the derived dimension of two items of different attributes: whether a
/// value has both, one of them, or neither.
fn of_two(
    model: &mut Model,
    zebra: &ZebraPuzzle,
    a: ZebraItem,
    b: ZebraItem,
) -> Result<DimensionId, ModelError> {
    let name = format!("{} and {}", a.item_name(), b.item_name());
    let only = |item: ZebraItem| format!("only {}", item.item_name());
    let names = vec!["both".to_owned(), only(a), only(b), "neither".to_owned()];
    let class = |value: &[usize]| {
        let has = |item: ZebraItem| value[item.attribute] == item.value;
        let class = match (has(a), has(b)) {
            (true, true) => BOTH_ITEMS,
            (true, false) => ONLY_FIRST_ITEM,
            (false, true) => ONLY_SECOND_ITEM,
            (false, false) => NEITHER_ITEM,
        };
        class as usize
    };
    add_dimension(model, zebra, &name, names, &class)
}

/// Returns the table rows of a clue about two items of different attributes, in the classes of
/// their derived dimension.
fn mark_rows(houses: usize, pairs: &[(usize, usize)]) -> Vec<Vec<u32>> {
    let row = |&(a, b): &(usize, usize)| {
        let class = |house| match (house == a, house == b) {
            (true, true) => BOTH_ITEMS,
            (true, false) => ONLY_FIRST_ITEM,
            (false, true) => ONLY_SECOND_ITEM,
            (false, false) => NEITHER_ITEM,
        };
        (0..houses).map(class).collect()
    };
    pairs.iter().map(row).collect()
}

/// Returns the table rows of a clue about two items of one attribute: all orders of its values that
/// satisfy the clue.
fn order_rows(
    houses: usize,
    a: ZebraItem,
    b: ZebraItem,
    pairs: &[(usize, usize)],
) -> Vec<Vec<u32>> {
    let others: Vec<u32> =
        (0..houses).filter(|&v| v != a.value && v != b.value).map(|v| v as u32).collect();
    let mut rows = Vec::new();
    for &(first, second) in pairs {
        let free = (0..houses).filter(|&house| house != first && house != second);
        let free: Vec<usize> = free.collect();
        let mut row = vec![0; houses];
        (row[first], row[second]) = (a.value as u32, b.value as u32);
        // The other values go to the other houses in every order.
        add_rows(&mut row, &free, &others, &mut rows);
    }
    rows
}

/// Adds all rows that put the values into the free places of `row`.
fn add_rows(row: &mut [u32], free: &[usize], values: &[u32], rows: &mut Vec<Vec<u32>>) {
    let [house, later @ ..] = free else {
        rows.push(row.to_vec());
        return;
    };
    for &value in values {
        row[*house] = value;
        let left: Vec<u32> = values.iter().copied().filter(|&other| other != value).collect();
        add_rows(row, later, &left, rows);
    }
}
