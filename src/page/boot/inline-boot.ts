import { ELEMENT_IDS, type BootState } from './boot-state.ts';
import { createScriptUrlPolicy } from './trusted-types.ts';

/**
 * The only inline script of the embed page; its hash is in the CSP. It runs while the document is parsed, so it does
 * just what cannot wait: it listens, and starts the worker that everything after it needs.
 */
const messages: MessageEvent[] = [];
/** As many as a host may have waiting (`PLAYER.pendingCommandsMax`); no import here, every byte is in the HTML. */
const MESSAGES_MAX = 500;

const queue = (event: MessageEvent): void => {
  if (messages.length < MESSAGES_MAX) messages.push(event);
};
window.addEventListener('message', queue);

const policy = createScriptUrlPolicy(window);

function startWorker(): Worker | null {
  const address = document.getElementById(ELEMENT_IDS.infrastructureWorker)?.getAttribute('content');
  if (!address || new URLSearchParams(location.search).get('worker') === 'off') return null;
  try {
    return new Worker(policy.createScriptURL(address), { type: 'module', name: 'oriel-infrastructure' });
  } catch {
    /** Refused by an opaque sandbox or an old browser: the boot module runs the service inline. */
    return null;
  }
}

const boot: BootState = {
  messages,
  stopQueueing: () => window.removeEventListener('message', queue),
  infrastructureWorker: startWorker(),
  policy,
  playRequested: false,
  startedAtMs: performance.now(),
};
window.orielBoot = boot;

document.getElementById(ELEMENT_IDS.bigPlay)?.addEventListener('click', () => {
  boot.playRequested = true;
  document.getElementById(ELEMENT_IDS.player)?.setAttribute('data-waiting', '');
});
