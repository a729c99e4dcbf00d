import type { Clock } from '../../protocol/runtime/clock.ts';
import type { Registry } from './wire/registry.ts';

/** What a player on a host page may touch. */
export interface HostEnvironment {
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  /** Origin that frames are loaded from unless told otherwise: the one our own script came from. */
  readonly defaultHost: string;
  /** Path of that host below which its pages lie, such as `/player`; empty at the root. */
  readonly basePath: string;
  readonly registry: Registry;
  /** Origins whose frames are taken over: for clients that name another host and cannot be told. */
  readonly replacedHosts: ReadonlySet<string>;
}
