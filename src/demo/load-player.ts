import type { HostPlayer } from '../host/player/host-player.ts';
import type { HostPlayerConstructor } from '../host/player/player-class.ts';
import type { PlayerOptions } from '../host/player-options.ts';
import type { CreatePlayer, OrielPlayer } from '../host/client/types.ts';
import { loadScript } from './load-script.ts';

/** The script API as pages get it: a script tag, then the global. */
export async function loadScriptPlayer(server: string, target: string, options: PlayerOptions): Promise<HostPlayer> {
  await loadScript(`${server}/iframe_api`);
  const { Oriel } = window as unknown as { Oriel: { Player: HostPlayerConstructor } };
  return new Oriel.Player(target, options);
}

/** The promise client as pages get it: an import. Here it drives an existing frame. */
export async function loadPromisePlayer(server: string, frame: Element): Promise<OrielPlayer> {
  const client = (await import(/* @vite-ignore */ `${server}/oriel.js`)) as { createPlayer: CreatePlayer };
  return client.createPlayer(frame);
}
