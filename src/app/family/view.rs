//! The arrangement: sentence, the key and its steps, the table, the numbers.

use std::rc::Rc;

use bloomscope::scenario::Panel;
use bloomscope::text::family as text;
use bloomscope::view::family::FamilyStory;
use bloomscope::view::family::figures::Figures;
use yew::prelude::*;

use super::ask::Ask;
use super::live::use_family;
use super::own::OwnChoices;
use super::side::Side;
use super::stage::TableStage;
use crate::grid::Reveal;
use crate::island::{Props, island};
use crate::lab::{use_player, use_version};
use crate::store::Visit;

/// What the view needs.
#[derive(PartialEq, Properties)]
pub struct FamilyProps {
    /// The visit.
    pub visit: Visit,
    /// The choice of the structure.
    pub choice: Html,
    /// The numbers, and the choices that stand below them.
    pub params: Html,
}

/// The Lab of a structure other than the plain filter.
#[component]
pub fn FamilyView(props: &FamilyProps) -> Html {
    let visit = &props.visit;
    let (lang, scenario) = (visit.lang, &visit.state.scenario);
    let family = use_family(&scenario.filter);
    let story =
        use_memo((family.clone(), scenario.query.clone(), visit.state.operation), |(family, query, operation)| {
            let told = || family.read(|cells| Rc::new(FamilyStory::of(cells.lab(), query, *operation)));
            if query.is_empty() { None } else { told() }
        });
    let story = (*story).clone();
    let n_steps = story.as_ref().map_or(0, |story| story.steps.len());
    let version = use_version(&(story.clone(), visit.state.plays));
    let player = use_player(n_steps, visit.state.plays, version);
    let highlight = use_state(|| Rc::<[u64]>::from([]));
    let on_highlight = {
        let highlight = highlight.setter();
        use_callback((), move |cells: Vec<u64>, ()| highlight.set(Rc::from(cells)))
    };
    let reveal = use_state_eq(|| None::<Reveal>);
    let on_reveal = {
        let reveal = reveal.clone();
        Callback::from(move |index: u64| {
            let nonce = reveal.map_or(0, |last| last.nonce) + 1;
            reveal.set(Some(Reveal { index, nonce }));
        })
    };
    let figures = use_memo((family.clone(), scenario.filter.clone()), |(family, part)| {
        family.read(|cells| Figures::of(cells.lab())).or_else(|| Figures::of_part(part))
    });
    let shown = |panel: Panel| !scenario.hide.contains(&panel);
    html! {
        <>
            if shown(Panel::Sentence) {
                if let Some(figures) = figures.as_ref() {
                    <p class="sentence">{ text::sentence(lang, figures) }</p>
                }
            }
            <div class="lab-columns">
                if shown(Panel::Ask) {
                    { island::<Ask>(yew::props!(Props<Ask> { story: story.clone(), query: scenario.query.clone(), player: player.clone(), family: family.clone(), lang, on_highlight, on_reveal })) }
                }
                if shown(Panel::Grid) {
                    { island::<TableStage>(yew::props!(Props<TableStage> { family: family.clone(), story, player, highlight: (*highlight).clone(), reveal: *reveal, visit: visit.clone() })) }
                }
                <div class="side">
                    if shown(Panel::Chart) {
                        { island::<Side>(yew::props!(Props<Side> { family, figures: (*figures).clone(), lang })) }
                    }
                    <div class={classes!("family-params", text::unused::class(scenario.filter.variant))}>
                        { props.choice.clone() }
                        if shown(Panel::Params) {
                            { island::<OwnChoices>(yew::props!(Props<OwnChoices> { variant: scenario.filter.variant, lang })) }
                        }
                        if let Some(why) = text::unused::why(lang, scenario.filter.variant) {
                            <p id="params-unused" class="note">{ why }</p>
                        }
                        { props.params.clone() }
                    </div>
                </div>
            </div>
        </>
    }
}
