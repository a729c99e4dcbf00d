import type { SpanName } from '../../../protocol/profiling/span-names.ts';
import { delay } from '../../../protocol/runtime/clock.ts';
import { fetchPart } from '../fetch-part.ts';
import { isWholeSegment } from '../whole-segment.ts';
import type { ArrivingSegments, ByteStream } from './arriving-segments.ts';
import { SegmentRequests, type SegmentRequestsOptions } from './segment-requests.ts';
import { segmentAt, type StartPlan, type SegmentPlan, type TrackPlan } from './start-plan.ts';

export interface TrackBuffer {
  readonly buffer: SourceBuffer;
  readonly mimeType: string;
}

/** State that the engine takes over: an open source with its buffers, and the responses it need not fetch again. */
export interface StartedStream {
  readonly mediaSource: MediaSource;
  readonly buffers: ReadonlyMap<TrackPlan['kind'], TrackBuffer>;
  /** Responses by absolute address: playlists, init segments, and the last segment of each track; all segments of live streams. */
  readonly kept: Map<string, string | ArrayBuffer>;
  /** Measured bits per second; 0 if unknown. */
  readonly bandwidthEstimate: number;
  readonly loadedBytes: number;
}

export interface HeadStartDependencies extends SegmentRequestsOptions {
  readonly plan: StartPlan;
  readonly playlists: ReadonlyMap<string, string>;
  readonly mediaSource: MediaSource;
  readonly startSeconds: number;
  /** Segments that have already been requested, and init segments that the page has or requested. */
  readonly arriving: ArrivingSegments;
  readonly inits: ReadonlyMap<string, ArrayBuffer | Promise<ArrayBuffer>>;
  /** Media time, seconds. */
  readonly position: () => number;
  /** Called when a track ends after the start: all its segments are appended, one has failed, or a seek has left them. */
  readonly trackEnded: () => void;
  /** Completes the started stream for the engine. */
  readonly finish?: (started: StartedStream) => StartedStream;
}

/** Seconds kept ahead of the playhead until the engine takes over; more would delay the engine's first change of quality. */
const LEAD_SECONDS = 4;
/** Interval of the lead check. */
const CHECK_INTERVAL_MS = 250;

/**
 * Shows the first frame before the engine has been fetched: init and first segments of the lowest level, fetched in
 * parallel and appended. It has no quality selection, recovery or seeking; anything unusual ends it.
 */
export class HeadStart {
  readonly #dependencies: HeadStartDependencies;
  readonly #requests: SegmentRequests;
  readonly #kept: Map<string, string | ArrayBuffer>;
  readonly #buffers = new Map<TrackPlan['kind'], TrackBuffer>();
  readonly #stopped = new AbortController();
  #isEnding = false;
  /** Media time up to which the first track has been requested. */
  #reachSeconds = 0;
  #running: Promise<unknown> = Promise.resolve();
  #loadedBytes = 0;

  constructor(dependencies: HeadStartDependencies) {
    this.#dependencies = dependencies;
    this.#requests = new SegmentRequests(dependencies);
    this.#kept = new Map(dependencies.playlists);
  }

  /** Resolves when the first segments are appended. A rejection means that the engine has to start over. */
  async start(): Promise<void> {
    const { plan, mediaSource, trackEnded } = this.#dependencies;
    // Fetched while the source opens.
    const first = plan.tracks.map((track) => ({
      track,
      parts: Promise.all([this.#init(track), this.#open(this.#firstSegment(track).url)]),
    }));
    for (const { parts } of first) parts.catch(() => undefined);
    await opened(mediaSource, this.#stopped.signal);
    const firstSeconds = await plan.tracks[0]?.firstSeconds;
    mediaSource.duration = plan.durationSeconds;
    for (const { mimeType, kind } of plan.tracks) {
      const buffer = mediaSource.addSourceBuffer(mimeType);
      // Sound has the offset of the pictures, as in the engine, which sets the offset with every segment.
      buffer.timestampOffset = -(firstSeconds ?? 0);
      this.#buffers.set(kind, { buffer, mimeType });
    }
    await Promise.all(first.map(({ track, parts }) => this.#appendFirst(track, parts)));
    this.#running = Promise.allSettled(plan.tracks.map((track) => this.#keepLead(track).finally(trackEnded)));
  }

  /**
   * Waits for the segments in flight, which the engine would only fetch again, and for their sound; then returns the started stream.
   * No append is running then, even if a track has failed, so that the engine may change the type of a buffer.
   */
  async stop(): Promise<StartedStream> {
    this.#isEnding = true;
    await this.#running;
    const { mediaSource, finish } = this.#dependencies;
    const started = {
      mediaSource,
      buffers: this.#buffers,
      kept: this.#kept,
      bandwidthEstimate: this.#requests.bandwidthEstimate,
      loadedBytes: this.#loadedBytes,
    };
    return finish?.(started) ?? started;
  }

  abort(): void {
    this.#stopped.abort();
  }

  /** Whether a position is in the buffer or in a segment in flight, which the engine would only fetch again. */
  reaches(seconds: number): boolean {
    // A plan has tracks.
    const { startSeconds } = this.#firstSegment(this.#dependencies.plan.tracks[0] as TrackPlan);
    return seconds >= startSeconds && seconds < this.#reachSeconds;
  }

  #firstSegment(track: TrackPlan): SegmentPlan {
    const { startSeconds } = this.#dependencies;
    // Every track of a plan has segments, and the first segment begins at 0.
    return segmentAt(track.segments, startSeconds) as SegmentPlan;
  }

  async #appendFirst(track: TrackPlan, parts: Promise<[ArrayBuffer | undefined, ByteStream]>): Promise<void> {
    const [init, stream] = await parts;
    if (track.initUrl !== undefined && init !== undefined) {
      this.#kept.set(track.initUrl, init);
      await this.#append(track, init);
    }
    this.#keep(track, this.#firstSegment(track), await this.#appendStream(track, stream));
  }

  /** Appends in chunks: the first picture is a few kilobytes of a segment, and is shown as soon as they arrive. */
  async #appendStream(track: TrackPlan, stream: ByteStream): Promise<ArrayBuffer> {
    const { clock, note } = this.#dependencies;
    const startedAtMs = clock.monotonicNow();
    const [pieces, whole] = stream.tee();
    const reader = pieces.getReader();
    for (let piece = await reader.read(); piece.value !== undefined; piece = await reader.read())
      await this.#append(track, piece.value);
    const data = wholeSegment(await new Response(whole).arrayBuffer());
    note(segmentName(track), startedAtMs, clock.monotonicNow(), data.byteLength);
    return data;
  }

  #init(track: TrackPlan): ArrayBuffer | Promise<ArrayBuffer> | undefined {
    const { initUrl } = track;
    if (initUrl === undefined) return undefined;
    return this.#dependencies.inits.get(initUrl) ?? this.#fetchPart(initUrl, track);
  }

  async #open(url: string): Promise<ByteStream> {
    const { arriving, fetch } = this.#dependencies;
    const stream = arriving.get(url);
    arriving.delete(url);
    // A missing body fails when it is read, as a body of the wrong kind does.
    return stream ?? ((await fetchPart(fetch, url, { signal: this.#stopped.signal })).body as ByteStream);
  }

  async #keepLead(track: TrackPlan): Promise<void> {
    const { position, clock } = this.#dependencies;
    const { signal } = this.#stopped;
    const first = this.#firstSegment(track);
    this.#noteReach(track, first);
    for (const segment of track.segments.slice(track.segments.indexOf(first) + 1)) {
      while (!this.#isWanted(track, segment)) {
        if (this.#isOver()) return;
        await delay(clock, CHECK_INTERVAL_MS, signal);
      }
      // A seek leads to a position that only the engine requests. Sound for pictures in flight is still loaded.
      if (signal.aborted || position() >= this.#reachSeconds) return;
      this.#noteReach(track, segment);
      const data = await this.#fetchPart(segment.url, track);
      await this.#append(track, data);
      this.#keep(track, segment, data);
    }
  }

  #noteReach(track: TrackPlan, { startSeconds, durationSeconds }: SegmentPlan): void {
    if (track === this.#dependencies.plan.tracks[0]) this.#reachSeconds = startSeconds + durationSeconds;
  }

  /**
   * Sound follows the pictures, also while the head start ends: hls.js begins where the shorter track ends, and loads the
   * longer track again from there.
   */
  #isWanted(track: TrackPlan, { startSeconds }: SegmentPlan): boolean {
    const { plan, position } = this.#dependencies;
    if (track !== plan.tracks[0]) return startSeconds < this.#reachSeconds;
    return !this.#isOver() && startSeconds - position() < LEAD_SECONDS;
  }

  #isOver(): boolean {
    return this.#isEnding || this.#stopped.signal.aborted;
  }

  /**
   * Keeps only the last segment: hls.js has to parse the segment at the end of the buffer, or it requests it again. In live
   * streams it parses from the current position on, because it reads the times only from segments.
   */
  #keep(track: TrackPlan, segment: SegmentPlan, data: ArrayBuffer): void {
    this.#loadedBytes += data.byteLength;
    if (!this.#dependencies.plan.isLive) for (const { url } of track.segments) this.#kept.delete(url);
    this.#kept.set(segment.url, data);
  }

  async #fetchPart(url: string, track: TrackPlan): Promise<ArrayBuffer> {
    return wholeSegment(await this.#requests.bytes(url, segmentName(track), { signal: this.#stopped.signal }));
  }

  #append({ kind }: TrackPlan, data: BufferSource): Promise<void> {
    const { buffer } = this.#buffers.get(kind) as TrackBuffer;
    return new Promise((resolve, reject) => {
      const done = new AbortController();
      const { signal } = done;
      buffer.addEventListener('error', () => reject(new Error('append')), { signal });
      // Fires after an error too.
      buffer.addEventListener(
        'updateend',
        () => {
          done.abort();
          resolve();
        },
        { signal },
      );
      buffer.appendBuffer(data);
    });
  }
}

function wholeSegment(data: ArrayBuffer): ArrayBuffer {
  if (!isWholeSegment(data)) throw new Error('cut off');
  return data;
}

function opened(mediaSource: MediaSource, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (mediaSource.readyState === 'open') resolve();
    mediaSource.addEventListener('sourceopen', () => resolve());
    signal.addEventListener('abort', () => reject(new Error('stopped')));
  });
}

function segmentName({ kind }: TrackPlan): SpanName {
  return kind === 'audio' ? 'audio segment' : 'segment';
}
