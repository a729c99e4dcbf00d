import type { Clock } from '../../../protocol/runtime/clock.ts';
import { FRAME_EVENTS, HOST_CHANNEL } from '../../../protocol/host/host-vocabulary.ts';
import { OPAQUE_ORIGIN } from '../frame/host-origin.ts';
import { jsonOf } from '../plain-values.ts';
import type { WidgetId } from './registry.ts';

/** The host script greets this often until the first delivery, like the script that it stands in for. */
export const GREETING_INTERVAL_MS = 250;
/** The host script gives up on a frame that never answers: a page must not show a spinner for ever. Our choice. */
export const READY_TIMEOUT_MS = 30_000;
/** A frame that has loaded a page and has not spoken by then shows something else than a player. Our choice. */
export const SILENT_LOAD_MS = 3_000;

/** As much of a frame as the wire needs. */
export interface WireFrame {
  readonly isConnected: boolean;
  readonly contentWindow: Pick<Window, 'postMessage'> | null;
}

/** As much of a message event. */
export interface WireMessageEvent {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
}

export interface ConnectionDependencies {
  readonly frame: WireFrame;
  /** Where the frame is from, by its present address; `undefined` while it has none. */
  readonly frameOrigin: () => string | undefined;
  readonly clock: Clock;
  readonly id: WidgetId;
  readonly sessionId: string | undefined;
  /** Events that the frame is to send; asked for anew after the frame was reloaded. */
  readonly subscriptions: () => readonly string[];
  readonly onMessage: (event: string, info: unknown) => void;
  /** The frame has not answered in time. */
  readonly onSilence: () => void;
}

/** One host object's conversation with its frame: greets until answered, and keeps commands until then. */
export class Connection {
  readonly #dependencies: ConnectionDependencies;
  readonly #queue: string[] = [];
  /** The frame has spoken, so what is posted is heard. */
  #isOpen = false;
  #isInitialized = false;
  #isReady = false;
  /** Something was heard since the frame last loaded a page. */
  #hasSpoken = false;
  #cancelGreeting: (() => void) | null = null;
  #cancelDeadline: (() => void) | null = null;

  constructor(dependencies: ConnectionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Greets now and on, until the frame answers, or for too long has not. */
  start(timeoutMs: number = READY_TIMEOUT_MS): void {
    this.stop();
    this.#cancelDeadline = this.#dependencies.clock.after(timeoutMs, () => {
      this.stop();
      this.#dependencies.onSilence();
    });
    this.#greetRepeatedly();
  }

  /** The frame has loaded a page. One of ours speaks while it is being parsed, so a silent one is another's, or an error. */
  frameLoaded(): void {
    this.start(this.#hasSpoken ? READY_TIMEOUT_MS : SILENT_LOAD_MS);
    this.#hasSpoken = false;
  }

  stop(): void {
    this.#cancelGreeting?.();
    this.#cancelDeadline?.();
    this.#cancelGreeting = this.#cancelDeadline = null;
  }

  /** With a `callId` the frame answers with the outcome. `false` for arguments that no message can carry. */
  command(func: string, args: readonly unknown[], callId?: number): boolean {
    const message = this.#write({ event: 'command', func, args, callId });
    if (message === undefined) return false;
    if (this.#isOpen) this.#post(message);
    else this.#queue.push(message);
    return true;
  }

  /** A frame that has not spoken yet will be given the whole list when it does. */
  subscribe(name: string): void {
    if (this.#isOpen) this.command('addEventListener', [name]);
  }

  unsubscribe(name: string): void {
    if (this.#isOpen) this.command('removeEventListener', [name]);
  }

  /** Messages of other windows, other origins and for other host objects pass by. */
  receive({ source, origin, data }: WireMessageEvent): void {
    const { frame, frameOrigin } = this.#dependencies;
    if (source === null || source !== frame.contentWindow || origin !== frameOrigin()) return;
    const message = typeof data === 'string' ? parseRecord(data) : undefined;
    const event = message?.['event'];
    if (message === undefined || typeof event !== 'string') return;
    this.#hasSpoken = true;
    if (event === FRAME_EVENTS.readyToListen) return this.#onNewDocument();
    if (this.#isForUs(message['id'])) this.#take(event, message['info']);
  }

  /** Several host objects may share a frame; what is addressed to nobody is for all of them. */
  #isForUs(id: unknown): boolean {
    return id === undefined || id === null || id === this.#dependencies.id;
  }

  #take(event: string, info: unknown): void {
    if (event === FRAME_EVENTS.initialDelivery) this.#onInitialDelivery();
    if (event === FRAME_EVENTS.alreadyInitialized) return this.stop();
    this.#open();
    /** One document is ready once, whatever crosses on the wire. */
    if (event === 'onReady' && this.#isReady) return;
    if (event === 'onReady') this.#isReady = true;
    this.#dependencies.onMessage(event, info);
  }

  #onNewDocument(): void {
    this.#isOpen = this.#isInitialized = this.#isReady = false;
    this.start();
    this.#open();
  }

  #onInitialDelivery(): void {
    this.stop();
    /** The same document would have answered a repeated greeting differently: this one is new. */
    if (this.#isInitialized) this.#isOpen = this.#isReady = false;
    this.#isInitialized = true;
  }

  /** Subscriptions first, then what waited, in order. */
  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    for (const name of this.#dependencies.subscriptions()) this.command('addEventListener', [name]);
    for (const message of this.#queue.splice(0)) this.#post(message);
  }

  #greetRepeatedly(): void {
    const { frame, clock } = this.#dependencies;
    /** A frame that was taken out of the page greets again when it is loaded again. */
    if (!frame.isConnected) return this.stop();
    if (hasNavigated(frame)) this.#post(this.#write({ event: 'listening' }));
    this.#cancelGreeting = clock.after(GREETING_INTERVAL_MS, () => this.#greetRepeatedly());
  }

  #write(message: object): string | undefined {
    const { id, sessionId } = this.#dependencies;
    return jsonOf({ ...message, id, channel: HOST_CHANNEL, sessionId });
  }

  #post(message: string | undefined): void {
    const { frame, frameOrigin } = this.#dependencies;
    const origin = frameOrigin();
    if (origin === undefined || message === undefined) return;
    /** A sandboxed frame has no origin that a message could be addressed to. */
    const target = origin === OPAQUE_ORIGIN ? '*' : origin;
    frame.contentWindow?.postMessage(message, target);
  }
}

/** A message to a frame that is still empty only makes the browser complain about the target origin. */
function hasNavigated({ contentWindow }: WireFrame): boolean {
  try {
    return (contentWindow as Partial<Window> | null)?.location?.href !== 'about:blank';
  } catch {
    /** Out of reach: it belongs to another origin by now. */
    return true;
  }
}

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
