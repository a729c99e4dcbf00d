import { makeCreatePlayer } from './client/create-player.ts';
import { OrielError } from './client/oriel-error.ts';
import type { CreatePlayer } from './client/types.ts';
import { VERSION, WIRE_VERSION } from '../../protocol/version.ts';
import { moduleEnvironment } from './module-environment.ts';

export { OrielError };
/** Version of this module. */
export const version: string = VERSION;
/** Wire version of this module, `major.minor`; `player.info.wireVersion` is the version of the frame. */
export const wireVersion: string = WIRE_VERSION;
export type * from './client/types.ts';

let create: CreatePlayer | undefined;

/** Composition root of the promise client: `import { createPlayer } from '…/oriel.js'`. */
export const createPlayer: CreatePlayer = (target, options) => {
  create ??= makeCreatePlayer(moduleEnvironment());
  return create(target, options);
};
