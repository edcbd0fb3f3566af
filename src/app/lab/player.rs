//! Plays a story: which step is shown, whether it moves on by itself, how fast.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

/// How long a step stands at normal speed, in milliseconds.
const STEP_MS: f64 = 700.0;

/// The speeds offered, as factors.
pub const SPEEDS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];

/// Where the story stands.
#[derive(Clone, PartialEq)]
pub struct Player {
    /// The step shown.
    pub step: usize,
    /// Whether it moves on by itself.
    pub playing: bool,
    /// An index into [`SPEEDS`].
    pub speed: usize,
    /// Shows a step and stops there.
    pub seek: Callback<usize>,
    /// Starts or stops; at the end it starts over.
    pub toggle: Callback<()>,
    /// Changes the speed.
    pub set_speed: Callback<usize>,
}

/// Plays a story of `n_steps` steps. A new `plays` starts it from the beginning; a new `version` shows its end at once.
#[hook]
pub fn use_player(n_steps: usize, plays: u64, version: u64) -> Player {
    let last = n_steps.saturating_sub(1);
    let step = use_state(|| last);
    let playing = use_state(|| false);
    let speed = use_state(|| 2usize);
    let seen_plays = use_mut_ref(|| plays);

    use_effect_with((plays, version), {
        let (step, playing) = (step.setter(), playing.setter());
        move |&(plays, _)| {
            let start = *seen_plays.borrow() != plays;
            *seen_plays.borrow_mut() = plays;
            step.set(if start { 0 } else { usize::MAX });
            playing.set(start);
        }
    });

    let shown = (*step).min(last);
    use_effect_with((*playing, shown, last, *speed), {
        let (step, playing) = (step.setter(), playing.setter());
        move |&(is_playing, shown, last, speed)| {
            let pause = STEP_MS / SPEEDS.get(speed).copied().unwrap_or(1.0);
            let timer = is_playing.then(|| {
                Timeout::new(pause as u32, move || {
                    step.set((shown + 1).min(last));
                    playing.set(shown + 1 < last);
                })
            });
            move || drop(timer)
        }
    });

    let seek = {
        let (step, playing) = (step.setter(), playing.setter());
        use_callback((), move |to: usize, ()| {
            step.set(to);
            playing.set(false);
        })
    };
    let toggle = {
        let (step, playing_now) = (step.setter(), playing.clone());
        Callback::from(move |()| {
            if !*playing_now && shown >= last {
                step.set(0);
            }
            playing_now.set(!*playing_now);
        })
    };
    let set_speed = {
        let speed = speed.setter();
        use_callback((), move |to: usize, ()| speed.set(to))
    };
    Player { step: shown, playing: *playing, speed: *speed, seek, toggle, set_speed }
}
