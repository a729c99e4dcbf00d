import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { hasLostSource } from '../../engines/lost-source.ts';
import type { Intents } from '../intents/intents.ts';
import type { PlayerModel } from '../player-model.ts';
import { positionAt, type PositionSnapshot } from '../player.ts';
import { movingRate, type MediaElement } from '../stream/media-element.ts';
import type { Stream } from '../stream/stream.ts';

/** The element is looked at this often while it plays; `timeupdate`, four times as often, cost main more. Our choice. */
export const PROGRESS_INTERVAL_MS = 1_000;
/** Towards the end of a part it is looked at when that is due, but no more often than this. Our choice. */
const PROGRESS_INTERVAL_MIN_MS = 20;

/** A position that differs by less than this from what everybody computes is no news, seconds. */
const DRIFT_TOLERANCE_SECONDS = 0.1;

export interface TimeObserverDependencies {
  readonly element: MediaElement;
  readonly clock: Clock;
  readonly model: PlayerModel;
  readonly intents: Intents;
  readonly stream: Pick<Stream, 'look' | 'path' | 'positionSeconds'>;
  /** The video, or the part of it that was asked for, is over. */
  readonly onEndReached: (reason: 'video' | 'clip') => void;
}

/** Where the film is and whether it moves. Until a wanted position is reached, that is the position. */
export class TimeObserver {
  readonly #dependencies: TimeObserverDependencies;
  #cancelLook: () => void = () => undefined;

  constructor(dependencies: TimeObserverDependencies) {
    this.#dependencies = dependencies;
  }

  /** After an event of the element, and after what it made of the stream. */
  observe(type: string): void {
    if (type === 'seeking') this.#engineSeeks();
    if (type === 'seeked' || type === 'opened') this.watch();
    if (type === 'seeked' && this.#dependencies.intents.current.position === null) this.arrived();
    if (type === 'ended') this.#ended();
    if (type === 'ratechange') this.#rateChanged();
    if (type === 'waiting') this.#waits();
    else this.#plays();
  }

  /** From now on as often as the position is worth a look. */
  watch = (): void => {
    const { element, clock, stream } = this.#dependencies;
    this.#cancelLook();
    if (element.paused || element.ended) return;
    this.#cancelLook = clock.after(this.#lookDelayMs(), () => {
      stream.look();
      if (!hasLostSource(element)) this.#look();
      this.watch();
    });
  };

  stop(): void {
    this.#cancelLook();
  }

  position(): PositionSnapshot {
    const { element, intents, model, stream } = this.#dependencies;
    const rate = intents.current.position === null ? movingRate(element) : 0;
    return model.positionNow(stream.positionSeconds, rate);
  }

  /** The element is where it is wanted, or has stopped looking for its place by itself. */
  arrived(): void {
    const { model, stream } = this.#dependencies;
    const wasSeeking = model.snapshot.seeking;
    model.update({ seeking: false, position: this.position() });
    if (wasSeeking) model.emit('onSeeked', stream.positionSeconds);
  }

  /** A seek without a request: over a hole, or by controls of the browser. */
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

  /** The event may be older than what the element does now. */
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

  #look(): void {
    const { model, intents, onEndReached } = this.#dependencies;
    const { snapshot } = model;
    /** An element that lost its stream goes back to 0; the viewer's position is the one before. */
    if (snapshot.error !== null) return;
    this.#plays();
    const position = this.position();
    const { endSeconds } = snapshot.video;
    if (endSeconds !== null && intents.current.playing && position.seconds >= endSeconds) return onEndReached('clip');
    const drift = Math.abs(positionAt(snapshot, position.atMs) - position.seconds);
    const isNews = drift > DRIFT_TOLERANCE_SECONDS || position.rate !== snapshot.position.rate;
    if (isNews && !snapshot.seeking) model.update({ position });
  }

  #lookDelayMs(): number {
    const { element, model } = this.#dependencies;
    const { endSeconds } = model.snapshot.video;
    const untilEndSeconds = ((endSeconds ?? Infinity) - this.position().seconds) / element.playbackRate;
    return Math.min(PROGRESS_INTERVAL_MS, Math.max(PROGRESS_INTERVAL_MIN_MS, untilEndSeconds * 1_000));
  }
}
