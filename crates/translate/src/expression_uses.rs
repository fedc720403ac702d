//! How often a text or term of a model contains each expression, which decides whether the
//! expression gets a name.

use parallax_model::flatten::{DagNode, SourceExpressions};

/// Maximum depth of an expression without a name. Readers of deep terms may overflow their stack.
pub(crate) const MAX_UNNAMED_DEPTH: u32 = 12;

/// Returns how often the assertions, and the expressions that they reach, contain each expression;
/// 0 for those that no assertion reaches. `copies` is how often the form of an expression contains
/// each of its operands.
pub(crate) fn count_uses(
    expressions: &SourceExpressions,
    copies: impl Fn(DagNode) -> u32,
) -> Vec<u32> {
    let terms = &expressions.terms;
    let mut uses = vec![0u32; terms.all_nodes().len()];
    for (_, term) in &expressions.assertions {
        uses[term.node_index()] = uses[term.node_index()].saturating_add(1);
    }
    // Operands precede the nodes that use them, so backwards every use of a node is known before
    // its operands are visited.
    for (place, &node) in terms.all_nodes().iter().enumerate().rev() {
        if uses[place] > 0 {
            let copies = copies(node);
            terms.each_part(node, &mut |part| uses[part] = uses[part].saturating_add(copies));
        }
    }
    uses
}
