//! What the visitor is told, in the corner, until taken away: the newest in full, the others a press away.

use bloomscope::scenario::{Action, Notice};
use bloomscope::text::{Lang, notices, shell};
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use super::Icon;
use crate::lazy::{Part, lazy};
use crate::store::{use_dispatch, use_visit};

/// Good news leaves by itself after this long, in milliseconds.
const GOOD_NEWS_MS: u32 = 6000;

/// The place of all notices: a polite live region. Their words come with the first of them.
#[component]
pub fn Notices() -> Html {
    let visit = use_visit();
    let lang = visit.lang;
    let was_told = use_mut_ref(|| false);
    *was_told.borrow_mut() |= !visit.state.notices.is_empty();
    let was_told = *was_told.borrow();
    html! {
        <div id="notices" class="notices" role="status" aria-label={shell::notices(lang)}>
            if was_told {
                { lazy::<Cards>(Part::Notices, lang, ()) }
            }
        </div>
    }
}

/// The newest notice, and the text of those folded away for those who listen.
#[component]
pub fn Cards() -> Html {
    let visit = use_visit();
    let lang = visit.lang;
    let dismiss = use_dispatch(Action::Dismiss);
    let open = use_state_eq(|| false);
    let all = &visit.state.notices;
    let good: Vec<u64> = all.iter().filter(|(_, notice)| is_good(notice)).map(|(number, _)| *number).collect();
    use_effect_with(good, {
        let dismiss = dismiss.clone();
        move |good| {
            let leave = |&number: &u64| {
                let dismiss = dismiss.clone();
                Timeout::new(GOOD_NEWS_MS, move || dismiss.emit(number))
            };
            let timers: Vec<Timeout> = good.iter().map(leave).collect();
            move || drop(timers)
        }
    });
    let folded = all.len().saturating_sub(1);
    use_effect_with(folded == 0, {
        let open = open.setter();
        move |&is_alone| {
            if is_alone {
                open.set(false);
            }
        }
    });
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let mut newest_first = all.iter().rev();
    html! {<>
            { for newest_first.next().into_iter().map(|(number, notice)| card(lang, *number, notice, &dismiss)) }
            { for newest_first.map(|(number, notice)| if *open {
                card(lang, *number, notice, &dismiss)
            } else {
                html! { <p key={*number} class="visually-hidden">{ notices::notice(lang, notice) }</p> }
            }) }
            if folded > 0 {
                <button key="more" id="more-notices" class="button small" aria-expanded={open.to_string()} onclick={toggle}>
                    { if *open { shell::fewer_notices(lang).into() } else { shell::more_notices(lang, folded) } }
                </button>
            }
    </>}
}

const fn is_good(notice: &Notice) -> bool {
    matches!(notice, Notice::LinkCopied { missing: 0 })
}

fn card(lang: Lang, number: u64, notice: &Notice, dismiss: &Callback<u64>) -> Html {
    html! {
        <div key={number} class={classes!("notice", is_good(notice).then_some("good"))}>
            <p>{ notices::notice(lang, notice) }</p>
            <button class="button quiet small" aria-label={shell::close(lang)} onclick={dismiss.reform(move |_| number)}>
                { Icon::Close.draw() }
            </button>
        </div>
    }
}
