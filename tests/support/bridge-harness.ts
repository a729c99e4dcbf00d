import { HOST_MESSAGE_MAX_CHARACTERS, HOST_QUEUE_MAX_BYTES } from '../../protocol/constants.ts';
import { messageBytes } from '../../src/page/host-messages/host-queue.ts';
import type { HostBridgeDependencies } from '../../src/page/bridge/host-bridge.ts';
import { startHostBridge } from '../../src/page/bridge/start-host-bridge.ts';
import type { BridgeEvents, HostMessageEvent, HostWindow } from '../../src/page/bridge/bridge-window.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { FakeInfrastructure } from './fake-infrastructure.ts';
import { createFakePlayer, type FakePlayer } from './fake-player.ts';

export const HOST_ORIGIN = 'https://host.example';
export const PAGE_ADDRESS = 'https://player.example/embed/orieldemo01';

/** One message that the embed page posted to its parent. */
export interface Posted {
  readonly event: string;
  readonly info: unknown;
  readonly id?: unknown;
  readonly channel?: unknown;
  readonly targetOrigin: string;
}

export interface BridgeHarness {
  readonly player: FakePlayer;
  readonly clock: FakeClock;
  /** Everything posted to the parent, in order. */
  readonly posted: Posted[];
  readonly infrastructure: FakeInfrastructure;
  readonly warnings: string[];
  readonly reported: unknown[];
  readonly parent: HostWindow;
  /** Dispatches a message as the host page sends it: an object is serialised. */
  send(message: unknown, event?: Partial<HostMessageEvent>): void;
  /** Dispatches `pagehide`; `persisted` says that the browser may restore the page. */
  hidePage(persisted: boolean): void;
  listen(id?: unknown): void;
  subscribe(...names: string[]): void;
  command(func: string, args?: unknown, more?: object): void;
  /** `info` of the posted messages with this event. */
  infos(event: string): unknown[];
  forget(): void;
}

export interface HarnessOptions {
  readonly player?: FakePlayer;
  readonly parameters?: Partial<HostBridgeDependencies['parameters']>;
  readonly session?: HostBridgeDependencies['session'];
  /** Origin in `location.ancestorOrigins`; `null` for a browser without it. */
  readonly ancestorOrigin?: string | null;
  readonly isFramed?: boolean;
  /** The window that frames the parent. */
  readonly grandparent?: HostWindow;
  /** The window that opened the parent. */
  readonly opener?: HostWindow;
  readonly queued?: readonly unknown[];
  readonly refused?: HostBridgeDependencies['refused'];
}

export function startBridge(options: HarnessOptions = {}): BridgeHarness {
  const {
    player = createFakePlayer({ ready: true, state: 5 }),
    ancestorOrigin = HOST_ORIGIN,
    isFramed = true,
  } = options;
  const clock = createFakeClock();
  const posted: Posted[] = [];
  const warnings: string[] = [];
  const reported: unknown[] = [];
  const listeners = new Map<unknown, keyof BridgeEvents>();
  const dispatch = <Type extends keyof BridgeEvents>(type: Type, event: BridgeEvents[Type]): void => {
    for (const [listener, heard] of listeners)
      if (heard === type) (listener as (event: BridgeEvents[Type]) => void)(event);
  };
  const parent: HostWindow = {
    ...(options.grandparent && { parent: options.grandparent }),
    ...(options.opener && { opener: options.opener }),
    postMessage: (message, targetOrigin) => posted.push({ ...(JSON.parse(message) as Posted), targetOrigin }),
  };
  const eventOf = (message: unknown, event: Partial<HostMessageEvent> = {}): HostMessageEvent => ({
    data: typeof message === 'string' || typeof message !== 'object' ? message : JSON.stringify(message),
    origin: HOST_ORIGIN,
    source: isFramed ? parent : top,
    timeStamp: clock.monotonicNow(),
    ...event,
  });
  const window: HostBridgeDependencies['window'] = {
    parent,
    location: { href: PAGE_ADDRESS, ...(ancestorOrigin === null ? {} : { ancestorOrigins: [ancestorOrigin] }) },
    console: { warn: (message) => warnings.push(message) },
    reportError: (error) => reported.push(error),
    addEventListener: (type, listener) => void listeners.set(listener, type),
  };
  const top = selfParented(window, parent);
  const infrastructure = new FakeInfrastructure();
  startHostBridge({
    player,
    parameters: { origin: undefined, enablejsapi: true, widgetid: undefined, ...options.parameters },
    clock,
    momentOf: ({ timeStamp }) => timeStamp,
    window: isFramed ? window : top,
    queued: (options.queued ?? []).map((message) => eventOf(message)),
    refused: options.refused ?? {},
    session: options.session,
    infrastructure,
  });
  const harness: BridgeHarness = {
    player,
    clock,
    posted,
    infrastructure,
    warnings,
    reported,
    parent,
    send: (message, event) => dispatch('message', eventOf(message, event)),
    hidePage: (persisted) => dispatch('pagehide', { persisted }),
    listen: (id = 1) => harness.send({ event: 'listening', id, channel: 'widget' }),
    subscribe: (...names) => {
      for (const name of names) harness.command('addEventListener', [name]);
    },
    command: (func, args = [], more = {}) =>
      harness.send({ event: 'command', func, args, id: 1, channel: 'widget', ...more }),
    infos: (event) => posted.filter((message) => message.event === event).map((message) => message.info),
    forget: () => posted.splice(0),
  };
  return harness;
}

/** Uses up the bytes of messages that a host may send at once, with commands that have no effect. */
export function spendBurst({ send }: Pick<BridgeHarness, 'send'>): void {
  const idle = JSON.stringify({ event: 'command', func: 'removeEventListener', args: ['none'] });
  const longest = messageBytes(' '.repeat(HOST_MESSAGE_MAX_CHARACTERS));
  for (let leftBytes = HOST_QUEUE_MAX_BYTES; leftBytes >= messageBytes(idle);) {
    const length = (Math.min(longest, leftBytes) - messageBytes('')) / 2;
    send(idle.padEnd(length));
    leftBytes -= messageBytes(' '.repeat(length));
  }
}

/** The window of a page without a host, which is its own parent: posts to itself are recorded like posts to a parent. */
function selfParented(
  window: HostBridgeDependencies['window'],
  { postMessage }: HostWindow,
): HostBridgeDependencies['window'] {
  const top = { ...window, postMessage };
  return Object.assign(top, { parent: top });
}
