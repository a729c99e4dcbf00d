import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { hasLostSource } from '../../platform/lost-source.ts';
import type { Intents } from '../intents/intents.ts';
import type { PlayerModel } from '../player-model.ts';
import { positionAt, type PositionSnapshot } from '../player.ts';
import { movingRate, type MediaElement } from '../stream/media-element.ts';
import type { Stream } from '../stream/stream.ts';
import { PROGRESS_INTERVAL_MS } from '../progress-interval.ts';

/** Shortest poll interval: near a requested end of playback the poll is scheduled for the end. */
const PROGRESS_INTERVAL_MIN_MS = 20;

/** A position within this distance of the extrapolated position is no change, seconds. */
const DRIFT_TOLERANCE_SECONDS = 0.1;

export interface TimeObserverDependencies {
  readonly element: MediaElement;
  readonly clock: Clock;
  readonly model: PlayerModel;
  readonly intents: Intents;
  readonly stream: Pick<Stream, 'check' | 'path' | 'positionSeconds'>;
  /** The end of the video, or of the requested part of it, has been reached. */
  readonly onEndReached: (reason: 'video' | 'clip') => void;
}

/** Observes the position and whether it moves. During a seek the requested position counts. */
export class TimeObserver {
  readonly #dependencies: TimeObserverDependencies;
  #cancelCheck: () => void = () => undefined;

  constructor(dependencies: TimeObserverDependencies) {
    this.#dependencies = dependencies;
  }

  /** Called after an event of the element, once the stream has handled it. */
  observe(type: string): void {
    if (type === 'seeking') this.#engineSeeks();
    if (type === 'seeked' || type === 'opened') this.watch();
    if (type === 'seeked' && this.#dependencies.intents.current.position === null) this.arrived();
    if (type === 'ended') this.#ended();
    if (type === 'ratechange') this.#rateChanged();
    if (type === 'waiting') this.#waits();
    else this.#plays();
  }

  /** Polls from now on, as often as the position requires. */
  watch = (): void => {
    const { element, clock, stream } = this.#dependencies;
    this.#cancelCheck();
    if (element.paused || element.ended) return;
    this.#cancelCheck = clock.after(this.#checkDelayMs(), () => {
      stream.check();
      if (!hasLostSource(element)) this.#check();
      this.watch();
    });
  };

  position(): PositionSnapshot {
    const { element, intents, model, stream } = this.#dependencies;
    const rate = intents.current.position === null ? movingRate(element) : 0;
    return model.positionNow(stream.positionSeconds, rate);
  }

  /** Called when the element has reached the requested position, or has stopped seeking without reaching it. */
  arrived(): void {
    const { model, stream } = this.#dependencies;
    const wasSeeking = model.snapshot.seeking;
    model.update({ seeking: false, position: this.position() });
    if (wasSeeking) model.emit('onSeeked', stream.positionSeconds);
  }

  /** Reports a seek without a request: over a gap, or by the browser's controls. */
  #engineSeeks(): void {
    const { element, model, intents } = this.#dependencies;
    if (!element.seeking || intents.current.position !== null) return;
    model.update({ seeking: true, position: this.position() });
    model.emit('onSeeking', element.currentTime);
  }

  #plays(): void {
    const { element, model, intents, stream } = this.#dependencies;
    const { playing, position } = intents.current;
    if (!playing || position !== null || movingRate(element) === 0) return;
    intents.fulfil({ playing: true });
    const isNews = model.snapshot.waiting || model.snapshot.position.rate === 0;
    model.advance('playing', { waiting: false, mediaPath: stream.path, ...(isNews && { position: this.position() }) });
    this.watch();
  }

  #rateChanged(): void {
    this.#dependencies.model.update({ position: this.position() });
    this.watch();
  }

  /** Reports waiting, if the element still waits: the event may be older than the element's present state. */
  #waits(): void {
    const { element, model, intents } = this.#dependencies;
    if (!intents.current.playing || element.paused || movingRate(element) > 0) return;
    model.advance('waiting', { waiting: true, position: this.position() });
  }

  #ended(): void {
    const { element, model, intents, onEndReached } = this.#dependencies;
    if (hasLostSource(element) && intents.current.playing)
      model.advance('waiting', { waiting: true, position: this.position() });
    else if (element.ended && intents.current.position === null) onEndReached('video');
  }

  #check(): void {
    const { model, intents, onEndReached } = this.#dependencies;
    const { snapshot } = model;
    // An element that lost its stream returns to 0; the viewer's position is the position before the error.
    if (snapshot.error !== null) return;
    this.#plays();
    const position = this.position();
    const { endSeconds } = snapshot.video;
    if (endSeconds !== null && intents.current.playing && position.seconds >= endSeconds) return onEndReached('clip');
    const drift = Math.abs(positionAt(snapshot, position.atMs) - position.seconds);
    const isNews = drift > DRIFT_TOLERANCE_SECONDS || position.rate !== snapshot.position.rate;
    if (isNews && !snapshot.seeking) model.update({ position });
  }

  #checkDelayMs(): number {
    const { element, model } = this.#dependencies;
    const { endSeconds } = model.snapshot.video;
    const untilEndSeconds = ((endSeconds ?? Infinity) - this.position().seconds) / element.playbackRate;
    return Math.min(PROGRESS_INTERVAL_MS, Math.max(PROGRESS_INTERVAL_MIN_MS, untilEndSeconds * 1_000));
  }
}
