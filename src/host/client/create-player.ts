import type { HostEnvironment } from '../environment.ts';
import { hostProblem } from '../host-origin.ts';
import { isElement } from '../frame/when-found.ts';
import { plain, textOf } from '../plain-values.ts';
import { deadline, departure } from './deadlines.ts';
import { OrielClient } from './oriel-client.ts';
import { OrielError } from './oriel-error.ts';
import { playerObject } from './player-object.ts';
import type { CreatePlayer } from './types.ts';
import { READY_TIMEOUT_MS } from '../wire/connection.ts';

/**
 * Creates a player in place of an element, or of an element that a selector finds; a frame is adopted unchanged. Resolves when the
 * player accepts commands and has the data of its video. An earlier failure leaves the page unchanged. The promise stays pending only
 * while a lazy frame is far from the viewport, or while a consent manager holds the frame back.
 */
export function makeCreatePlayer(environment: HostEnvironment): CreatePlayer {
  return async (target, given) => {
    const options = plain({ ...given });
    const { signal, readyTimeoutMs = READY_TIMEOUT_MS } = options;
    if (signal?.aborted) throw aborted();
    const problem = hostProblem(options.host);
    if (problem !== undefined) throw new OrielError('invalid', `createPlayer: ${problem}`);
    const client = new OrielClient(findTarget(target, environment), options, environment);
    const destroy = (): void => client.destroy();
    signal?.addEventListener('abort', destroy, { once: true });
    client.on('destroy', () => signal?.removeEventListener('abort', destroy));
    const waiting = new AbortController();
    try {
      await Promise.race([
        client.ready,
        deadline(environment.clock, client.hostFrame, readyTimeoutMs, waiting.signal),
        departure(environment.clock, client.frame, waiting.signal),
        ended(client, waiting.signal),
      ]);
      return playerObject(client);
    } catch (error) {
      client.destroy();
      throw signal?.aborted ? aborted() : error;
    } finally {
      waiting.abort();
    }
  };
}

function findTarget(target: Element | string, { window }: HostEnvironment): Element {
  try {
    const found = typeof target === 'string' ? window.document.querySelector(target) : target;
    if (found && isElement(found)) return found;
  } catch {
    // The text is not a valid selector, so it matches nothing.
  }
  throw new OrielError('invalid', `createPlayer: nothing matches ${textOf(target)}`);
}

function ended(client: OrielClient, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    client.on('destroy', () => reject(new OrielError('destroyed', 'the player has been destroyed')), { signal });
  });
}

function aborted(): OrielError {
  return new OrielError('aborted', 'createPlayer was aborted');
}
