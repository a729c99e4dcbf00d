/**
 * Bots that say so in their user agent (E6). Short, for the inline script and main; the list of the worker is longer.
 */
export const DECLARED_BOTS =
  /bot|headless|phantom|spider|crawl|slurp|lighthouse|externalhit|mediapartners|google-?(?:other|inspection|read)|ptst/i;
