import type { Clock } from '../../../protocol/runtime/clock.ts';
import {
  FORWARDED_EVENTS,
  type ElementMessage,
  type EngineMessage,
  type ElementSnapshot,
} from '../../../protocol/media/media-worker.ts';
import { hasLostSource } from '../platform/lost-source.ts';

/** The part of the real element that the mirror reads or sets for an engine on another thread. */
export type MirroredElement = EventTarget &
  Pick<
    HTMLVideoElement,
    | 'buffered'
    | 'currentTime'
    | 'duration'
    | 'ended'
    | 'error'
    | 'getVideoPlaybackQuality'
    | 'paused'
    | 'playbackRate'
    | 'readyState'
    | 'seeking'
    | 'srcObject'
  >;

export interface ElementMirrorDependencies {
  readonly element: MirroredElement;
  readonly clock: Clock;
  readonly port: Pick<MessagePort, 'postMessage'>;
  /** Where the engine starts. */
  readonly startSeconds: number;
  /** The element has ended because its source was lost. */
  readonly onLostSource: () => void;
}

type EngineSeek = Extract<EngineMessage, { kind: 'seek' }>;

/**
 * Keeps an engine on another thread informed of the real element, and moves the element for the engine. Messages cross: a viewer may
 * request another position while a seek of the engine is on its way to main. So viewers' targets are numbered, and a seek that the
 * engine requested before it received the latest target does not move the element.
 */
export class ElementMirror {
  readonly #dependencies: ElementMirrorDependencies;
  #seekNumber = 0;
  #targetNumber = 0;
  #targetSeconds: number | null = null;
  /** The position when the video last moved, seconds. */
  #lastSeconds: number;

  constructor(dependencies: ElementMirrorDependencies, signal: AbortSignal) {
    this.#dependencies = dependencies;
    const { element } = dependencies;
    this.#lastSeconds = dependencies.startSeconds;
    for (const type of FORWARDED_EVENTS) element.addEventListener(type, () => this.forward(type), { signal });
  }

  /** The target of a seek, else the last position: an element that lost its source reports its end as the position. */
  get positionSeconds(): number {
    return this.#targetSeconds ?? this.#lastSeconds;
  }

  setTarget(seconds: number | null): void {
    if (seconds === this.#targetSeconds) return;
    this.#targetSeconds = seconds;
    if (seconds === null) return this.forward(null);
    this.#targetNumber += 1;
    this.forward('seeking');
  }

  /** Returns whether the element was moved. */
  follow({ seconds, seekNumber, targetNumber }: EngineSeek): boolean {
    const { element } = this.#dependencies;
    // A seek that the engine requested before its end would hide that the source is gone.
    if (hasLostSource(element)) return false;
    this.#seekNumber = seekNumber;
    const isOutOfDate = targetNumber < this.#targetNumber;
    if (!isOutOfDate) {
      if (this.#targetSeconds !== null) this.#targetSeconds = seconds;
      element.currentTime = seconds;
    }
    this.forward(isOutOfDate ? 'seeking' : null);
    return !isOutOfDate;
  }

  forward(event: ElementMessage['event']): void {
    const { element, port, onLostSource } = this.#dependencies;
    if (hasLostSource(element)) return event === 'ended' ? onLostSource() : undefined;
    if (!element.ended && !element.seeking && element.readyState > 0) this.#lastSeconds = element.currentTime;
    const message: ElementMessage = { event, snapshot: this.#snapshot() };
    port.postMessage(message);
  }

  #snapshot(): ElementSnapshot {
    const { element, clock } = this.#dependencies;
    const { currentTime, paused, seeking, ended, readyState, playbackRate, duration, error } = element;
    const { droppedVideoFrames: droppedFrames, totalVideoFrames: totalFrames } = element.getVideoPlaybackQuality();
    const target = this.#targetSeconds;
    return {
      currentTime: target ?? currentTime,
      atMs: clock.monotonicNow(),
      paused,
      seeking: seeking || target !== null,
      ended: ended && target === null,
      readyState,
      playbackRate,
      duration,
      error: error === null ? null : { code: error.code, message: error.message },
      seekNumber: this.#seekNumber,
      targetNumber: this.#targetNumber,
      droppedFrames,
      totalFrames,
    };
  }
}
