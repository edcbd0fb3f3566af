//! What a structure alone lets one choose.

use bloomscope::filter::Variant;
use bloomscope::scenario::Action;
use bloomscope::text::{Lang, variants as text};
use yew::prelude::*;

use crate::dom;
use crate::store::use_dispatch;

/// What the choices need.
#[derive(Clone, PartialEq, Properties)]
pub struct OwnProps {
    /// The present structure.
    pub variant: Variant,
    /// The language.
    pub lang: Lang,
}

/// The choices, if there are any.
#[component]
pub fn OwnChoices(props: &OwnProps) -> Html {
    let OwnProps { variant, lang } = *props;
    let set = use_dispatch(Action::SetVariant);
    let all = own(variant);
    html! {
        if !all.is_empty() {
            <section class="hash own-choices" aria-label={text::variant(lang, variant)}>
                { for all.iter().map(|own| own_choice(own, lang, &set)) }
            </section>
        }
    }
}

/// A parameter of the structure's own.
struct Own {
    id: &'static str,
    label: fn(Lang) -> &'static str,
    now: u32,
    all: Vec<u32>,
    shown: fn(Lang, u32) -> String,
    with: Box<dyn Fn(u32) -> Variant>,
}

/// The parameters of a structure; the present value is always among those offered.
fn own(variant: Variant) -> Vec<Own> {
    let own = |id, label, now, all: &[u32], shown, with: Box<dyn Fn(u32) -> Variant>| {
        let mut all = all.to_vec();
        if !all.contains(&now) {
            all.push(now);
            all.sort_unstable();
        }
        Own { id, label, now, all, shown, with }
    };
    match variant {
        Variant::Bloom | Variant::Partitioned => Vec::new(),
        Variant::Counting { counter_bits } => {
            let with = Box::new(|counter_bits| Variant::Counting { counter_bits });
            vec![own("param-counter-bits", text::counter_bits, counter_bits, &[2, 3, 4, 5, 6, 7, 8], bits, with)]
        }
        Variant::Blocked { block_bits } => {
            let with = Box::new(|block_bits| Variant::Blocked { block_bits });
            vec![own(
                "param-block-bits",
                text::block_bits,
                block_bits,
                &[64, 128, 256, 512, 1024, 2048, 4096],
                bits,
                with,
            )]
        }
        Variant::Scalable { expansion, tightening_permille } => {
            let by_expansion = Box::new(move |expansion| Variant::Scalable { expansion, tightening_permille });
            let by_ratio = Box::new(move |permille| Variant::Scalable {
                expansion,
                tightening_permille: u16::try_from(permille).unwrap_or_default(),
            });
            let now = tightening_permille.into();
            vec![
                own("param-expansion", text::expansion, expansion, &[1, 2, 4], |_, s| format!("×{s}"), by_expansion),
                own("param-tightening", text::tightening, now, &[250, 500, 700, 800, 850, 900], ratio, by_ratio),
            ]
        }
        Variant::Cuckoo { fingerprint_bits, bucket_size } => {
            let by_width = Box::new(move |fingerprint_bits| Variant::Cuckoo { fingerprint_bits, bucket_size });
            let by_slots = Box::new(move |bucket_size| Variant::Cuckoo { fingerprint_bits, bucket_size });
            let widths = [4, 6, 8, 10, 12, 16, 20, 24, 32];
            vec![
                own("param-fingerprint-bits", text::fingerprint_bits, fingerprint_bits, &widths, bits, by_width),
                own("param-bucket-size", text::bucket_size, bucket_size, &[1, 2, 4, 8], text::slots, by_slots),
            ]
        }
        Variant::Fuse { fingerprint_bits } => {
            let with = Box::new(|fingerprint_bits| Variant::Fuse { fingerprint_bits });
            vec![own("param-fingerprint-bits", text::fingerprint_bits, fingerprint_bits, &[8, 16, 32], bits, with)]
        }
    }
}

fn bits(lang: Lang, n: u32) -> String {
    text::bits(lang, n)
}

fn ratio(_: Lang, permille: u32) -> String {
    format!("{}", f64::from(permille) / 1000.0)
}

fn own_choice(own: &Own, lang: Lang, set: &Callback<Variant>) -> Html {
    let made: Vec<Variant> = own.all.iter().map(|&value| (own.with)(value)).collect();
    let onchange = {
        let set = set.clone();
        Callback::from(move |event: Event| {
            let nth: usize = dom::value(&event).parse().unwrap_or_default();
            if let Some(&variant) = made.get(nth) {
                set.emit(variant);
            }
        })
    };
    html! {
        <label class="choice"><span>{ (own.label)(lang) }</span>
            <select id={own.id} class="field" {onchange}>
                { for own.all.iter().enumerate().map(|(nth, &value)| html! {
                    <option value={nth.to_string()} selected={value == own.now}>{ (own.shown)(lang, value) }</option>
                }) }
            </select>
        </label>
    }
}
