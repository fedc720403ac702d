//! Runs of consecutive instances that one warm session serves.

use super::Models;
use crate::ask::caught;
use crate::inputs::Found;
use crate::instance::{Choice, InputError, Instance};
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
    pub(super) models: Vec<Choice>,
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
    /// The most instances of a block.
    most: usize,
    next: Option<Result<Found, InputError>>,
    /// Whether a reader panicked, and must not be asked again.
    over: bool,
}

impl<'m, I: Iterator<Item = Result<Found, InputError>>> Blocks<'m, I> {
    /// Blocks of a stream; with `alone`, of one instance each.
    pub(super) fn new(stream: I, models: &'m Models, alone: bool) -> Self {
        Blocks { stream, models, most: if alone { 1 } else { BLOCK }, next: None, over: false }
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
        let models = self.models.of(&*first.instance, &first.source)?;
        let shape = Shape::of(&models);
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
                && shape.key(&*found.instance)
                    == *key.get_or_insert_with(|| shape.key(&*instances[0].instance));
            // Making the model is work, so it is asked for last.
            let joins = same && (instances.len() > 1 || is_small(&instances[0], &models));
            if !joins {
                self.next = Some(Ok(found));
                break;
            }
            instances.push(found);
        }
        Ok(Block { instances, models })
    }
}

impl<I: Iterator<Item = Result<Found, InputError>>> Iterator for Blocks<'_, I> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let block = self.pull()?.and_then(|first| self.block(first));
        Some(block.map_or_else(Piece::Unread, Piece::Block))
    }
}

/// What instances of a block have in common: the shapes of all models, since
/// an option may make a model depend on the clues where the plain one does
/// not.
struct Shape {
    models: Vec<String>,
}

impl Shape {
    fn of(models: &[Choice]) -> Self {
        Shape { models: models.iter().map(Choice::to_string).collect() }
    }

    fn key(&self, instance: &dyn Instance) -> Vec<String> {
        self.models.iter().map(|model| instance.shape(model)).collect()
    }
}

/// Whether a warm session is worth while; the first model stands for all.
fn is_small(found: &Found, models: &[Choice]) -> bool {
    let values = |model: Model| model.variables().iter().map(|v| v.domain.len()).sum::<u64>();
    let plain = models.first().map(Choice::base);
    // A model whose construction panics does so again in its session, which reports it.
    let model = plain.and_then(|model| caught(|| found.instance.model(model)).ok());
    model.is_some_and(|model| model.is_ok_and(|model| values(model) <= WARM_VALUES))
}
