//! What page and workers say to each other. [`crate::wire`] gives it bytes.

use super::{ChunkReport, Failure, KeyList, Phase, Progress, Work};

/// From the page to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToWorker {
    /// Keep this list; work may refer to it.
    Keep(KeyList),
    /// The list with this fingerprint will not be asked for again.
    Forget(u64),
    /// Chunks of this work will follow.
    Start {
        /// The job's number.
        job: u64,
        /// What to do.
        work: Work,
    },
    /// Do this chunk, after those asked for before.
    Chunk {
        /// The job's number.
        job: u64,
        /// The chunk's number.
        chunk: u64,
    },
    /// Forget the job, whatever has been done of it, and say so.
    Cancel {
        /// The job's number.
        job: u64,
    },
}

/// From a worker to the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromWorker {
    /// The worker is there.
    Ready,
    /// How far a chunk has got.
    Progress {
        /// The job's number.
        job: u64,
        /// The chunk's number.
        chunk: u64,
        /// What is being done.
        phase: Phase,
        /// How much of it.
        progress: Progress,
    },
    /// A chunk is done.
    Done {
        /// The job's number.
        job: u64,
        /// The chunk's number.
        chunk: u64,
        /// What came out.
        report: ChunkReport,
    },
    /// Nothing more will come of this job.
    Cancelled {
        /// The job's number.
        job: u64,
    },
    /// The job cannot be done here.
    Failed {
        /// The job's number; none where the worker as a whole has broken down.
        job: Option<u64>,
        /// Why.
        failure: Failure,
    },
}
