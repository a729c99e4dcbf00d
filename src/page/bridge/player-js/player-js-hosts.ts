import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { HostCommandName } from '../../host-messages/host-messages.ts';
import { DELIVERY_INTERVAL_MS } from '../../../../protocol/constants.ts';
import { hostErrorCode, HOST_ERROR, type HostErrorCode } from '../../../../protocol/errors.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { PlayerJsMessage } from './player-js.ts';
import {
  positionAt,
  type Player,
  type PlayerErrorSnapshot,
  type PlayerEvent,
  type PlayerSnapshot,
} from '../../player/player.ts';
import type { HostWindow } from '../bridge-window.ts';
import type { Arrival, CommandExecutor } from '../commands/command-executor.ts';
import type { ReadyQueue } from '../commands/ready-queue.ts';
import { readCommand } from '../commands/read-command.ts';
import { targetOriginFor } from '../trust/expected-origin.ts';
import { PLAYER_JS_EVENTS, PlayerJsHost, type PlayerJsEvent } from './player-js-host.ts';

/** Maximum number of windows, as for other hosts: a page has a few scripts, but a hostile page opens frames endlessly. */
const HOSTS_MAX = 8;
/** Maximum number of waiting getter calls; further calls get no response, as before the player has loaded. */
const QUESTIONS_MAX = 100;
/** Codes of the `error` event, by the protocol. */
const ERROR = { invalidMethod: 2, unsupported: 3 } as const;

/** A command of the bridge, and the arguments that it gets from the value of a message. */
type CommandRow = readonly [command: HostCommandName, argumentsOf: (value: unknown) => readonly unknown[]];

const COMMANDS: Readonly<Record<string, CommandRow>> = {
  play: ['playVideo', () => []],
  pause: ['pauseVideo', () => []],
  mute: ['mute', () => []],
  unmute: ['unMute', () => []],
  setVolume: ['setVolume', (value) => [value]],
  setCurrentTime: ['seekTo', (value) => [value, true]],
  setLoop: ['setLoop', (value) => [value]],
};

const READS: Readonly<Record<string, (snapshot: PlayerSnapshot, nowMs: number) => unknown>> = {
  getPaused: ({ state }) => state !== PLAYER_STATE.playing && state !== PLAYER_STATE.buffering,
  getMuted: ({ muted }) => muted,
  getVolume: ({ volume }) => volume,
  getDuration: ({ durationSeconds }) => durationSeconds,
  getCurrentTime: (snapshot, nowMs) => positionAt(snapshot, nowMs),
  getLoop: ({ loop }) => loop,
};

const METHODS = [...Object.keys(COMMANDS), ...Object.keys(READS), 'addEventListener', 'removeEventListener'];

const EVENT_OF_STATE: Readonly<Record<number, PlayerJsEvent>> = {
  [PLAYER_STATE.playing]: 'play',
  [PLAYER_STATE.paused]: 'pause',
  [PLAYER_STATE.ended]: 'ended',
};

export interface PlayerJsHostsDependencies {
  readonly player: Player;
  readonly clock: Clock;
  readonly pageAddress: string;
  readonly readyQueue: Pick<ReadyQueue, 'isReady'>;
  readonly commands: Pick<CommandExecutor, 'submit'>;
  readonly onConnected: (origin: string) => void;
}

/** Serves hosts that speak player.js. Their messages have passed the same gate as all others. */
export class PlayerJsHosts {
  readonly #dependencies: PlayerJsHostsDependencies;
  readonly #hosts: PlayerJsHost[] = [];
  /** Getter calls that wait until the player is ready. */
  readonly #questions: (() => void)[] = [];
  #isTickDue = false;

  constructor(dependencies: PlayerJsHostsDependencies) {
    this.#dependencies = dependencies;
    dependencies.player.onEvent(this.#onEvent);
    dependencies.player.subscribe(() => this.#tickSoon());
  }

  /** Ignores messages outside of the protocol. */
  receive(message: unknown, window: HostWindow, origin: string, { atMs, bytes }: Arrival): void {
    const parsed = PlayerJsMessage.safeParse(message);
    if (!parsed.success) return;
    const { method, value, listener } = parsed.data;
    const host = this.#hostOf(window, origin);
    const { player, clock, readyQueue, commands } = this.#dependencies;
    const read = own(READS, method);
    if (read !== undefined) {
      const respond = (): void => host.send(method, read(player.getSnapshot(), clock.monotonicNow()), listener);
      if (readyQueue.isReady) respond();
      else if (this.#questions.length < QUESTIONS_MAX) this.#questions.push(respond);
      return;
    }
    if (method === 'addEventListener') return this.#listen(host, value, listener);
    if (method === 'removeEventListener') {
      if (isEvent(value)) host.remove(value, listener);
      return;
    }
    const row = own(COMMANDS, method);
    if (row === undefined) return host.emit('error', { code: ERROR.invalidMethod, msg: `Invalid Method "${method}"` });
    const [name, argumentsOf] = row;
    const onRefused = ({ message: msg }: { readonly message: string }): void =>
      host.emit('error', { code: ERROR.unsupported, msg });
    const command = readCommand(name, argumentsOf(value));
    if (!command.ok) return onRefused({ message: `${name}: ${command.message}` });
    if (!commands.submit({ command, callId: undefined, listener: null, onRefused, atMs }, bytes))
      onRefused({ message: 'too many commands' });
  }

  /** Called once the player accepts commands. */
  ready(): void {
    for (const host of this.#hosts) host.emit('ready', this.#readyValue());
    for (const respond of this.#questions.splice(0)) respond();
  }

  #hostOf(window: HostWindow, origin: string): PlayerJsHost {
    const known = this.#hosts.find((host) => host.window === window);
    if (known !== undefined) return known;
    const host = new PlayerJsHost(window, targetOriginFor(origin));
    this.#hosts.push(host);
    this.#dependencies.onConnected(origin);
    if (this.#hosts.length > HOSTS_MAX) this.#hosts.shift();
    return host;
  }

  #listen(host: PlayerJsHost, event: unknown, listener: PlayerJsMessage['listener']): void {
    if (!isEvent(event)) return;
    host.add(event, listener);
    const { player, readyQueue } = this.#dependencies;
    const { error } = player.getSnapshot();
    if (event === 'ready' && readyQueue.isReady) host.send('ready', this.#readyValue(), listener);
    if (event === 'error' && error !== null) host.send('error', errorValue(error), listener);
    this.#tickSoon();
  }

  readonly #onEvent = ({ name, data }: PlayerEvent): void => {
    if (name === 'onStateChange') {
      const event = EVENT_OF_STATE[Number(data)];
      this.#tellProgress();
      if (event !== undefined) this.#emit(event);
    } else if (name === 'onSeeked') this.#tellProgress();
    else if (name === 'onError') {
      const { error } = this.#dependencies.player.getSnapshot();
      if (error !== null) this.#emit('error', errorValue(error));
    }
  };

  /** Sends the time during playback, as often as to other hosts. */
  #tickSoon(): void {
    const { player, clock } = this.#dependencies;
    const isWanted = this.#hosts.some((host) => host.listensTo('timeupdate') || host.listensTo('progress'));
    if (this.#isTickDue || !isWanted || player.getSnapshot().state !== PLAYER_STATE.playing) return;
    this.#isTickDue = true;
    clock.after(DELIVERY_INTERVAL_MS, () => {
      this.#isTickDue = false;
      this.#tellProgress();
      this.#tickSoon();
    });
  }

  #tellProgress(): void {
    const { player, clock } = this.#dependencies;
    const snapshot = player.getSnapshot();
    const { durationSeconds: duration, bufferedRanges } = snapshot;
    this.#emit('timeupdate', { seconds: positionAt(snapshot, clock.monotonicNow()), duration });
    const loadedSeconds = Math.max(0, ...bufferedRanges.map(([, endSeconds]) => endSeconds));
    this.#emit('progress', { percent: duration > 0 ? Math.min(1, loadedSeconds / duration) : 0, duration });
  }

  #emit(event: PlayerJsEvent, value?: unknown): void {
    for (const host of this.#hosts) host.emit(event, value);
  }

  #readyValue(): object {
    return { src: this.#dependencies.pageAddress, events: PLAYER_JS_EVENTS, methods: METHODS };
  }
}

/** The error code is the number of `onError`. */
function errorValue({ code: name, title }: PlayerErrorSnapshot): object {
  const code = hostErrorCode(name);
  return { code, msg: title || errorWords(code) };
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function isEvent(name: unknown): name is PlayerJsEvent {
  return (PLAYER_JS_EVENTS as readonly unknown[]).includes(name);
}

const WORDS: Readonly<Record<HostErrorCode, string>> = {
  [HOST_ERROR.invalidParameter]: 'a parameter is invalid',
  [HOST_ERROR.playback]: 'the video cannot be played',
  [HOST_ERROR.notFound]: 'there is no such video',
  [HOST_ERROR.notAllowed]: 'the video may not be played here',
  [HOST_ERROR.blocked]: 'the video is blocked',
  [HOST_ERROR.identityDenied]: 'this page may not embed the video',
};

/** Text for the author of a page, for an error without a text of the provider. */
function errorWords(code: HostErrorCode): string {
  return WORDS[code];
}
