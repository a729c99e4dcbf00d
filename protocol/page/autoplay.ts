/**
 * Whether an `autoplay` value requests playback at once rather than only cueing (P6). An empty value and the words
 * `undefined` and `null` count as absent: hosts write them for unset options.
 */
export function wantsAutoplay(autoplay: string | number | boolean | null | undefined): boolean {
  return !/^(0|false|undefined|null|)$/.test(String(autoplay));
}
