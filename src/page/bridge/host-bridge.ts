import { FRAME_EVENTS, HOST_CHANNEL, type HostMessage } from '../host-messages/host-messages.ts';
import type { Clock, MomentOf } from '../../../protocol/runtime/clock.ts';
import type { EmbedParameters } from '../../../protocol/page/embed-parameters.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import type { Player, PlayerEvent } from '../player/player.ts';
import {
  parentOriginOf,
  type BridgeEvents,
  type BridgeWindow,
  type HostMessageEvent,
  type HostWindow,
} from './bridge-window.ts';
import { CommandExecutor } from './commands/command-executor.ts';
import { ErrorNotices } from './deliveries/error-notices.ts';
import { ExpectedOrigin } from './trust/expected-origin.ts';
import type { HostListener } from './listeners/host-listener.ts';
import { HostListeners } from './listeners/host-listeners.ts';
import { IgnoredMessages, type IgnoredCounts } from './trust/ignored-messages.ts';
import { InfoDeliveries } from './deliveries/info-deliveries.ts';
import { sendPresentState } from './deliveries/send-present-state.ts';
import { MessageGate } from './trust/message-gate.ts';
import { ReadyQueue } from './commands/ready-queue.ts';
import { LatePlayerJs } from './player-js/late-player-js.ts';

/** A raw host that greets again after this time has lost its first response and gets another: clients greet until they have a response. */
export const GREETING_REPEAT_MS = 1_000;

export interface HostBridgeDependencies {
  readonly player: Player;
  readonly parameters: Pick<EmbedParameters, 'origin' | 'enablejsapi' | 'widgetid'>;
  readonly clock: Clock;
  readonly momentOf: MomentOf;
  readonly window: BridgeWindow;
  /** Messages kept by the inline script; raw hosts greet exactly once. */
  readonly queued: readonly HostMessageEvent[];
  /** Numbers of messages that the inline script did not keep, by reason. */
  readonly refused: IgnoredCounts;
  /** The session that messages of hosts must name, if it is enforced (H3). */
  readonly session: PageConfig['session'];
  readonly infrastructure: Pick<Infrastructure, 'log' | 'stateConsent'>;
}

/** The conversation with host pages: greetings, commands, deliveries and events (src/host/wire/README.md). */
export class HostBridge {
  readonly #dependencies: HostBridgeDependencies;
  readonly #gate: MessageGate;
  readonly #ignored: IgnoredMessages;
  readonly #listeners = new HostListeners();
  readonly #deliveries: InfoDeliveries;
  readonly #errors: ErrorNotices;
  readonly #commands: CommandExecutor;
  readonly #readyQueue: ReadyQueue;
  readonly #playerJs: LatePlayerJs;

  constructor(dependencies: HostBridgeDependencies) {
    const { player, parameters, clock, window, session, infrastructure } = dependencies;
    this.#dependencies = dependencies;
    const expectedOrigin = new ExpectedOrigin(parameters.origin, parentOriginOf(window));
    this.#gate = new MessageGate({
      window,
      expectedOrigin,
      isEnabled: parameters.enablejsapi,
      enforcedSessionId: session?.enforce === true ? session.id || (parameters.widgetid ?? '') : null,
      clock,
    });
    this.#ignored = new IgnoredMessages({
      clock,
      report: (counts) => infrastructure.log('hostMessagesIgnored', { counts }),
      warn: (message) => window.console.warn(message),
    });
    this.#errors = new ErrorNotices(clock);
    this.#deliveries = new InfoDeliveries({
      player,
      clock,
      pageAddress: window.location.href,
      receivers: () => this.#listeners.welcomed,
    });
    this.#readyQueue = new ReadyQueue({ player, clock, onReady: () => this.#welcomeAll() });
    this.#commands = new CommandExecutor({
      player,
      readyQueue: this.#readyQueue,
      clock,
      deliveries: this.#deliveries,
      errors: this.#errors,
      infrastructure,
      reportError: (error) => window.reportError(error),
    });
    this.#playerJs = new LatePlayerJs({
      player,
      clock,
      pageAddress: window.location.href,
      readyQueue: this.#readyQueue,
      commands: this.#commands,
      onConnected: (origin) => infrastructure.log('hostConnected', { origin, scripted: false }),
      reportError: (error) => window.reportError(error),
    });
  }

  start(): void {
    this.#dependencies.window.addEventListener('pagehide', this.#onPageHide);
    this.#dependencies.player.onEvent(this.#onPlayerEvent);
    this.#readyQueue.start();
  }

  /** Messages that the inline script did not keep. */
  countIgnored(counts: IgnoredCounts): void {
    this.#ignored.add(counts);
  }

  receive(event: HostMessageEvent): void {
    const verdict = this.#gate.judge(event);
    if (!verdict.taken) {
      this.#ignored.count(verdict.reason);
      return this.#ignored.explain(verdict.reason, event.origin, this.#gate.knownOrigin);
    }
    const { message, bytes } = verdict;
    const arrival = { atMs: this.#dependencies.momentOf(event), bytes };
    // The gate rejects every other sender.
    const source = event.source as HostWindow;
    if ('playerJs' in message) return this.#playerJs.receive(message.playerJs, source, event.origin, arrival);
    const listener = this.#listeners.of(message, source, event.origin);
    if (message.event === 'listening') return this.#onGreeting(message, listener, event.origin);
    const reason = this.#commands.take(message, listener, arrival);
    if (reason !== null) this.#ignored.count(reason);
  }

  /** Announces the unload, so that scripts keep later commands for the next document. A page that may be restored announces nothing. */
  readonly #onPageHide = ({ persisted }: BridgeEvents['pagehide']): void => {
    this.#ignored.report();
    if (persisted) return;
    for (const listener of this.#listeners.welcomed)
      if (listener.isScripted) listener.send(FRAME_EVENTS.unloading, null);
  };

  #onGreeting({ channel }: HostMessage, listener: HostListener, origin: string): void {
    if (!listener.isListening) {
      listener.isListening = true;
      this.#dependencies.infrastructure.log('hostConnected', { origin, scripted: channel === HOST_CHANNEL });
    }
    if (this.#readyQueue.isReady) this.#respondToGreeting(listener);
  }

  /**
   * A script greets until it gets a response, so a repeated greeting may cross with the response, and must not cause a second
   * `onReady`. A raw host that greets again later has lost its state.
   */
  #respondToGreeting(listener: HostListener): void {
    const sinceReadyMs = this.#dependencies.clock.monotonicNow() - (listener.readyAtMs ?? -Infinity);
    const isRepeat = listener.isScripted ? listener.readyAtMs !== null : sinceReadyMs < GREETING_REPEAT_MS;
    if (isRepeat) listener.send(FRAME_EVENTS.alreadyInitialized, null);
    else this.#welcome(listener);
  }

  #welcomeAll(): void {
    this.#playerJs.ready();
    for (const listener of this.#listeners.listening) this.#welcome(listener);
  }

  #welcome(listener: HostListener): void {
    const { clock, player } = this.#dependencies;
    this.#deliveries.flush();
    this.#deliveries.start();
    this.#deliveries.deliverInitially(listener, () => listener.send('onReady', null));
    listener.readyAtMs = clock.monotonicNow();
    for (const name of listener.subscriptions) sendPresentState(listener, name, player.getSnapshot());
    this.#tellError(listener, null);
  }

  readonly #onPlayerEvent = ({ name, data }: PlayerEvent): void => {
    // Hosts get their own `onReady`, each after its own initial delivery.
    if (name === 'onReady') return this.#readyQueue.check();
    this.#deliveries.flush();
    for (const listener of this.#listeners.welcomed) {
      if (name === 'onError') this.#tellError(listener, data);
      else if (listener.subscriptions.has(name)) listener.send(name, data);
    }
  };

  /** Errors are sent to every listening host, subscribed or not: without an error event a host shows a spinner indefinitely. */
  #tellError(listener: HostListener, data: unknown): void {
    const getError = () => this.#dependencies.player.getSnapshot().error;
    if (getError() !== null) this.#errors.sendStanding(listener, getError);
    else if (typeof data === 'number') this.#errors.sendCode(listener, data);
  }
}
