//! The pool's rules, with real engines, real bytes between them, and a clock and a network that do as they please.
#![allow(clippy::unwrap_used)] // a test may fail by panicking
#![allow(missing_docs)]

use std::collections::{BTreeMap, VecDeque};

use bloomscope::experiment::schedule::{CANCEL_MS, Command, JobEvent, START_MS, Schedule, WorkerId};
use bloomscope::experiment::{
    Axis, ChunkReport, Contest, Engine, Failure, FilterSpec, FromWorker, Goal, HashRule, KeyList, KeySource, LargeSpec,
    LargeTally, Members, Outcome, Phase, PointTally, ProbeKeys, Progress, StartTrouble, SweepKeys, SweepSpec, ToWorker,
    Work, run_to_end,
};
use bloomscope::filter::BloomSpec;
use bloomscope::hash::{Derivation, Digest, HashSpec, KeyBuffer, Reduction};
use bloomscope::rng::SplitMix64;
use bloomscope::wire::{self, Body, Incoming, Outgoing};
use proptest::prelude::*;

/// A worker: its engine, what is on the way to it and from it.
#[derive(Default)]
struct Worker {
    engine: Engine,
    inbox: VecDeque<Incoming>,
    outbox: VecDeque<Incoming>,
}

/// Carries commands out in an order that the seed chooses.
struct World {
    schedule: Schedule,
    workers: BTreeMap<(usize, u32), Worker>,
    events: Vec<(u64, JobEvent)>,
    rng: SplitMix64,
    now: f64,
    spawned: u32,
    lists_sent: u32,
    most_at_once: usize,
}

fn carry(message: &Outgoing<'_>) -> Incoming {
    let (bytes, words) = match message.body {
        Body::Empty => (vec![], vec![]),
        Body::Keys(bytes, ends) => (bytes.to_vec(), ends.to_vec()),
        Body::Words(words) => (vec![], words.to_vec()),
    };
    Incoming { head: message.head.clone(), bytes, words }
}

impl World {
    fn new(size: usize, seed: u64) -> Self {
        let schedule = Schedule::new(size);
        let (workers, events, rng) = (BTreeMap::new(), Vec::new(), SplitMix64::new(seed));
        Self { schedule, workers, events, rng, now: 0.0, spawned: 0, lists_sent: 0, most_at_once: 0 }
    }

    fn submit(&mut self, work: &Work) -> u64 {
        self.schedule.submit(work.clone(), self.now)
    }

    fn obey(&mut self) {
        for command in self.schedule.take_commands() {
            match command {
                Command::Spawn(id) => {
                    let mut worker = Worker::default();
                    worker.outbox.push_back(carry(&wire::encode_from_worker(&FromWorker::Ready)));
                    assert!(self.workers.insert((id.slot, id.generation), worker).is_none());
                    self.spawned += 1;
                }
                Command::Post(id, message) => {
                    self.lists_sent += u32::from(matches!(message, ToWorker::Keep(_)));
                    let worker = self.workers.get_mut(&(id.slot, id.generation)).unwrap();
                    worker.inbox.push_back(carry(&wire::encode_to_worker(&message)));
                }
                Command::Terminate(id) => assert!(self.workers.remove(&(id.slot, id.generation)).is_some()),
            }
        }
        self.events.extend(self.schedule.take_events());
    }

    /// One thing happens to one worker: a message arrives at it, it works a little, or a message of its arrives.
    fn turn(&mut self) -> bool {
        self.now += 0.1;
        self.obey();
        let busy = self.workers.values().filter(|w| !w.engine.is_idle()).count();
        self.most_at_once = self.most_at_once.max(busy);
        let able: Vec<_> = self.workers.iter().filter(|(_, w)| w.can_act()).map(|(&id, _)| id).collect();
        if able.is_empty() {
            return false;
        }
        let (slot, generation) = able[self.rng.below(able.len() as u64) as usize];
        let worker = self.workers.get_mut(&(slot, generation)).unwrap();
        match self.rng.below(3) {
            0 if !worker.inbox.is_empty() => worker.take_message(),
            1 if !worker.outbox.is_empty() => {
                let message = wire::decode_from_worker(worker.outbox.pop_front().unwrap()).unwrap();
                self.schedule.receive(WorkerId { slot, generation }, message, self.now);
            }
            _ => {
                let said = worker.engine.step(1 + self.rng.below(20_000));
                worker.outbox.extend(said.map(|message| carry(&wire::encode_from_worker(&message))));
            }
        }
        true
    }

    fn run(&mut self) {
        while self.turn() {}
        self.obey();
    }

    fn of(&self, job: u64) -> impl DoubleEndedIterator<Item = &JobEvent> {
        self.events.iter().filter(move |(id, _)| *id == job).map(|(_, event)| event)
    }

    fn last_points(&self, job: u64) -> Option<&Vec<PointTally>> {
        self.of(job).rev().find_map(|event| if let JobEvent::Points(points) = event { Some(points) } else { None })
    }
}

impl Worker {
    fn can_act(&self) -> bool {
        !self.inbox.is_empty() || !self.outbox.is_empty() || !self.engine.is_idle()
    }

    fn take_message(&mut self) {
        let incoming = self.inbox.pop_front().unwrap();
        let message = wire::decode_to_worker(incoming, |id| self.engine.list(id)).unwrap();
        let answer = self.engine.receive(message);
        self.outbox.extend(answer.map(|message| carry(&wire::encode_from_worker(&message))));
    }
}

fn bloom(n_bits: u64) -> BloomSpec {
    BloomSpec { n_bits, n_hashes: 3, hash: HashSpec::default() }
}

fn some_list() -> KeyList {
    KeyList::new((0..2000).map(|i| format!("行 {i}")).collect())
}

fn sweep(axis: Axis, keys: SweepKeys) -> Work {
    let points = vec![40, 80, 1, 500, 160];
    Work::Sweep(SweepSpec { axis, base: bloom(640), n: 60, points, keys, seed: 42, probes_per_point: 9000 })
}

fn all_kinds() -> Vec<Work> {
    let listed = |n| Members { generated: Some((KeySource::Words, n)), seed: 9, listed: vec![some_list()] };
    vec![
        sweep(Axis::Keys, SweepKeys::Generated(KeySource::default())),
        sweep(Axis::Hashes, SweepKeys::Generated(KeySource::Random64)).clone_with_points(vec![1, 2, 3, 16]),
        sweep(Axis::Bits(HashRule::Best), SweepKeys::Listed(some_list())),
        Work::Large(LargeSpec::generated(bloom(90_000), KeySource::Uuid, 5, 9000, 60_000)),
        Work::Large(LargeSpec {
            filter: FilterSpec { bloom: bloom(4000), members: listed(100) },
            keys: ProbeKeys::Listed(KeyList::new((1500..9000).map(|i| format!("行 {i}")).collect())),
            n_probes: 1 << 40,
        }),
        Work::Build(FilterSpec { bloom: bloom(50_000), members: listed(3000) }),
        Work::Contest(Contest {
            n: 3000,
            goal: Goal::Memory(1 << 16),
            hash: HashSpec::default(),
            source: KeySource::Words,
            seed: 4,
            n_probes: 5000,
        }),
    ]
}

trait WithPoints {
    fn clone_with_points(&self, points: Vec<u64>) -> Work;
}

impl WithPoints for Work {
    fn clone_with_points(&self, points: Vec<u64>) -> Work {
        match self.clone() {
            Work::Sweep(spec) => Work::Sweep(SweepSpec { points, ..spec }),
            other => other,
        }
    }
}

/// The result among a job's events, as [`run_to_end`] gives it.
fn outcome(world: &World, job: u64) -> Option<Outcome> {
    world.of(job).rev().find_map(|event| match event {
        JobEvent::Points(points) => Some(Outcome::Points(points.clone())),
        JobEvent::Large(tally) => Some(Outcome::Large(*tally)),
        JobEvent::Filter(bloom) => Some(Outcome::Filter(Some(bloom.clone()))),
        JobEvent::Contenders(all) => Some(Outcome::Contenders(all.clone())),
        _ => None,
    })
}

#[test]
fn results_are_the_same_whatever_the_pools_size_and_order() {
    for (kind, work) in all_kinds().iter().enumerate() {
        let alone = run_to_end(work.clone()).unwrap();
        for (size, seed) in [(1, 1), (2, 2), (3, 3), (7, 4), (16, 5)] {
            let mut world = World::new(size, seed);
            let job = world.submit(work);
            world.run();
            assert_eq!(outcome(&world, job), Some(alone.clone()), "kind {kind}, {size} workers");
            assert_eq!(world.of(job).last(), Some(&JobEvent::Done));
            assert_eq!(world.of(job).filter(|event| **event == JobEvent::Done).count(), 1);
        }
    }
}

#[test]
fn jobs_at_the_same_time_do_not_mix() {
    let works = all_kinds();
    let mut world = World::new(4, 77);
    let jobs: Vec<_> = works.iter().map(|work| world.submit(work)).collect();
    world.run();
    for (job, work) in jobs.into_iter().zip(works) {
        assert_eq!(outcome(&world, job), run_to_end(work).ok());
    }
    assert!(world.most_at_once > 1, "workers work side by side");
}

#[test]
fn coarse_first_every_point_is_measured_before_any_is_refined() {
    let mut world = World::new(2, 6);
    let work = sweep(Axis::Hashes, SweepKeys::Generated(KeySource::Random64)).clone_with_points((1..=16).collect());
    let job = world.submit(&work);
    world.run();
    let refined = |points: &Vec<PointTally>| points.iter().any(|point| point.probes > 2 * 281);
    for event in world.of(job) {
        if let JobEvent::Points(points) = event {
            assert!(!refined(points) || points.iter().all(|point| point.probes >= 281), "{points:?}");
        }
    }
    assert_eq!(world.last_points(job).map(|points| points[0].probes), Some(9000));
}

#[test]
fn a_superseded_job_is_never_heard_of_again() {
    let mut world = World::new(3, 8);
    let works = all_kinds();
    let mut last = world.submit(&works[0]);
    for round in 0..60 {
        (0..10 + round).for_each(|_| _ = world.turn());
        let next = world.submit(&works[round % 3]);
        world.schedule.cancel(last, world.now);
        let heard = world.events.len();
        world.obey();
        assert!(world.events[heard..].iter().all(|(job, _)| *job != last));
        world.events.clear();
        last = next;
    }
    world.run();
    assert!(world.events.iter().all(|(job, _)| *job == last));
    assert_eq!(outcome(&world, last), run_to_end(works[59 % 3].clone()).ok());
    assert_eq!(world.spawned, 3, "workers are reused");
}

#[test]
fn a_chunk_counts_once_and_only_from_the_worker_that_has_it() {
    let mut schedule = Schedule::new(2);
    let job = schedule.submit(all_kinds().remove(0), 0.0);
    let [first, second] = [0, 1].map(|slot| WorkerId { slot, generation: 0 });
    schedule.receive(first, FromWorker::Ready, 1.0);
    schedule.receive(second, FromWorker::Ready, 1.0);
    let tally = PointTally { hits: 1, probes: 10, filters: 1, ones: 5 };
    let done = FromWorker::Done { job, chunk: 0, report: ChunkReport::Points(vec![(0, tally)]) };
    let stale = WorkerId { generation: 9, ..first };
    for worker in [stale, second, first, first] {
        schedule.receive(worker, done.clone(), 2.0);
    }
    let events = schedule.take_events();
    let points = events.iter().find_map(|(_, e)| if let JobEvent::Points(p) = e { p.first().copied() } else { None });
    assert_eq!(points, Some(tally));
}

#[test]
fn a_new_job_is_sent_at_once() {
    let mut world = World::new(2, 9);
    let works = all_kinds();
    let first = world.submit(&works[0]);
    (0..40).for_each(|_| _ = world.turn());
    world.schedule.cancel(first, world.now);
    world.obey();
    let second = world.submit(&works[1]);
    let commands = world.schedule.take_commands();
    let chunks =
        commands.iter().filter(|c| matches!(c, Command::Post(_, ToWorker::Chunk { job, .. }) if *job == second));
    assert!(chunks.count() >= 2, "without waiting for the old job's confirmation: {commands:?}");
}

#[test]
fn lists_are_sent_once_to_a_worker_and_dropped_when_no_job_needs_them() {
    let mut world = World::new(1, 10);
    let work = sweep(Axis::Keys, SweepKeys::Listed(some_list()));
    let mut last = world.submit(&work);
    for _ in 0..5 {
        (0..30).for_each(|_| _ = world.turn());
        let next = world.submit(&work);
        world.schedule.cancel(last, world.now);
        last = next;
    }
    world.run();
    assert_eq!(world.lists_sent, 1);
    assert_eq!(outcome(&world, last), run_to_end(work.clone()).ok());

    let id = some_list().id();
    let holds = |world: &World| world.workers.values().any(|worker| worker.engine.list(id).is_some());
    assert!(holds(&world));
    world.submit(&all_kinds()[0]);
    world.run();
    assert!(!holds(&world));
    let again = world.submit(&work);
    world.run();
    assert_eq!(world.lists_sent, 2);
    assert_eq!(outcome(&world, again), run_to_end(work).ok());
}

#[test]
fn workers_are_started_when_needed_and_not_more_than_needed() {
    let mut world = World::new(8, 11);
    assert!(world.schedule.take_commands().is_empty());
    let build = all_kinds().remove(5);
    world.submit(&build);
    world.run();
    assert_eq!(world.spawned, 1);
    let none = world.submit(&sweep(Axis::Keys, SweepKeys::Generated(KeySource::Words)).clone_with_points(vec![]));
    world.run();
    assert_eq!(world.of(none).last(), Some(&JobEvent::Done));
    assert_eq!(world.spawned, 1);
}

#[test]
fn large_filters_are_measured_by_few_workers_and_those_are_retired() {
    let huge = LargeSpec::generated(bloom(1 << 31), KeySource::Random64, 1, 10, 1 << 20);
    let mut schedule = Schedule::new(8);
    let job = schedule.submit(Work::Large(huge), 0.0);
    let spawned: Vec<_> = schedule.take_commands();
    assert_eq!(spawned.len(), 2, "{spawned:?}");
    schedule.receive(WorkerId { slot: 0, generation: 0 }, FromWorker::Ready, 1.0);
    schedule.take_commands();
    schedule.cancel(job, 2.0);
    assert!(schedule.take_commands().contains(&Command::Terminate(WorkerId { slot: 0, generation: 0 })));
}

#[test]
fn a_crash_fails_the_job_at_hand_and_no_other() {
    let works = all_kinds();
    let mut world = World::new(2, 12);
    let victim = world.submit(&works[0]);
    (0..50).for_each(|_| _ = world.turn());
    let (&(slot, generation), _) = world.workers.iter().find(|(_, w)| !w.engine.is_idle()).unwrap();
    world.schedule.broken(WorkerId { slot, generation }, "unreachable", world.now);
    let next = world.submit(&works[1]);
    world.run();
    assert_eq!(world.of(victim).last(), Some(&JobEvent::Failed(Failure::Crashed { message: "unreachable".into() })));
    assert_eq!(outcome(&world, next), run_to_end(works[1].clone()).ok());
    assert_eq!(world.spawned, 3, "the broken worker was replaced");
}

#[test]
fn a_worker_that_ignores_a_cancellation_is_ended_and_its_other_chunks_are_done_by_others() {
    let works = all_kinds();
    let mut world = World::new(2, 13);
    let first = world.submit(&works[0]);
    (0..30).for_each(|_| _ = world.turn());
    // From now on nothing of the first worker arrives, and nothing reaches it.
    let stuck = *world.workers.keys().next().unwrap();
    let second = world.submit(&works[1]);
    world.schedule.cancel(first, world.now);
    world.obey();
    world.workers.get_mut(&stuck).unwrap().inbox.clear();
    world.workers.get_mut(&stuck).unwrap().outbox.clear();
    world.workers.get_mut(&stuck).unwrap().engine = Engine::default();
    world.run();
    assert_eq!(
        world.of(second).filter(|event| **event == JobEvent::Done).count(),
        0,
        "it has chunks of the second job"
    );
    let due = world.schedule.deadline().unwrap();
    assert!(due <= world.now + CANCEL_MS);
    world.schedule.tick(due);
    assert!(world.workers.contains_key(&stuck), "its answer may be on the way");
    world.now = world.schedule.deadline().unwrap();
    world.schedule.tick(world.now);
    world.run();
    assert!(!world.workers.contains_key(&stuck));
    assert_eq!(outcome(&world, second), run_to_end(works[1].clone()).ok());
}

#[test]
fn where_workers_cannot_start_jobs_fail_and_a_later_one_tries_again() {
    let works = all_kinds();
    let mut schedule = Schedule::new(2);
    let job = schedule.submit(works[0].clone(), 0.0);
    for slot in 0..2 {
        assert!(schedule.take_events().is_empty());
        schedule.broken(WorkerId { slot, generation: 0 }, "no threads", 1.0);
    }
    assert_eq!(schedule.take_events(), [(job, no_workers(StartTrouble::Said("no threads".into())))]);
    schedule.take_commands();
    let again = schedule.submit(works[0].clone(), 2.0);
    assert_eq!(spawns(&mut schedule), 2);
    schedule.broken(WorkerId { slot: 0, generation: 1 }, "", 3.0);
    schedule.broken(WorkerId { slot: 1, generation: 1 }, " ", 3.0);
    assert_eq!(schedule.take_events(), [(again, no_workers(StartTrouble::NotLoaded))]);
}

fn no_workers(trouble: StartTrouble) -> JobEvent {
    JobEvent::Failed(Failure::NoWorkers { trouble })
}

fn spawns(schedule: &mut Schedule) -> usize {
    schedule.take_commands().iter().filter(|command| matches!(command, Command::Spawn(_))).count()
}

/// Lets time pass from deadline to deadline until something is told; when that was.
fn wait(schedule: &mut Schedule) -> f64 {
    let mut now = 0.0;
    while !schedule.has_events() {
        now = schedule.deadline().unwrap();
        schedule.tick(now);
    }
    now
}

#[test]
fn a_worker_that_says_nothing_fails_every_job_in_time_and_is_not_replaced() {
    // One chunk, so one worker, in a pool that has room for more.
    let build = all_kinds().into_iter().find(|work| matches!(work, Work::Build(_))).unwrap();
    let mut schedule = Schedule::new(15);
    let job = schedule.submit(build.clone(), 0.0);
    assert_eq!(spawns(&mut schedule), 1);
    let second = schedule.submit(build.clone(), 5000.0);
    assert_eq!(spawns(&mut schedule), 1);
    let failed_at = wait(&mut schedule);
    assert!((START_MS + 5000.0..START_MS + 10_000.0).contains(&failed_at), "{failed_at}");
    let silent = no_workers(StartTrouble::Silent);
    assert_eq!(schedule.take_events(), [(job, silent.clone()), (second, silent)]);
    let commands = schedule.take_commands();
    assert!(matches!(commands[..], [Command::Terminate(_), Command::Terminate(_)]), "{commands:?}");
    assert_eq!(schedule.deadline(), None);
    schedule.submit(build, failed_at);
    assert_eq!(spawns(&mut schedule), 1, "new work tries again");
}

#[test]
fn where_the_only_worker_breaks_down_another_is_tried() {
    let works = all_kinds();
    let worker = |slot, generation| WorkerId { slot, generation };
    let mut schedule = Schedule::new(2);
    let first = schedule.submit(works[0].clone(), 0.0);
    let second = schedule.submit(works[0].clone(), 0.0);
    schedule.receive(worker(0, 0), FromWorker::Ready, 1.0);
    schedule.broken(worker(1, 0), "", 1.0);
    schedule.take_commands();
    schedule.broken(worker(0, 0), "unreachable", 2.0);
    let events = schedule.take_events();
    let [(failed, JobEvent::Failed(Failure::Crashed { .. }))] = events[..] else { panic!("{events:?}") };
    assert_eq!(spawns(&mut schedule), 1);
    schedule.broken(worker(0, 1), "", 3.0);
    let left = if failed == first { second } else { first };
    assert_eq!(schedule.take_events(), [(left, no_workers(StartTrouble::NotLoaded))]);
}

#[test]
fn a_worker_may_start_late_in_a_hidden_page_and_behind_a_busy_one() {
    let works = all_kinds();
    let worker = WorkerId { slot: 0, generation: 0 };
    let mut schedule = Schedule::new(1);
    schedule.submit(works[0].clone(), 0.0);
    schedule.pause(true, 1000.0);
    assert_eq!(schedule.deadline(), None);
    schedule.tick(500_000.0);
    schedule.pause(true, 600_000.0);
    schedule.pause(false, 1_001_000.0);
    assert_eq!(schedule.deadline(), Some(1_000_000.0 + START_MS));
    // The page was busy all the time: its look at the clock comes before the worker's message.
    schedule.tick(2_000_000.0);
    schedule.receive(worker, FromWorker::Ready, 2_000_000.0);
    assert!(schedule.take_events().is_empty());
    assert!(schedule.take_commands().iter().any(|command| matches!(command, Command::Post(_, ToWorker::Chunk { .. }))));
}

#[test]
fn bad_work_and_refused_memory_fail_with_their_reason() {
    let mut world = World::new(1, 14);
    let too_large = world.submit(&Work::Build(FilterSpec { bloom: bloom((1 << 31) + 1), members: Members::default() }));
    let empty = world.submit(&Work::Build(FilterSpec { bloom: bloom(0), members: Members::default() }));
    let short = sweep(Axis::Keys, SweepKeys::Listed(KeyList::new((0..500).map(|i| i.to_string()).collect())));
    let short = world.submit(&short);
    world.run();
    let failures: Vec<_> = [too_large, empty, short].iter().map(|&job| world.of(job).last().cloned()).collect();
    assert_eq!(
        failures,
        [
            Some(JobEvent::Failed(Failure::MemoryRefused { n_bits: (1 << 31) + 1 })),
            Some(JobEvent::Failed(Failure::BadFilter { n_bits: 0, n_hashes: 3 })),
            Some(JobEvent::Failed(Failure::TooFewKeys { have: 500, need: 501 })),
        ]
    );
    assert_eq!(world.spawned, 0);
}

#[test]
fn while_paused_nothing_is_given_out() {
    let works = all_kinds();
    let mut world = World::new(2, 15);
    let job = world.submit(&works[0]);
    (0..50).for_each(|_| _ = world.turn());
    world.schedule.pause(true, world.now);
    world.run();
    assert!(world.of(job).all(|event| *event != JobEvent::Done));
    world.schedule.pause(false, world.now);
    world.run();
    assert_eq!(outcome(&world, job), run_to_end(works[0].clone()).ok());
}

#[test]
fn progress_rises_to_the_whole() {
    for work in all_kinds() {
        let mut world = World::new(3, 16);
        let job = world.submit(&work);
        world.run();
        let mut last = 0;
        for event in world.of(job) {
            if let JobEvent::Progress(Phase::Measuring, Progress { done, total }) = *event {
                assert!(done >= last && done <= total, "{done} after {last} of {total}");
                last = done;
            }
        }
        let full =
            world.of(job).rev().any(|e| matches!(e, JobEvent::Progress(_, Progress { done, total }) if done == total));
        assert!(full);
    }
}

#[test]
fn a_list_crosses_as_one_buffer() {
    let list = some_list();
    let message = ToWorker::Keep(list.clone());
    let out = wire::encode_to_worker(&message);
    assert_eq!(out.head.len(), 2, "version and kind");
    assert!(matches!(out.body, Body::Keys(bytes, ends) if bytes.len() == list.keys().n_bytes() && ends.len() == 2000));
    let work = &all_kinds()[2];
    assert!(wire::encode_to_worker(&ToWorker::Start { job: 3, work: work.clone() }).head.len() < 80);
}

#[test]
fn every_message_from_a_worker_comes_back_as_it_was() {
    let large = LargeTally { hits: 1, probes: u64::MAX, members: 3, ones: 4, len: 5 };
    let points = vec![(7, PointTally { hits: 1, probes: 2, filters: 3, ones: u64::MAX }), (0, PointTally::default())];
    let Ok(Outcome::Filter(Some(built))) = run_to_end(all_kinds().remove(5)) else { panic!("no filter") };
    let failures = [
        Failure::MemoryRefused { n_bits: 1 << 40 },
        Failure::BadFilter { n_bits: 0, n_hashes: 256 },
        Failure::TooManyPoints { points: 5000, max: 4096 },
        Failure::TooFewKeys { have: 1, need: 2 },
        Failure::Protocol,
        Failure::Crashed { message: "溢出".into() },
        Failure::NoWorkers { trouble: StartTrouble::Said("kein".into()) },
        Failure::NoWorkers { trouble: StartTrouble::NotLoaded },
        Failure::NoWorkers { trouble: StartTrouble::Silent },
    ];
    let reports = [ChunkReport::Points(points), ChunkReport::Large(large), ChunkReport::Filter(built)];
    let progress = Progress { done: 3, total: u64::MAX };
    let messages = failures
        .into_iter()
        .zip([None, Some(0), Some(u64::MAX)].into_iter().cycle())
        .map(|(failure, job)| FromWorker::Failed { job, failure })
        .chain(reports.into_iter().map(|report| FromWorker::Done { job: 1, chunk: u64::MAX, report }))
        .chain([Phase::Building, Phase::Measuring].map(|phase| FromWorker::Progress {
            job: 0,
            chunk: 9,
            phase,
            progress,
        }))
        .chain([FromWorker::Ready, FromWorker::Cancelled { job: 300 }]);
    for message in messages {
        assert_eq!(wire::decode_from_worker(carry(&wire::encode_from_worker(&message))), Ok(message));
    }
}

#[test]
fn every_message_to_a_worker_comes_back_as_it_was() {
    let lists = [some_list(), KeyList::new((1500..9000).map(|i| format!("行 {i}")).collect())];
    let find = |id| lists.iter().find(|list| list.id() == id);
    let derivations = Derivation::ALL.into_iter().flat_map(|d| Digest::ALL.into_iter().map(move |digest| (d, digest)));
    let hashes = derivations
        .flat_map(|(derivation, digest)| Reduction::ALL.map(|reduction| HashSpec { digest, derivation, reduction }));
    let builds = hashes
        .map(|hash| Work::Build(FilterSpec { bloom: BloomSpec { hash, ..bloom(9) }, members: Members::default() }));
    let starts = all_kinds().into_iter().chain(builds).map(|work| ToWorker::Start { job: 12, work });
    let others = [
        ToWorker::Keep(some_list()),
        ToWorker::Forget(u64::MAX),
        ToWorker::Chunk { job: 1, chunk: 300 },
        ToWorker::Cancel { job: 0 },
    ];
    for message in starts.chain(others) {
        assert_eq!(wire::decode_to_worker(carry(&wire::encode_to_worker(&message)), find), Ok(message));
    }
    let unknown = ToWorker::Start { job: 0, work: all_kinds().remove(2) };
    let missing = wire::decode_to_worker(carry(&wire::encode_to_worker(&unknown)), |_| None);
    assert_eq!(missing, Err(wire::WireError::UnknownList { id: some_list().id() }));
}

#[test]
fn a_head_without_its_body_is_an_error() {
    let mut keep = carry(&wire::encode_to_worker(&ToWorker::Keep(some_list())));
    keep.words.pop();
    assert_eq!(wire::decode_to_worker(keep, |_| None), Err(wire::WireError::Body));
    let Ok(Outcome::Filter(Some(built))) = run_to_end(all_kinds().remove(5)) else { panic!("no filter") };
    let done = FromWorker::Done { job: 0, chunk: 0, report: ChunkReport::Filter(built) };
    let mut done = carry(&wire::encode_from_worker(&done));
    done.words.clear();
    assert_eq!(wire::decode_from_worker(done), Err(wire::WireError::Body));
}

proptest! {
    #[test]
    fn bytes_that_are_no_message_are_an_error(
        head in prop::collection::vec(any::<u8>(), 0..60), version: bool,
        bytes in prop::collection::vec(any::<u8>(), 0..9), words in prop::collection::vec(any::<u64>(), 0..9),
    ) {
        let mut head = head;
        if version && !head.is_empty() {
            head[0] = wire::VERSION;
        }
        let incoming = Incoming { head: head.clone(), bytes, words };
        let list = KeyList::new(KeyBuffer::new());
        let to = wire::decode_to_worker(incoming.clone(), |_| Some(&list));
        let from = wire::decode_from_worker(incoming);
        if head.first() != Some(&wire::VERSION) {
            let found = head.first().copied();
            prop_assert_eq!(to, Err(wire::WireError::Version { found }));
            prop_assert_eq!(from, Err(wire::WireError::Version { found }));
        }
    }
}
