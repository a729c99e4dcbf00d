/**
 * Upper estimate of the memory of one queued message: two bytes a character, plus the event object. Host messages that
 * arrive before the player can act on them are queued in order, up to `HOST_QUEUE_MAX_BYTES` (P7): by the inline script
 * until the page's module runs, then by the bridge until the player is ready.
 */
export const messageBytes = (text: string): number => 512 + 2 * text.length;
