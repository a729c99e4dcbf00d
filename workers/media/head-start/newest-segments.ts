import { fetchPart } from '../fetch-part.ts';
import type { ArrivingSegments, ByteStream } from './arriving-segments.ts';
import { newestParts } from './live-plan.ts';

export interface Network {
  readonly arriving: ArrivingSegments;
  readonly fetch: typeof fetch;
}

/**
 * Requests the segments that a live stream will begin with: the newest are known only when the playlists arrive, and without
 * this each segment waits for the engine, its playlist and its init segment. `arriving` has the playlists and receives
 * the segments, until `isOver`.
 *
 * @returns The texts of the playlists, by address; rejects if a playlist does not arrive.
 */
export async function requestNewestSegments(
  { arriving, fetch: fetcher }: Network,
  isOver: () => boolean,
): Promise<Map<string, string>> {
  const texts = [...arriving].map(async ([url, stream]): Promise<[string, string]> => {
    const [copy, kept] = stream.tee();
    arriving.set(url, kept);
    const text = await new Response(copy).text();
    if (!isOver())
      for (const address of newestParts(url, text))
        if (!arriving.has(address)) arriving.set(address, bytesOf(address, fetcher));
    return [url, text];
  });
  return new Map(await Promise.all(texts));
}

/** Returns the stream before the response arrives, so that the request is made only once. */
function bytesOf(address: string, fetcher: typeof fetch): ByteStream {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const fill = async (): Promise<void> => {
    const { body } = await fetchPart(fetcher, address);
    await body?.pipeTo(writable);
  };
  // After an error the engine requests the segment again.
  fill().catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}
