/**
 * Bots that name themselves in their user agent (E6). Short, for the inline script and main; the worker has a longer list.
 */
export const DECLARED_BOTS =
  /bot|headless|phantom|spider|crawl|slurp|lighthouse|externalhit|mediapartners|google-?(?:other|inspection|read)|ptst/i;
