import { makeCreatePlayer } from './client/create-player.ts';
import { OrielError } from './client/oriel-error.ts';
import type { CreatePlayer } from './client/types.ts';
import { serverOf } from './frame/host-origin.ts';
import { VERSION } from '../../protocol/version.ts';
import { systemClock } from './system-clock.ts';
import { Registry } from './wire/registry.ts';

export { OrielError };
/** Version of this module. */
export const version: string = VERSION;
export type * from './client/types.ts';

let create: CreatePlayer | undefined;

/** Composition root of the promise client: `import { createPlayer } from '…/oriel.js'`. */
export const createPlayer: CreatePlayer = (target, options) => {
  create ??= makeCreatePlayer({
    window,
    clock: systemClock(window),
    ...serverOf(import.meta.url, window.location.origin),
    registry: new Registry(window, randomId),
    replacedHosts: new Set(),
  });
  return create(target, options);
};

/** Distinct from the numbers of the script API, and from those of another copy of this module. */
function randomId(): string {
  return `oriel-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
