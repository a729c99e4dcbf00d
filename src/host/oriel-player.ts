import { makeCreatePlayer } from './client/create-player.ts';
import { makePlayerElement, type ElementDependencies } from './element/oriel-player-element.ts';
import { makePreconnect } from './element/preconnect.ts';
import type { OrielPlayerElement as PlayerElement } from './element/types.ts';
import { originOf } from './host-origin.ts';
import { tellAuthor } from './tell-author.ts';
import { moduleEnvironment } from './module-environment.ts';

export * from './oriel.ts';
export type * from './element/types.ts';

const TAG = 'oriel-player';

let dependencies: ElementDependencies | undefined;

function open(): ElementDependencies {
  if (dependencies !== undefined) return dependencies;
  const environment = moduleEnvironment();
  const { defaultHost, basePath } = environment;
  const warnings = new Set<string>();
  dependencies = {
    createPlayer: makeCreatePlayer(environment),
    fetch: (...request) => window.fetch(...request),
    serverOf: (host) => {
      const origin = originOf(host, window.location.href);
      return host === '' || origin === undefined || origin === defaultHost ? defaultHost + basePath : origin;
    },
    preconnect: makePreconnect(document),
    warn: (message) => {
      if (!warnings.has(message)) tellAuthor(environment.window, message);
      warnings.add(message);
    },
  };
  return dependencies;
}

export type OrielPlayerElement = PlayerElement;
/** The class of `<oriel-player>`. */
export const OrielPlayerElement: new () => PlayerElement = makePlayerElement(open);

// Composition root of the custom element: `import '…/oriel-player.js'`. A page may load it twice, and a server that
// renders pages has no `customElements`.
if (globalThis.customElements?.get(TAG) === undefined) globalThis.customElements?.define(TAG, OrielPlayerElement);
