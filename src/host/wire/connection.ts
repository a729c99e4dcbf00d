import type { Clock } from '../../../protocol/runtime/clock.ts';
import { HOST_MESSAGE_MAX_CHARACTERS } from '../../../protocol/constants.ts';
import { FRAME_EVENTS, HOST_CHANNEL } from '../../../protocol/host/host-vocabulary.ts';
import { OPAQUE_ORIGIN } from '../host-origin.ts';
import { jsonOf, parseRecord } from '../plain-values.ts';
import type { WidgetId } from './widget-id.ts';
import type { WireDocument, WireFrame, WireMessageEvent } from './wire-frame.ts';

/** Delay between the first two greetings. It doubles each time, because browsers log every message to a page of another origin. */
export const GREETING_INTERVAL_MS = 250;
/** Timeout for a frame that never responds: a page must not show a spinner forever. */
export const READY_TIMEOUT_MS = 30_000;
/** A frame that has sent nothing for this long after loading does not contain a player. */
export const SILENT_LOAD_MS = 3_000;

export interface ConnectionDependencies {
  readonly frame: WireFrame;
  readonly document: WireDocument;
  readonly clock: Clock;
  readonly id: WidgetId;
  readonly sessionId: string | undefined;
  /** Events that the frame has to send; read again after the frame was reloaded. */
  readonly subscriptions: () => readonly string[];
  readonly onMessage: (event: string, info: unknown) => void;
  /** The frame has not responded in time. */
  readonly onSilence: () => void;
  /** The frame has been held back for that time; reported once, and not as a failure. */
  readonly onHeldBack: () => void;
}

/** The connection of one host object to its frame: greets until there is a response, and queues commands until then. */
export class Connection {
  readonly #dependencies: ConnectionDependencies;
  #queue: { readonly message: string; readonly callId: number | undefined }[] = [];
  /** Whether the document has received the subscriptions and the queued messages. */
  #hasOpened = false;
  /** The origin of the last message of the document. */
  #heardOrigin: string | null = null;
  #isInitialized = false;
  #isReady = false;
  /** A message was received since the frame last loaded a page. */
  #hasSpoken: boolean;
  #hasToldOfWait = false;
  #cancelGreeting: (() => void) | null = null;
  #cancelDeadline: (() => void) | null = null;

  constructor(dependencies: ConnectionDependencies) {
    this.#dependencies = dependencies;
    this.#hasSpoken = dependencies.frame.isAdopted;
  }

  /** Greets repeatedly, until the frame responds or the timeout has passed. */
  start(timeoutMs: number = READY_TIMEOUT_MS): void {
    this.stop();
    if (this.#isHeldBack) return this.#awaitPlayer();
    this.#cancelDeadline = this.#dependencies.clock.after(timeoutMs, () => {
      this.stop();
      this.#dependencies.onSilence();
    });
    this.#greetRepeatedly(GREETING_INTERVAL_MS);
  }

  /** Call it when the page has set another address or `srcdoc` of the frame. */
  navigate(): void {
    this.#heardOrigin = null;
    this.start();
  }

  /** Call it when the frame has loaded. A player page posts while it is parsed, so a silent page is another page, or an error. */
  frameLoaded(): void {
    this.#dependencies.document.loaded();
    if (!this.#hasSpoken) this.#heardOrigin = null;
    this.start(this.#hasSpoken ? READY_TIMEOUT_MS : SILENT_LOAD_MS);
    this.#hasSpoken = false;
  }

  stop(): void {
    this.#cancelGreeting?.();
    this.#cancelDeadline?.();
    this.#cancelGreeting = this.#cancelDeadline = null;
  }

  /** Call it when the frame has left the page: commands wait for its return, except commands with a `callId`, which are rejected. */
  suspend(): void {
    this.stop();
    this.#queue = this.#queue.filter(({ callId }) => callId === undefined);
  }

  /** With a `callId` the frame responds with the outcome. `false` for arguments that cannot be serialised, or are too long. */
  command(func: string, args: readonly unknown[], callId?: number): boolean {
    const message = this.#write({ event: 'command', func, args, callId });
    if (message === undefined || message.length > HOST_MESSAGE_MAX_CHARACTERS) return false;
    if (this.#isOpen) this.#post(message);
    else this.#queue.push({ message, callId });
    return true;
  }

  /** Sends nothing before the first message of the frame: the frame then gets all subscriptions. */
  subscribe(name: string): void {
    if (this.#isOpen) this.command('addEventListener', [name]);
  }

  unsubscribe(name: string): void {
    if (this.#isOpen) this.command('removeEventListener', [name]);
  }

  /** Processes a message; messages of other windows, of other origins and for other host objects are ignored. */
  receive({ source, origin, data }: WireMessageEvent): void {
    const { frame, document } = this.#dependencies;
    const isFromFrame = source !== null && source === frame.element.contentWindow;
    // An unloading document no longer has a window when its last message arrives.
    if (!(isFromFrame || source === null) || !frame.origins.includes(origin)) return;
    const message = typeof data === 'string' ? parseRecord(data) : undefined;
    const event = message?.['event'];
    if (message === undefined || typeof event !== 'string') return;
    if (event === FRAME_EVENTS.unloading && message['id'] === this.#dependencies.id) return document.left();
    if (!isFromFrame) return;
    this.#hasSpoken = true;
    this.#heardOrigin = origin;
    if (event === FRAME_EVENTS.readyToListen) return this.#onNewDocument();
    if (this.#isForUs(message['id'])) this.#take(event, message['info']);
  }

  /** Several host objects may share a frame; a message without an id is for all host objects. */
  #isForUs(id: unknown): boolean {
    return id === undefined || id === null || id === this.#dependencies.id;
  }

  #take(event: string, info: unknown): void {
    if (event === FRAME_EVENTS.initialDelivery) this.#onInitialDelivery();
    if (event === FRAME_EVENTS.alreadyInitialized) return this.stop();
    // Commands posted to a document that is being replaced would be lost.
    if (!this.#dependencies.document.isLeaving) this.#open();
    // A document is ready once, even if messages cross on the wire.
    if (event === 'onReady' && this.#isReady) return;
    if (event === 'onReady') this.#isReady = true;
    this.#dependencies.onMessage(event, info);
  }

  #onNewDocument(): void {
    this.#hasOpened = this.#isInitialized = this.#isReady = false;
    this.start();
    this.#open();
  }

  #onInitialDelivery(): void {
    this.stop();
    // A known document responds to a repeated greeting by `alreadyInitialized`, so this is a new document.
    if (this.#isInitialized) this.#hasOpened = this.#isReady = false;
    this.#isInitialized = true;
  }

  /** Whether a message can be posted at once: the document has received all queued messages. */
  get #isOpen(): boolean {
    return this.#hasOpened && this.#dependencies.document.hears;
  }

  /** Sends subscriptions first, then queued commands, in order. */
  #open(): void {
    if (this.#isOpen) return;
    this.#dependencies.document.spoke();
    this.#hasOpened = true;
    for (const name of this.#dependencies.subscriptions()) this.command('addEventListener', [name]);
    for (const { message } of this.#queue.splice(0)) this.#post(message);
  }

  /** Whether the frame is held back; a document that has posted a message is a player in any case. */
  get #isHeldBack(): boolean {
    return this.#dependencies.frame.isHeldBack && this.#heardOrigin === null;
  }

  /** Posts one greeting, because a script may have navigated the frame to a player that has not posted yet; then waits. */
  #awaitPlayer(): void {
    const { frame, clock, onHeldBack } = this.#dependencies;
    this.#greet();
    if (!this.#hasToldOfWait)
      this.#cancelDeadline = clock.after(READY_TIMEOUT_MS, () => {
        if (!this.#isHeldBack || frame.element.contentWindow === null) return;
        this.#hasToldOfWait = true;
        onHeldBack();
      });
  }

  #greetRepeatedly(intervalMs: number): void {
    const { frame, clock } = this.#dependencies;
    // A frame that was removed from the page is greeted again when it loads again.
    if (frame.element.contentWindow === null) return this.stop();
    this.#greet();
    this.#cancelGreeting?.();
    this.#cancelGreeting = clock.after(intervalMs, () => this.#greetRepeatedly(intervalMs * 2));
  }

  #greet(): void {
    if (!this.#dependencies.document.isLeaving && this.#isReachable) this.#post(this.#write({ event: 'listening' }));
  }

  /** Whether a message avoids a browser warning about its target: `false` for an empty frame, a facade, or a page of the host. */
  get #isReachable(): boolean {
    try {
      const { location } = this.#dependencies.frame.element.contentWindow as Partial<Window>;
      return location === undefined || (location.protocol !== 'about:' && location.origin === this.#targetOrigin);
    } catch {
      // The window is not accessible, because it already has another origin.
      return true;
    }
  }

  #write(message: object): string | undefined {
    const { id, sessionId } = this.#dependencies;
    return jsonOf({ ...message, id, channel: HOST_CHANNEL, sessionId });
  }

  get #targetOrigin(): string | undefined {
    const { origins } = this.#dependencies.frame;
    return origins.find((known) => known === this.#heardOrigin) ?? origins[0];
  }

  #post(message: string | undefined): void {
    const origin = this.#targetOrigin;
    if (origin === undefined || message === undefined) return;
    // A document with an opaque origin can only be addressed by `*`.
    this.#dependencies.frame.element.contentWindow?.postMessage(message, origin === OPAQUE_ORIGIN ? '*' : origin);
  }
}
