import { hostClock, type HostEnvironment } from './environment.ts';
import { serverOf } from './host-origin.ts';
import { hexOf } from '../../protocol/runtime/hex-of.ts';
import { Registry } from './player/registry.ts';

let environment: HostEnvironment | undefined;

/** Environment of the modules, with the server that served them. Created at the first use, so that importing does nothing. */
export function moduleEnvironment(): HostEnvironment {
  environment ??= {
    window,
    clock: hostClock(),
    ...serverOf(import.meta.url, window.location.origin),
    registry: new Registry(window, randomId),
    replacedHosts: new Set(),
  };
  return environment;
}

/** An id distinct from the numbers of the script API, and from the ids of another copy of this module. */
function randomId(): string {
  return `oriel-${hexOf(crypto.getRandomValues(new Uint8Array(8)))}`;
}
