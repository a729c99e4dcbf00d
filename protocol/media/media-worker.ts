import type { MediaEngineEvents, MediaSourceDescription } from './media-engine.ts';
import type { LoadingLimits } from './loading-limits.ts';
import type { Contact } from '../privacy/contacts.ts';
import type { ThreadSpans } from '../recording/thread-spans.ts';
import type { Outcome } from '../runtime/outcome.ts';
import type { QualityName } from '../host/player-info.ts';

/**
 * The interface of the media worker. Commands are calls; frequent updates are plain messages over one port for each
 * load, because a call costs main ten times as much as a message.
 */
export interface MediaWorkerApi {
  /** Resolves while the worker runs. */
  ping(): 'ready' | Promise<'ready'>;
  /** Opens a stream for the element at the other end of `view`; an earlier stream is released. */
  load(load: MediaLoad, view: ViewPort): Promise<Outcome<void>>;
  /** Starts over at a position, after a `fatal`. */
  recover(positionSeconds: number): Promise<Outcome<void>>;
  setQuality(quality: QualityName): void;
  setAudioTrack(id: string): void;
  setLimits(limits: LoadingLimits): void;
  setCaptionTrack(id: string): void;
  /** CSS pixels times the pixel density: caps the level that is fetched. */
  setBox(box: ElementBox): void;
  /** Origins that this thread has contacted. */
  contacts(): Promise<Outcome<readonly Contact[]>>;
  /**
   * Spans that this worker has recorded since `sinceSequence`, within the last `lastMs` milliseconds; fails before the
   * engine has loaded.
   */
  readSpans(sinceSequence?: number, lastMs?: number): Promise<Outcome<ThreadSpans>>;
  /** Begins to write the worker's spans as tracks, on its own thread. Returns whether it writes: false before the engine has loaded. */
  writeTracks(): boolean | Promise<boolean>;
}

export interface MediaLoad {
  readonly source: MediaSourceDescription;
  /** Address of a `MediaEngineModule`. */
  readonly engineUrl: string;
  readonly box: ElementBox;
  /** The server expects the stream to start without the engine: the worker opens its MediaSource at once. */
  readonly startsWithoutEngine?: boolean | undefined;
}

/**
 * Plain message with the port and the arguments of `load`, for the inline script of the page, which posts it before
 * anything else has loaded. One more port follows for each address in `arriving`.
 */
export interface HeadStartMessage {
  readonly kind: 'head-start';
  readonly load: MediaLoad;
  /** Absolute addresses of segments that main requested while the worker was loading. */
  readonly arriving: readonly string[];
}

/** Message over the port of a segment: its bytes as they arrive, then `end` or `failed`. */
export type ArrivingPart = Uint8Array<ArrayBuffer> | 'end' | 'failed';

export function isHeadStart(message: unknown): message is HeadStartMessage {
  return (message as { readonly kind?: unknown } | null)?.kind === 'head-start';
}

export interface ElementBox {
  readonly widthPixels: number;
  readonly heightPixels: number;
}

/** Events of the real element that the engine depends on. */
export const FORWARDED_EVENTS = [
  'loadedmetadata',
  'loadeddata',
  'canplay',
  'play',
  'playing',
  'pause',
  'waiting',
  'seeking',
  'seeked',
  'ended',
  'error',
  'ratechange',
  'emptied',
  'durationchange',
] as const;

/** The real element at one moment. */
export interface ElementSnapshot {
  /** Media time, seconds; during a seek, its target. */
  readonly currentTime: number;
  /** When the snapshot was taken, milliseconds on the clock that all threads share (time origin added). */
  readonly atMs: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly ended: boolean;
  readonly readyState: number;
  readonly playbackRate: number;
  readonly duration: number;
  readonly error: { readonly code: number; readonly message: string } | null;
  /** Number of the last seek of the engine that main has received, followed or not. */
  readonly seekNumber: number;
  /** Number of the viewer's last target. */
  readonly targetNumber: number;
  readonly droppedFrames: number;
  readonly totalFrames: number;
}

/** From main to the worker, over the port: an element event (`null` after a seek) and a snapshot of the element. */
export interface ElementMessage {
  readonly event: (typeof FORWARDED_EVENTS)[number] | 'timeupdate' | null;
  readonly snapshot: ElementSnapshot;
}

/** From the worker to main, over the port. */
export type EngineMessage =
  /** `handle` goes into `srcObject`; it is transferred and can be attached to one element, once. */
  | { readonly kind: 'handle'; readonly handle: MediaProviderHandle; readonly isManaged: boolean }
  /** The MediaSource is attached: the worker path works in this browser. */
  | { readonly kind: 'open' }
  /** `targetNumber` is the viewer's last target that the engine had received: if main has a later target, the seek is out of date. */
  | { readonly kind: 'seek'; readonly seconds: number; readonly seekNumber: number; readonly targetNumber: number }
  | EngineEventMessage;

/** Events of the engine in the worker for its listeners on main. */
export type EngineEventName = 'state' | 'fatal' | 'problem' | 'cues';
export type EngineEventMessage<Names extends EngineEventName = EngineEventName> = {
  [Name in Names]: { readonly kind: 'event'; readonly name: Name; readonly event: MediaEngineEvents[Name] };
}[Names];

/** A `MediaSourceHandle`; the type does not exist without the DOM library. */
export type MediaProviderHandle = object;

/** A `MessagePort`; neither DOM nor worker types are available here. */
export type ViewPort = object;
