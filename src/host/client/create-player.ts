import { BRIDGE } from '../../../protocol/constants.ts';
import type { HostEnvironment } from '../environment.ts';
import { OrielClient } from './oriel-client.ts';
import { OrielError } from './oriel-error.ts';
import type { CreatePlayer } from './types.ts';

/**
 * Makes a player in place of an element, or of one that a selector finds; a frame is adopted as it is. Resolves when the
 * player takes commands and knows its video. Whatever goes wrong before that leaves the page as it was.
 */
export function makeCreatePlayer(environment: HostEnvironment): CreatePlayer {
  return async (target, given) => {
    const options = given ?? {};
    const { signal, readyTimeoutMs = BRIDGE.readyTimeoutMs } = options;
    if (signal?.aborted) throw aborted();
    const client = new OrielClient(findTarget(target, environment), options, environment);
    const destroy = (): void => client.destroy();
    signal?.addEventListener('abort', destroy, { once: true });
    client.on('destroy', () => signal?.removeEventListener('abort', destroy));
    const waiting = new AbortController();
    try {
      await Promise.race([
        client.ready,
        deadline(environment, readyTimeoutMs, waiting.signal),
        ended(client, waiting.signal),
      ]);
      return client;
    } catch (error) {
      client.destroy();
      throw signal?.aborted ? aborted() : error;
    } finally {
      waiting.abort();
    }
  };
}

function findTarget(target: Element | string, { window }: HostEnvironment): Element {
  const found = typeof target === 'string' ? window.document.querySelector(target) : target;
  if (found instanceof window.Element) return found;
  const named = typeof target === 'string' ? `nothing matches ${target}` : 'the target is no element';
  throw new OrielError('invalid', `createPlayer: ${named}`);
}

function deadline({ clock }: HostEnvironment, timeoutMs: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const cancel = clock.after(timeoutMs, () =>
      reject(new OrielError('timeout', `the player page did not answer within ${timeoutMs} ms`)),
    );
    signal.addEventListener('abort', cancel, { once: true });
  });
}

function ended(client: OrielClient, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    client.on('destroy', () => reject(new OrielError('destroyed', 'the player has been destroyed')), { signal });
  });
}

function aborted(): OrielError {
  return new OrielError('aborted', 'createPlayer was aborted');
}
