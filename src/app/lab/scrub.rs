//! The line under the grid: step back and forward, play, scrub, speed.

use bloomscope::text::{Lang, lab as text};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::player::{Player, SPEEDS};
use crate::dom;
use crate::shell::Icon;

/// More steps than this are a bar instead of dots.
const MOST_DOTS: usize = 24;

/// What the line needs.
pub struct ScrubProps {
    /// Where the story stands.
    pub player: Player,
    /// What each step is called, in order.
    pub names: Vec<String>,
    /// The language.
    pub lang: Lang,
}

/// The line under the grid.
pub fn scrub_line(props: &ScrubProps) -> Html {
    let ScrubProps { player, names, lang } = props;
    let last = names.len().saturating_sub(1);
    let to = |step: usize| player.seek.reform(move |_: MouseEvent| step);
    let button = |icon: Icon, name: &'static str, onclick: Callback<MouseEvent>, disabled: bool| {
        html! { <button class="button quiet step" title={name} aria-label={name} {onclick} {disabled}>{ icon.draw() }</button> }
    };
    let on_slide = player
        .seek
        .reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value().parse().unwrap_or(0));
    let on_speed = player.set_speed.reform(|event: Event| dom::value(&event).parse().unwrap_or(2));
    let (play_icon, play_name) =
        if player.playing { (Icon::Pause, text::pause(*lang)) } else { (Icon::Play, text::play(*lang)) };
    html! {
        <div class="scrub" role="group" aria-label={text::scrub(*lang)}>
            { button(Icon::First, text::first_step(*lang), to(0), player.step == 0) }
            { button(Icon::Back, text::step_back(*lang), to(player.step.saturating_sub(1)), player.step == 0) }
            { button(play_icon, play_name, player.toggle.reform(|_| ()), false) }
            { button(Icon::Forward, text::step_forward(*lang), to((player.step + 1).min(last)), player.step >= last) }
            { button(Icon::Last, text::last_step(*lang), to(last), player.step >= last) }
            <div class="track">
                if names.len() > MOST_DOTS {
                    <progress class="bar" max={last.to_string()} value={player.step.to_string()} aria-hidden="true" />
                } else {
                <div class="dots" aria-hidden="true">
                    { for (0..names.len()).map(|i| html! {
                        <i class={classes!((i < player.step).then_some("done"), (i == player.step).then_some("now"))} />
                    }) }
                </div>
                }
                <input type="range" class={classes!((names.len() > MOST_DOTS).then_some("seen"))} min="0" max={last.to_string()} step="1" value={player.step.to_string()} oninput={on_slide}
                    aria-label={text::scrub(*lang)} aria-valuetext={names.get(player.step).cloned()} />
            </div>
            <select class="speed" aria-label={text::speed(*lang)} onchange={on_speed}>
                { for SPEEDS.iter().enumerate().map(|(i, speed)| html! {
                    <option value={i.to_string()} selected={i == player.speed}>{ format!("{speed}×") }</option>
                }) }
            </select>
        </div>
    }
}
