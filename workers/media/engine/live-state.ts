import type { LevelDetails } from 'hls.js';
import type { LiveFacts, MediaEngineState } from '../../../protocol/media/media-engine.ts';
import { secondsAhead } from '../../../protocol/runtime/media/time-ranges.ts';
import type { HlsMedia } from './hls-library.ts';
import { HAVE_ENOUGH_DATA, HAVE_METADATA } from '../ready-states.ts';

type Condition = LiveFacts['condition'] | 'unknown' | 'video';
type Input = 'advanced' | 'stale' | 'lost' | 'ended';

/** Condition of a stream after each kind of playlist update. Missing cells change nothing. */
const NEXT: Readonly<Record<Condition, Partial<Record<Input, Condition>>>> = {
  unknown: { advanced: 'on', stale: 'stopped', lost: 'not-begun', ended: 'video' },
  'not-begun': { advanced: 'on', stale: 'stopped', ended: 'video' },
  on: { stale: 'stopped', lost: 'stopped', ended: 'video' },
  stopped: { advanced: 'on', ended: 'video' },
  video: { advanced: 'on' },
};

/** A stream counts as stopped after this many segment lengths without a new segment, so that a late segment is not reported. */
const STALE_AFTER_SEGMENTS = 3;
/** The start position moves by whole segments: a position this far behind it is still the head. */
const HEAD_TOLERANCE_SECONDS = 4;
/** Segments are longer or shorter than their playlists say. */
const WINDOW_TOLERANCE_SECONDS = 0.5;

type Details = Pick<
  LevelDetails,
  'age' | 'edge' | 'fragmentStart' | 'live' | 'partList' | 'PTSKnown' | 'targetduration'
>;

/** Position of the live head, according to hls.js. */
export interface LiveHead {
  /** Position where playback begins, media seconds. */
  readonly syncSeconds: number | null;
  readonly targetLatencySeconds: number | null;
  readonly nowMs: number;
}

/**
 * State of a live stream by its playlist: whether it grows, its window and its edge. The element's own `seekable`
 * starts at 0 for live; the window comes from the playlist, once the first segment has fixed its position in time.
 * Before that the window would jump, and move the viewer.
 */
export class LiveState {
  seekable: MediaEngineState['seekable'] = null;
  #condition: Condition = 'unknown';
  #hasBeenLive = false;
  #edge: Omit<LiveFacts, 'condition' | 'jumps'> | null = null;
  #jumps = 0;

  /** Whether the stream is live; `null` until a playlist has been read. */
  get isLive(): boolean | null {
    if (this.#condition === 'unknown') return null;
    return this.#condition !== 'video';
  }

  get facts(): LiveFacts | undefined {
    const condition = this.#condition;
    if (condition === 'unknown' || condition === 'video') return undefined;
    return { ...(this.#edge ?? NO_EDGE), condition, jumps: this.#jumps };
  }

  /** Call it when a playlist has been read. Returns whether the state has changed. */
  follow(details: Details, head: LiveHead): boolean {
    const { age, edge, live, partList, targetduration } = details;
    const isStale = age > targetduration * STALE_AFTER_SEGMENTS;
    const hasTurned = this.#take(live ? (isStale ? 'stale' : 'advanced') : 'ended');
    this.#hasBeenLive ||= live;
    const hasMoved = this.#hasBeenLive && this.#follow(details, head);
    if (!live || edge === this.#edge?.edgeSeconds) return hasTurned || hasMoved;
    this.#edge = {
      edgeSeconds: edge,
      edgeAtMs: head.nowMs - age * 1_000,
      targetLatencySeconds: head.targetLatencySeconds,
      isLowLatency: partList !== null,
    };
    return true;
  }

  /** Call it when a playlist is missing. Returns whether the state has changed. */
  lose(): boolean {
    return this.#take('lost');
  }

  /** Distance of a position from the end of the stream; `null` for a position at the head, where a stream begins by default. */
  secondsBehindEdge(placeSeconds: number, nowMs: number): number | null {
    const { edgeSeconds, edgeAtMs } = this.#edge ?? NO_EDGE;
    if (edgeSeconds === null || this.seekable === null || placeSeconds > this.seekable[1] - HEAD_TOLERANCE_SECONDS)
      return null;
    const sinceEdgeMs = this.#condition === 'on' ? nowMs - edgeAtMs : 0;
    return edgeSeconds + sinceEdgeMs / 1_000 - placeSeconds;
  }

  /** Call it when the stream is reopened: its times then have another origin. */
  forgetTimes(): void {
    this.seekable = null;
    this.#edge = null;
  }

  /**
   * Target of a jump from a position that has left the window: the head, because the oldest second would soon be gone as well. No
   * jump where the buffer leads out of that position.
   */
  wayBack(media: HlsMedia, syncSeconds: number | null): number | null {
    if (this.isLive !== true || this.seekable === null || this.#edge === null || syncSeconds === null) return null;
    const { currentTime, readyState, seeking } = media;
    if (readyState < HAVE_METADATA || seeking) return null;
    const [oldest] = this.seekable;
    const reach = currentTime + secondsAhead(media);
    const isBehind = reach < oldest - WINDOW_TOLERANCE_SECONDS;
    const isAhead =
      readyState < HAVE_ENOUGH_DATA && currentTime > (this.#edge.edgeSeconds ?? 0) + WINDOW_TOLERANCE_SECONDS;
    if (!isBehind && !isAhead) return null;
    this.#jumps += 1;
    return syncSeconds;
  }

  #take(input: Input): boolean {
    const next = NEXT[this.#condition][input];
    if (next === undefined) return false;
    this.#condition = next;
    return true;
  }

  /** Moves the window; it stays in place once the stream has ended. */
  #follow({ edge, fragmentStart, live, PTSKnown }: Details, { syncSeconds }: LiveHead): boolean {
    const endSeconds = live ? syncSeconds : edge;
    if (!PTSKnown || endSeconds === null) return false;
    const window = [fragmentStart, Math.max(fragmentStart, endSeconds)] as const;
    if (window.every((seconds, index) => seconds === this.seekable?.[index])) return false;
    this.seekable = window;
    return true;
  }
}

const NO_EDGE = { edgeSeconds: null, edgeAtMs: 0, targetLatencySeconds: null, isLowLatency: false };
