//! What came of the operation, the truth beside it, and whom a wrongful deletion has harmed.

use std::rc::Rc;

use bloomscope::filter::{AnyFilter, Verdict};
use bloomscope::scenario::Action;
use bloomscope::text::family::Said;
use bloomscope::text::{Lang, family as text, lab};
use bloomscope::view::family::harm::Harm;
use bloomscope::view::family::{FamilyStory, Outcome};
use yew::prelude::*;

use super::live::Family;
use crate::store::use_dispatch;

/// What the card needs.
#[derive(PartialEq, Properties)]
pub struct OutcomeProps {
    /// The key's story.
    pub story: Rc<FamilyStory>,
    /// Whether it has come to its end.
    pub shown: bool,
    /// The filter.
    pub family: Family,
    /// The language.
    pub lang: Lang,
}

/// What came of the operation.
#[component]
pub fn OutcomeCard(props: &OutcomeProps) -> Html {
    let OutcomeProps { story, shown, family, lang } = props;
    let lang = *lang;
    let set_query = use_dispatch(Action::SetQuery);
    let found = use_memo((family.clone(), story.clone(), lang), |&(ref family, ref story, lang)| {
        family.read(|cells| {
            let lab = cells.lab();
            let has_own_words = matches!(lab.filter(), AnyFilter::Cuckoo(_) | AnyFilter::Fuse(_));
            let own = has_own_words.then(|| text::account(lang, story, lab));
            (lab.is_member(story.key.as_bytes()), Harm::of(lab, story), own)
        })
    });
    let (is_member, harm, own) = found.as_ref().clone().unwrap_or_default();
    let has_own_words = own.is_some();
    let absent = story.verdict == Verdict::DefinitelyAbsent;
    let is_question = story.outcome == Outcome::Asked;
    let is_false = is_question && absent == is_member;
    let sign = match story.outcome {
        Outcome::Asked if absent => "✕",
        Outcome::Asked => "?",
        Outcome::Inserted | Outcome::HeldBefore | Outcome::Skipped | Outcome::Rebuilt => "+",
        Outcome::Removed => "−",
        Outcome::Full | Outcome::NotThere | Outcome::CannotDelete => "!",
    };
    let class = classes!(
        "verdict",
        if absent { "absent" } else { "maybe" },
        (!is_question).then_some("inserted"),
        (is_false || harm.is_wrongful).then_some("false"),
        (!shown).then_some("pending")
    );
    html! {
        <div id="verdict" {class} data-answer={if absent { "absent" } else { "maybe" }} data-truth={if is_member { "member" } else { "non-member" }}>
            if !shown {
                <p class="later">{ lab::verdict_later(lang) }</p>
            }
            <div class="verdict-inner" aria-hidden={(!shown).then_some("true")}>
                <strong><span class="sign" aria-hidden="true">{ sign }</span>{ text::title(lang, story) }</strong>
                if let Some(said) = own {
                    <p>{ for said.into_iter().map(|piece| match piece {
                        Said::Plain(words) => html! { words },
                        Said::Loud(word) => html! { <em class="loud">{ word }</em> },
                    }) }</p>
                }
                if is_false && !has_own_words {
                    <p><em class="loud">{ if absent { text::false_negative(lang) } else { lab::false_positive(lang) } }</em></p>
                }
                if !has_own_words {
                    <p>{ text::reason(lang, story, is_member) }</p>
                }
                if harm.is_wrongful && !has_own_words {
                    <p><em class="loud">{ text::wrongful(lang, &story.key) }</em>{ " " }{ text::who_lost(lang, harm.n_touched) }</p>
                }
                if let Some(total) = harm.n_denied.filter(|_| !has_own_words || story.outcome == Outcome::Removed) {
                    <p>{ text::denied_now(lang, total) }</p>
                    <ul class="key-chips denied">
                        { for harm.denied.iter().map(|name| {
                            let onclick = set_query.reform({ let name = name.clone(); move |_: MouseEvent| name.clone() });
                            html! { <li><button class="chip" {onclick}>{ name.clone() }</button></li> }
                        }) }
                    </ul>
                }
            </div>
        </div>
    }
}
