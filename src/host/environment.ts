import type { Clock } from '../../protocol/runtime/clock.ts';
import { createSystemClock } from '../../protocol/runtime/system-clock.ts';
import type { Registry } from './player/registry.ts';

/** Timers and clock as they were when the script was loaded. */
export function hostClock(): Clock {
  return createSystemClock({
    performance,
    setTimeout: (task, delayMs) => setTimeout(task, delayMs),
    clearTimeout: (timer: number) => clearTimeout(timer),
  });
}

/** The platform of a player on a host page. */
export interface HostEnvironment {
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  /** Default origin of frames: the origin that served the script. */
  readonly defaultHost: string;
  /** Path of `defaultHost` below which its pages are served, such as `/player`; empty at the root. */
  readonly basePath: string;
  readonly registry: Registry;
  /** Origins whose frames are redirected to `defaultHost`, for clients with another hard-coded host. */
  readonly replacedHosts: ReadonlySet<string>;
}
