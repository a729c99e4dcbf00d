import type { CaptionTrack } from '../../../../protocol/provider/player-response.ts';
import type { ActiveCue } from '../player.ts';

/**
 * Captions by the browser's own WebVTT parser, which runs outside our scripts. Tracks stay `hidden`: the browser finds
 * the active cues and we draw them, so that they look the same everywhere and avoid the controls.
 */
export class CaptionTracks {
  readonly #element: HTMLVideoElement;
  readonly #onCues: (cues: readonly ActiveCue[]) => void;
  #tracks: readonly CaptionTrack[] = [];
  #shown: HTMLTrackElement | null = null;
  #stopShown = new AbortController();

  constructor(element: HTMLVideoElement, onCues: (cues: readonly ActiveCue[]) => void) {
    this.#element = element;
    this.#onCues = onCues;
  }

  /** The tracks of another video; nothing is fetched until one is shown. */
  replace(tracks: readonly CaptionTrack[]): void {
    this.show(-1);
    this.#tracks = tracks;
  }

  /** Shows the track at an index, or none for -1. */
  show(index: number): void {
    this.#stopShown.abort();
    this.#shown?.remove();
    this.#shown = null;
    this.#onCues([]);
    const track = this.#tracks[index];
    if (track !== undefined) this.#load(track);
  }

  #load({ url, languageCode, name, kind }: CaptionTrack): void {
    const track = document.createElement('track');
    track.kind = kind === 'asr' ? 'captions' : kind;
    track.srclang = languageCode;
    track.label = name;
    track.src = url;
    this.#stopShown = new AbortController();
    track.track.mode = 'hidden';
    track.track.addEventListener('cuechange', () => this.#onCues(activeCues(track.track)), {
      signal: this.#stopShown.signal,
    });
    this.#element.append(track);
    this.#shown = track;
  }
}

function activeCues(track: TextTrack): ActiveCue[] {
  return [...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue && cue.text.trim() !== '') as VTTCue[];
}
