//! What one bit is and which keys set it: the panel under the grid that follows the pointer.

use bloomscope::text::{Lang, lab as text};
use bloomscope::view::grid::BitSource as _;
use yew::prelude::*;

use crate::bench::Bench;

/// How many keys are named.
const MOST_NAMES: usize = 6;

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct BitProps {
    /// The live filter.
    pub bench: Bench,
    /// The bit; nothing is said without one.
    pub bit: Option<u64>,
    /// Whether the visitor chose the bit, rather than passing over it: only then are all keys gone through.
    pub chosen: bool,
    /// The language.
    pub lang: Lang,
}

/// What one bit is and which keys set it.
#[component]
pub fn BitPanel(props: &BitProps) -> Html {
    let BitProps { bench, bit, chosen, lang } = props;
    let lang = *lang;
    let said = use_memo((bench.clone(), *bit, *chosen), |(bench, bit, chosen)| {
        let bit = (*bit)?;
        bench.read(|live| {
            let one = live.get(bit);
            let at_hand = live.lab.kept() == bloomscope::experiment::Kept::Indexed;
            let owners = (at_hand || *chosen).then(|| live.lab.provenance(&[bit], MOST_NAMES)).flatten();
            let owners = owners.and_then(|found| found.into_iter().next()).map(|entry| {
                (entry.keys.iter().filter_map(|&key| live.lab.name(key)).collect::<Vec<_>>(), entry.total)
            });
            (bit, one, owners, live.lab.kept())
        })
    });
    html! {
        <div class="bit-panel note" aria-live="off">
            if let Some((bit, one, owners, kept)) = said.as_ref() {
                <strong>{ text::bit_is(lang, *bit, *one) }</strong>{ " " }
                { match owners {
                    // A 0 that keys of the set should have lit: a deletion has cleared it.
                    Some((names, total)) if *total > 0 => text::set_by(lang, names, *total, *one),
                    Some(_) => text::nobody(lang).into(),
                    None if !one => text::nobody(lang).into(),
                    None if *kept == bloomscope::experiment::Kept::Off => text::provenance_off(lang).into(),
                    None => text::press_to_ask(lang).into(),
                } }
            } else {
                { text::point_at_bit(lang) }
            }
        </div>
    }
}
