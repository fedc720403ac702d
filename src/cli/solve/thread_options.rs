//! `--threads` and `--resume` of `parallax solve`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

use parallax_engines::auto::AutoEngine;
use parallax_engines::{CubedEngine, NativeSearch, Portfolio, Spec, at_hand, chosen_counter};
use parallax_formats::inputs::Stream;
use parallax_model::engine_api::{Engine, Task};
use parallax_search::parallel::CheckpointFault;

use super::SolveArgs;
use crate::cli::CliError;
use crate::cli::numbers::whole;
use crate::cli::options::{InputOptions, TaskOptions, auto_engine};
use crate::cli::progress::ProgressLine;

/// How many threads work on one instance.
#[derive(clap::Args)]
pub(super) struct ThreadOptions {
    /// Threads on one instance; the results do not depend on their number
    ///
    /// Answers, solutions and counters are the same for any number. The default is one for each
    /// processor with native search if there is one instance that comes from neither standard input
    /// nor a pipe; else 1, as instances are solved in parallel, and other engines then solve
    /// without cubes. For a portfolio, these are the cores that its engines share: by default all.
    #[arg(long, value_name = "N", conflicts_with = "propagate",
        value_parser = whole::<NonZeroUsize>)]
    threads: Option<NonZeroUsize>,
    /// With --count: record the finished parts of the count in FILE, and continue from there
    #[arg(long, value_name = "FILE", requires = "count", conflicts_with = "propagate")]
    resume: Option<PathBuf>,
    /// The error in that file, if any.
    #[arg(skip)]
    fault: CheckpointFault,
}

impl ThreadOptions {
    /// Whether threads or a file are requested, which only native search supports.
    pub(super) fn are_used(&self) -> bool {
        self.threads.is_some() || self.resume.is_some()
    }

    /// Refuses options that cannot be combined.
    pub(super) fn check_options(&self, args: &SolveArgs, spec: &Spec) -> Result<(), CliError> {
        let flag = match (&self.resume, self.threads) {
            (Some(_), _) => "--resume",
            (None, Some(_)) => "--threads",
            (None, None) => return Ok(()),
        };
        let why = "the notes in FILE are about the instance without these values";
        args.given.refuse_with(self.resume.is_some(), "--resume", why)?;
        let races = spec.is_engine::<Portfolio>() && self.resume.is_none();
        if races && !args.proof.is_used() {
            return Ok(());
        }
        args.wanted.refuse_child(flag)?;
        if args.proof.is_used() {
            let what = "certificates and proofs are written by one thread in one run";
            return Err(CliError(format!("{flag}: {what}")));
        }
        match spec.as_engine::<NativeSearch>() {
            Some(native) if self.resume.is_some() && native.settings.limit.is_some() => {
                Err(CliError("--resume does not go with native,limit=N".into()))
            }
            None if self.resume.is_some() => {
                Err(CliError(format!("--resume is for native search, not for '{spec}'")))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether there is only one instance, and all instances. Waits for a pipe only if
    /// `must_know`.
    pub(super) fn one_instance(
        &self,
        input: &InputOptions,
        mut stream: Stream,
        must_know: bool,
    ) -> (bool, Stream) {
        if input.may_wait() && !must_know {
            return (false, stream);
        }
        // Two instances settle the question. They are put back in front of the stream.
        let first: Vec<_> = stream.by_ref().take(2).collect();
        (first.len() == 1, Box::new(first.into_iter().chain(stream)))
    }

    /// Returns the engine, with threads if requested; `alone` if there is only one instance.
    pub(super) fn threaded_engine(
        &self,
        args: &SolveArgs,
        spec: &Spec,
        alone: bool,
        progress: &ProgressLine,
    ) -> Result<Option<Arc<dyn Engine>>, CliError> {
        if self.resume.is_some() && !alone {
            return Err(CliError("--resume is for one instance in a file or with a name".into()));
        }
        if let Some(portfolio) = spec.as_engine::<Portfolio>() {
            let cores = self.threads.map_or_else(at_hand, NonZeroUsize::get);
            let families = args.agree.map_or(1, |families| usize::from(families.get()));
            return args.wanted.racing_engine(portfolio, cores, families).map(Some);
        }
        let counts = self.counts_as_it_likes(args);
        // Without `--threads`, only a single instance gets all processors: several instances
        // already run in parallel, and a child process or a proof has one thread.
        let default = alone && !args.wanted.is_isolated() && !args.proof.is_used();
        if self.threads.is_none() && !default && !counts {
            return Ok(None);
        }
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let all = if alone { all() } else { 1 };
        let threads = self.threads.map_or(all, NonZeroUsize::get);
        let watch = progress.progress_watch().filter(|_| alone);
        if spec.is_engine::<AutoEngine>() && !counts {
            let auto = auto_engine()?.with_threads(threads);
            return Ok(Some(match watch {
                Some(watch) => Arc::new(auto.watched_by(watch)),
                None => Arc::new(auto),
            }));
        }
        // An unrestricted count takes the best counter, else the engine itself runs with threads.
        // Engines without threads work on cubes, but only at the user's request.
        let counter = || chosen_counter(Task::Count, threads).filter(|_| counts);
        let Some(mut engine) = counter().or_else(|| spec.with_threads(threads)) else {
            return self
                .threads
                .map(|_| cubed_engine(args, spec, alone, progress, threads))
                .transpose();
        };
        if let Some(watch) = watch {
            engine = engine.watched_by(watch);
        }
        if let Some(file) = &self.resume {
            engine = engine.resumed_from(file.clone(), self.fault.clone());
        }
        Ok(Some(Arc::new(engine)))
    }

    /// Whether a count is requested without options that determine the method.
    pub(super) fn counts_as_it_likes(&self, args: &SolveArgs) -> bool {
        let said = args.engine.is_some() || args.core || args.minimize_core;
        let said = said || self.threads.is_some() || self.resume.is_some();
        let counts = args.wanted.named_task() == Some(Task::Count) && !args.unique;
        counts && !said && !args.proof.is_used() && !args.wanted.is_isolated()
    }

    /// Returns the number of instances that are solved in parallel.
    pub(super) fn job_count(&self, spec: &Spec, wanted: &TaskOptions) -> usize {
        if self.threads.is_some() || spec.is_engine::<Portfolio>() {
            wanted.named_jobs().unwrap_or(1)
        } else {
            wanted.job_count()
        }
    }

    /// Fails with the error of the file of `--resume`.
    pub(super) fn check_resume_file(&self) -> Result<(), CliError> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner).take();
        fault.map_or(Ok(()), |why| Err(CliError(format!("--resume {why}"))))
    }
}

/// Makes an engine other than native search that works on cubes.
fn cubed_engine(
    args: &SolveArgs,
    spec: &Spec,
    alone: bool,
    progress: &ProgressLine,
    threads: usize,
) -> Result<Arc<dyn Engine>, CliError> {
    let failed = |why| CliError(format!("--threads: {why}"));
    let engine =
        CubedEngine::new(args.wanted.wrap_engine(spec.clone())?, threads).map_err(failed)?;
    Ok(match progress.progress_watch().filter(|_| alone) {
        Some(watch) => Arc::new(engine.watched_by(watch)),
        None => Arc::new(engine),
    })
}
