//! The middle: the table with the key's marks, or what stands in its place, and the scrubber under it.

use std::rc::Rc;

use bloomscope::scenario::Action;
use bloomscope::text::{family as text, lab};
use bloomscope::view::family::{FamilyStep, FamilyStory};
use bloomscope::view::grid::Mark;
use yew::prelude::*;

use super::cell::CellPanel;
use super::live::{Family, MOST_BITS, MOST_KEYS, Status};
use crate::grid::{BitGrid, GridSource, Reveal};
use crate::island::{Props, island};
use crate::lab::{Player, ScrubProps, scrub_line};
use crate::store::{Visit, use_dispatch};

/// What the stage needs.
#[derive(PartialEq, Properties)]
pub struct StageProps {
    /// The filter.
    pub family: Family,
    /// The key's story.
    pub story: Option<Rc<FamilyStory>>,
    /// Where it stands.
    pub player: Player,
    /// Cells to point out.
    pub highlight: Rc<[u64]>,
    /// A cell to bring into view.
    pub reveal: Option<Reveal>,
    /// The visit.
    pub visit: Visit,
}

/// The table and the scrubber.
#[component]
pub fn TableStage(props: &StageProps) -> Html {
    let StageProps { family, story, player, highlight, reveal, visit } = props;
    let lang = visit.lang;
    let cancel = use_dispatch(|_: MouseEvent| Action::Undo);
    let hovered = use_state(|| None::<u64>);
    let chosen = use_state(|| None::<u64>);
    let on_hover = {
        let hovered = hovered.setter();
        use_callback((), move |cell: Option<u64>, ()| hovered.set(cell))
    };
    let on_select = {
        let chosen = chosen.setter();
        use_callback((), move |cell: u64, ()| chosen.set(Some(cell)))
    };
    let step = story.as_ref().and_then(|story| story.steps.get(player.step));
    let marks = use_memo((story.clone(), player.step), |(story, step)| -> Rc<[Mark]> {
        let step = story.as_ref().and_then(|story| story.steps.get(*step));
        step.map_or_else(|| Rc::from([]), |step| Rc::from(step.marks.as_slice()))
    });
    let names: Vec<String> = story
        .as_ref()
        .map(|story| story.steps.iter().map(|step| text::step(lang, story, step)).collect())
        .unwrap_or_default();
    let said = match story {
        Some(story) if player.step + 1 >= names.len() => {
            family.read(|cells| text::spoken(lang, story, cells.lab())).unwrap_or_default()
        }
        _ => names.get(player.step).cloned().unwrap_or_default(),
    };
    html! {
        <section class="stage-area">
            { match (family.cells(), family.status) {
                (Some(cells), Status::Ready) => island::<BitGrid>(yew::props!(Props<BitGrid> {
                    source: GridSource::new(cells, family.version),
                    marks: (*marks).clone(), highlight: highlight.clone(), region: step.and_then(|step| step.region.clone()), travel: step.and_then(FamilyStep::travel),
                    lang, theme_version: visit.theme_version, reveal: *reveal, on_hover, on_select,
                })),
                (_, status) => html! { <div class="in-place" role="status">
                    { match status {
                        Status::Building(progress) => html! {
                            <>
                                <strong>{ text::building(lang) }</strong>
                                <progress max={progress.total.to_string()} value={progress.done.to_string()} aria-label={text::building(lang)} />
                                <p>{ text::progress(lang, progress.done, progress.total) }</p>
                                <button id="cancel-build" class="button" onclick={cancel}>{ lab::cancel(lang) }</button>
                            </>
                        },
                        Status::Failed(error) => html! { <p>{ text::failed(lang, &error) }</p> },
                        Status::TooLarge | Status::Ready => html! { <p>{ text::too_large(lang, MOST_KEYS, MOST_BITS) }</p> },
                    } }
                </div> },
            } }
            if story.is_some() {
                { scrub_line(&ScrubProps { player: player.clone(), names, lang }) }
                <p class="visually-hidden" role="status" aria-live="polite">{ said }</p>
            }
            if family.status == Status::Ready {
                { island::<CellPanel>(yew::props!(Props<CellPanel> { family: family.clone(), cell: hovered.or(*chosen), lang })) }
            }
        </section>
    }
}
