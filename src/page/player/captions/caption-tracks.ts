import type { ActiveCue } from '../player.ts';
import type { OfferedTrack } from './offered-track.ts';

/**
 * Captions by the browser's own WebVTT parser, which runs outside our scripts. Tracks stay `hidden`: the browser finds
 * the active cues and we draw them, so that they look the same everywhere and avoid the controls.
 */
export class CaptionTracks {
  readonly #element: HTMLVideoElement;
  readonly #onCues: (cues: readonly ActiveCue[]) => void;
  #shown: HTMLTrackElement | null = null;
  #stopShown = new AbortController();

  constructor(element: HTMLVideoElement, onCues: (cues: readonly ActiveCue[]) => void) {
    this.#element = element;
    this.#onCues = onCues;
  }

  /** Shows a track, or none; nothing is fetched before. */
  show(track: OfferedTrack | undefined): void {
    this.#stopShown.abort();
    this.#shown?.remove();
    this.#shown = null;
    this.#onCues([]);
    if (track !== undefined) this.#load(track);
  }

  #load({ url, languageCode, name, kind, inStream }: OfferedTrack): void {
    const track = document.createElement('track');
    track.kind = kind === 'asr' ? 'captions' : kind;
    track.srclang = languageCode;
    track.label = name;
    this.#stopShown = new AbortController();
    const { signal } = this.#stopShown;
    track.track.mode = 'hidden';
    track.track.addEventListener('cuechange', () => this.#onCues(activeCues(track.track)), { signal });
    if (inStream === undefined) track.src = url;
    this.#element.append(track);
    this.#shown = track;
    inStream?.fill(track, signal);
  }
}

function activeCues(track: TextTrack): ActiveCue[] {
  return [...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue && cue.text.trim() !== '') as VTTCue[];
}
