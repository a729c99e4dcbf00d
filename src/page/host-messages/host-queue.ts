/**
 * Host messages that arrive before the player can act on them are queued in order (P7): by the inline script until the
 * page's module runs, then by the bridge until the player is ready. Bounded by bytes, not by count: real hosts never
 * reach the limit, and a hostile one cannot exhaust the page's memory.
 */
export const HOST_QUEUE_MAX_BYTES = 4_194_304;

/** Upper estimate of the memory of one queued message: two bytes a character, plus the event object. */
export const messageBytes = (text: string): number => 512 + 2 * text.length;
