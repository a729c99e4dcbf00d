import type { HlsConfig } from 'hls.js';
import type { KeptResponses } from '../head-start/arriving-segments.ts';
import { engineLoader, type ChangesPlaylist, type LoaderClass } from './engine-loader.ts';
import type { StartedStream } from '../head-start/head-start.ts';
import type { WatchedForLacks } from './lacks.ts';
import { soundController, type SoundControllerClass } from './sound-controller.ts';

/** Number of retries of a segment before hls.js reports a fatal error; its default of 6 takes ten seconds. */
const SEGMENT_RETRIES_MAX = 3;
/** A key has some bytes; a key that has not arrived by then does not arrive at a second request either. */
const KEY_TIMEOUT_MS = 4_000;
/** Factor for the head start's measurement, which is a rough first estimate until the engine has measured. */
const BANDWIDTH_CAUTION = 0.8;

export interface EngineConfigOptions {
  readonly path: 'main' | 'worker';
  readonly startSeconds: number;
  readonly startedStream: StartedStream | undefined;
  readonly prefetched: KeptResponses | undefined;
  readonly isSpherical: boolean;
  readonly BaseLoader: LoaderClass;
  readonly BaseSoundController: SoundControllerClass | undefined;
  readonly now: () => number;
  readonly extraConfig?: Partial<HlsConfig> | undefined;
  readonly lacks?: WatchedForLacks | undefined;
  readonly changePlaylist?: ChangesPlaylist;
}

export function engineConfig(options: EngineConfigOptions): Partial<HlsConfig> {
  const { path, startSeconds, startedStream, prefetched, isSpherical, now } = options;
  const { BaseLoader, BaseSoundController, extraConfig, lacks, changePlaylist } = options;
  const kept = startedStream?.kept ?? prefetched ?? new Map();
  return {
    /** CMAF needs no transmuxing, and a blob worker would need a gap in the CSP. */
    enableWorker: false,
    startPosition: startSeconds > 0 ? startSeconds : -1,
    /** A worker has no pixel density, from which hls.js would compute a limit of NaN, so no limit. `setBox` includes the density. */
    ignoreDevicePixelRatio: path === 'worker',
    /** Without it, the first segment waits up to 100 ms for the next tick after the source has opened. */
    startFragPrefetch: true,
    /** Only a part of a spherical picture is visible. */
    capLevelToPlayerSize: !isSpherical,
    /** An encoder that has stopped may return: `LiveState` reports the pause, and the viewer waits. */
    liveMaxUnchangedPlaylistRefresh: Infinity,
    loader: engineLoader(BaseLoader, kept, now, lacks?.inPlaylist, changePlaylist),
    ...(BaseSoundController === undefined ? {} : { audioStreamController: soundController(BaseSoundController) }),
    /** The page draws captions. */
    renderTextTracksNatively: false,
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
    enableDateRangeMetadataCues: false,
    keyLoadPolicy: {
      default: {
        maxTimeToFirstByteMs: KEY_TIMEOUT_MS,
        maxLoadTimeMs: KEY_TIMEOUT_MS,
        timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
        errorRetry: { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 1_000 },
      },
    },
    fragLoadPolicy: {
      default: {
        maxTimeToFirstByteMs: 10_000,
        maxLoadTimeMs: 60_000,
        timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
        errorRetry: { maxNumRetry: SEGMENT_RETRIES_MAX, retryDelayMs: 500, maxRetryDelayMs: 4_000 },
      },
    },
    // Level 0 is the level whose segments have been requested.
    ...(prefetched === undefined ? {} : { startLevel: 0, testBandwidth: false }),
    ...(startedStream === undefined ? {} : startedStreamConfig(startedStream)),
    ...(lacks === undefined ? {} : { debug: lacks.logger }),
    ...extraConfig,
  };
}

function startedStreamConfig({ bandwidthEstimate }: StartedStream): Partial<HlsConfig> {
  return {
    autoStartLoad: false,
    /** The level of the head start. */
    startLevel: 0,
    testBandwidth: false,
    ...(bandwidthEstimate > 0 ? { abrEwmaDefaultEstimate: bandwidthEstimate * BANDWIDTH_CAUTION } : {}),
  };
}
