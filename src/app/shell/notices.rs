//! What the visitor is told, in the corner, until taken away.

use bloomscope::scenario::{Action, Notice};
use bloomscope::text::{notices, shell};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::Icon;
use crate::store::{use_dispatch, use_visit};

/// Good news leaves by itself after this long, in milliseconds.
const GOOD_NEWS_MS: u32 = 6000;

/// All notices: a polite live region.
#[component]
pub fn Notices() -> Html {
    let visit = use_visit();
    html! {
        <div id="notices" class="notices" role="status" aria-label={shell::notices(visit.lang)}>
            { for visit.state.notices.iter().map(|(number, notice)| html! {
                <OneNotice key={*number} number={*number} notice={notice.clone()} />
            }) }
        </div>
    }
}

#[derive(PartialEq, Properties)]
struct OneNoticeProps {
    number: u64,
    notice: Notice,
}

#[component]
fn OneNotice(props: &OneNoticeProps) -> Html {
    let lang = use_visit().lang;
    let number = props.number;
    let dismiss = use_dispatch(Action::Dismiss);
    let good = matches!(props.notice, Notice::LinkCopied { missing: 0 });
    use_effect_with(number, {
        let dismiss = dismiss.clone();
        move |_| {
            let timer = good.then(|| Timeout::new(GOOD_NEWS_MS, move || dismiss.emit(number)));
            move || drop(timer)
        }
    });
    html! {
        <div class={classes!("notice", good.then_some("good"))}>
            <p>{ notices::notice(lang, &props.notice) }</p>
            <button class="button quiet small" aria-label={shell::close(lang)} onclick={dismiss.reform(move |_| number)}>
                { Icon::Close.draw() }
            </button>
        </div>
    }
}
