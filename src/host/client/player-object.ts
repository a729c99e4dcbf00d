import type { OrielClient } from './oriel-client.ts';
import { simpleCommands } from './simple-commands.ts';
import type { OrielPlayer } from './types.ts';

/**
 * Creates the player that pages receive: an object of functions without private members, so that frameworks may wrap it in a proxy and
 * pages pass its methods on.
 */
export function playerObject(client: OrielClient): OrielPlayer {
  const { info, frame } = client;
  return {
    info,
    frame,
    ...simpleCommands((name, ...args) => client.call(name, ...args)),
    play: () => client.play(),
    load: (source) => client.show('load', source),
    cue: (source) => client.show('cue', source),
    requestFullscreen: () => client.requestFullscreen(),
    exitFullscreen: () => client.exitFullscreen(),
    addCuePoint: (seconds, listener, options) => client.addCuePoint(seconds, listener, options),
    setSize: (width, height) => client.setSize(width, height),
    embedCode: () => client.embedCode(),
    on: (name, listener, options) => client.on(name, listener, options),
    states: (options) => client.states(options),
    destroy: () => client.destroy(),
  };
}
