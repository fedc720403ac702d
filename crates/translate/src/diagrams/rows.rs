//! Tables as diagrams, row by row.

use parallax_model::Table;

use super::arena::{DiagramNode, FALSE_NODE, TRUE_NODE};
use super::scope::LevelScope;
use super::{DiagramBuilder, DiagramError};

/// Rows between two checks of the clock.
const ROWS_BETWEEN_POLLS: usize = 1024;

/// Builds the diagram of a table from its sorted rows, from the last column to the first. Rows with
/// the same values before a column become one node of it.
///
/// # Errors
/// [`DiagramError::Nodes`] and [`DiagramError::Stopped`].
pub(super) fn build_table(
    builder: &mut DiagramBuilder<'_>,
    table: &Table,
    scope: &LevelScope,
) -> Result<DiagramNode, DiagramError> {
    let (inside, outside) =
        if table.forbidden { (FALSE_NODE, TRUE_NODE) } else { (TRUE_NODE, FALSE_NODE) };
    let rows = list_rows(builder, table, scope)?;
    if rows.is_empty() {
        return Ok(outside);
    }
    // The first row of each run with the same values so far, and the node of the run.
    let mut runs: Vec<(usize, DiagramNode)> = (0..rows.len()).map(|row| (row, inside)).collect();
    for (place, &level) in scope.levels().iter().enumerate().rev() {
        builder.control.check_stop()?;
        let mut children = vec![outside; builder.values_at(level).len()];
        let mut shorter = Vec::new();
        // Rows that agree before this column are neighbours, and are the edges of one node.
        for run in runs.chunk_by(|a, b| rows[a.0][..place] == rows[b.0][..place]) {
            children.fill(outside);
            for &(row, node) in run {
                children[rows[row][place] as usize] = node;
            }
            shorter.push((run[0].0, builder.arena.make_node(level, &children)?));
        }
        runs = shorter;
    }
    Ok(runs[0].1)
}

/// Returns the different rows within the domains, sorted, as places of values in the order of the
/// levels.
fn list_rows(
    builder: &DiagramBuilder<'_>,
    table: &Table,
    scope: &LevelScope,
) -> Result<Vec<Vec<u32>>, DiagramError> {
    let mut rows = Vec::new();
    for (number, tuple) in table.tuples.iter().enumerate() {
        if number.is_multiple_of(ROWS_BETWEEN_POLLS) {
            builder.control.check_stop()?;
        }
        let mut row = vec![u32::MAX; scope.levels().len()];
        let fits = table.scope.iter().zip(tuple).all(|(&v, value)| {
            let level = builder.level_of_variable(v);
            let Ok(place) = builder.values_at(level).binary_search(value) else { return false };
            let cell = &mut row[scope.level_index(level)];
            // A variable may have several columns.
            let fits = *cell == u32::MAX || *cell == place as u32;
            *cell = place as u32;
            fits
        });
        if fits {
            rows.push(row);
        }
    }
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}
