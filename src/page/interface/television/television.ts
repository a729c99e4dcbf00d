import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { OwnSnapshot } from '../../player/snapshot-store.ts';
import { hasAddress } from '../../player/stream/media-element.ts';
import type { Receivers } from './receivers.ts';
import {
  nextTelevisionState,
  STATE_TIMEOUT_MS,
  type TelevisionEvent,
  type TelevisionState,
} from './television-table.ts';

type TelevisionElement = Pick<EventTarget, 'addEventListener'> &
  Pick<HTMLVideoElement, 'disableRemotePlayback' | 'readyState' | 'src'>;

export interface TelevisionDependencies {
  readonly media: TelevisionElement;
  /** Receivers of `media`. */
  readonly receivers: Receivers;
  readonly clock: Clock;
  /** Chooses engines that play by an address for a receiver, or again the best engines; `reopens`: for the present video, too. */
  readonly useAddress: (isForReceiver: boolean, reopens: boolean) => void;
  /** Called when the receiver could not be used; the video continues here. */
  readonly onFailed: () => void;
  readonly reportError: (error: unknown) => void;
}

export interface TelevisionSnapshot {
  readonly state: TelevisionState;
}

/**
 * The video on a receiver, such as a television. Its engine gives way to an address that the receiver loads itself, and takes over again
 * at the position of the receiver, which the element reports.
 */
export class Television extends OwnSnapshot<TelevisionSnapshot> {
  readonly #dependencies: TelevisionDependencies;
  #cancelTimeout: () => void = () => undefined;
  /** Whether the element played an address before, which it then keeps. */
  #hadAddress = false;

  constructor(dependencies: TelevisionDependencies) {
    const { media, receivers, reportError } = dependencies;
    super({ state: 'here' }, reportError);
    this.#dependencies = dependencies;
    receivers.addEventListener('connecting', () => this.#send('connecting'));
    receivers.addEventListener('connect', () => this.#send('connected'));
    receivers.addEventListener('disconnect', () => this.#send('disconnected'));
    // Runs before the engine receives the error, which would end playback.
    media.addEventListener('error', () => this.#send('failed'), { capture: true });
    media.addEventListener('loadedmetadata', () => this.#check());
    if (receivers.state !== 'disconnected') this.#send(receivers.state === 'connected' ? 'connected' : 'connecting');
  }

  /** Moves the video to a receiver, or back. Has to run within a gesture. */
  toggle = (): void => this.#send('pressed');

  #send(event: TelevisionEvent): void {
    const before = this.get().state;
    const state = nextTelevisionState(before, event);
    if (state === before) return;
    this.#cancelTimeout();
    const timeoutMs = STATE_TIMEOUT_MS[state];
    if (timeoutMs !== undefined)
      this.#cancelTimeout = this.#dependencies.clock.after(timeoutMs, () => this.#send('failed'));
    this.update({ state });
    if (before === 'here') this.#leave();
    if (state === 'asking') void this.#ask();
    if (state === 'here') this.#return(event);
    this.#check();
  }

  /** Switches to an address, also for the next videos while a receiver plays. */
  #leave(): void {
    const { media, useAddress } = this.#dependencies;
    this.#hadAddress = hasAddress(media);
    media.disableRemotePlayback = false;
    useAddress(true, !this.#hadAddress);
  }

  #return(event: TelevisionEvent): void {
    const { media, useAddress, onFailed } = this.#dependencies;
    // Browsers have no other way to disconnect without a prompt.
    if (event === 'pressed' || event === 'failed') media.disableRemotePlayback = true;
    useAddress(false, !this.#hadAddress || event === 'failed');
    if (event === 'failed') onFailed();
  }

  /** An element that already plays a file may have its metadata already. */
  #check(): void {
    const { media } = this.#dependencies;
    if (hasAddress(media) && media.readyState > 0) this.#send('loaded');
  }

  async #ask(): Promise<void> {
    const { receivers } = this.#dependencies;
    const isChosen = await receivers.prompt().then(
      () => true,
      () => false,
    );
    // A chosen receiver connects; the viewer may also have closed the list.
    if (!isChosen || receivers.state === 'disconnected') this.#send('refused');
  }
}
