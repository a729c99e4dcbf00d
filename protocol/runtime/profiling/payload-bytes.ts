/** Limit of counted values in a message: counting more would cost as much as the measured work. */
const VALUES_COUNTED_MAX = 64;

/** Approximate size of the cloned data: characters of texts and bytes of buffers, of the first values of a message. */
export function payloadBytes(payload: unknown): number {
  let bytes = 0;
  const pending = [payload];
  for (let index = 0; index < pending.length; index += 1) {
    const value = pending[index];
    if (typeof value === 'string') bytes += value.length;
    else if (typeof value === 'object' && value !== null) {
      const { byteLength } = value as { readonly byteLength?: unknown };
      if (typeof byteLength === 'number') bytes += byteLength;
      else for (const key in value) if (pending.length < VALUES_COUNTED_MAX) pending.push(value[key as never]);
    }
  }
  return bytes;
}
