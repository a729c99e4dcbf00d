import type { HostPlayer } from '../host/player/host-player.ts';
import type { HostPlayerConstructor } from '../host/player/player-class.ts';
import type { PlayerOptions } from '../host/player-options.ts';
import type { CreatePlayer, OrielPlayer } from '../host/client/types.ts';
import { loadScript } from './load-script.ts';

/** Creates a player as host pages do with the script API: a script tag, then the global. */
export async function loadScriptPlayer(server: string, target: string, options: PlayerOptions): Promise<HostPlayer> {
  await loadScript(`${server}/iframe_api`);
  const { Oriel } = window as unknown as { Oriel: { Player: HostPlayerConstructor } };
  return new Oriel.Player(target, options);
}

/** Creates a player as host pages do with the promise client: an import. This page attaches it to an existing frame. */
export async function loadPromisePlayer(server: string, frame: Element): Promise<OrielPlayer> {
  const client = (await import(/* @vite-ignore */ `${server}/oriel.js`)) as { createPlayer: CreatePlayer };
  return client.createPlayer(frame);
}
