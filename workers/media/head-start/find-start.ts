import type { MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import { delay } from '../../../protocol/runtime/clock.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { ENGINE_DELAY_MAX_MS } from '../load-engine.ts';
import type { MediaSessionEnvironment } from '../media-session-environment.ts';
import type { HeadStartDependencies } from './head-start.ts';
import { byAddress, decodedBytes } from './kept-responses.ts';
import { DECLINED, makeStartPlan } from './start-plan.ts';

/** The beginning of a stream that a head start can play. */
export type Start = Pick<HeadStartDependencies, 'plan' | 'playlists' | 'inits' | 'startSeconds'> &
  Partial<Pick<HeadStartDependencies, 'arriving' | 'fetch' | 'note' | 'finish'>>;

export interface FindStartOptions {
  readonly source: MediaSourceDescription;
  readonly environment: MediaSessionEnvironment;
  /** Whether the start is no longer needed; a chunk that loads late must not begin. */
  readonly isOver: () => boolean;
  /** Called where playlists and segments still have to arrive. */
  readonly onWait: () => void;
}

/** Reads the playlists and segments that the page has; declines if only an engine can begin the stream. */
export function findStart(options: FindStartOptions): Outcome<Start> | Promise<Outcome<Start>> {
  return options.source.isLive ? liveStart(options) : videoStart(options);
}

function videoStart(options: FindStartOptions): Outcome<Start> | Promise<Outcome<Start>> {
  const { source, environment, isOver } = options;
  const { inlinePlaylists, hlsManifestUrl, firstInits, startSeconds, quality = 'auto' } = source;
  const { baseUrl } = environment;
  if (inlinePlaylists === undefined || hlsManifestUrl === undefined || quality === 'audio') return DECLINED;
  const playlists = byAddress(inlinePlaylists, baseUrl);
  const plan = makeStartPlan(new URL(hlsManifestUrl, baseUrl).href, playlists, quality);
  if (!plan.ok) return plan;
  const inits = new Map([...byAddress(firstInits, baseUrl)].map(([url, base64]) => [url, decodedBytes(base64)]));
  const start = { plan: plan.value, playlists, inits, startSeconds };
  if (!plan.value.tracks[0]?.isTransport) return succeed(start);
  return inTime(
    import('./transport-start.ts').then(({ startTransport }) => startTransport({ ...environment, ...start }, isOver)),
    options,
  );
}

function liveStart(options: FindStartOptions): Outcome<Start> | Promise<Outcome<Start>> {
  const { source, environment, isOver } = options;
  // Only a stream with an address has requests, so the empty default is never used.
  const { hlsManifestUrl = '', quality = 'auto' } = source;
  if (environment.arriving.size === 0) return DECLINED;
  const masterUrl = new URL(hlsManifestUrl, environment.baseUrl).href;
  return inTime(
    import('./live-start.ts').then(({ startLive }) => startLive({ ...environment, masterUrl, quality }, isOver)),
    options,
  );
}

/** Waits for a start whose code is a separate chunk, as most videos do not need it; it loads long before the engine. */
function inTime(
  starting: Promise<Outcome<Start>>,
  { environment: { clock }, onWait }: FindStartOptions,
): Promise<Outcome<Start>> {
  onWait();
  // The engine repeats requests that do not finish.
  const late = delay(clock, ENGINE_DELAY_MAX_MS).then(() => DECLINED);
  return Promise.race([starting, late]).catch(() => DECLINED);
}
