import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { fetchPart } from '../fetch-part.ts';
import type { ByteStream } from './arriving-segments.ts';
import type { HeadStartDependencies } from './head-start.ts';
import { DECLINED, segmentAt, type TrackPlan } from './start-plan.ts';
import { TransportSegments } from './transport/transport-segments.ts';

type Given = Pick<
  HeadStartDependencies,
  'plan' | 'playlists' | 'inits' | 'startSeconds' | 'arriving' | 'fetch' | 'clock' | 'note'
>;

/** Everything that the head start of a stream of MPEG-TS needs. */
export type TransportStart = Pick<
  HeadStartDependencies,
  'plan' | 'playlists' | 'inits' | 'startSeconds' | 'arriving' | 'fetch' | 'note' | 'finish'
>;

/**
 * Reads the beginning of the first segment, and makes the stream look like fragmented MP4 with separate sound and pictures: the
 * segments that the head start requests are transmuxed on request. `arriving` of the session keeps the first segment for an engine
 * that has to begin by itself, because the stream is not supported or the viewer seeks away.
 */
export async function startTransport(
  { plan, playlists, inits, startSeconds, arriving, fetch, clock, note }: Given,
  isOver: () => boolean,
): Promise<Outcome<TransportStart>> {
  const [track, ...others] = plan.tracks;
  const first = segmentAt(track?.segments ?? [], startSeconds);
  if (track === undefined || first === undefined || others.length > 0) return DECLINED;
  const [bytes, kept] = (arriving.get(first.url) ?? (await request(fetch, first.url))).tee();
  arriving.set(first.url, kept);
  const segments = new TransportSegments({ track, first, fetch, clock, note });
  const tracks = await segments.begin(bytes, () => {
    const stream = arriving.get(first.url);
    // The engine already uses the stream.
    if (stream === undefined) throw new Error('over');
    const [copy, rest] = stream.tee();
    arriving.set(first.url, rest);
    return new Response(copy).arrayBuffer();
  });
  if (isOver()) return DECLINED;
  return succeed({
    plan: { ...plan, tracks: tracks.map((one): TrackPlan => ({ ...track, ...one })) },
    playlists,
    inits,
    startSeconds,
    arriving: segments.arriving,
    fetch: segments.fetch,
    note: () => undefined,
    finish: (started) => {
      arriving.delete(first.url);
      return segments.finish(started);
    },
  });
}

async function request(fetch: Given['fetch'], url: string): Promise<ByteStream> {
  const { body } = await fetchPart(fetch, url);
  if (body === null) throw new Error('no body');
  return body as ByteStream;
}
