import type { ErrorData, HlsConfig } from 'hls.js';
import type { LoadingLimits } from '../../../protocol/media/loading-limits.ts';
import type {
  AudioTrackDescription,
  MediaEngineState,
  MediaSourceDescription,
} from '../../../protocol/media/media-engine.ts';
import type { QualityName } from '../../../protocol/host/player-info.ts';
import type { StreamCues } from '../../../protocol/media/stream-cues.ts';
import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { KeptResponses } from '../head-start/arriving-segments.ts';
import type { StartedStream } from '../head-start/head-start.ts';
import type { FollowedCaptions, StreamCaptionsDependencies } from './captions/stream-captions.ts';
import { DeferredFailure } from './deferred-failure.ts';
import type { DroppedFrames } from './dropped-frames.ts';
import { engineConfig } from './engine-config.ts';
import type { HlsLibrary, HlsMedia } from './hls-library.ts';
import { HlsStream } from './hls-stream.ts';
import type { WatchedForLacks } from './lacks.ts';
import type { LiveState } from './live-state.ts';
import type { EngineProtection } from './protection/engine-protection.ts';
import { withPlayableCodecs } from './playable-codecs.ts';
import { SoundOnlyStream } from './sound-only-stream.ts';
import { startBehind } from './start-behind.ts';

export interface AdaptiveEngineDependencies {
  readonly Hls: HlsLibrary;
  readonly media: HlsMedia;
  readonly clock: Clock;
  /** The same clock as in hls.js. */
  readonly performance: Pick<Performance, 'now'>;
  /** Emits `online`. */
  readonly connection: EventTarget;
  /** While it returns `false`, buffered segments are not replaced by segments of a better level. */
  readonly isOnline: () => boolean;
  /** Whether a source accepts media of this type. */
  readonly isTypeSupported: (type: string) => boolean;
  /** Memory in gigabytes, as few browsers report it. */
  readonly memoryGigabytes: number | undefined;
  /** Absent: streams of several codecs are played in H.264. */
  readonly mediaCapabilities?: Pick<MediaCapabilities, 'decodingInfo'> | undefined;
  /**
   * Creates the source and attaches it to the real element on another thread; absent if the media is the element itself, and
   * hls.js does both.
   */
  readonly openMediaSource?: (() => MediaSource) | undefined;
  /** The stream that a head start has begun. */
  readonly startedStream?: StartedStream | undefined;
  /** Without a started stream: responses that have been requested for the beginning. */
  readonly prefetched?: KeptResponses | undefined;
  readonly spans?: SpanRing | undefined;
  /** Settings of the whole engine for a source. */
  readonly extraConfig?: (source: MediaSourceDescription) => Partial<HlsConfig>;
  /** Captions inside the stream; absent in the slim engine. */
  readonly followCaptions?: (dependencies: StreamCaptionsDependencies) => FollowedCaptions;
  /** Keys of protected videos; absent in the slim engine. */
  readonly protection?: EngineProtection;
  /** Watches for content that the slim engine lacks; a playlist for which it returns `true` is not processed further. */
  readonly lacks?: WatchedForLacks;
}

/** One opening of a source: the current choices of the viewer, and the listeners of the engine. */
export interface StreamOpening {
  readonly dependencies: AdaptiveEngineDependencies;
  readonly path: 'main' | 'worker';
  readonly source: MediaSourceDescription;
  readonly url: string;
  readonly startSeconds: number;
  /** Distance from the end at which a live stream begins; `null` for its head. */
  readonly secondsBehindEdge: number | null;
  /** The stream or responses of a head start, for the first stream. */
  readonly begun: Pick<AdaptiveEngineDependencies, 'startedStream' | 'prefetched'>;
  readonly live: LiveState;
  readonly quality: QualityName;
  readonly limits: LoadingLimits;
  readonly audioTrack: string;
  readonly audioTracks: readonly AudioTrackDescription[];
  readonly loaded: { bytes: number };
  readonly droppedFrames: DroppedFrames;
  readonly onState: (state: MediaEngineState, sound: SoundOnlyStream) => void;
  readonly onCues: (cues: StreamCues) => void;
  readonly onError: (error: ErrorData) => void;
  readonly onBuffered: (track: string) => void;
  readonly onNewChance: () => void;
  readonly onRestarted: () => void;
  /** A part that begins at `startSeconds` has other tracks, and everything before it has been played. */
  readonly onOtherTracks: (startSeconds: number) => void;
  /** Everything before a part with this codec has been played, and the browser lacks the codec. */
  readonly onUnplayable: (codec: string) => void;
  readonly onLost: () => void;
  readonly onKeyFailed: (code: PlayerErrorCode, message: string) => void;
}

export interface OpenedStream {
  readonly stream: HlsStream;
  readonly sound: SoundOnlyStream;
  readonly deferredFailure: DeferredFailure;
  readonly ending: AbortController;
}

/** Creates hls.js and its helpers for a source, until the signal is aborted; `stream.open()` begins to load. */
export function openStream(opening: StreamOpening): OpenedStream {
  const { dependencies, path, source, startSeconds, secondsBehindEdge, quality, audioTrack, audioTracks } = opening;
  const { Hls, media, clock, performance, connection, extraConfig, protection, lacks } = dependencies;
  const isWanted = quality === 'audio';
  const { prefetched } = opening.begun;
  const startedStream = isWanted ? undefined : opening.begun.startedStream;
  const sound = new SoundOnlyStream({ isWanted, audioTrack, audioTracks });
  const ending = new AbortController();
  const { signal } = ending;
  const config = engineConfig({
    ...{ path, startSeconds, startedStream, prefetched, lacks },
    isSpherical: source.isSpherical === true,
    BaseLoader: Hls.DefaultConfig.loader,
    BaseSoundController: Hls.DefaultConfig.audioStreamController,
    now: () => performance.now(),
    extraConfig: extraConfig?.(source),
    changePlaylist: (text) => {
      const read = sound.read(withPlayableCodecs(text, dependencies.isTypeSupported));
      return secondsBehindEdge === null ? read : startBehind(read, secondsBehindEdge);
    },
  });
  const stream = new HlsStream(
    {
      ...{ Hls, media, clock, startedStream, config, quality, audioTrack },
      isOnline: dependencies.isOnline,
      isTypeSupported: dependencies.isTypeSupported,
      openMediaSource: dependencies.openMediaSource,
      spans: dependencies.spans,
      memoryGigabytes: dependencies.memoryGigabytes,
      mediaCapabilities: dependencies.mediaCapabilities,
      followCaptions: dependencies.followCaptions ?? lacks?.followCaptions,
      followKeys:
        source.drm === undefined
          ? undefined
          : (hls) => {
              const onFailed = (...why: [PlayerErrorCode, string]): void =>
                deferredFailure.fail(() => opening.onKeyFailed(...why));
              protection?.watch({ hls, media, clock, onFailed }, signal);
            },
      url: opening.url,
      live: opening.live,
      limits: opening.limits,
      loaded: opening.loaded,
      droppedFrames: opening.droppedFrames,
      onState: (state) => opening.onState(state, sound),
      onCues: opening.onCues,
      onError: opening.onError,
      onBuffered: opening.onBuffered,
      onRestarted: opening.onRestarted,
      onOtherTracks: (seconds) => deferredFailure.fail(() => opening.onOtherTracks(seconds)),
      onUnplayable: (codec) => deferredFailure.fail(() => opening.onUnplayable(codec)),
      onLost: opening.onLost,
    },
    signal,
  );
  const onNewChance = (): void => {
    opening.onNewChance();
    stream.reloadHere();
  };
  const deferredFailure = new DeferredFailure({ media, connection, onNewChance }, signal);
  return { stream, sound, deferredFailure, ending };
}
