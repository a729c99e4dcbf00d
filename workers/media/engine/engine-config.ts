import type { HlsConfig } from 'hls.js';
import { engineLoader, type LoaderClass } from './engine-loader.ts';
import type { StartedStream } from '../head-start/head-start.ts';

/** hls.js retries a segment this often before it is fatal; its own 6 take ten seconds. Our choice. */
const SEGMENT_RETRIES_MAX = 3;
/** A live playlist that has not changed this often has stopped. Our choice. */
const UNCHANGED_PLAYLISTS_MAX = 6;

/** The lowest level goes on until the engine has measured for itself; the head start's own figure is a first guess. */
const BANDWIDTH_CAUTION = 0.8;

export interface EngineConfigOptions {
  readonly path: 'main' | 'worker';
  readonly startSeconds: number;
  readonly startedStream: StartedStream | undefined;
  readonly isSpherical: boolean;
  readonly BaseLoader: LoaderClass;
  readonly now: () => number;
}

export function engineConfig(options: EngineConfigOptions): Partial<HlsConfig> {
  const { path, startSeconds, startedStream, isSpherical, BaseLoader, now } = options;
  return {
    /** CMAF needs no transmuxing, and a blob worker would need a hole in the CSP. */
    enableWorker: false,
    startPosition: startSeconds > 0 ? startSeconds : -1,
    /** A worker knows no pixel density: with it, hls.js would compute a limit of NaN, which is none. Our box has it. */
    ignoreDevicePixelRatio: path === 'worker',
    /** Of a sphere only a part is seen. */
    capLevelToPlayerSize: !isSpherical,
    maxBufferLength: 30,
    backBufferLength: 30,
    liveMaxUnchangedPlaylistRefresh: UNCHANGED_PLAYLISTS_MAX,
    loader: engineLoader(BaseLoader, startedStream?.kept ?? new Map(), now),
    /** Captions are read from their own files. */
    renderTextTracksNatively: false,
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
    enableDateRangeMetadataCues: false,
    fragLoadPolicy: {
      default: {
        maxTimeToFirstByteMs: 10_000,
        maxLoadTimeMs: 60_000,
        timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
        errorRetry: { maxNumRetry: SEGMENT_RETRIES_MAX, retryDelayMs: 500, maxRetryDelayMs: 4_000 },
      },
    },
    ...(startedStream === undefined ? {} : startedStreamConfig(startedStream)),
  };
}

function startedStreamConfig({ bandwidthEstimate }: StartedStream): Partial<HlsConfig> {
  return {
    autoStartLoad: false,
    /** the head start's. */
    startLevel: 0,
    testBandwidth: false,
    ...(bandwidthEstimate > 0 ? { abrEwmaDefaultEstimate: bandwidthEstimate * BANDWIDTH_CAUTION } : {}),
  };
}
