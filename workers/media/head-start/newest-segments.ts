import { isPart, partAddress, partRequest, readMediaPlaylist } from '../../../protocol/runtime/media/media-playlist.ts';
import type { ArrivingSegments, ByteStream } from './arriving-segments.ts';

/** hls.js begins this many target durations behind the end of a live playlist (`liveSyncDurationCount`). */
const TARGET_DURATIONS_BEHIND = 3;
/** Streams whose start follows other rules: parts, a stated distance from the edge, keys. */
const UNUSUAL = /#EXT-X-(?:ENDLIST|START|SERVER-CONTROL|PART|SKIP|GAP|DEFINE|KEY:METHOD=(?!NONE))/;

interface Network {
  readonly arriving: ArrivingSegments;
  readonly fetch: typeof fetch;
}

/**
 * Requests the segments that the engine will begin a live stream with, while it loads: the newest are known only when
 * the playlists arrive, and without this each segment waits for the engine, its playlist and its init segment.
 * `arriving` has the playlists and gets the segments, until `isOver`.
 */
export function requestNewestSegments({ arriving, fetch: fetcher }: Network, isOver: () => boolean): void {
  for (const [url, stream] of [...arriving]) {
    const [copy, kept] = stream.tee();
    arriving.set(url, kept);
    const request = (text: string): void => {
      if (isOver()) return;
      for (const address of newestParts(url, text))
        if (!arriving.has(address)) arriving.set(address, bytesOf(address, fetcher));
    };
    void new Response(copy).text().then(request, () => undefined);
  }
}

/** The segment at which hls.js begins, and its init segment; of a multivariant playlist none. */
export function newestParts(url: string, text: string): string[] {
  const targetSeconds = Number(/^#EXT-X-TARGETDURATION:(\d+)/m.exec(text)?.[1]);
  if (!targetSeconds || UNUSUAL.test(text)) return [];
  const { mapUri, mapRange, segments } = readMediaPlaylist(text);
  const absolute = (uri: string, range: string | undefined): string => partAddress(new URL(uri, url).href, range);
  let behindSeconds = 0;
  const newestFirst = [...segments].reverse();
  const first = newestFirst.find(
    ({ durationSeconds }) => (behindSeconds += durationSeconds) >= TARGET_DURATIONS_BEHIND * targetSeconds,
  );
  if (first === undefined) return [];
  return [...(mapUri === undefined ? [] : [absolute(mapUri, mapRange)]), absolute(first.uri, first.range)];
}

/** Registered before the response arrives, so that the engine reuses this request. */
function bytesOf(address: string, fetcher: typeof fetch): ByteStream {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const fill = async (): Promise<void> => {
    const response = await fetcher(address, partRequest(address));
    if (!isPart(address, response)) throw new Error(String(response.status));
    await response.body?.pipeTo(writable);
  };
  // The engine then asks for it again.
  fill().catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}
