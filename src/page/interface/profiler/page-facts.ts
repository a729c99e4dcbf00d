import { readVariants } from '../../../../protocol/runtime/media/multivariant-playlist.ts';
import { VERSION } from '../../../../protocol/version.ts';
import { liveLatencySeconds } from '../../player/live-latency.ts';
import type { LiveFacts } from '../../../../protocol/media/media-engine.ts';
import type { PlayerResponse } from '../../../../protocol/provider/player-response.ts';
import type { FrameCounts } from '../../engines/count-frames.ts';
import type { Infrastructure, InfrastructureMode } from '../../infrastructure/infrastructure.ts';
import { countFrames } from '../../engines/count-frames.ts';
import type { PlayerSnapshot } from '../../player/player.ts';
import type { PageTools } from '../tools.ts';

/** Facts that only the main thread can read; `null` if unknown. Milliseconds count from the start of the navigation. */
export interface PageFacts {
  readonly videoId: string;
  readonly sessionId: string;
  readonly version: string;
  /** `null` until the service has started. */
  readonly service: InfrastructureMode | null;
  readonly mediaPath: string | null;
  readonly viewport: readonly [width: number, height: number, pixelRatio: number];
  /** Size of the video's frame on screen; 0 before the first frame. */
  readonly picture: readonly [width: number, height: number];
  readonly quality: string;
  readonly codecs: string | null;
  readonly frames: FrameCounts | null;
  /** Seconds of buffered media on both sides of the position; `null` if nothing is buffered. */
  readonly buffer: { readonly behindSeconds: number; readonly aheadSeconds: number } | null;
  /** `null` if the video is not live. */
  readonly live: LiveNow | null;
  readonly unacknowledgedEvents: number;
  readonly start: StartFacts;
}

/** A live stream at this moment. */
export interface LiveNow {
  /** `unknown` if the engine reports nothing about the stream. */
  readonly condition: LiveFacts['condition'] | 'unknown';
  /** Delay behind the end of the newest segment, plus the time since that segment arrived. */
  readonly latencySeconds: number | null;
  readonly targetLatencySeconds: number | null;
  /** Seconds behind the start position of the live stream; negative ahead of it. */
  readonly behindHeadSeconds: number | null;
  readonly windowSeconds: number | null;
  readonly isLowLatency: boolean;
  readonly jumps: number;
  /** The viewer's choice; the engine does not change it to catch up. */
  readonly playbackRate: number;
}

export interface StartFacts {
  /** Time origin of the page, milliseconds since the epoch. */
  readonly timeOriginMs: number;
  readonly documentMs: number | null;
  readonly firstPaintMs: number | null;
  readonly inlineScriptMs: number;
  readonly firstFrameMs: number | null;
  /** Whether the page starts playback itself, so that there is no press to count from. */
  readonly isAutoplay: boolean;
}

export interface FactSources {
  readonly window: Window & Pick<typeof globalThis, 'performance'>;
  readonly media: HTMLVideoElement;
  readonly snapshot: PlayerSnapshot;
  readonly page: Pick<PageTools, 'boot' | 'spans'> & {
    readonly infrastructure: Pick<Infrastructure, 'sessionId' | 'unacknowledged'>;
  };
  readonly service: InfrastructureMode | null;
  /** The time of the first frame, if the panel was open at that time. */
  readonly firstFrameMs: number | null;
  readonly isAutoplay: boolean;
}

export function readFacts({
  window,
  media,
  snapshot,
  page,
  service,
  firstFrameMs,
  isAutoplay,
}: FactSources): PageFacts {
  const { performance, innerWidth, innerHeight, devicePixelRatio } = window;
  const { video, mediaPath, quality } = snapshot;
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return {
    videoId: video.videoId,
    sessionId: page.infrastructure.sessionId,
    version: VERSION,
    service,
    mediaPath,
    viewport: [innerWidth, innerHeight, devicePixelRatio],
    picture: [media.videoWidth, media.videoHeight],
    quality,
    codecs: codecsOf(video.response, mediaPath, media.videoHeight),
    frames: countFrames(media),
    buffer: bufferOf(media),
    live: liveNow(snapshot, media.currentTime, performance.timeOrigin + performance.now()),
    unacknowledgedEvents: page.infrastructure.unacknowledged().length,
    start: {
      timeOriginMs: performance.timeOrigin,
      documentMs: navigation?.responseEnd ?? null,
      firstPaintMs: paint?.startTime ?? null,
      inlineScriptMs: page.boot.startedAtMs,
      firstFrameMs: page.boot.firstFrameAtMs ?? firstFrameMs,
      isAutoplay,
    },
  };
}

export function liveNow(
  { video, live, seekable: [oldestSeconds, headSeconds], playbackRate }: LiveSnapshot,
  positionSeconds: number,
  nowMs: number,
): LiveNow | null {
  if (!video.isLive) return null;
  const hasWindow = headSeconds > 0;
  return {
    condition: live?.condition ?? 'unknown',
    latencySeconds: live === null ? null : liveLatencySeconds(live, positionSeconds, nowMs),
    targetLatencySeconds: live?.targetLatencySeconds ?? null,
    behindHeadSeconds: hasWindow ? headSeconds - positionSeconds : null,
    windowSeconds: hasWindow ? headSeconds - oldestSeconds : null,
    isLowLatency: live?.isLowLatency ?? false,
    jumps: live?.jumps ?? 0,
    playbackRate,
  };
}

type LiveSnapshot = Pick<PlayerSnapshot, 'video' | 'live' | 'seekable' | 'playbackRate'>;

export function bufferOf({ buffered, currentTime }: Pick<HTMLVideoElement, 'buffered' | 'currentTime'>) {
  for (let index = 0; index < buffered.length; index += 1) {
    const [start, end] = [buffered.start(index), buffered.end(index)];
    if (start <= currentTime && currentTime <= end)
      return { behindSeconds: currentTime - start, aheadSeconds: end - currentTime };
  }
  return buffered.length === 0 ? null : { behindSeconds: 0, aheadSeconds: 0 };
}

/**
 * Codecs of the level with the picture's height, by the playlists that came with the page; the engine does not report codecs to the main
 * thread.
 */
export function codecsOf(response: PlayerResponse | null, mediaPath: string | null, height: number): string | null {
  const { progressive = [], inlinePlaylists = {} } = response?.streamingData ?? {};
  if (mediaPath === 'progressive')
    return /codecs="([^"]+)"/.exec(progressive.find((format) => format.height === height)?.mimeType ?? '')?.[1] ?? null;
  const variants = Object.values(inlinePlaylists).flatMap(readVariants);
  const variant = variants.find(({ attributes }) => attributes['RESOLUTION']?.endsWith(`x${height}`));
  return variant?.attributes['CODECS'] ?? null;
}
