//! What the panel shows, and how that changes.

use std::rc::Rc;

use bloomscope::dump::{KeyList, Preview, Progress, ReadError, ReadOptions, TrialError, TrialReport};
use yew::Reducible;

use super::source::Source;

/// What the panel shows.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelState {
    /// How the source is read.
    pub options: ReadOptions,
    /// What is being read or was tried last.
    pub attempt: Option<Attempt>,
    /// What was read to the end last.
    pub done: Option<Done>,
    /// The target rate.
    pub p: f64,
    /// How many keys in a hundred are held out.
    pub held_out_percent: u32,
}

/// A source being read.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// What is read.
    pub source: Source,
    /// Tells attempts apart.
    pub number: u64,
    /// What the reader settled on.
    pub preview: Option<Rc<Preview>>,
    /// How it goes.
    pub stage: Stage,
}

/// How an attempt goes.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// It is under way.
    Reading(Progress),
    /// It came to the end.
    Done,
    /// It could not be read.
    Failed(ReadError),
    /// The visitor ended it.
    Cancelled,
}

/// A list that was read.
#[derive(Clone, Debug)]
pub struct Done {
    /// The number of the attempt that read it.
    pub number: u64,
    /// Its source's name.
    pub name: String,
    /// The list.
    pub list: Rc<KeyList>,
    /// What was measured with it, once it was.
    pub trial: Option<Result<Rc<TrialReport>, TrialError>>,
}

impl PartialEq for Done {
    /// Lists are large and never changed: they are compared by the attempt that read them.
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number && self.trial == other.trial
    }
}

/// What changes the panel.
pub enum Change {
    /// Read this.
    Open(Source),
    /// Read the same in another way.
    Reread(ReadOptions),
    /// News of an attempt.
    Previewed(u64, Preview),
    /// News of an attempt.
    Progressed(u64, Progress),
    /// The end of an attempt.
    Finished(u64, Result<KeyList, ReadError>),
    /// End the attempt.
    Cancel,
    /// Put the attempt's failure out of sight.
    Dismiss,
    /// Aim at another rate.
    Target(f64),
    /// Hold out another share.
    HoldOut(u32),
    /// What was measured with the list.
    Measured(Result<Rc<TrialReport>, TrialError>),
}

impl PanelState {
    /// An empty panel.
    pub fn new(p: f64) -> Self {
        Self { options: ReadOptions::default(), attempt: None, done: None, p, held_out_percent: 10 }
    }

    /// Whether a file is being read.
    pub fn is_reading(&self) -> bool {
        self.attempt.as_ref().is_some_and(|attempt| matches!(attempt.stage, Stage::Reading(_)))
    }

    fn begin(&self, source: Source, options: ReadOptions, preview: Option<Rc<Preview>>) -> Self {
        let number = self.attempt.as_ref().map_or(0, |attempt| attempt.number) + 1;
        let attempt = Attempt { source, number, preview, stage: Stage::Reading(Progress::default()) };
        Self { options, attempt: Some(attempt), ..self.clone() }
    }

    /// Changes the attempt of that number; news of any other comes too late.
    fn with_attempt(&self, number: u64, change: impl FnOnce(&mut Attempt)) -> Self {
        let mut next = self.clone();
        if let Some(attempt) = next.attempt.as_mut().filter(|attempt| attempt.number == number) {
            change(attempt);
        }
        next
    }

    fn apply(&self, change: Change) -> Self {
        match change {
            Change::Open(source) => {
                let options = source.options(&self.options);
                self.begin(source, options, None)
            }
            Change::Reread(options) => match self.attempt.clone() {
                Some(attempt) => self.begin(attempt.source, options, attempt.preview),
                None => Self { options, ..self.clone() },
            },
            Change::Previewed(number, preview) => {
                self.with_attempt(number, |attempt| attempt.preview = Some(Rc::new(preview)))
            }
            Change::Progressed(number, progress) => {
                self.with_attempt(number, |attempt| attempt.stage = Stage::Reading(progress))
            }
            Change::Finished(number, Err(error)) => {
                self.with_attempt(number, |attempt| attempt.stage = Stage::Failed(error))
            }
            Change::Finished(number, Ok(list)) => {
                let Some(attempt) = self.attempt.as_ref().filter(|attempt| attempt.number == number) else {
                    return self.clone();
                };
                let done = Done { number, name: attempt.source.name.clone(), list: Rc::new(list), trial: None };
                let next = Self { done: Some(done), ..self.clone() };
                next.with_attempt(number, |attempt| attempt.stage = Stage::Done)
            }
            Change::Cancel if self.is_reading() => {
                let number = self.attempt.as_ref().map_or(0, |attempt| attempt.number);
                self.with_attempt(number, |attempt| attempt.stage = Stage::Cancelled)
            }
            Change::Cancel => self.clone(),
            Change::Dismiss => Self { attempt: None, ..self.clone() },
            Change::Target(p) => self.unmeasured(|next| next.p = p),
            Change::HoldOut(percent) => self.unmeasured(|next| next.held_out_percent = percent),
            Change::Measured(trial) => {
                let done = self.done.clone().map(|done| Done { trial: Some(trial), ..done });
                Self { done, ..self.clone() }
            }
        }
    }

    fn unmeasured(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut next = self.clone();
        next.done = next.done.map(|done| Done { trial: None, ..done });
        change(&mut next);
        next
    }
}

impl Reducible for PanelState {
    type Action = Change;

    fn reduce(self: Rc<Self>, change: Change) -> Rc<Self> {
        Rc::new(self.apply(change))
    }
}
