//! Messages from the reader and the workers to the collector.

use std::sync::Arc;

use parallax_instance::{InputError, SourcedInstance};

use super::Row;
use super::block::InstanceBlock;
use super::outbox::SolutionOutbox;
use super::shared_viewpoint::SharedViewpoint;

/// The instances of a block and its lanes.
pub(super) struct BlockJob {
    pub(super) instances: Vec<Arc<SourcedInstance>>,
    /// Solutions to be delivered before the rows.
    pub(super) outbox: SolutionOutbox,
    /// The model of each lane, and the index of its engine in the plan.
    pub(super) lanes: Vec<(Arc<SharedViewpoint>, usize)>,
}

impl BlockJob {
    pub(super) fn new(block: InstanceBlock, engines: usize) -> Self {
        let InstanceBlock { instances, shared } = block;
        let lanes = shared
            .iter()
            .flat_map(|shared| (0..engines).map(move |engine| (shared.clone(), engine)))
            .collect();
        let instances = instances.into_iter().map(Arc::new).collect();
        BlockJob { instances, outbox: SolutionOutbox::default(), lanes }
    }
}

/// A message from the reader or a worker to the collector.
pub(super) enum CollectorMessage {
    /// A block begins; its results follow.
    Begun(usize, Arc<BlockJob>),
    /// Solutions of a block wait to be taken.
    Solutions,
    /// The next row of one lane.
    Row(usize, usize, Box<Row>),
    /// One more lane of a block has sent all its rows.
    Done(usize),
    /// An error in the place of a block.
    Unread(usize, InputError),
}
