//! Blocks: runs of consecutive instances of one shape that share warm sessions. A block becomes one
//! job for each model and engine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_instance::{InputError, Instance, SourcedInstance, Viewpoint};
use parallax_model::Model;
use parallax_model::engine_api::catch_panic;

use super::ModelSelection;
use super::shared_viewpoint::SharedViewpoint;

/// Maximum number of instances in a block. It is fixed, and blocks are cut from the stream in
/// order, so counters do not depend on the number of threads.
const MAX_BLOCK_INSTANCES: usize = 64;

/// Maximum number of values, summed over the domains of the shown variables, of a model that gets a
/// warm session; every viewpoint of a 9x9 Sudoku has 729. A larger model gets a session for each
/// instance: the givens save more in the formula than building it again costs, and the instances
/// spread over the workers.
const WARM_VALUES: u64 = 1024;

/// Consecutive instances of one shape.
pub(super) struct InstanceBlock {
    pub(super) instances: Vec<SourcedInstance>,
    /// The models of the instances; every engine solves each of them.
    pub(super) shared: Vec<Arc<SharedViewpoint>>,
}

/// An item of a stream that is cut into blocks.
pub(super) enum StreamItem {
    Block(InstanceBlock),
    /// An instance that could not be read or does not offer the model of the
    /// plan.
    Unread(InputError),
}

/// Cuts a stream into blocks. Errors keep their positions between the blocks.
pub(super) struct BlockReader<'m, I> {
    stream: I,
    models: &'m ModelSelection,
    /// Whether the givens of a block with a single instance become part of its
    /// model.
    with_givens: bool,
    /// Maximum number of instances in a block.
    max_instances: usize,
    next: Option<Result<SourcedInstance, InputError>>,
    /// Whether the reader panicked and must not be called again.
    over: bool,
}

impl<'m, I: Iterator<Item = Result<SourcedInstance, InputError>>> BlockReader<'m, I> {
    /// Cuts `stream` into blocks. With `alone`, each block holds one instance.
    /// With `with_givens`, the givens of a single instance become part of its
    /// model.
    pub(super) fn new(
        stream: I,
        models: &'m ModelSelection,
        alone: bool,
        with_givens: bool,
    ) -> Self {
        let max_instances = if alone { 1 } else { MAX_BLOCK_INSTANCES };
        BlockReader { stream, models, with_givens, max_instances, next: None, over: false }
    }

    fn pull_instance(&mut self) -> Option<Result<SourcedInstance, InputError>> {
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        if self.over {
            return None;
        }
        // A reader that panicked may be in any state, and could panic without end: the panic
        // becomes one error, and the stream ends after it.
        catch_panic(|| self.stream.next()).unwrap_or_else(|panic| {
            self.over = true;
            Some(Err(InputError::new("<input>", format!("the reader panicked: {panic}"))))
        })
    }

    /// Reads the block that begins with `first`.
    fn read_block(&mut self, first: SourcedInstance) -> Result<InstanceBlock, InputError> {
        let viewpoints = self.models.select_viewpoints(&*first.instance, &first.source)?;
        let shape = |instance: &dyn Instance| -> Vec<String> {
            // With an option, a model may depend on the clues although the
            // plain model does not, so the key covers all viewpoints.
            viewpoints.iter().map(|viewpoint| instance.shape_key(viewpoint)).collect()
        };
        let mut small = None;
        // The key of a large instance takes time, and most large instances
        // stand alone, so it is computed when a second instance comes.
        let mut key = None;
        let mut instances = vec![first];
        while instances.len() < self.max_instances {
            let found = match self.pull_instance() {
                Some(Ok(found)) => found,
                // An error or the end of the stream closes the block. It is handed out by the next
                // call, so an error keeps its place in the order.
                other => {
                    self.next = other;
                    break;
                }
            };
            let same = found.instance.puzzle_name() == instances[0].instance.puzzle_name()
                && shape(&*found.instance)
                    == *key.get_or_insert_with(|| shape(&*instances[0].instance));
            // Building the model takes time, so it happens only when a second instance of the shape
            // comes. Equal keys mean equal models, so later instances need no test of their size.
            if same && instances.len() == 1 {
                small = small_model(&instances[0], &viewpoints);
            }
            if !same || small.is_none() {
                self.next = Some(Ok(found));
                break;
            }
            instances.push(found);
        }
        let with_givens = self.with_givens && instances.len() == 1;
        let mut shared: Vec<SharedViewpoint> =
            viewpoints.into_iter().map(|v| SharedViewpoint::new(v, with_givens)).collect();
        // The model built for the test of the size has no options, so it can serve only a viewpoint
        // without options.
        if let (Some((model, time)), true) = (small, instances.len() > 1)
            && shared[0].viewpoint.options().is_empty()
        {
            let first = shared.remove(0);
            shared.insert(0, first.with_model(model, time));
        }
        Ok(InstanceBlock { instances, shared: shared.into_iter().map(Arc::new).collect() })
    }
}

impl<I: Iterator<Item = Result<SourcedInstance, InputError>>> Iterator for BlockReader<'_, I> {
    type Item = StreamItem;

    fn next(&mut self) -> Option<StreamItem> {
        let block = self.pull_instance()?.and_then(|first| self.read_block(first));
        Some(block.map_or_else(StreamItem::Unread, StreamItem::Block))
    }
}

/// Returns the first model without options and the time to build it; `None` if the model is too
/// large for a warm session, or cannot be built.
fn small_model(found: &SourcedInstance, viewpoints: &[Viewpoint]) -> Option<(Model, Duration)> {
    let values = |model: &Model| model.shown().iter().map(|&v| model.domain(v).len()).sum::<u64>();
    let plain = viewpoints.first()?.without_options();
    let start = Instant::now();
    // If building panics here, it panics again in the runner, which reports it.
    let model = catch_panic(|| found.instance.model(&plain)).ok()?.ok()?;
    (values(&model) <= WARM_VALUES).then(|| (model, start.elapsed()))
}
