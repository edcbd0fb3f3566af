//! The filter, kept in step with the scenario: small changes at once, large ones in slices between frames.

use std::cell::RefCell;
use std::rc::Rc;

use bloomscope::experiment::{Contents, FamilyBuild, Progress};
use bloomscope::filter::{BuildError, VariantSpec};
use bloomscope::scenario::FilterPart;
use bloomscope::view::family::cells::FamilyCells;
use gloo::timers::callback::Timeout;
use yew::prelude::*;

/// The most keys that are inserted here.
pub const MOST_KEYS: u64 = 2_000_000;

/// The most memory of a table that is built here, in bits: 32 MiB.
pub const MOST_BITS: u64 = 1 << 28;

/// Keys inserted between two frames.
const SLICE: u64 = 20_000;

/// Whether the filter that the scenario asks for is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Status {
    /// It is.
    Ready,
    /// It is being built.
    Building(Progress),
    /// It is larger than what is built here; its numbers hold.
    TooLarge,
    /// It cannot be had.
    Failed(BuildError),
}

/// The filter as components get it. Two are equal when nothing about it has changed.
#[derive(Clone)]
pub struct Family {
    cells: Option<Rc<RefCell<FamilyCells>>>,
    /// Grows with every change.
    pub version: u64,
    /// Whether it is there.
    pub status: Status,
}

impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        (self.version, self.status) == (other.version, other.status)
    }
}

impl Family {
    /// The filter, when it is the one that the scenario asks for.
    pub fn cells(&self) -> Option<Rc<RefCell<FamilyCells>>> {
        self.cells.clone().filter(|_| self.status == Status::Ready)
    }

    /// Reads something off the filter, when it is there.
    pub fn read<T>(&self, read: impl FnOnce(&FamilyCells) -> T) -> Option<T> {
        self.cells().map(|cells| read(&cells.borrow()))
    }
}

/// What the filter is to be.
#[derive(Clone, PartialEq)]
struct Wanted {
    spec: Option<VariantSpec>,
    seed: u64,
    contents: Contents,
}

#[derive(Default)]
struct Keeper {
    cells: Option<Rc<RefCell<FamilyCells>>>,
    work: Option<(Wanted, FamilyBuild)>,
    version: u64,
}

/// The filter, in step with the scenario.
#[hook]
pub fn use_family(part: &FilterPart) -> Family {
    let keeper = use_mut_ref(Keeper::default);
    let slices = use_state(|| 0u32);
    let wanted = Wanted { spec: part.variant_spec().ok(), seed: part.seed, contents: part.contents.clone() };
    let family = use_memo((wanted, *slices), |(wanted, _)| {
        let keeper = &mut *keeper.borrow_mut();
        let status = keeper.bring(wanted).unwrap_or_else(Status::Failed);
        Family { cells: keeper.cells.clone(), version: keeper.version, status }
    });
    let is_building = matches!(family.status, Status::Building(_));
    use_effect_with((is_building, *slices), {
        let slices = slices.clone();
        move |&(is_building, slice)| {
            let timer = is_building.then(|| Timeout::new(0, move || slices.set(slice + 1)));
            move || drop(timer)
        }
    });
    (*family).clone()
}

impl Keeper {
    fn bring(&mut self, wanted: &Wanted) -> Result<Status, BuildError> {
        let Wanted { spec: Some(spec), seed, contents } = wanted else { return Ok(Status::TooLarge) };
        let memory = spec.resolve().map_err(BuildError::Spec)?.n_bits(contents.len().max(spec.n));
        if contents.len() > MOST_KEYS || memory > MOST_BITS {
            (self.cells, self.work) = (None, None);
            return Ok(Status::TooLarge);
        }
        if let Some(shared) = &self.cells {
            let mut cells = shared.borrow_mut();
            let new_keys = contents.len().saturating_sub(cells.lab().contents().len());
            if new_keys <= SLICE && cells.lab().continues_to(spec, *seed, contents) {
                self.work = None;
                if cells.lab().contents() != contents {
                    cells.advance(contents)?;
                    self.version += 1;
                }
                return Ok(Status::Ready);
            }
        }
        let mut build = match self.work.take() {
            Some((of, build)) if of == *wanted => build,
            _ => FamilyBuild::new(*spec, *seed, contents)?,
        };
        if !build.step(SLICE) {
            let progress = build.progress();
            self.work = Some((wanted.clone(), build));
            return Ok(Status::Building(progress));
        }
        self.cells = Some(Rc::new(RefCell::new(FamilyCells::new(build.finish()?)?)));
        self.version += 1;
        Ok(Status::Ready)
    }
}
