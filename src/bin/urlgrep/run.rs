//! The work: each worker takes a chunk, searches it, submits its results, and takes the next chunk.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use rayon::ThreadPoolBuilder;

use crate::ahead::read_ahead;
use crate::exit::Status;
use crate::options::Options;
use crate::order::Order;
use crate::output::Output;
use crate::print::TextStyle;
use crate::progress::Progress;
use crate::report;
use crate::resolve;
use crate::search::{ChunkSearch, Shared};
use crate::stderr;
use crate::stopwatch::{Stage, Stopwatch, Times};
use urlgrep::files::{Chunks, Input, ReadFrom};

/// How many bytes of results may wait for their turn, for each thread.
const WAITING: usize = 8 << 20;

/// Searches all input and prints the results.
pub(crate) fn run(options: &Options) -> Status {
    // Checked first, because a search may take long.
    if let Some(path) = options.form.file()
        && let Err(why) = report::check(path)
    {
        stderr::say(path.display(), why);
        return Status::Error;
    }
    if let Some(targets) = &options.targets {
        let mut read = options.read.clone();
        // The search counts what it reads itself.
        read.count = Arc::default();
        // So it warns of ignore files itself.
        let mut walk = options.walk.clone();
        walk.warn = None;
        let input = Input::new(options.paths.clone(), &walk, read);
        targets.get_or_init(|| resolve::collect(&input, options.threads));
    }
    let input = Input::new(options.paths.clone(), &options.walk, options.read.clone());
    let progress = Progress::new(
        Arc::clone(&options.read.count),
        urlgrep::files::size(&options.paths),
    );
    let times = Times::default();
    let output = Output::new(options, &progress, &times);
    let order = Order::new(output, WAITING * options.threads);
    let worker = Worker {
        shared: Shared {
            options,
            order: &order,
            style: TextStyle::for_stdout(options.manner.colors),
        },
        progress: &progress,
        times: &times,
    };
    if options.threads == 1 {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        progress.during(options.progress, || match processors {
            1 => worker.run(&input),
            _ => worker.run_behind(&input),
        });
    } else {
        match ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .build()
        {
            Ok(pool) => progress.during(options.progress, || {
                pool.broadcast(|_| worker.run(&input));
            }),
            Err(error) => {
                stderr::say("threads", error);
                return Status::Error;
            }
        }
    }
    let output = order.into_sink();
    output.finish()
}

/// A thread that searches chunks.
struct Worker<'a, 'o> {
    shared: Shared<'a, 'o>,
    progress: &'a Progress,
    times: &'o Times,
}

impl<'o> Worker<'_, 'o> {
    /// Reads and searches until the input ends.
    fn run(&self, input: &Input) {
        let mut watch = self.watch(Stage::Reading);
        let mut chunks = Chunks::default();
        while input.read(self.read_from(), &mut chunks) {
            self.search(&mut chunks, &mut watch);
            watch.enter(Stage::Reading);
        }
    }

    /// If the results that wait for their turn fill their room, only the first file is read: its results are printed next.
    fn read_from(&self) -> ReadFrom {
        if self.shared.order.has_room() {
            ReadFrom::AnyFile
        } else {
            ReadFrom::FirstFile
        }
    }

    /// Searches what another thread reads.
    fn run_behind(&self, input: &Input) {
        let [mut reading, mut searching] = [(); 2].map(|()| self.watch(Stage::Waiting));
        let read = move |chunks: &mut Chunks| {
            reading.enter(Stage::Reading);
            let any = input.read(ReadFrom::AnyFile, chunks);
            reading.enter(Stage::Waiting);
            any
        };
        read_ahead(read, |chunks| {
            self.search(chunks, &mut searching);
            searching.enter(Stage::Waiting);
        });
    }

    fn watch(&self, stage: Stage) -> Stopwatch<'o> {
        Stopwatch::new(self.times, self.shared.options.stats, stage)
    }

    fn search(&self, chunks: &mut Chunks, watch: &mut Stopwatch<'o>) {
        for (chunk, bytes) in chunks.drain() {
            let (repeats, ends) = (chunk.repeats, chunk.last);
            let len = if repeats { 0 } else { bytes.len() as u64 };
            // Printing its results may take long.
            self.progress.bytes.fetch_add(len, Relaxed);
            ChunkSearch::new(&self.shared, chunk, bytes, watch).run();
            self.progress.files.fetch_add(ends.into(), Relaxed);
        }
    }
}
