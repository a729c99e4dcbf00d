/**
 * Whether an `autoplay` asks to play the video at once rather than to cue it (P6). An empty one and the word
 * `undefined` count as absent: hosts write them for an option that they have not set.
 */
export function wantsAutoplay(autoplay: string | number | boolean | null | undefined): boolean {
  return !/^(0|false|undefined|null|)$/.test(String(autoplay));
}
