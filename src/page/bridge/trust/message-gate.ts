import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { HOST_MESSAGE_MAX_CHARACTERS, HOST_QUEUE_MAX_BYTES } from '../../../../protocol/constants.ts';
import { HOST_CHANNEL, HostMessage } from '../../host-messages/host-messages.ts';
import { PLAYER_JS_CONTEXT } from '../player-js-text.ts';
import { messageBytes } from '../../host-messages/host-queue.ts';
import { isAncestor, isAncestorOrOpener, type HostMessageEvent } from '../bridge-window.ts';
import type { ExpectedOrigin } from './expected-origin.ts';
import type { IgnoredReason } from './ignored-messages.ts';
import { RateLimit } from './rate-limit.ts';

/**
 * Messages beyond this rate are dropped, once a host's initial allowance (`HOST_QUEUE_MAX_BYTES`) is used up; a slider
 * that is dragged sends one message a frame.
 */
export const MESSAGES_PER_SECOND_MAX = 200;

export interface GateDependencies {
  /** Messages of windows that do not frame this page are ignored. */
  readonly window: { readonly parent: unknown };
  readonly expectedOrigin: ExpectedOrigin;
  readonly isEnabled: boolean;
  /** The session id that messages must carry; `null` if it is not enforced, empty accepts no message (H3). */
  readonly enforcedSessionId: string | null;
  readonly clock: Clock;
}

/** A message of player.js, whose schema loads with its chunk. */
export interface PlayerJsText {
  readonly playerJs: unknown;
}

export type GateVerdict =
  | { readonly taken: true; readonly message: HostMessage | PlayerJsText; readonly bytes: number }
  | { readonly taken: false; readonly reason: IgnoredReason };

/** Decides which messages are accepted (H2, H3). Cheap checks come first; only messages of the host are parsed. */
export class MessageGate {
  readonly #dependencies: GateDependencies;
  readonly #rate: RateLimit;
  #burstBytes = HOST_QUEUE_MAX_BYTES;

  constructor(dependencies: GateDependencies) {
    this.#dependencies = dependencies;
    this.#rate = new RateLimit(dependencies.clock, MESSAGES_PER_SECOND_MAX);
  }

  /** The origin that messages must come from, as far as it is known. */
  get knownOrigin(): string | null {
    return this.#dependencies.expectedOrigin.known;
  }

  judge(event: HostMessageEvent): GateVerdict {
    const { window, expectedOrigin, isEnabled } = this.#dependencies;
    // Messages of an opener, which may be of any origin, are accepted only where the origin of the host is known.
    const isHost = expectedOrigin.known === null ? isAncestor : isAncestorOrOpener;
    if (!isHost(event.source, window)) return refuse('not-from-parent');
    if (!expectedOrigin.pinOrMatch(event.origin)) return refuse('wrong-origin');
    if (typeof event.data !== 'string') return refuse('not-text');
    if (event.data.length > HOST_MESSAGE_MAX_CHARACTERS) return refuse('too-long');
    const bytes = messageBytes(event.data);
    if (!this.#isWithinRate(bytes)) return refuse('too-many');
    const json = parseJson(event.data);
    if (json === undefined) return refuse('not-json');
    const message = isPlayerJs(json) ? { playerJs: json } : HostMessage.safeParse(json).data;
    if (message === undefined) return refuse('invalid');
    if (!isEnabled) return refuse('not-enabled');
    return this.#isOfSession(message) ? { taken: true, message, bytes } : refuse('wrong-session');
  }

  /**
   * The first bytes are not limited by rate: a host and its script may have queued any number of messages until the page could
   * listen (P7).
   */
  #isWithinRate(bytes: number): boolean {
    if (bytes > this.#burstBytes) return this.#rate.take();
    this.#burstBytes -= bytes;
    return true;
  }

  /**
   * The script's number in the address serves as the session id if the page names no session; messages of player.js have no
   * field for a session id (H3).
   */
  #isOfSession(message: HostMessage | PlayerJsText): boolean {
    const { enforcedSessionId } = this.#dependencies;
    if (enforcedSessionId === null) return true;
    if ('playerJs' in message) return false;
    const { id, sessionId, channel } = message;
    return enforcedSessionId !== '' && channel === HOST_CHANNEL && String(sessionId ?? id) === enforcedSessionId;
  }
}

function refuse(reason: IgnoredReason): GateVerdict {
  return { taken: false, reason };
}

function isPlayerJs(json: unknown): boolean {
  return (json as { readonly context?: unknown } | null)?.context === PLAYER_JS_CONTEXT;
}

function parseJson(text: string): unknown {
  return unlessThrown(() => JSON.parse(text) as unknown);
}
