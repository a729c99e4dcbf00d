/**
 * Parts of the user agent of televisions and streaming sticks: Tizen (Samsung), webOS (LG), Chromecast and Fire TV. `(pointer: none)` is
 * not used: it also matches a desktop without a mouse, where arrows seek and change the volume.
 */
const TV_BROWSER = /SMART-TV|Tizen|Web0S|CrKey|\bAFT[A-Z]/;

/** Whether a remote control sends the keys: `remote=1` and `remote=0` in the address decide, else the user agent. */
export function isRemote(parameter: string | undefined, userAgent: string): boolean {
  if (parameter === '1' || parameter === 'true') return true;
  if (parameter === '0' || parameter === 'false') return false;
  return TV_BROWSER.test(userAgent);
}
