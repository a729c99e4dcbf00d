import type { QualityName } from '../../../protocol/host/player-info.ts';
import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import type { ByteStream } from './arriving-segments.ts';
import { decodeSeconds } from './fragment-times.ts';
import { makeLivePlan, type LivePlan } from './live-plan.ts';
import { requestNewestSegments, type Network } from './newest-segments.ts';
import { DECLINED, segmentAt } from './start-plan.ts';

/** Everything that the head start of a live stream needs. */
export interface LiveStart extends LivePlan {
  readonly playlists: ReadonlyMap<string, string>;
  /** Init segments, which may still arrive, by absolute address. */
  readonly inits: ReadonlyMap<string, Promise<ArrayBuffer>>;
}

export interface LiveStartOptions extends Network {
  readonly masterUrl: string;
  readonly quality: QualityName;
}

/**
 * Waits for the playlists that the page has requested, and requests the newest segments. If the head start declines, `arriving` still
 * has all responses for the engine; otherwise only the segments remain.
 */
export async function startLive(
  { masterUrl, quality, ...network }: LiveStartOptions,
  isOver: () => boolean,
): Promise<Outcome<LiveStart>> {
  const playlists = await requestNewestSegments(network, isOver);
  const planned = makeLivePlan(masterUrl, playlists, quality);
  if (!planned.ok || isOver()) return DECLINED;
  const { arriving } = network;
  const { plan, startSeconds } = planned.value;
  const [main] = plan.tracks;
  const first = main && segmentAt(main.segments, startSeconds);
  const pictures = first && arriving.get(first.url);
  const initUrls = plan.tracks.flatMap(({ initUrl = '' }) => (arriving.has(initUrl) ? [initUrl] : []));
  if (first === undefined || pictures === undefined || initUrls.length < plan.tracks.length) return DECLINED;
  const inits = new Map(initUrls.map((url) => [url, new Response(arriving.get(url)).arrayBuffer()]));
  for (const url of [...playlists.keys(), ...initUrls]) arriving.delete(url);
  const [probe, kept] = pictures.tee();
  arriving.set(first.url, kept);
  const firstSeconds = decodeTime(inits.get(main?.initUrl ?? ''), probe).then(
    (seconds) => seconds - first.startSeconds,
  );
  for (const promise of [firstSeconds, ...inits.values()]) promise.catch(() => undefined);
  const tracks = plan.tracks.map((track) => ({ ...track, firstSeconds }));
  return succeed({ plan: { ...plan, tracks }, startSeconds, playlists, inits });
}

/** Earliest decoding time of a segment, as soon as its `moof` box has arrived. */
async function decodeTime(init: Promise<ArrayBuffer> | undefined, segment: ByteStream): Promise<number> {
  const header = new Uint8Array((await init) ?? []);
  const reader = segment.getReader();
  let beginning = new Uint8Array();
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) throw new Error('no time');
    const joined = new Uint8Array(beginning.length + value.length);
    joined.set(beginning);
    joined.set(value, beginning.length);
    beginning = joined;
    const seconds = decodeSeconds(header, beginning);
    if (seconds === undefined) continue;
    void reader.cancel();
    return seconds;
  }
}
