//! The middle: the grid with the key's marks, or what stands in its place, and the scrubber under it.

use std::cmp::Ordering;
use std::rc::Rc;

use bloomscope::experiment::Synced;
use bloomscope::scenario::Action;
use bloomscope::text::{Lang, lab as text};
use bloomscope::view::grid::{Mark, MarkState};
use bloomscope::view::story::{Fate, Step, Story};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::ask::step_name;
use super::bit::BitPanel;
use super::player::Player;
use super::scrub::{ScrubProps, scrub_line};
use super::verdict::spoken;
use crate::bench::{Bench, Status};
use crate::grid::{BitGrid, GridSource, Reveal};
use crate::island::{Props, island};
use crate::store::{use_dispatch, use_visit};

/// What the stage needs.
#[derive(PartialEq, Properties)]
pub struct StageProps {
    /// The live filter.
    pub bench: Bench,
    /// The key's story.
    pub story: Option<Rc<Story>>,
    /// What of it the grid shows.
    pub marks: Rc<[Mark]>,
    /// Where it stands.
    pub player: Player,
    /// Bits to highlight.
    pub highlight: Rc<[u64]>,
    /// m.
    pub n_bits: u64,
    /// Where connectors leave the grid's left edge.
    pub connect_from: Option<Rc<[f64]>>,
    /// A bit to bring into view.
    pub reveal: Option<Reveal>,
    /// Told by its bits which marks the grid connects.
    pub on_connected: Callback<u64>,
}

/// The grid and the scrubber.
#[component]
pub fn Stage(props: &StageProps) -> Html {
    let visit = use_visit();
    let lang = visit.lang;
    let StageProps { bench, story, player, highlight, n_bits, marks, connect_from, reveal, on_connected } = props;
    let agree = use_dispatch(Action::Agree);
    let cancel = use_dispatch(|_: MouseEvent| Action::Undo);
    let hovered = use_state(|| None::<u64>);
    let chosen = use_state(|| None::<u64>);
    let on_hover = {
        let hovered = hovered.setter();
        use_callback((), move |bit: Option<u64>, ()| hovered.set(bit))
    };
    let on_select = {
        let chosen = chosen.setter();
        use_callback((), move |bit: u64, ()| chosen.set(Some(bit)))
    };
    let flash = use_flash(bench);
    let highlight = flash.as_ref().map_or_else(|| highlight.clone(), |flash| flash.bits.clone());
    let has_key = !visit.state.scenario.query.is_empty();
    let names: Vec<String> = story
        .as_ref()
        .map(|story| story.steps().into_iter().map(|step| step_name(lang, story, step)).collect())
        .unwrap_or_default();
    let said = match story {
        Some(story) if player.step + 1 >= names.len() => spoken(lang, story, bench),
        _ => names.get(player.step).cloned().unwrap_or_default(),
    };
    html! {
        <section class="stage-area" data-thing="bits ones">
            { match (bench.live(), bench.status) {
                (Some(live), Status::Ready) => island::<BitGrid>(yew::props!(Props<BitGrid> { source: GridSource::new(live, bench.version), marks: marks.clone(), highlight, lang, theme_version: visit.theme_version, connect_from: connect_from.clone(), reveal: *reveal, on_hover, on_select, on_connected: on_connected.clone() })),
                (_, status) => in_place(status, *n_bits, has_key, lang, &agree, &cancel),
            } }
            if story.is_some() {
                { scrub_line(&ScrubProps { player: player.clone(), names, lang }) }
                <p class="visually-hidden" role="status" aria-live="polite">{ said }</p>
            }
            if bench.status == Status::Ready {
                if let Some(flash) = flash {
                    <p class="bit-panel note" role="status"><strong>{ text::added(lang, flash.keys, flash.n_bits) }</strong></p>
                } else {
                { island::<BitPanel>(yew::props!(Props<BitPanel> { bench: bench.clone(), bit: hovered.or(*chosen), chosen: *chosen == hovered.or(*chosen), lang })) }
                }
            }
        </section>
    }
}

/// How long newly set bits stay lit after many insertions at once, in milliseconds.
const FLASH_MS: u32 = 1800;

/// From this many newly set bits on they are not lit one by one: the whole picture changes anyway.
const MOST_FLASHING: usize = 20_000;

/// What many insertions at once have done.
#[derive(Clone, PartialEq)]
struct Flash {
    keys: u64,
    n_bits: u64,
    bits: Rc<[u64]>,
}

/// Many insertions at once are told in one go: the bits they turned on light up for a moment.
#[hook]
fn use_flash(bench: &Bench) -> Option<Flash> {
    let flash = use_state(|| None::<Flash>);
    use_effect_with(bench.clone(), {
        let flash = flash.setter();
        move |bench| {
            let news = match bench.change.as_ref() {
                Synced::Added { keys, newly_set } if *keys > 1 => {
                    let few = newly_set.get(..newly_set.len().min(MOST_FLASHING)).unwrap_or_default();
                    Some(Flash { keys: *keys, n_bits: newly_set.len() as u64, bits: Rc::from(few) })
                }
                _ => None,
            };
            let timer = news.is_some().then(|| {
                let flash = flash.clone();
                Timeout::new(FLASH_MS, move || flash.set(None))
            });
            flash.set(news);
            move || drop(timer)
        }
    });
    (*flash).clone()
}

/// The story's marks on the grid at a step.
pub fn marks(story: &Story, step: usize) -> Rc<[Mark]> {
    let steps = story.steps();
    let now = steps.get(step).copied().unwrap_or(Step::Verdict);
    let reached = match now {
        Step::Text | Step::Bytes | Step::Digest => 0,
        Step::Position(i) => i,
        Step::Verdict => story.positions.len(),
    };
    let state = |i: usize, fate: Fate| match now {
        Step::Position(at) => fate.state(i.cmp(&at)),
        _ => fate.state(if i < reached { Ordering::Less } else { Ordering::Greater }),
    };
    // Before the positions are known nothing is marked; bits that are yet to change are drawn as they were.
    let known = !matches!(now, Step::Text | Step::Bytes);
    story
        .positions
        .iter()
        .enumerate()
        .map(|(i, position)| (position.index, state(i, position.fate)))
        .filter(|(_, state)| known || matches!(state, MarkState::Unset | MarkState::StillSet))
        .map(|(index, state)| Mark::new(index, state))
        .collect()
}

/// What stands where the grid would be when there is none; `has_key` if steps would follow below it.
fn in_place(
    status: Status,
    n_bits: u64,
    has_key: bool,
    lang: Lang,
    agree: &Callback<u64>,
    cancel: &Callback<MouseEvent>,
) -> Html {
    let body = match status {
        Status::NeedsConsent => html! {
            <>
                <strong>{ text::consent_title(lang) }</strong>
                <p>{ text::ask_consent(lang, n_bits) }</p>
                <button id="agree" class="button primary" onclick={agree.reform(move |_| n_bits)}>{ text::give_consent(lang, n_bits) }</button>
            </>
        },
        Status::Building { permille } => html! {
            <>
                <strong>{ text::building(lang) }</strong>
                <progress max="1000" value={permille.to_string()} aria-label={text::building(lang)} />
                <button id="cancel-build" class="button" onclick={cancel.clone()}>{ text::cancel(lang) }</button>
            </>
        },
        Status::Refused => html! { <p>{ text::refused(lang, n_bits) }</p> },
        Status::Beyond | Status::Ready => html! { <p>{ text::beyond(lang, n_bits) }</p> },
    };
    html! { <div class={classes!("in-place", has_key.then_some("with-steps"))} role="status">{ body }</div> }
}
