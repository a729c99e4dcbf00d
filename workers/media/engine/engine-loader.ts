import type {
  FragmentLoaderContext,
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
} from 'hls.js';
import { partAddress } from '../../../protocol/runtime/media/media-playlist.ts';
import type { ByteStream, KeptResponses } from '../head-start/arriving-segments.ts';
import { isWholeSegment } from '../whole-segment.ts';

export type LoaderClass = HlsConfig['loader'];
/** A live playlist that the page requested is out of date this long after the worker has started. */
const PLAYLIST_MAX_AGE_MS = 8_000;

type Callbacks = LoaderCallbacks<LoaderContext>;

/** Reads each playlist before hls.js; `true` withholds it from hls.js. `kept` has the responses that need no new request. */
export type TakesPlaylist = (text: string, address: string, kept: KeptResponses) => boolean;

/** Changes the text of a playlist before hls.js reads it. */
export type ChangesPlaylist = (text: string) => string;

/**
 * Serves responses that the head start has fetched or the page has requested, each address once, and loads from the network after
 * that: nothing is downloaded twice. A truncated segment counts as not loaded, so that it is requested again. `now` has the time
 * origin of its thread, as in hls.js.
 */
export function engineLoader(
  BaseLoader: LoaderClass,
  kept: KeptResponses,
  now: () => number,
  isTaken: TakesPlaylist = () => false,
  change: ChangesPlaylist = (text) => text,
): LoaderClass {
  return class EngineLoader extends BaseLoader implements Loader<LoaderContext> {
    override load(context: LoaderContext, configuration: LoaderConfiguration, given: Callbacks): void {
      const address = addressOf(context);
      const callbacks: Callbacks = {
        ...given,
        onSuccess: (response, ...rest) => {
          const { data: received, url } = response;
          if (typeof received !== 'string') return given.onSuccess(response, ...rest);
          // Relative addresses resolve against the final address of the playlist, also in an engine that takes it over.
          if (url && url !== context.url) (kept.movedTo ??= new Map()).set(address, url);
          if (!isTaken(received, address, kept)) given.onSuccess({ ...response, data: change(received) }, ...rest);
        },
      };
      const data = kept.get(address) ?? bytesIn(context.url);
      const request = (): void => super.load(context, configuration, readable(callbacks));
      kept.delete(address);
      if (data === undefined || isOutOfDate(data, context, now())) return request();
      this.context = context;
      const startMs = data instanceof ReadableStream ? 0 : now();
      // A loader that has been destroyed has no statistics, whatever its type says.
      const isOver = (): boolean => (this.stats as LoaderStats | null)?.aborted !== false;
      void wholeOf(data, context).then(
        (whole) => {
          if (isOver()) return;
          const size = typeof whole === 'string' ? whole.length : whole.byteLength;
          Object.assign(this.stats, { loaded: size, total: size, bwEstimate: 0 });
          // The page requested it before the worker ran, so its real start is unknown: the network is at least this fast.
          Object.assign(this.stats.loading, { start: startMs, first: startMs, end: now() });
          callbacks.onSuccess(
            { url: kept.movedTo?.get(address) ?? context.url, data: whole, code: 200 },
            this.stats,
            context,
            null,
          );
        },
        () => {
          if (!isOver()) request();
        },
      );
    }
  };
}

/** Whether this is a live playlist that the page has requested and that hls.js reads only much later. */
function isOutOfDate(data: string | ArrayBuffer | ByteStream, { responseType }: LoaderContext, nowMs: number): boolean {
  return data instanceof ReadableStream && responseType !== 'arraybuffer' && nowMs > PLAYLIST_MAX_AGE_MS;
}

/** Address as {@link partAddress} writes it: hls.js names the first byte, and the byte after the last. */
function addressOf({ url: requested, rangeStart, rangeEnd }: LoaderContext): string {
  // CMCD in the query does not change which file is requested.
  const url = requested.replace(/[?&]CMCD=[^&]*/, '');
  return partAddress(url, rangeEnd === undefined || rangeEnd === 0 ? undefined : `${rangeStart ?? 0}-${rangeEnd - 1}`);
}

async function wholeOf(
  data: string | ArrayBuffer | ByteStream,
  { responseType }: LoaderContext,
): Promise<string | ArrayBuffer> {
  if (!(data instanceof ReadableStream)) return data;
  const response = new Response(data);
  if (responseType !== 'arraybuffer') return response.text();
  const bytes = await response.arrayBuffer();
  if (!isWholeSegment(bytes)) throw new Error('cut off');
  return bytes;
}

/** Decodes a `data:` address, such as that of a key: the page's policy allows no request for it. */
function bytesIn(url: string): ArrayBuffer | undefined {
  const [, isBase64, content] = /^data:[^,]*?(;base64)?,(.*)$/is.exec(url) ?? [];
  if (content === undefined) return undefined;
  const text = content.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Uint8Array.from(isBase64 ? atob(text) : text, (character) => character.charCodeAt(0)).buffer;
}

/** Content for an empty caption segment, as WebVTT: hls.js would end the captions at a segment without bytes. */
const NO_CUES = 'WEBVTT\n\n';

/** Refuses a segment that is cut off. */
function readable(callbacks: Callbacks): Callbacks {
  return {
    ...callbacks,
    onSuccess(response, stats, context, details) {
      const { data, code = 200 } = response;
      const track: string | undefined = (context as Partial<FragmentLoaderContext>).frag?.type;
      if (track === 'subtitle' && data instanceof ArrayBuffer && data.byteLength === 0)
        return callbacks.onSuccess(
          { ...response, data: new TextEncoder().encode(NO_CUES).buffer },
          stats,
          context,
          details,
        );
      if (!(data instanceof ArrayBuffer) || isWholeSegment(data))
        return callbacks.onSuccess(response, stats, context, details);
      callbacks.onError({ code, text: 'cut off' }, context, details, stats);
    },
  };
}
