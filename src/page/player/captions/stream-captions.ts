import type { MediaEngine, MediaEngineState } from '../../../../protocol/media/media-engine.ts';
import { CUES_MAX, type StreamCaptionTrack } from '../../../../protocol/media/stream-captions.ts';
import { StreamCues, type StreamCue } from '../../../../protocol/media/stream-cues.ts';
import { parseAt } from '../../../../protocol/runtime/parse.ts';
import { CAPTIONS_PREFERRED } from '../intents/intent.ts';
import type { Captions } from './captions.ts';
import { FORCED_WORDS } from './forced-words.ts';
import type { CuesOfStream, OfferedTrack } from './offered-track.ts';
import { trackForLanguage } from './track-for-language.ts';

type CaptionEngine = Pick<MediaEngine, 'on' | 'setCaptionTrack'>;
type ExtendedCaptions = Pick<Captions, 'choose' | 'snapshot' | 'tellHosts' | 'unmet' | 'update'>;

export type FollowsStreamCaptions = (
  engine: CaptionEngine,
  state: Pick<MediaEngineState, 'captionTracks' | 'captionTrack'>,
  captions: ExtendedCaptions,
) => void;

const followed = new WeakMap<CaptionEngine, StreamCaptions>();

/** Offers captions of a stream beside the separate captions of the video. Called with every state of the engine. */
export const followStreamCaptions: FollowsStreamCaptions = (engine, state, captions) => {
  const known = followed.get(engine) ?? new StreamCaptions(engine, captions);
  followed.set(engine, known);
  known.follow(state);
};

class StreamCaptions {
  readonly #engine: CaptionEngine;
  readonly #captions: ExtendedCaptions;
  readonly #tracks = new Map<string, CuesInStream>();
  #offered = '';
  /** Ids of tracks in use, the latest last: the engine sends the cues of only one track. */
  #used: readonly string[] = [];
  #sent = '';

  constructor(engine: CaptionEngine, captions: ExtendedCaptions) {
    this.#engine = engine;
    this.#captions = captions;
    engine.on('cues', (message) => {
      const parsed = parseAt('cues of a stream', StreamCues, message);
      if (parsed.ok) this.#tracks.get(parsed.value.trackId)?.take(parsed.value);
    });
  }

  follow({ captionTracks = [], captionTrack = '' }: Parameters<FollowsStreamCaptions>[1]): void {
    this.#sent = captionTrack;
    this.#offer(captionTracks);
    this.#apply();
  }

  #offer(captionTracks: readonly StreamCaptionTrack[]): void {
    const files = this.#captions.snapshot.tracks.filter(({ inStream }) => inStream === undefined);
    const beside = files.map(({ languageCode }) => languageCode);
    const offered = captionTracks.filter((track) => track.isForced || !isAmong(track.languageCode, beside));
    const ids = [beside, ...offered.map(({ id }) => id)].join('\n');
    if (ids === this.#offered) return;
    this.#offered = ids;
    const codes = [...beside];
    const ofStream = offered.map((track) => {
      const known =
        this.#tracks.get(track.id) ?? new CuesInStream(track, codes, (isUsed) => this.#use(track.id, isUsed));
      this.#tracks.set(track.id, known);
      codes.push(known.offered.languageCode);
      return known.offered;
    });
    this.#extend([...files, ...ofStream]);
  }

  /** Adds tracks, and applies a choice of captions that has been waiting for them. */
  #extend(tracks: readonly OfferedTrack[]): void {
    const { snapshot, unmet } = this.#captions;
    this.#captions.update({ tracks, active: tracks.indexOf(snapshot.tracks[snapshot.active] as OfferedTrack) });
    if (unmet !== null && (unmet === CAPTIONS_PREFERRED || trackForLanguage(tracks, unmet) >= 0))
      this.#captions.choose(unmet);
    this.#captions.tellHosts();
  }

  #use(id: string, isUsed: boolean): void {
    const index = this.#used.lastIndexOf(id);
    this.#used = isUsed ? [...this.#used, id] : this.#used.filter((_, place) => place !== index);
    this.#apply();
  }

  /** Sends the wanted track to the engine, also after a restart of the engine, which then has no track. */
  #apply(): void {
    const wanted = this.#used[this.#used.length - 1] ?? '';
    if (wanted !== this.#sent) this.#engine.setCaptionTrack?.(wanted);
  }
}

class CuesInStream implements CuesOfStream {
  readonly offered: OfferedTrack;
  readonly #onUse: (isUsed: boolean) => void;
  readonly #listeners = new Set<() => void>();
  readonly #filled = new Set<TextTrack>();
  cues: StreamCue[] = [];

  constructor(track: StreamCaptionTrack, taken: readonly string[], onUse: (isUsed: boolean) => void) {
    this.#onUse = onUse;
    const { name, languageCode, kind, isDefault, isForced } = track;
    const code = uniqueCode(`${languageCode || 'und'}${isForced ? '-x-forced' : ''}`, taken);
    this.offered = {
      url: '',
      languageCode: code,
      name: isForced ? forcedName(name) : name,
      kind,
      isDefault,
      inStream: this,
    };
  }

  take({ cues, isNew }: StreamCues): void {
    if (isNew) {
      this.cues = [];
      for (const track of this.#filled) for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
    }
    this.cues = [...this.cues, ...cues].sort((one, other) => one.startTime - other.startTime).slice(-CUES_MAX);
    for (const track of this.#filled) addCues(track, cues);
    for (const listener of this.#listeners) listener();
  }

  use(onChange: () => void, signal: AbortSignal): void {
    this.#listeners.add(onChange);
    this.#onUse(true);
    signal.addEventListener('abort', () => {
      this.#listeners.delete(onChange);
      this.#onUse(false);
    });
  }

  fill(element: HTMLTrackElement, signal: AbortSignal): void {
    const { track } = element;
    onceReady(element, signal, () => {
      addCues(track, this.cues);
      this.#filled.add(track);
    });
    signal.addEventListener('abort', () => this.#filled.delete(track));
    this.use(() => undefined, signal);
  }
}

/**
 * Calls back once a track has loaded an empty file. WebKit plays no source until the tracks that were on when the source was
 * opened have loaded, and a track without an address never loads: playback would stop when an engine opens its source again.
 */
function onceReady(element: HTMLTrackElement, signal: AbortSignal, onReady: () => void): void {
  const address = URL.createObjectURL(new Blob(['WEBVTT\n'], { type: 'text/vtt' }));
  const release = (): void => URL.revokeObjectURL(address);
  const ready = (): void => {
    release();
    onReady();
  };
  for (const type of ['load', 'error']) element.addEventListener(type, ready, { signal, once: true });
  signal.addEventListener('abort', release);
  element.src = address;
}

/** Adds cues; a setting that the browser does not accept is left out, and the cue is kept. */
function addCues(track: TextTrack, cues: readonly StreamCue[]): void {
  for (const { startTime, endTime, text, ...settings } of cues) {
    const cue = new VTTCue(startTime, endTime, text);
    for (const [name, value] of Object.entries(settings)) {
      try {
        Object.assign(cue, { [name]: value });
      } catch {
        continue;
      }
    }
    track.addCue(cue);
    while ((track.cues?.length ?? 0) > CUES_MAX) track.removeCue(track.cues?.[0] as TextTrackCue);
  }
}

const isAmong = (code: string, codes: readonly string[]): boolean =>
  codes.some((one) => one.toLowerCase() === code.toLowerCase());

/** Hosts and preferences identify a track by its language; a further track of the same language gets a number. */
function uniqueCode(code: string, taken: readonly string[]): string {
  if (!isAmong(code, taken)) return code;
  for (let number = 2; ; number += 1) if (!isAmong(`${code}-x-${number}`, taken)) return `${code}-x-${number}`;
}

/** Marks a name as forced, unless the name from the playlist already does. */
function forcedName(name: string): string {
  const word = FORCED_WORDS[document.documentElement.lang.split('-')[0] ?? ''] ?? 'Forced';
  return /forced/i.test(name) || name.includes(word) ? name : `${name} (${word})`;
}
