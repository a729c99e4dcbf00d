import Hls, { ErrorTypes, Events, type ErrorData, type HlsConfig, type Level } from 'hls.js';
import { MEDIA } from '../../protocol/constants.ts';
import type {
  MediaEngine,
  MediaEngineEvents,
  MediaEngineState,
  MediaSourceDescription,
} from '../../protocol/media-engine.ts';
import { fail, succeed, type Outcome } from '../../protocol/outcome.ts';
import type { QualityName } from '../../protocol/player-info.ts';
import { qualityName } from '../../protocol/quality.ts';
import { engineErrorCode, isSilentError } from './engine-errors.ts';
import { keptLoader } from './kept-loader.ts';
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
  };
  #hls: Hls | null = null;
  #source: MediaSourceDescription | null = null;
  #shown: Level | null = null;
  #isLive = false;
  #seekable: readonly [number, number] | null = null;
  #networkRecoveries = 0;
  #lastMediaRecoveryMs = -Infinity;
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

  on<Name extends keyof MediaEngineEvents>(name: Name, listener: Listener<Name>): () => void {
    this.#listeners[name].add(listener);
    return () => this.#listeners[name].delete(listener);
  }

  #open(url: string, startSeconds: number): void {
    const handOver = this.#handOver;
    this.#handOver = undefined;
    const hls = new Hls({
      ...engineConfig(startSeconds, this.#source?.isSpherical === true),
      ...handOverConfig(handOver),
    });
    this.#hls = hls;
    this.#shown = null;
    this.#networkRecoveries = 0;
    hls.on(Events.ERROR, (_, data) => this.#onError(data));
    hls.on(Events.MANIFEST_PARSED, () => {
      this.#emitState();
      /** On from where the starter is, without a seek. */
      if (handOver !== undefined) hls.startLoad(this.#media.currentTime, true);
    });
    hls.on(Events.AUDIO_TRACKS_UPDATED, () => this.#emitState());
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
      this.#shown = hls.levels[level] ?? null;
      this.#emitState();
    });
    hls.on(Events.FRAG_BUFFERED, () => (this.#networkRecoveries = 0));
    hls.on(Events.LEVEL_UPDATED, (_, { details }) => {
      /** The element's own `seekable` starts at 0 for live; the window is what the playlist says (media.md 8.1). */
      this.#isLive = details.live;
      this.#seekable = details.live ? [details.fragmentStart, hls.liveSyncPosition ?? details.edge] : null;
      if (details.live) this.#emitState();
    });
    hls.loadSource(url);
    this.#attach(hls, handOver);
    if (this.#openMediaSource !== undefined) hls.recoverMediaError = () => this.#attachAgain(hls);
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
    this.#hls?.destroy();
    this.#hls = null;
  }

  #onError(data: ErrorData): void {
    this.#emit('trouble', { detail: data.details });
    if (!data.fatal || isSilentError(data)) return;
    if (data.type === ErrorTypes.NETWORK_ERROR && this.#recoverNetwork()) return;
    if (data.type === ErrorTypes.MEDIA_ERROR && this.#recoverMedia()) return;
    this.#close();
    this.#emit('fatal', { code: engineErrorCode(data), message: data.error.message, detail: data.details });
  }

  /** Only a stream that has played can come back; a playlist that never came is an answer for the viewer. */
  #recoverNetwork(): boolean {
    const delayMs = MEDIA.networkRecoveryDelaysMs[this.#networkRecoveries];
    if (delayMs === undefined || (this.#hls?.levels.length ?? 0) === 0) return false;
    this.#networkRecoveries += 1;
    this.#recoveryTimer = setTimeout(() => this.#hls?.startLoad(), delayMs);
    return true;
  }

  #recoverMedia(): boolean {
    const now = performance.now();
    if (now - this.#lastMediaRecoveryMs < MEDIA.mediaRecoveryWindowMs) return false;
    this.#lastMediaRecoveryMs = now;
    this.#hls?.recoverMediaError();
    return true;
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

function engineConfig(startSeconds: number, isSpherical: boolean): Partial<HlsConfig> {
  return {
    /** CMAF needs no transmuxing, and a blob worker would need a hole in the CSP. */
    enableWorker: false,
    startPosition: startSeconds > 0 ? startSeconds : -1,
    capLevelToPlayerSize: !isSpherical,
    maxBufferLength: 30,
    backBufferLength: 30,
    /** Captions are read from their own files (design.md 5). */
    renderTextTracksNatively: false,
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
    enableDateRangeMetadataCues: false,
    fragLoadPolicy: {
      default: {
        maxTimeToFirstByteMs: 10_000,
        maxLoadTimeMs: 60_000,
        timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
        errorRetry: { maxNumRetry: MEDIA.segmentRetriesMax, retryDelayMs: 500, maxRetryDelayMs: 4_000 },
      },
    },
  };
}

/** The lowest level goes on until the engine has measured for itself; the starter's own figure is a first guess. */
const BANDWIDTH_CAUTION = 0.8;

function handOverConfig(handOver: HandOver | undefined): Partial<HlsConfig> {
  if (handOver === undefined) return {};
  const { level, kept, bandwidthEstimate } = handOver;
  return {
    autoStartLoad: false,
    startLevel: level,
    testBandwidth: false,
    loader: keptLoader(kept),
    ...(bandwidthEstimate > 0 ? { abrEwmaDefaultEstimate: bandwidthEstimate * BANDWIDTH_CAUTION } : {}),
  };
}

/** `media` is what {@link MediaEngineModule} says: an element or its stand-in, which only the caller can know. */
export function createMediaEngine(
  media: unknown,
  openMediaSource?: () => MediaSource,
  handOver?: HandOver,
): MediaEngine {
  return new HlsEngine(media as HlsMedia, openMediaSource, handOver);
}
