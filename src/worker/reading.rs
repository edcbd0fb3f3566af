//! Reads a key list that the page handed over as a blob.
//!
//! A request is an array of options and blob, which no other message is; news have a fourth part, which no other message
//! has. A worker that reads is started for that and ended with it, which is also how reading is cancelled.

use bloomscope::dump::ReadError;
use bloomscope::wire::reading::{News, decode_options, encode_news};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, DedicatedWorkerGlobalScope};

use crate::carry;
use crate::pieces::{Step, read_blob};

/// How often progress is reported, in milliseconds: a few frames.
const PROGRESS_MS: f64 = 50.0;

/// Starts reading if the message asks for it, and says whether it did.
pub(crate) fn begin(scope: &DedicatedWorkerGlobalScope, message: &JsValue) -> bool {
    let Some((options, blob)) = request(message) else { return false };
    wasm_bindgen_futures::spawn_local(read(scope.clone(), options, blob));
    true
}

fn request(message: &JsValue) -> Option<(Vec<u8>, Blob)> {
    let parts: &Array = message.dyn_ref()?;
    let options: Uint8Array = parts.get(0).dyn_into().ok()?;
    Some((options.to_vec(), parts.get(1).dyn_into().ok()?))
}

async fn read(scope: DedicatedWorkerGlobalScope, options: Vec<u8>, blob: Blob) {
    let options = match decode_options(&options) {
        Ok(options) => options,
        Err(error) => {
            let reason = format!("{error:?}");
            return post(&scope, &News::Failed(ReadError::Interrupted { reason }));
        }
    };
    let now = || scope.performance().map_or(0.0, |performance| performance.now());
    let mut reported = now();
    let on_step = |step| match step {
        Step::Previewed(preview) => post(&scope, &News::Previewed(preview)),
        Step::Progressed(progress) if now() - reported >= PROGRESS_MS => {
            reported = now();
            post(&scope, &News::Progressed(progress));
        }
        Step::Progressed(_) => {}
    };
    let result = read_blob(&blob, options, on_step).await;
    post(&scope, &result.map_or_else(News::Failed, News::Done));
}

/// Sends news. A list for which the browser has no second copy's memory becomes a failure.
fn post(scope: &DedicatedWorkerGlobalScope, news: &News) {
    match (carry::pack(&encode_news(news)), news) {
        (Ok((parts, transfer)), _) => {
            parts.push(&JsValue::TRUE);
            // The page's end of the port closes only with the worker.
            let _ = scope.post_message_with_transfer(&parts, &transfer);
        }
        (Err(_), News::Done(list)) => {
            post(scope, &News::Failed(ReadError::MemoryRefused { keys: list.keys.len() as u64 }));
        }
        (Err(_), _) => {}
    }
}
