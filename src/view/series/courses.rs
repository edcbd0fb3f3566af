//! The courses of past measurements, kept so that what was measured is there again when the same is wanted once more.

use std::collections::VecDeque;
use std::rc::Rc;

use super::{Course, Effort, Stage, Wanted};
use crate::experiment::SweepKeys;

/// How many are kept: the views of a few filters.
const MOST: usize = 8;

/// Courses, the latest first.
#[derive(Debug, Default)]
pub struct Courses(VecDeque<Rc<Course>>);

impl Courses {
    /// Keeps a course in place of an earlier one of the same measurement. One that found nothing is not kept.
    pub fn remember(&mut self, course: &Rc<Course>) {
        let Some((spec, stage)) = course.measured() else { return };
        if matches!(stage, Stage::Waiting | Stage::Failed(_)) || !course.has_points() {
            return;
        }
        // Keys that the visitor brought may be many; those of a list that is no longer measured with are let go.
        let is_other_list = |keys: &SweepKeys| matches!(keys, SweepKeys::Listed(_)) && *keys != spec.keys;
        self.0.retain(|old| old.measured().is_some_and(|(of, _)| of != spec && !is_other_list(&of.keys)));
        self.0.push_front(course.clone());
        self.0.truncate(MOST);
    }

    /// The course of what is wanted, as far as it had come. One that was left while it was under way counts as stopped, unless
    /// it starts by itself: then it is not recalled, but run.
    #[must_use]
    pub fn recall(&self, wanted: &Wanted) -> Option<Rc<Course>> {
        let is_it = |course: &&Rc<Course>| course.measured().is_some_and(|(spec, _)| *spec == *wanted.spec);
        let course = self.0.iter().find(is_it)?;
        match (course.measured()?.1, &wanted.effort) {
            (Stage::Running { .. }, Effort::Small) => None,
            (Stage::Running { .. }, _) => Some(Rc::new(course.stopped())),
            _ => Some(course.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::schedule::JobEvent;
    use crate::experiment::{Axis, KeyList, KeySource, PointTally, SweepSpec};
    use crate::filter::BloomSpec;
    use crate::hash::HashSpec;
    use crate::view::series::News;

    fn wanted(n: u64, keys: SweepKeys) -> Wanted {
        Wanted::new(SweepSpec {
            axis: Axis::Keys,
            base: BloomSpec { n_bits: 256, n_hashes: 3, hash: HashSpec::default() },
            n: 40,
            points: vec![n],
            keys,
            seed: 1,
            probes_per_point: 10_000,
        })
    }

    fn generated(n: u64) -> Wanted {
        wanted(n, SweepKeys::Generated(KeySource::default()))
    }

    fn with_points(wanted: &Wanted) -> Course {
        let points = JobEvent::Points(vec![PointTally { hits: 3, probes: 10, ..PointTally::default() }]);
        Course::default()
            .after(News::Begun(wanted.spec.clone(), Stage::Running { done: 0, total: 1 }))
            .after(News::Event(wanted.spec.clone(), points))
    }

    fn done(wanted: &Wanted) -> Rc<Course> {
        Rc::new(with_points(wanted).after(News::Event(wanted.spec.clone(), JobEvent::Done)))
    }

    #[test]
    fn what_was_measured_is_there_again_for_an_equal_spec_only() {
        let mut courses = Courses::default();
        courses.remember(&done(&generated(10)));
        assert_eq!(courses.recall(&generated(10)), Some(done(&generated(10))));
        assert_eq!(courses.recall(&generated(11)), None);
    }

    #[test]
    fn what_was_left_under_way_is_run_again_if_small_and_stopped_if_large() {
        let mut courses = Courses::default();
        let (small, large) = (generated(10), generated(1_000_000_000));
        courses.remember(&Rc::new(with_points(&small)));
        courses.remember(&Rc::new(with_points(&large)));
        assert_eq!(courses.recall(&small), None);
        let recalled = courses.recall(&large).expect("it had points");
        assert_eq!(recalled.stage(Some(&large)), Stage::Stopped);
        assert_eq!(recalled.tallies(Some(&large.spec)).len(), 1);
    }

    #[test]
    fn few_courses_and_one_list_are_kept() {
        let mut courses = Courses::default();
        let listed = |key: &str| wanted(1, SweepKeys::Listed(KeyList::new([key].into_iter().collect())));
        courses.remember(&done(&listed("a")));
        courses.remember(&done(&generated(1)));
        courses.remember(&done(&listed("b")));
        assert_eq!(courses.recall(&listed("a")), None);
        assert!(courses.recall(&listed("b")).is_some() && courses.recall(&generated(1)).is_some());
        (10..10 + MOST as u64).for_each(|n| courses.remember(&done(&generated(n))));
        assert_eq!(courses.recall(&generated(1)), None);
        assert_eq!(courses.0.len(), MOST);
    }

    #[test]
    fn what_found_nothing_is_not_kept() {
        let mut courses = Courses::default();
        let spec = generated(10);
        courses.remember(&Rc::new(Course::default()));
        courses.remember(&Rc::new(Course::default().after(News::Stopped(spec.spec.clone()))));
        assert_eq!(courses.recall(&spec), None);
    }
}
