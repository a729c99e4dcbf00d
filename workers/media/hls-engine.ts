import Hls, { ErrorTypes, Events, type ErrorData, type Fragment, type Level, type LevelDetails } from 'hls.js';
import type {
  MediaEngine,
  MediaEngineEvents,
  MediaEngineState,
  MediaSourceDescription,
} from '../../protocol/media-engine.ts';
import { fail, succeed, type Outcome } from '../../protocol/outcome.ts';
import type { QualityName } from '../../protocol/player-info.ts';
import { qualityName } from '../../protocol/quality.ts';
import { engineConfig } from './engine-config.ts';
import { engineErrorCode, engineFault, isSilentError } from './engine-errors.ts';
import { Recovery } from './recovery.ts';
import { adoptBuffers } from './starter/adopt-buffers.ts';
import type { HandOver } from './starter/starter.ts';

type Listener<Name extends keyof MediaEngineEvents> = (event: MediaEngineEvents[Name]) => void;

/**
 * hls.js behind {@link MediaEngine}: adaptive quality, recovery before anything is shown, and errors in the words of
 * the catalogue. It drives whatever media it is given, the real element or its stand-in.
 */
class HlsEngine implements MediaEngine {
  readonly path: 'main' | 'worker';
  readonly #media: HlsMedia;
  readonly #openMediaSource: (() => MediaSource) | undefined;
  /** Used once, by the first stream. */
  #handOver: HandOver | undefined;
  readonly #listeners: { [Name in keyof MediaEngineEvents]: Set<Listener<Name>> } = {
    state: new Set(),
    fatal: new Set(),
    trouble: new Set(),
    moved: new Set(),
    reopened: new Set(),
  };
  #hls: Hls | null = null;
  #source: MediaSourceDescription | null = null;
  #shown: Level | null = null;
  #isLive = false;
  #seekable: readonly [number, number] | null = null;
  #recovery = new Recovery();
  #faultyTrack: string | undefined;
  readonly #skipped: Fragment[] = [];
  /** Kept back while there is something to play. */
  #pendingFailure: ErrorData | null = null;
  #stopListening = new AbortController();
  #recoveryTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `openMediaSource` makes the source and sees to it that the real element plays it, where the element is on another
   * thread; without it the media is the element, and hls.js does both. `handOver` is what a starter has played already.
   */
  constructor(media: HlsMedia, openMediaSource?: () => MediaSource, handOver?: HandOver) {
    this.#media = media;
    this.#openMediaSource = openMediaSource;
    this.#handOver = handOver;
    this.path = openMediaSource === undefined ? 'main' : 'worker';
  }

  load(source: MediaSourceDescription): Promise<Outcome<void>> {
    const url = source.hlsManifestUrl;
    if (url === undefined) return Promise.resolve(fail('fmt.noneavailable', 'the video has no HLS address'));
    if (!Hls.isSupported()) return Promise.resolve(fail('html5.missingapi', 'no usable MediaSource'));
    this.#source = source;
    this.#recovery = new Recovery();
    this.#open(url, source.startSeconds);
    return Promise.resolve(succeed(undefined));
  }

  recover(positionSeconds: number): Promise<Outcome<void>> {
    const source = this.#source;
    if (source === null) return Promise.resolve(fail('player.internal', 'nothing to recover'));
    this.#close();
    return this.load({ ...source, startSeconds: positionSeconds });
  }

  detach(): void {
    this.#close();
    this.#source = null;
  }

  setQuality(quality: QualityName): void {
    const hls = this.#hls;
    if (hls === null) return;
    /** `nextLevel` keeps the picture that is on screen and changes at the next segment. */
    hls.nextLevel = quality === 'auto' ? -1 : this.#bestLevelNamed(quality);
    this.#emitState();
  }

  setAudioTrack(id: string): void {
    if (this.#hls !== null) this.#hls.audioTrack = Number(id);
  }

  /** On main the element is where it is wanted; in the worker its stand-in says so. */
  setTarget(): void {}

  on<Name extends keyof MediaEngineEvents>(name: Name, listener: Listener<Name>): () => void {
    this.#listeners[name].add(listener);
    return () => this.#listeners[name].delete(listener);
  }

  #open(url: string, startSeconds: number): void {
    const handOver = this.#handOver;
    this.#handOver = undefined;
    const hls = new Hls({
      ...engineConfig(this.path, startSeconds, handOver),
      /** Of a sphere only a part is seen. */
      capLevelToPlayerSize: this.#source?.isSpherical !== true,
    });
    this.#hls = hls;
    this.#shown = null;
    this.#listen();
    hls.on(Events.ERROR, (_, data) => this.#onError(data));
    hls.on(Events.MANIFEST_PARSED, () => {
      this.#emitState();
      /** On from where the starter is, without a seek. */
      if (handOver !== undefined) hls.startLoad(this.#media.currentTime, true);
    });
    hls.on(Events.AUDIO_TRACKS_UPDATED, () => this.#emitState());
    hls.on(Events.AUDIO_TRACK_SWITCHING, () => this.#emitState());
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
      this.#shown = hls.levels[level] ?? null;
      this.#emitState();
    });
    hls.on(Events.FRAG_BUFFERED, (_, { frag }) => {
      if (frag.type === this.#faultyTrack) this.#recovery.progressed();
      this.#leaveHole();
    });
    hls.on(Events.LEVEL_UPDATED, (_, { details }) => this.#follow(hls, details));
    hls.on(Events.LEVEL_PTS_UPDATED, (_, { details }) => this.#follow(hls, details));
    hls.loadSource(url);
    this.#attach(hls, handOver);
    if (this.#openMediaSource !== undefined) hls.recoverMediaError = () => this.#attachAgain(hls);
  }

  /**
   * The element's own `seekable` starts at 0 for live; the window is what the playlist says (media.md 8.1), once the first
   * segment has told where the playlist lies in time. Before that it would jump, and take the viewer with it.
   */
  #follow({ liveSyncPosition }: Hls, { live, PTSKnown, fragmentStart }: LevelDetails): void {
    this.#isLive = live;
    if (!live) this.#seekable = null;
    if (!live || !PTSKnown || liveSyncPosition === null) return;
    const window = [fragmentStart, Math.max(fragmentStart, liveSyncPosition)] as const;
    if (window.every((seconds, index) => seconds === this.#seekable?.[index])) return;
    this.#seekable = window;
    this.#emitState();
  }

  #attach(hls: Hls, handOver?: HandOver): void {
    if (handOver !== undefined) adoptBuffers(handOver);
    const mediaSource = handOver?.mediaSource ?? this.#openMediaSource?.();
    hls.attachMedia(mediaSource === undefined ? this.#media : { media: this.#media, mediaSource });
  }

  /** hls.js attaches by an object URL when it recovers, which no worker can make (media.md 7). */
  #attachAgain(hls: Hls): void {
    const positionSeconds = this.#media.currentTime;
    hls.detachMedia();
    this.#attach(hls);
    hls.startLoad(positionSeconds);
  }

  #close(): void {
    clearTimeout(this.#recoveryTimer);
    this.#stopListening.abort();
    this.#pendingFailure = null;
    this.#skipped.length = 0;
    this.#hls?.destroy();
    this.#hls = null;
  }

  #onError(data: ErrorData): void {
    this.#emit('trouble', { detail: data.details });
    const hls = this.#hls;
    if (hls === null || !data.fatal || isSilentError(data)) return;
    this.#faultyTrack = data.frag?.type;
    const step = this.#recovery.next(engineFault(data, hls.levels.length > 0), performance.now());
    switch (step.what) {
      case 'reload':
        this.#recoveryTimer = setTimeout(() => hls.startLoad(), step.delayMs);
        break;
      case 'reset':
        hls.recoverMediaError();
        break;
      case 'skip':
        this.#skip(hls, data);
        break;
      case 'give-up':
        this.#giveUp(data);
    }
  }

  /** As if the playlist had said that there is a gap. */
  #skip(hls: Hls, data: ErrorData): void {
    const { frag, type } = data;
    if (frag === undefined) return;
    if (isLast(hls, frag)) return this.#giveUp(data);
    if (this.#media.buffered.length === 0) return this.#startAfter(frag);
    markAsGap(frag);
    this.#skipped.push(frag);
    if (type === ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
    else hls.startLoad(this.#placeToPlay());
  }

  /** hls.js cannot leave a gap that it was meant to start in. */
  #startAfter({ end }: Fragment): void {
    const url = this.#source?.hlsManifestUrl;
    this.#close();
    if (url !== undefined) this.#open(url, end + HOLE_PADDING_SECONDS);
  }

  /** Where the media is, or after the hole that it is in. */
  #placeToPlay(): number {
    const { currentTime } = this.#media;
    const hole = this.#skipped.find(({ start, end }) => currentTime >= start && currentTime < end);
    return hole === undefined || this.#secondsAhead() > 0 ? currentTime : hole.end + HOLE_PADDING_SECONDS;
  }

  /** hls.js jumps over a hole that playback comes to, not over one that it starts in. */
  #leaveHole(): void {
    const place = this.#placeToPlay();
    if (place > this.#media.currentTime && this.#secondsAhead(place) > 0) this.#media.currentTime = place;
  }

  /** A viewer may go elsewhere before there is anything; hls.js would take them back to where it was told to begin. */
  #beginHere(): void {
    const [hls, { buffered, currentTime }] = [this.#hls, this.#media];
    if (hls === null || buffered.length > 0) return;
    hls.config.startPosition = currentTime;
    if (hls.levels.length > 0) hls.startLoad(currentTime);
  }

  /** What has been loaded is played to its end before the viewer hears that there is no more. */
  #giveUp(data: ErrorData): void {
    if (data.type === ErrorTypes.NETWORK_ERROR && this.#secondsAhead() > PLAYABLE_SECONDS) this.#pendingFailure = data;
    else this.#fail(data);
  }

  #fail(data: ErrorData): void {
    this.#close();
    this.#emit('fatal', { code: engineErrorCode(data), message: data.error.message, detail: data.details });
  }

  #listen(): void {
    this.#stopListening = new AbortController();
    const { signal } = this.#stopListening;
    const failIfEmpty = (): void => {
      if (this.#pendingFailure !== null && this.#secondsAhead() <= PLAYABLE_SECONDS) this.#fail(this.#pendingFailure);
    };
    for (const type of ['waiting', 'timeupdate']) this.#media.addEventListener(type, failIfEmpty, { signal });
    /** Elsewhere, or with the connection back, it may go on. */
    const tryAgain = (): void => {
      if (this.#pendingFailure === null) return;
      this.#pendingFailure = null;
      this.#recovery.progressed();
      this.#hls?.startLoad(this.#media.currentTime);
    };
    this.#media.addEventListener('seeking', () => this.#beginHere(), { signal });
    this.#media.addEventListener('seeking', () => this.#leaveHole(), { signal });
    this.#media.addEventListener('seeking', tryAgain, { signal });
    globalThis.addEventListener('online', tryAgain, { signal });
  }

  #secondsAhead(seconds = this.#media.currentTime): number {
    const { buffered } = this.#media;
    for (let index = 0; index < buffered.length; index += 1)
      if (seconds >= buffered.start(index) && seconds <= buffered.end(index)) return buffered.end(index) - seconds;
    return 0;
  }

  /** Several levels can carry one name; the richest of them is meant. */
  #bestLevelNamed(quality: QualityName): number {
    const levels = this.#hls?.levels ?? [];
    let best = -1;
    for (const [index, level] of levels.entries()) {
      if (levelName(level) === quality && level.bitrate >= (levels[best]?.bitrate ?? 0)) best = index;
    }
    return best;
  }

  #emitState(): void {
    const hls = this.#hls;
    if (hls === null) return;
    const names = [...new Set(hls.levels.toReversed().map(levelName))];
    const state: MediaEngineState = {
      qualities: names.length === 0 ? [] : [...names, 'auto'],
      quality: this.#shown === null ? 'unknown' : levelName(this.#shown),
      automatic: hls.autoLevelEnabled,
      isLive: this.#isLive,
      seekable: this.#seekable,
      audioTrack: hls.audioTrack < 0 ? '' : String(hls.audioTrack),
      audioTracks: hls.audioTracks.map((track) => ({
        id: String(track.id),
        name: track.name,
        languageCode: track.lang ?? '',
      })),
    };
    this.#emit('state', state);
  }

  #emit<Name extends keyof MediaEngineEvents>(name: Name, event: MediaEngineEvents[Name]): void {
    for (const listener of this.#listeners[name]) listener(event);
  }
}

/** With less than this ahead an element stops and waits. */
const PLAYABLE_SECONDS = 0.3;
/** Segments do not begin to the microsecond where playlists say. */
const HOLE_PADDING_SECONDS = 0.05;

/** After it there is nothing to go on with. */
function isLast(hls: Hls, { type, level, sn }: Fragment): boolean {
  const track: string = type;
  const { details } = (track === 'audio' ? hls.audioTracks : hls.levels)[level] ?? {};
  return details?.live === false && sn === details.endSN;
}

function markAsGap(fragment: Fragment): void {
  fragment.gap = true;
  fragment.tagList.push(['GAP']);
}

/** What hls.js drives; `HTMLMediaElement` has no name on this side of the project. */
type HlsMedia = Extract<Parameters<Hls['attachMedia']>[0], { currentTime: number }>;

function levelName(level: Level): QualityName {
  if (level.height > 0) return qualityName(level.width, level.height);
  /** Without RESOLUTION the bit rate has to do (media.md 6). */
  const floors: readonly (readonly [number, QualityName])[] = [
    [4_000_000, 'hd1080'],
    [2_000_000, 'hd720'],
    [1_000_000, 'large'],
    [600_000, 'medium'],
  ];
  return floors.find(([bitrate]) => level.bitrate >= bitrate)?.[1] ?? 'small';
}

/** `media` is what {@link MediaEngineModule} says: an element or its stand-in, which only the caller can know. */
export function createMediaEngine(
  media: unknown,
  openMediaSource?: () => MediaSource,
  handOver?: HandOver,
): MediaEngine {
  return new HlsEngine(media as HlsMedia, openMediaSource, handOver);
}
