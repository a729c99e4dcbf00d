import { VERSION } from '../../../../protocol/version.ts';
import type { PlayerResponse } from '../../../../protocol/provider/player-response.ts';
import type { FrameCounts } from '../../infrastructure/logging/playback-quality.ts';
import type { InfrastructureMode } from '../../infrastructure/infrastructure.ts';
import { countFrames } from '../../engines/count-frames.ts';
import type { PlayerSnapshot } from '../../player/player.ts';
import type { ProfiledPage } from '../../profiling/profiled-page.ts';

/** What only main knows. `null`: not known. Milliseconds are since the start of the navigation. */
export interface PageFacts {
  readonly videoId: string;
  readonly sessionId: string;
  readonly version: string;
  /** `null` until the service has started. */
  readonly service: InfrastructureMode | null;
  readonly mediaPath: string | null;
  readonly viewport: readonly [width: number, height: number, pixelRatio: number];
  /** Of the frame on screen; 0 before there is one. */
  readonly picture: readonly [width: number, height: number];
  readonly quality: string;
  readonly codecs: string | null;
  readonly frames: FrameCounts | null;
  /** Seconds of media on both sides of the position; `null` without any. */
  readonly buffer: { readonly behindSeconds: number; readonly aheadSeconds: number } | null;
  readonly isLive: boolean;
  readonly liveLatencySeconds: number | null;
  readonly unacknowledgedEvents: number;
  readonly start: StartFacts;
}

export interface StartFacts {
  /** Of the page, milliseconds since the epoch. */
  readonly timeOriginMs: number;
  readonly documentMs: number | null;
  readonly firstPaintMs: number | null;
  readonly inlineScriptMs: number;
  readonly firstFrameMs: number | null;
}

export interface FactSources {
  readonly window: Window & Pick<typeof globalThis, 'performance'>;
  readonly media: HTMLVideoElement;
  readonly snapshot: PlayerSnapshot;
  readonly page: ProfiledPage;
  readonly service: InfrastructureMode | null;
  /** Seen while the panel was open. */
  readonly firstFrameMs: number | null;
}

export function readFacts({ window, media, snapshot, page, service, firstFrameMs }: FactSources): PageFacts {
  const { performance, innerWidth, innerHeight, devicePixelRatio } = window;
  const { video, seekable, mediaPath, quality } = snapshot;
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
    isLive: video.isLive,
    liveLatencySeconds: video.isLive && seekable[1] > 0 ? Math.max(0, seekable[1] - media.currentTime) : null,
    unacknowledgedEvents: page.infrastructure.unacknowledged().length,
    start: {
      timeOriginMs: performance.timeOrigin,
      documentMs: navigation?.responseEnd ?? null,
      firstPaintMs: paint?.startTime ?? null,
      inlineScriptMs: page.boot.startedAtMs,
      firstFrameMs: page.boot.firstFrameAtMs ?? firstFrameMs,
    },
  };
}

export function bufferOf({ buffered, currentTime }: Pick<HTMLVideoElement, 'buffered' | 'currentTime'>) {
  for (let index = 0; index < buffered.length; index += 1) {
    const [start, end] = [buffered.start(index), buffered.end(index)];
    if (start <= currentTime && currentTime <= end)
      return { behindSeconds: currentTime - start, aheadSeconds: end - currentTime };
  }
  return buffered.length === 0 ? null : { behindSeconds: 0, aheadSeconds: 0 };
}

/** As the playlists that came with the page say, of the level with the picture's height; the engine tells main none. */
export function codecsOf(response: PlayerResponse | null, mediaPath: string | null, height: number): string | null {
  const { progressive = [], inlinePlaylists = {} } = response?.streamingData ?? {};
  if (mediaPath === 'progressive')
    return /codecs="([^"]+)"/.exec(progressive.find((format) => format.height === height)?.mimeType ?? '')?.[1] ?? null;
  const levels = Object.values(inlinePlaylists).flatMap((text) => text.match(/#EXT-X-STREAM-INF:.*/g) ?? []);
  const level = levels.find((line) => new RegExp(`RESOLUTION=\\d+x${height}(?!\\d)`).test(line));
  return /CODECS="([^"]+)"/.exec(level ?? '')?.[1] ?? null;
}
