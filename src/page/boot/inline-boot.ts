import type { FirstParts } from '../../../protocol/media-engine.ts';
import type { PageConfig } from '../../../protocol/page-config.ts';
import { ELEMENT_IDS, type BootState } from './boot-state.ts';
import { startHeadStart } from './head-start.ts';
import { createScriptUrlPolicy } from './trusted-types.ts';

/**
 * The only inline script of the embed page; its hash is in the CSP. It runs while the document is parsed, so it does
 * just what cannot wait: it listens, starts the worker that everything after it needs, and the stream that was asked for.
 */
const messages: MessageEvent[] = [];
/** As many as a host may have waiting (`PLAYER.pendingCommandsMax`); no import here, every byte is in the HTML. */
const MESSAGES_MAX = 500;

const queue = (event: MessageEvent): void => {
  if (messages.length < MESSAGES_MAX) messages.push(event);
};
window.addEventListener('message', queue);

const policy = createScriptUrlPolicy(window);
const query = new URLSearchParams(location.search);
const allowsWorkers = query.get('worker') !== 'off';
const root = document.getElementById(ELEMENT_IDS.player);
const element = document.getElementById(ELEMENT_IDS.media) as HTMLVideoElement;

function startInfrastructureWorker(): Worker | null {
  const address = document.getElementById(ELEMENT_IDS.infrastructureWorker)?.getAttribute('content');
  if (!address || !allowsWorkers) return null;
  try {
    return new Worker(policy.createScriptURL(address), { type: 'module', name: 'oriel-infrastructure' });
  } catch {
    /** Refused by an opaque sandbox or an old browser: the boot module runs the service inline. */
    return null;
  }
}

function readData(id: string): unknown {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
  } catch {
    return null;
  }
}

/** As loud as last time (S9): the player itself would say so only after the first sound. */
function restoreSound(): void {
  try {
    const preferences = /preferences=([^;]*)/.exec(document.cookie)?.[1] ?? '';
    const volume = /\bvolume=(\d+)/.exec(preferences)?.[1];
    if (volume !== undefined) element.volume = Math.min(1, Number(volume) / 100);
    element.muted ||= !query.has('mute') && /\bmuted=1/.test(preferences);
  } catch {
    /** Cookies are refused here. */
  }
}

/** In the gesture, or at load where the address asks for it; whether the browser allows it is the player's business. */
function startPlaying(): void {
  boot.headStart ??= startHeadStart(
    readData(ELEMENT_IDS.config) as PageConfig | null,
    readData(ELEMENT_IDS.firstParts) as FirstParts | null,
    Number(query.get('start')) || 0,
    element,
    policy,
  );
  if (boot.headStart === null) return;
  restoreSound();
  element.play().catch(({ name }: DOMException) => {
    if (name === 'NotAllowedError') loadPage(false);
  });
}

/** A stream that has begun comes first; on a slow line the page waits no longer than this. */
const PAGE_DELAY_MAX_MS = 2_000;

let isLoading = false;

/** Loads the page's module and the worker that it needs. The poster is for those who see no frame yet. */
function loadPage(isShown: boolean): void {
  const address = document.getElementById(ELEMENT_IDS.main)?.getAttribute('content');
  if (!address || isLoading) return;
  isLoading = true;
  if (isShown) boot.firstFrameAtMs = performance.now();
  if (!isShown) root?.removeAttribute('data-starting');
  else if (root?.hasAttribute('data-starting')) root.setAttribute('data-starting', 'shown');
  boot.infrastructureWorker = startInfrastructureWorker();
  void import(/* @vite-ignore */ address);
}

/**
 * A stream that has begun has the line and the processor to itself until its first frame: on a slow line everything else
 * would come before the segments.
 */
function loadPageLater(worker: Worker): void {
  const load = (): void => loadPage(false);
  setTimeout(load, PAGE_DELAY_MAX_MS);
  element.addEventListener('error', load);
  worker.addEventListener('error', load);
  if ('requestVideoFrameCallback' in element) element.requestVideoFrameCallback(() => loadPage(true));
  else (element as HTMLVideoElement).addEventListener('playing', () => loadPage(true));
}

const boot: BootState = {
  messages,
  stopQueueing: () => window.removeEventListener('message', queue),
  infrastructureWorker: null,
  policy,
  headStart: null,
  playRequested: false,
  isTakenOver: false,
  startedAtMs: performance.now(),
  firstFrameAtMs: null,
};
window.orielBoot = boot;

/** P6; the list of a playlist starts with a video that only the player knows. */
const autoplay = query.get('autoplay');
const isAsked = autoplay !== null && autoplay !== '0' && autoplay !== 'false' && !query.has('list');
element.muted = query.get('mute') === '1' || query.get('mute') === 'true';
if (allowsWorkers && isAsked) startPlaying();
if (boot.headStart === null) loadPage(false);
else loadPageLater(boot.headStart.worker);

document.getElementById(ELEMENT_IDS.bigPlay)?.addEventListener('click', () => {
  if (boot.isTakenOver) return;
  boot.playRequested = true;
  root?.setAttribute('data-waiting', '');
  if (allowsWorkers) startPlaying();
});
