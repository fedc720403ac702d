//! Runs of consecutive instances that one warm session serves.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Models;
use super::shared::Shared;
use crate::ask::caught;
use crate::inputs::Found;
use crate::instance::{InputError, Instance, Viewpoint};
use crate::model::Model;

/// The most instances that one session serves before it is dropped. It is
/// fixed, and blocks are cut from the stream in order, so that counters do
/// not depend on the number of threads.
const BLOCK: usize = 64;

/// Models with more values in all domains together get a session for each
/// instance: there the givens shrink the formula by more than a second
/// building costs, and the instances are spread over the workers.
const WARM_VALUES: u64 = 1024;

/// Consecutive instances of one shape.
pub(super) struct Block {
    pub(super) instances: Vec<Found>,
    /// The models, each of which every engine solves.
    pub(super) shared: Vec<Arc<Shared>>,
}

/// What a stream gives.
pub(super) enum Piece {
    Block(Block),
    /// What could not be read, or does not offer the model that is wanted.
    Unread(InputError),
}

/// Cuts a stream into blocks; errors stand in their places between them.
pub(super) struct Blocks<'m, I> {
    stream: I,
    models: &'m Models,
    /// Whether givens may be part of a model.
    with_givens: bool,
    /// The most instances of a block.
    most: usize,
    next: Option<Result<Found, InputError>>,
    /// Whether a reader panicked, and must not be asked again.
    over: bool,
}

impl<'m, I: Iterator<Item = Result<Found, InputError>>> Blocks<'m, I> {
    /// Blocks of a stream; with `alone`, of one instance each. `with_givens`
    /// lets the givens of a single instance be part of its model.
    pub(super) fn new(stream: I, models: &'m Models, alone: bool, with_givens: bool) -> Self {
        let most = if alone { 1 } else { BLOCK };
        Blocks { stream, models, with_givens, most, next: None, over: false }
    }

    fn pull(&mut self) -> Option<Result<Found, InputError>> {
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        if self.over {
            return None;
        }
        caught(|| self.stream.next()).unwrap_or_else(|panic| {
            self.over = true;
            Some(Err(InputError::new("<input>", format!("the reader panicked: {panic}"))))
        })
    }

    /// A block that begins with an instance.
    fn block(&mut self, first: Found) -> Result<Block, InputError> {
        let viewpoints = self.models.of(&*first.instance, &first.source)?;
        let shape = |instance: &dyn Instance| -> Vec<String> {
            // An option may make a model depend on the clues where the plain
            // one does not, so all viewpoints count.
            viewpoints.iter().map(|viewpoint| instance.shape(viewpoint)).collect()
        };
        let mut small = None;
        // Of a large instance this is work, and most large ones stand alone.
        let mut key = None;
        let mut instances = vec![first];
        while instances.len() < self.most {
            let found = match self.pull() {
                Some(Ok(found)) => found,
                other => {
                    self.next = other;
                    break;
                }
            };
            let same = found.instance.puzzle() == instances[0].instance.puzzle()
                && shape(&*found.instance)
                    == *key.get_or_insert_with(|| shape(&*instances[0].instance));
            // Building the model is work, so it comes last.
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
        let mut shared: Vec<Shared> =
            viewpoints.into_iter().map(|v| Shared::new(v, with_givens)).collect();
        if let (Some((model, time)), true) = (small, instances.len() > 1)
            && shared[0].viewpoint.options().is_empty()
        {
            let first = shared.remove(0);
            shared.insert(0, first.with(model, time));
        }
        Ok(Block { instances, shared: shared.into_iter().map(Arc::new).collect() })
    }
}

impl<I: Iterator<Item = Result<Found, InputError>>> Iterator for Blocks<'_, I> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let block = self.pull()?.and_then(|first| self.block(first));
        Some(block.map_or_else(Piece::Unread, Piece::Block))
    }
}

/// The first model without options, and how long building it took, where it
/// is so small that a warm session is worthwhile.
fn small_model(found: &Found, viewpoints: &[Viewpoint]) -> Option<(Model, Duration)> {
    let values = |model: &Model| model.variables().iter().map(|v| v.domain.len()).sum::<u64>();
    let plain = viewpoints.first()?.plain();
    let start = Instant::now();
    // A model whose construction panics does so again at its desk, which reports it.
    let model = caught(|| found.instance.model(&plain)).ok()?.ok()?;
    (values(&model) <= WARM_VALUES).then(|| (model, start.elapsed()))
}
