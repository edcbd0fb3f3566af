//! The live filter: kept beside the state, brought in step with it, shared by every room.

use std::cell::RefCell;
use std::rc::Rc;

use bloomscope::experiment::{Contents, Failure, FilterSpec, Lab, Synced, Work};
use bloomscope::filter::{Bloom, BloomSpec, MAX_ALLOCATED_BITS, MemoryRefused};
use bloomscope::scenario::{Action, Notice, State};
use bloomscope::view::grid::{BitSource, Density};
use yew::prelude::*;

use crate::store::Dispatch;
use crate::worker::{JobEvent, Pool, build_here};

/// A filter, its keys and its counts for drawing.
pub struct Live {
    /// The filter and who lit which bit.
    pub lab: Lab,
    density: Density,
}

impl BitSource for Live {
    fn words(&self) -> &[u64] {
        self.lab.bloom().bits().words()
    }

    fn n_bits(&self) -> u64 {
        self.lab.bloom().bits().n_bits()
    }

    fn ones(&self) -> u64 {
        self.lab.bloom().bits().ones()
    }

    fn density(&self) -> &Density {
        &self.density
    }
}

impl Live {
    fn new(lab: Lab) -> Result<Self, MemoryRefused> {
        let mut density = Density::try_new(lab.bloom().bits().n_bits())?;
        density.rebuild(lab.bloom().bits().words());
        Ok(Self { lab, density })
    }

    /// Brings filter and counts to this spec, of the same size, and these keys.
    fn sync(&mut self, spec: BloomSpec, seed: u64, contents: &Contents) -> Result<Synced, MemoryRefused> {
        let synced = self.lab.sync(spec, seed, contents)?;
        match &synced {
            Synced::Unchanged => {}
            Synced::Added { newly_set, .. } => newly_set.iter().for_each(|&bit| self.density.bit_set(bit)),
            Synced::Cleared { cleared } => cleared.iter().for_each(|&bit| self.density.bit_cleared(bit)),
            Synced::Rebuilt => self.density.rebuild(self.lab.bloom().bits().words()),
        }
        Ok(synced)
    }
}

/// Whether the filter the state asks for is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is.
    Ready,
    /// It waits for the visitor's consent to its size.
    NeedsConsent,
    /// It is larger than anything built here.
    Beyond,
    /// The browser refused the memory.
    Refused,
    /// It is being built in the background.
    Building {
        /// Thousandths done.
        permille: u32,
    },
}

/// A filter that the whole page shares; a filter of another size is another one.
pub type SharedLive = Rc<RefCell<Live>>;

/// The live filter as a component gets it. Two are equal when nothing about the filter has changed.
#[derive(Clone)]
pub struct Bench {
    live: Option<SharedLive>,
    /// Grows with every change of the bits.
    pub version: u64,
    /// Whether the filter is there.
    pub status: Status,
    /// What the last change was.
    pub change: Rc<Synced>,
}

impl PartialEq for Bench {
    fn eq(&self, other: &Self) -> bool {
        (self.version, self.status) == (other.version, other.status)
    }
}

impl Bench {
    /// The filter, when it is the one that the state asks for.
    pub fn live(&self) -> Option<SharedLive> {
        self.live.clone().filter(|_| self.status == Status::Ready)
    }

    /// Reads something off the filter, when it is there.
    pub fn read<T>(&self, read: impl FnOnce(&Live) -> T) -> Option<T> {
        self.live().map(|live| read(&live.borrow()))
    }
}

/// From this many probes on (keys times k) a filter is built in a worker, so that the page stays fluid.
const BACKGROUND_PROBES: u64 = 400_000;

/// What the filter is to be.
#[derive(Clone, PartialEq)]
struct Wanted {
    spec: Option<BloomSpec>,
    seed: u64,
    contents: Contents,
    agreed_bits: u64,
}

/// How a filter built in the background arrives.
#[derive(Clone, Default)]
enum Arrival {
    /// Nothing yet.
    #[default]
    None,
    /// Built, for this wish.
    Built(Wanted, Bloom),
    /// The memory was refused.
    Refused(Wanted),
}

/// The live filter, in step with the state.
#[hook]
pub fn use_bench(state: &State, dispatch: &Dispatch, pool: &Pool) -> Bench {
    let live = use_mut_ref(|| None::<SharedLive>);
    let arrival = use_mut_ref(Arrival::default);
    let arrivals = use_state(|| 0u32);
    let permille = use_state_eq(|| 0u32);
    let version = use_mut_ref(|| 0u64);
    let part = &state.scenario.filter;
    let wanted = Wanted {
        spec: part.spec().ok(),
        seed: part.seed,
        contents: part.contents.clone(),
        agreed_bits: state.agreed_bits,
    };
    let bench = {
        let arrival = arrival.clone();
        use_memo((wanted.clone(), *arrivals), |(wanted, _)| {
            let arrived = arrival.take();
            let mut live = live.borrow_mut();
            let (status, change) = bring(&mut live, wanted, arrived);
            if change != Synced::Unchanged {
                *version.borrow_mut() += 1;
            }
            Bench { live: live.clone(), version: *version.borrow(), status, change: Rc::new(change) }
        })
    };
    let job = matches!(bench.status, Status::Building { .. }).then(|| wanted.clone());
    use_effect_with((job, pool.clone()), {
        let (arrivals, permille, dispatch) = (arrivals.clone(), permille.setter(), dispatch.clone());
        move |(job, pool)| {
            permille.set(0);
            let handle = job.clone().zip(job.as_ref().and_then(|job| job.spec)).map(|(job, spec)| {
                let spec = FilterSpec { bloom: spec, members: job.contents.members(job.seed) };
                let arrive = Callback::from(move |news: Arrival| {
                    *arrival.borrow_mut() = news;
                    arrivals.set(*arrivals + 1);
                });
                // Where no worker can be had it is built here after all.
                let here = Rc::new(RefCell::new(None));
                let hear = move |event, if_failed: &dyn Fn(Failure)| match event {
                    JobEvent::Progress(_, progress) => {
                        let share = u128::from(progress.done) * 1000 / u128::from(progress.total.max(1));
                        permille.set(share as u32);
                    }
                    JobEvent::Filter(bloom) => arrive.emit(Arrival::Built(job.clone(), bloom)),
                    JobEvent::Failed(Failure::MemoryRefused { .. }) => arrive.emit(Arrival::Refused(job.clone())),
                    JobEvent::Failed(failure) => if_failed(failure),
                    JobEvent::Points(_) | JobEvent::Large(_) | JobEvent::Contenders(_) | JobEvent::Done => {}
                };
                let hear = Rc::new(hear);
                let on_event = {
                    let (here, spec) = (here.clone(), spec.clone());
                    Callback::from(move |event| {
                        hear(event, &|failure| {
                            if let Failure::Crashed { message } = failure {
                                dispatch.dispatch(Action::Notify(Notice::WorkerFailed { reason: message }));
                            }
                            let hear = hear.clone();
                            let on_event = Callback::from(move |event| hear(event, &|_| {}));
                            *here.borrow_mut() = Some(build_here(spec.clone(), on_event));
                        });
                    })
                };
                (pool.run(Work::Build(spec), on_event), here)
            });
            move || drop(handle)
        }
    });
    let refused = (bench.status == Status::Refused).then(|| part.spec().map_or(0, |spec| spec.n_bits));
    use_effect_with(refused, {
        let dispatch = dispatch.clone();
        move |refused| {
            if let Some(n_bits) = *refused {
                dispatch.dispatch(Action::Notify(Notice::MemoryRefused { n_bits }));
            }
        }
    });
    let mut bench = (*bench).clone();
    if let Status::Building { permille: shown } = &mut bench.status {
        *shown = *permille;
    }
    bench
}

/// Brings the filter in step where that may be done.
fn bring(live: &mut Option<SharedLive>, wanted: &Wanted, arrived: Arrival) -> (Status, Synced) {
    let Some(spec) = wanted.spec else { return (Status::Refused, Synced::Unchanged) };
    if spec.n_bits > MAX_ALLOCATED_BITS {
        return (Status::Beyond, Synced::Unchanged);
    }
    if spec.n_bits > wanted.agreed_bits {
        return (Status::NeedsConsent, Synced::Unchanged);
    }
    let kept = live.as_ref().map(|live| live.borrow()).map_or(0, |live| {
        let continues = live.lab.continues_to(spec, wanted.seed, &wanted.contents);
        if continues { live.lab.contents().len() } else { 0 }
    });
    let to_insert = wanted.contents.len() - kept;
    let is_heavy = to_insert.saturating_mul(u64::from(spec.n_hashes)) > BACKGROUND_PROBES;
    let built = match arrived {
        Arrival::Refused(of) if of == *wanted => return (Status::Refused, Synced::Unchanged),
        Arrival::Built(of, bloom) if of == *wanted => Some(Lab::adopt(bloom, spec, wanted.seed, &wanted.contents)),
        _ if is_heavy => return (Status::Building { permille: 0 }, Synced::Unchanged),
        _ => None,
    };
    let same_size = live.as_ref().filter(|live| live.borrow().n_bits() == spec.n_bits);
    let synced = match (built, same_size) {
        (None, Some(live)) => live.borrow_mut().sync(spec, wanted.seed, &wanted.contents),
        (built, _) => {
            built.map_or_else(|| Lab::try_new(spec, wanted.seed, &wanted.contents), Ok).and_then(Live::new).map(|new| {
                *live = Some(Rc::new(RefCell::new(new)));
                Synced::Rebuilt
            })
        }
    };
    match synced {
        Ok(change) => (Status::Ready, change),
        Err(MemoryRefused { .. }) => (Status::Refused, Synced::Unchanged),
    }
}
