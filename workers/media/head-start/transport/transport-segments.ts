import { INSIDE_TRANSPORT } from '../../../../protocol/runtime/media/media-playlist.ts';
import { joined } from '../../../../protocol/runtime/media/transport/joined-bytes.ts';
import { TICKS_PER_SECOND } from '../../../../protocol/runtime/media/transport/transport-demuxer.ts';
import type { ArrivingSegments, ByteStream } from '../arriving-segments.ts';
import type { StartedStream } from '../head-start.ts';
import { SegmentRequests, type SegmentRequestsOptions } from '../segment-requests.ts';
import type { SegmentPlan, TrackPlan } from '../start-plan.ts';
import { placedPlaylist } from './placed-playlist.ts';
import { Transmuxer, type SegmentPlace, type Transmuxed } from './transmuxer.ts';

export interface TransportSegmentsOptions extends SegmentRequestsOptions {
  readonly track: TrackPlan;
  /** Segment in which playback begins. */
  readonly first: SegmentPlan;
}

type MadeTrack = Pick<TrackPlan, 'kind' | 'mimeType' | 'firstSeconds' | 'segments'>;
type Bytes = Uint8Array<ArrayBuffer>;

/** Output streams of a segment that is transmuxed while it arrives. */
type Outputs = Map<TrackPlan['kind'], ReadableStreamDefaultController<Bytes>>;

const KINDS = ['video', 'audio'] as const;
/** Prefix that distinguishes the address of sound beside pictures from the address of its segment. */
const BESIDE = 'beside:';

/** Serves MPEG-TS segments to a head start as fragmented MP4, one segment for each track. */
export class TransportSegments {
  readonly arriving: ArrivingSegments = new Map();
  readonly #options: TransportSegmentsOptions;
  readonly #requests: SegmentRequests;
  readonly #transmuxer: Transmuxer;
  /** Transmuxed segments by address, because both tracks request each segment. */
  readonly #made = new Map<string, Promise<Transmuxed>>();
  /** Kinds of the tracks, by the prefix of their addresses. */
  readonly #kinds = new Map<string, TrackPlan['kind']>();
  readonly #places = new Map<string, SegmentPlace>();
  /** Original bytes for the engine: the last transmuxed segment, and a segment that could not be transmuxed. */
  readonly #kept = new Map<string, ArrayBuffer>();
  #loadedBytes = 0;

  constructor(options: TransportSegmentsOptions) {
    this.#options = options;
    this.#requests = new SegmentRequests(options);
    this.#transmuxer = new Transmuxer(options.first.startSeconds);
  }

  /**
   * Resolves when the tracks of the first segment are known. The segment is transmuxed as it arrives; once it has been transmuxed to
   * its end, its bytes are read from `takeWhole`.
   */
  async begin(bytes: ByteStream, takeWhole: () => Promise<ArrayBuffer>): Promise<MadeTrack[]> {
    const reader = bytes.getReader();
    const begun: Transmuxed[] = [];
    while (this.#transmuxer.start === undefined) {
      const { value } = await reader.read();
      if (value === undefined) throw new Error('a kind is missing');
      begun.push(this.#transmuxer.push(value));
    }
    const { start } = this.#transmuxer;
    const { track, first } = this.#options;
    const kinds = KINDS.filter((kind) => start[kind] !== undefined);
    const outputs: Outputs = new Map();
    const tracks = kinds.map((kind): MadeTrack => {
      const { mimeType = '', init } = start[kind] ?? {};
      const addressOf = (url: string): string => (kind === kinds[0] ? url : BESIDE + url);
      this.#kinds.set(addressOf(''), kind);
      this.arriving.set(
        addressOf(first.url),
        new ReadableStream<Bytes>({ start: (controller) => void outputs.set(kind, controller) }),
      );
      if (init !== undefined) outputs.get(kind)?.enqueue(init);
      const segments = track.segments.map((segment) => ({ ...segment, url: addressOf(segment.url) }));
      return { kind, mimeType, firstSeconds: start.zeroTicks / TICKS_PER_SECOND, segments };
    });
    for (const made of begun) enqueue(made, outputs);
    void this.#makeFirst(reader, outputs, takeWhole);
    return tracks;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const prefix = address.startsWith(BESIDE) ? BESIDE : '';
    const url = address.slice(prefix.length);
    const making = this.#made.get(url) ?? this.#load(url, init);
    this.#made.set(url, making);
    const pieces = (await making)[this.#kinds.get(prefix) ?? 'video'];
    return new Response(joined(pieces), { status: url.includes('#') ? 206 : 200 });
  };

  /** Replaces the transmuxed segments by their original bytes for the engine, with exact durations in the playlist. */
  readonly finish = (started: StartedStream): StartedStream => {
    const { segments } = this.#options.track;
    const places = segments.map(({ url }) => this.#places.get(url));
    const kept = new Map(started.kept);
    for (const { url } of segments) for (const address of [url, BESIDE + url]) kept.delete(address);
    for (const [url, text] of started.kept)
      if (typeof text === 'string' && text.includes(INSIDE_TRANSPORT)) kept.set(url, placedPlaylist(text, places));
    for (const [url, data] of this.#kept) kept.set(url, data);
    const { bandwidthEstimate } = this.#requests;
    return { ...started, kept, bandwidthEstimate, loadedBytes: this.#loadedBytes };
  };

  async #makeFirst(
    reader: ReadableStreamDefaultReader<Bytes>,
    outputs: Outputs,
    takeWhole: () => Promise<ArrayBuffer>,
  ): Promise<void> {
    try {
      for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read())
        enqueue(this.#transmuxer.push(value), outputs);
      const { rest, place } = this.#transmuxer.endSegment();
      enqueue(rest, outputs);
      this.#keep(this.#options.first.url, await takeWhole(), place);
      for (const controller of outputs.values()) controller.close();
    } catch (error) {
      reader.cancel().catch(() => undefined);
      for (const controller of outputs.values()) controller.error(error);
    }
  }

  async #load(url: string, init?: RequestInit): Promise<Transmuxed> {
    const data = await this.#requests.bytes(url, 'segment', init);
    this.#kept.set(url, data);
    const begun = this.#transmuxer.push(new Uint8Array(data));
    const { rest, place } = this.#transmuxer.endSegment();
    this.#keep(url, data, place);
    return { video: [...begun.video, ...rest.video], audio: [...begun.audio, ...rest.audio] };
  }

  #keep(url: string, data: ArrayBuffer, place: SegmentPlace): void {
    this.#kept.clear();
    this.#kept.set(url, data);
    this.#places.set(url, place);
    this.#loadedBytes += data.byteLength;
  }
}

function enqueue(made: Transmuxed, outputs: Outputs): void {
  for (const kind of KINDS) for (const piece of made[kind]) outputs.get(kind)?.enqueue(piece);
}
