//! Where a chart's measurement stands: what was found, of which measurement, and what a visitor is told of it.

use std::rc::Rc;

use super::{Effort, effort};
use crate::experiment::schedule::JobEvent;
use crate::experiment::{Failure, PointTally, SweepSpec};

/// Where a measurement stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// So large that it waits to be asked for, or there is nothing to measure.
    Waiting,
    /// Under way: keys inserted or probed, of all.
    Running {
        /// Done.
        done: u64,
        /// In all.
        total: u64,
    },
    /// Stopped by the visitor.
    Stopped,
    /// Complete.
    Done,
    /// Impossible, and why.
    Failed(Failure),
}

/// A measurement that is wanted, and what becomes of it when it first is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What to measure.
    pub spec: Rc<SweepSpec>,
    /// Whether it starts by itself.
    pub effort: Effort,
}

impl Wanted {
    /// Weighs a measurement.
    #[must_use]
    pub fn new(spec: SweepSpec) -> Self {
        Self { effort: effort(&spec), spec: Rc::new(spec) }
    }

    /// Where it stands before anything came of it.
    #[must_use]
    pub fn first_stage(&self) -> Stage {
        match &self.effort {
            Effort::Small => Stage::Running { done: 0, total: 1 },
            Effort::Large => Stage::Waiting,
            Effort::Impossible(failure) => Stage::Failed(failure.clone()),
        }
    }
}

/// What happens to a measurement.
#[derive(Clone, Debug)]
pub enum News {
    /// It begins anew, at this stage.
    Begun(Rc<SweepSpec>, Stage),
    /// Its job says something.
    Event(Rc<SweepSpec>, JobEvent),
    /// The visitor stops it.
    Stopped(Rc<SweepSpec>),
    /// It had been made before.
    Recalled(Rc<Course>),
}

/// The course of one measurement. Measurements are told apart by what they measure, never by who asked or when: as the same
/// spec gives the same numbers, the course of an equal spec is the course of this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    of: Option<(Rc<SweepSpec>, Stage)>,
    tallies: Rc<Vec<PointTally>>,
}

impl Course {
    /// The course after some news. What a job says of another measurement, or after the end, changes nothing.
    #[must_use]
    pub fn after(&self, news: News) -> Self {
        match news {
            News::Begun(spec, stage) => Self { of: Some((spec, stage)), tallies: Rc::default() },
            News::Recalled(course) => (*course).clone(),
            News::Stopped(spec) => Self { tallies: self.tallies(Some(&spec)), of: Some((spec, Stage::Stopped)) },
            News::Event(spec, event) => {
                let is_heard = matches!(&self.of, Some((of, Stage::Running { .. })) if *of == spec);
                let mut next = self.clone();
                let stage = match event {
                    _ if !is_heard => return next,
                    JobEvent::Points(tallies) => {
                        next.tallies = Rc::new(tallies);
                        return next;
                    }
                    JobEvent::Progress(_, progress) => Stage::Running { done: progress.done, total: progress.total },
                    JobEvent::Done => Stage::Done,
                    JobEvent::Failed(failure) => Stage::Failed(failure),
                    JobEvent::Large(_) | JobEvent::Filter(_) | JobEvent::Contenders(_) => return next,
                };
                next.of = Some((spec, stage));
                next
            }
        }
    }

    /// What is measured and where that stands; `None` before anything is.
    #[must_use]
    pub fn measured(&self) -> Option<(&SweepSpec, &Stage)> {
        self.of.as_ref().map(|(spec, stage)| (&**spec, stage))
    }

    /// Whether anything was counted.
    #[must_use]
    pub fn has_points(&self) -> bool {
        self.tallies.iter().any(|tally| tally.probes > 0)
    }

    /// The same, stopped by the visitor.
    #[must_use]
    pub fn stopped(&self) -> Self {
        Self { of: self.of.clone().map(|(spec, _)| (spec, Stage::Stopped)), tallies: self.tallies.clone() }
    }

    fn is_of(&self, spec: &SweepSpec) -> bool {
        self.of.as_ref().is_some_and(|(of, _)| **of == *spec)
    }

    /// Where the measurement that is wanted stands. The course of another one has no say in it.
    #[must_use]
    pub fn stage(&self, wanted: Option<&Wanted>) -> Stage {
        match (wanted, &self.of) {
            (None, _) => Stage::Waiting,
            (Some(wanted), Some((_, stage))) if self.is_of(&wanted.spec) => stage.clone(),
            (Some(wanted), _) => wanted.first_stage(),
        }
    }

    /// What was counted of this measurement, place by place; nothing if this is the course of another one.
    #[must_use]
    pub fn tallies(&self, spec: Option<&SweepSpec>) -> Rc<Vec<PointTally>> {
        if spec.is_some_and(|spec| self.is_of(spec)) { self.tallies.clone() } else { Rc::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Axis, KeySource, Phase, Progress, SweepKeys};
    use crate::filter::BloomSpec;
    use crate::hash::HashSpec;

    fn wanted(n: u64) -> Wanted {
        Wanted::new(SweepSpec {
            axis: Axis::Keys,
            base: BloomSpec { n_bits: 256, n_hashes: 3, hash: HashSpec::default() },
            n: 40,
            points: vec![n],
            keys: SweepKeys::Generated(KeySource::default()),
            seed: 1,
            probes_per_point: 10_000,
        })
    }

    fn begun(wanted: &Wanted) -> News {
        News::Begun(wanted.spec.clone(), Stage::Running { done: 0, total: 1 })
    }

    fn tally() -> Vec<PointTally> {
        vec![PointTally { hits: 3, probes: 10, ..PointTally::default() }]
    }

    #[test]
    fn an_equal_measurement_is_the_same_one_however_often_it_is_wanted_anew() {
        let large = wanted(1_000_000_000);
        assert_eq!(large.effort, Effort::Large);
        let course = Course::default().after(News::Begun(large.spec.clone(), large.first_stage()));
        let again = wanted(1_000_000_000);
        assert!(!Rc::ptr_eq(&large.spec, &again.spec));
        assert_eq!(course.stage(Some(&again)), Stage::Waiting);
        let course = course.after(begun(&again));
        let progress = JobEvent::Progress(Phase::Building, Progress { done: 2, total: 9 });
        let course = course.after(News::Event(large.spec.clone(), progress));
        assert_eq!(course.stage(Some(&again)), Stage::Running { done: 2, total: 9 });
        assert_eq!(course.after(News::Stopped(again.spec.clone())).stage(Some(&large)), Stage::Stopped);
    }

    #[test]
    fn the_course_of_another_measurement_is_not_shown() {
        let (first, second) = (wanted(10), wanted(20));
        let running = Course::default().after(begun(&first));
        let course = running.after(News::Event(first.spec.clone(), JobEvent::Points(tally())));
        assert_eq!(*course.tallies(Some(&first.spec)), tally());
        assert!(course.tallies(Some(&second.spec)).is_empty());
        let done = course.after(News::Event(first.spec.clone(), JobEvent::Done));
        assert_eq!(done.stage(Some(&first)), Stage::Done);
        assert_eq!(done.stage(Some(&second)), Stage::Running { done: 0, total: 1 });
        assert_eq!(done.stage(Some(&wanted(1_000_000_000))), Stage::Waiting);
        assert_eq!(done.stage(None), Stage::Waiting);
        assert_eq!(running.after(News::Event(second.spec, JobEvent::Done)), running);
        assert!(done.after(begun(&first)).tallies(Some(&first.spec)).is_empty());
    }

    #[test]
    fn a_stop_holds_whatever_comes_after_it_and_keeps_what_was_counted() {
        let spec = wanted(10);
        let event = |event| News::Event(spec.spec.clone(), event);
        let stopped = Course::default()
            .after(begun(&spec))
            .after(event(JobEvent::Points(tally())))
            .after(News::Stopped(spec.spec.clone()));
        let late = JobEvent::Progress(Phase::Measuring, Progress { done: 1, total: 2 });
        assert_eq!(stopped.after(event(late)).after(event(JobEvent::Done)), stopped);
        assert_eq!(stopped.stage(Some(&spec)), Stage::Stopped);
        assert_eq!(*stopped.tallies(Some(&spec.spec)), tally());
        // Even where nothing is known to have begun.
        let none = Course::default().after(News::Stopped(spec.spec.clone()));
        assert_eq!(none.stage(Some(&spec)), Stage::Stopped);
    }
}
