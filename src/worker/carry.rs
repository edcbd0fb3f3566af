//! Messages between the bytes of [`bloomscope::wire`] and the browser: a JavaScript array of the head, a list's text and
//! 64-bit words. The two ends of a port share this file. Buffers are handed over, so bulk data is copied once out of one
//! WebAssembly memory and once into the other.

use bloomscope::wire::{Body, Incoming, Outgoing};
use js_sys::{Array, ArrayBuffer, BigUint64Array, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

/// Why a message could not be carried.
#[derive(Debug)]
pub(crate) enum CarryError {
    /// The browser has no memory for this many bytes.
    Memory(usize),
    /// It is not one of ours.
    Foreign,
}

/// What to post, and the buffers in it that change hands.
pub(crate) fn pack(message: &Outgoing<'_>) -> Result<(Array, Array), CarryError> {
    let (bytes, words) = match message.body {
        Body::Empty => (&[][..], &[][..]),
        Body::Keys(bytes, ends) => (bytes, ends),
        Body::Words(words) => (&[][..], words),
    };
    let head = copy_bytes(&message.head)?;
    let bytes = copy_bytes(bytes)?;
    let words_buffer = buffer(words.len().saturating_mul(8))?;
    let words_copy = BigUint64Array::new(&words_buffer);
    words_copy.copy_from(words);
    let transfer = Array::of3(&head.buffer(), &bytes.buffer(), &words_buffer);
    Ok((Array::of3(&head, &bytes, &words_copy), transfer))
}

/// What was posted.
pub(crate) fn unpack(data: &JsValue) -> Result<Incoming, CarryError> {
    let parts: &Array = data.dyn_ref().ok_or(CarryError::Foreign)?;
    let (head, bytes, words) = (parts.get(0), parts.get(1), parts.get(2));
    let words: BigUint64Array = words.dyn_into().map_err(|_| CarryError::Foreign)?;
    let mut copied = zeros(words.length() as usize)?;
    words.copy_to(&mut copied);
    Ok(Incoming { head: read_bytes(head)?, bytes: read_bytes(bytes)?, words: copied })
}

fn copy_bytes(bytes: &[u8]) -> Result<Uint8Array, CarryError> {
    let copy = Uint8Array::new(buffer(bytes.len())?.as_ref());
    copy.copy_from(bytes);
    Ok(copy)
}

fn read_bytes(value: JsValue) -> Result<Vec<u8>, CarryError> {
    let array: Uint8Array = value.dyn_into().map_err(|_| CarryError::Foreign)?;
    let mut bytes = zeros(array.length() as usize)?;
    array.copy_to(&mut bytes);
    Ok(bytes)
}

/// An array buffer; through `Reflect`, because a constructor that throws would take the whole program with it.
fn buffer(bytes: usize) -> Result<ArrayBuffer, CarryError> {
    let refused = |_| CarryError::Memory(bytes);
    let constructor = Reflect::get(&js_sys::global(), &"ArrayBuffer".into()).map_err(refused)?;
    let constructor: js_sys::Function = constructor.dyn_into().map_err(refused)?;
    let made = Reflect::construct(&constructor, &Array::of1(&(bytes as f64).into())).map_err(refused)?;
    made.dyn_into().map_err(refused)
}

/// Zeros to be written over, or an error where a plain `vec!` would end the program.
fn zeros<T: Clone + Default>(len: usize) -> Result<Vec<T>, CarryError> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(len).map_err(|_| CarryError::Memory(len.saturating_mul(size_of::<T>())))?;
    zeros.resize(len, T::default());
    Ok(zeros)
}
