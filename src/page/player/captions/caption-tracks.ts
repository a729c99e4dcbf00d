import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Connection } from '../connection/connection.ts';
import type { ActiveCue } from '../player.ts';
import type { OfferedTrack } from './offered-track.ts';

/** Delay after each failure before a file is requested again, while the browser is online. */
const RETRY_DELAYS_MS = [1_000, 4_000, 15_000] as const;

export interface CaptionTracksDependencies {
  readonly element: HTMLVideoElement;
  readonly clock: Pick<Clock, 'after'>;
  readonly connection: Pick<Connection, 'get' | 'subscribe'>;
  readonly onCues: (cues: readonly ActiveCue[]) => void;
  /** The file of the shown track did not load after all retries, although the browser is online. */
  readonly onFailed: () => void;
}

/**
 * Captions by the browser's own WebVTT parser, which runs outside the page's scripts. Tracks stay `hidden`: the browser finds
 * the active cues and the player draws them, so that they look the same everywhere and avoid the controls.
 */
export class CaptionTracks {
  readonly #dependencies: CaptionTracksDependencies;
  #shown: HTMLTrackElement | null = null;
  #stopShown = new AbortController();

  constructor(dependencies: CaptionTracksDependencies) {
    this.#dependencies = dependencies;
  }

  /** Shows a track, whose file is fetched only then; `undefined` shows no track. */
  show(track: OfferedTrack | undefined): void {
    this.#remove();
    this.#dependencies.onCues([]);
    if (track !== undefined) this.#load(track, 0);
  }

  #remove(): void {
    this.#stopShown.abort();
    this.#shown?.remove();
    this.#shown = null;
  }

  #load(offered: OfferedTrack, failureCount: number): void {
    const { element, onCues } = this.#dependencies;
    const { url, languageCode, name, kind, inStream } = offered;
    const track = document.createElement('track');
    track.kind = kind === 'asr' ? 'captions' : kind;
    track.srclang = languageCode;
    track.label = name;
    this.#stopShown = new AbortController();
    const { signal } = this.#stopShown;
    track.track.mode = 'hidden';
    track.track.addEventListener('cuechange', () => onCues(activeCues(track.track)), { signal });
    if (inStream === undefined) {
      track.addEventListener('error', () => this.#retry(offered, failureCount, signal), { signal });
      track.src = url;
    }
    element.append(track);
    this.#shown = track;
    inStream?.fill(track, signal);
  }

  /** Retries with a new element, because an element requests its file only once. */
  #retry(offered: OfferedTrack, failureCount: number, signal: AbortSignal): void {
    const { clock, connection, onFailed } = this.#dependencies;
    const load = (nextFailureCount: number): void => {
      this.#remove();
      this.#load(offered, nextFailureCount);
    };
    const onceBack = connection.subscribe(() => connection.get() !== 'offline' && load(0));
    signal.addEventListener('abort', onceBack);
    if (connection.get() === 'offline') return;
    const delayMs = RETRY_DELAYS_MS[failureCount];
    if (delayMs === undefined) return onFailed();
    signal.addEventListener(
      'abort',
      clock.after(delayMs, () => load(failureCount + 1)),
    );
  }
}

function activeCues(track: TextTrack): ActiveCue[] {
  return [...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue && cue.text.trim() !== '') as VTTCue[];
}
