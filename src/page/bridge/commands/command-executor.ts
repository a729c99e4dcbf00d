import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { HOST_ERROR, hostErrorCode, isPlayerErrorCode, type HostErrorCode } from '../../../../protocol/errors.ts';
import {
  FRAME_EVENTS,
  PLAYER_EVENTS,
  type HostCommand,
  type HostMessage,
  type PlayerEventName,
} from '../../host-messages/host-messages.ts';
import { fail, type Failure, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { Infrastructure } from '../../infrastructure/infrastructure.ts';
import type { Player } from '../../player/player.ts';
import type { ErrorNotices } from '../deliveries/error-notices.ts';
import type { HostListener } from '../listeners/host-listener.ts';
import type { InfoDeliveries } from '../deliveries/info-deliveries.ts';
import { sendPresentState } from '../deliveries/send-present-state.ts';
import type { ReadyQueue } from './ready-queue.ts';
import { isCommandName, readCommand } from './read-command.ts';

/** Shortest interval between logs of one command's name, because a slider sends many commands. */
export const COMMAND_LOG_INTERVAL_MS = 1_000;

export interface CommandExecutorDependencies {
  readonly player: Player;
  readonly readyQueue: ReadyQueue;
  readonly clock: Clock;
  readonly deliveries: InfoDeliveries;
  readonly errors: ErrorNotices;
  readonly infrastructure: Pick<Infrastructure, 'log' | 'stateConsent'>;
  readonly reportError: (error: unknown) => void;
}

/** One command and its sender. A malformed command is queued too, so that its refusal is sent once the host listens. */
export interface SubmittedCommand {
  readonly command: Outcome<HostCommand>;
  readonly callId: number | undefined;
  /** `null` for a host that speaks player.js. */
  readonly listener: HostListener | null;
  /** Reports a refusal to a host that speaks player.js. */
  readonly onRefused?: (failure: Failure) => void;
  /** When it was requested, on the monotonic clock. */
  readonly atMs: number;
}

/** Details for the caller about a command that was not carried out. */
interface ResponseDetails {
  readonly hostCode?: HostErrorCode;
  /** Playback has failed until it is retried. */
  readonly fatal?: boolean;
}

export type CommandMessage = Extract<HostMessage, { event: 'command' }>;

/** When a message arrived, and the memory it takes. */
export interface Arrival {
  readonly atMs: number;
  readonly bytes: number;
}

/**
 * Runs commands of hosts: unknown commands are not executed, malformed commands are refused with a response to the sender.
 */
export class CommandExecutor {
  readonly #dependencies: CommandExecutorDependencies;
  readonly #loggedAtMs = new Map<string, number>();

  constructor(dependencies: CommandExecutorDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns why a command was rejected, or `null` if it was accepted. */
  take(
    { func, args, callId }: CommandMessage,
    listener: HostListener,
    { atMs, bytes }: Arrival,
  ): 'unknown-command' | 'queue-full' | null {
    if (!isCommandName(func)) {
      this.#respond(listener, callId, fail('api.invalidparam', `no such command: ${func}`));
      return 'unknown-command';
    }
    const command = readCommand(func, args);
    if (command.ok && command.value.name === 'setConsent') {
      const [consent] = command.value.arguments;
      void this.#dependencies.infrastructure
        .stateConsent(consent)
        .then((stated) => this.#respond(listener, callId, stated));
      return null;
    }
    if (command.ok && this.#subscribe(command.value, listener)) {
      this.#respond(listener, callId, { ok: true, value: undefined });
      return null;
    }
    if (this.submit({ command, callId, listener, atMs }, bytes)) return null;
    this.#respond(listener, callId, fail('queue.full', 'too many commands before the player was ready'));
    return 'queue-full';
  }

  /** Runs a checked command once the player is ready; `false` when waiting commands take up too much memory. */
  submit(submitted: SubmittedCommand, bytes: number): boolean {
    return this.#dependencies.readyQueue.submit(() => this.#run(submitted), bytes);
  }

  /** An exception in the player must not prevent the commands queued behind it. */
  #run(submitted: SubmittedCommand): void {
    const { command, callId, listener, atMs } = submitted;
    if (!command.ok) return this.#refuse(submitted, command);
    const { name } = command.value;
    const { player, deliveries, reportError } = this.#dependencies;
    this.#log(name);
    try {
      const onSettled = callId === undefined ? undefined : (end: Outcome<void>) => this.#settle(submitted, end);
      const outcome = player.execute(command.value, 'host', atMs, onSettled);
      if (!outcome.ok) return this.#refuse(submitted, outcome);
      if (changesVideo(name)) deliveries.deliverAll();
    } catch (error) {
      reportError(error);
      const failure = fail('player.internal', 'the player failed; the problem has been reported');
      this.#respond(listener, callId, failure);
      submitted.onRefused?.(failure);
    }
  }

  /** Reports to the host that nothing has changed: by the requested response, else by the usual error event (H4). */
  #refuse(submitted: SubmittedCommand, failure: Failure): void {
    const { callId, listener, onRefused } = submitted;
    const hostCode = isPlayerErrorCode(failure.code) ? hostErrorCode(failure.code) : HOST_ERROR.invalidParameter;
    if (callId !== undefined) this.#settle(submitted, failure);
    else if (listener !== null) this.#dependencies.errors.sendCode(listener, hostCode);
    onRefused?.(failure);
  }

  /** Sends the outcome of an accepted command. As before an event, the host's player information is updated first. */
  #settle({ callId, listener }: SubmittedCommand, outcome: Outcome<void>): void {
    const { deliveries, player } = this.#dependencies;
    deliveries.flush();
    if (outcome.ok || !isPlayerErrorCode(outcome.code)) return this.#respond(listener, callId, outcome);
    const { code, message } = outcome;
    const fatal = player.getSnapshot().error?.code === code;
    const hostCode = hostErrorCode(code);
    // A failure for which the provider sent no text has its code as its message.
    const words = message === code ? `the video cannot be played: ${code}` : message;
    this.#respond(listener, callId, fail(code, words), { hostCode, fatal });
  }

  #respond(
    listener: HostListener | null,
    callId: number | undefined,
    outcome: Outcome<void>,
    more: ResponseDetails = {},
  ): void {
    if (callId === undefined || !listener?.isListening) return;
    listener.send(FRAME_EVENTS.commandResult, { callId, ...outcome, ...more });
  }

  /** The bridge handles subscriptions itself. Unknown event names are accepted and ignored, as existing hosts expect. */
  #subscribe(command: HostCommand, listener: HostListener): boolean {
    if (command.name !== 'addEventListener' && command.name !== 'removeEventListener') return false;
    const [name] = command.arguments;
    if (!isEventName(name)) return true;
    if (command.name === 'removeEventListener') listener.subscriptions.delete(name);
    else this.#add(name, listener);
    return true;
  }

  #add(name: PlayerEventName, listener: HostListener): void {
    const isNew = !listener.subscriptions.has(name);
    listener.subscriptions.add(name);
    const { errors, deliveries, player } = this.#dependencies;
    if (name === 'onError') return errors.sendStanding(listener, () => player.getSnapshot().error);
    if (!isNew) return;
    // Player information is delivered before the present event, as before every event.
    deliveries.flush();
    sendPresentState(listener, name, player.getSnapshot());
  }

  #log(name: string): void {
    const nowMs = this.#dependencies.clock.monotonicNow();
    if (nowMs - (this.#loggedAtMs.get(name) ?? -Infinity) < COMMAND_LOG_INTERVAL_MS) return;
    this.#loggedAtMs.set(name, nowMs);
    this.#dependencies.infrastructure.log('hostCommand', { name });
  }
}

function isEventName(name: string): name is PlayerEventName {
  return (PLAYER_EVENTS as readonly string[]).includes(name);
}

/** After these commands, hosts get all fields again: some scripts discard their state when they send such a command. */
function changesVideo(name: string): boolean {
  return (name.startsWith('load') || name.startsWith('cue')) && name !== 'loadModule';
}
