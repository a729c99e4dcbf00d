/**
 * What hosts say before the player can act on it is kept in order (P7): by the inline script until the page's module runs, then
 * by the bridge until the player is ready. Bounded by memory and not by number: an honest host never comes near, and a hostile
 * one cannot exhaust the page.
 */
export const HOST_QUEUE_MAX_BYTES = 4_194_304;

/** An upper estimate of what one kept message takes: two bytes a character, and the event around them. */
export const messageBytes = (text: string): number => 512 + 2 * text.length;
