import type { FirstParts } from '../../../protocol/media/media-engine.ts';
import { wantsAutoplay } from '../../../protocol/page/autoplay.ts';
import { readFlag } from '../../../protocol/page/parameter-values.ts';
import type { PageConfig } from '../../../protocol/page/page-config.ts';
import { ENTRY_PREFIX, SINGLE_KEYS_ENTRY } from '../../../protocol/privacy/stored-names.ts';
import { INFRASTRUCTURE_WORKER } from '../../../protocol/threads/worker-names.ts';
import { beginAgainLater } from './begin-again.ts';
import type { BootState, HeadStart } from './boot-state.ts';
import { byId, contentOf } from './by-id.ts';
import { recordEarlyInput } from './early-input.ts';
import * as ELEMENT_IDS from '../platform/element-ids.ts';
import { readStart } from './start-head-start.ts';
import { loadAhead } from './load-ahead.ts';
import { prepareForPress } from './prepare-for-press.ts';
import { renewPage, takePlace } from './renew-page.ts';
import { reportEarlyErrors } from './report-early-errors.ts';
import { tryAgainWithPresses } from './unreached-presses.ts';
import { announceToHost } from './announce-to-host.ts';
import { createScriptUrlPolicy } from '../platform/trusted-types.ts';
import { onFirstIntent } from './on-first-intent.ts';
import { isStored, restoreSound, savesData } from './viewer-choices.ts';

/**
 * The only inline script of the embed page; its hash is in the CSP. It runs while the document is parsed, so it does only
 * work that cannot wait: it records input, announces this to the host, and starts the requested stream or the page's module
 * with its worker. A cued embed waits for the first intent of viewer or host instead.
 */
const reportedErrors: string[] = [];
const reportError = reportEarlyErrors(window, () => readConfig()?.addresses.errorReport, reportedErrors);
const query = new URLSearchParams(location.search);
const isOn = (name: string): boolean | undefined => readFlag(query.get(name));
/** The HTML comes from the same build. */
const root = byId(ELEMENT_IDS.player) as HTMLElement;
const element = byId(ELEMENT_IDS.media) as HTMLVideoElement;
const button = byId(ELEMENT_IDS.bigPlay) as HTMLElement;
const input = recordEarlyInput({
  window,
  root,
  media: element,
  button,
  isUnreached: () => root.hasAttribute('data-unreached'),
  takesKeys: !isOn('disablekb'),
  takesSingleKeys: !isStored(ENTRY_PREFIX + SINGLE_KEYS_ENTRY),
  startPlaying: playInGesture,
});

tryAgainWithPresses({ window, root, button });

const isScripted = isOn('enablejsapi') === true;
announceToHost(window, query);

const policy = createScriptUrlPolicy(window);
const allowsWorkers = query.get('worker') !== 'off';

function startInfrastructureWorker(): Worker | null {
  const address = contentOf(ELEMENT_IDS.infrastructureWorker);
  if (!address || !allowsWorkers) return null;
  try {
    return new Worker(policy.createScriptURL(address), { type: 'module', name: INFRASTRUCTURE_WORKER });
  } catch {
    // Refused by an opaque sandbox or an old browser: the boot module runs the service inline.
    return null;
  }
}

function readData(id: string): unknown {
  try {
    return JSON.parse(byId(id)?.textContent ?? 'null');
  } catch {
    return null;
  }
}

function readConfig(): PageConfig | null {
  return readData(ELEMENT_IDS.config) as PageConfig | null;
}

function readWanted(): ReturnType<typeof readStart> {
  const firstParts = readData(ELEMENT_IDS.firstParts) as FirstParts | null;
  return readStart(readConfig(), firstParts, query, element, policy);
}

function startStream(): void {
  boot.headStart = boot.ahead.take() ?? readWanted()?.begin() ?? null;
  if (boot.headStart !== null) followElement(readConfig()?.playerResponse?.videoDetails?.isSpherical === true);
}

/** Starts the video: at load with `autoplay`, or in a gesture; the player handles a refusal by the browser. */
function startPlaying(): void {
  boot.wantedAtMs ??= performance.now();
  if (boot.headStart === null) startStream();
  if (boot.headStart === null) return;
  restoreSound(element, isOn('mute') === undefined);
  element.play().catch(({ name }: DOMException) => {
    if (name === 'NotAllowedError') loadPage(false);
  });
}

/** After `play()` in a gesture the element may play with sound later, even if no stream could be started yet. */
function playInGesture(): void {
  if (allowsWorkers) startPlaying();
  if (boot.headStart === null) element.play().catch(() => undefined);
}

/** Longest delay of the page's module in favour of a started stream, on a slow connection. */
const PAGE_DELAY_MAX_MS = 2_000;

/** Longest wait for the page's module: in a network that drops packets its request neither succeeds nor fails. */
const PAGE_PATIENCE_MS = 15_000;

let isLoading = false;

/** Loads the page's module and its worker. Unless a frame `isShown`, the poster is shown again. */
function loadPage(isShown: boolean): void {
  const address = contentOf(ELEMENT_IDS.main);
  if (!address || isLoading) return;
  isLoading = true;
  boot.wantedAtMs ??= performance.now();
  if (isShown) boot.firstFrameAtMs = performance.now();
  else root.removeAttribute('data-starting');
  boot.infrastructureWorker = startInfrastructureWorker();
  const bridge = contentOf(ELEMENT_IDS.hostBridge);
  // A page that is driven by script needs the bridge at once.
  if (isScripted && bridge) loadAhead(bridge);
  const whenThere = new AbortController();
  const { signal } = whenThere;
  let isLost = false;
  // Shows a message and a button while the module has not loaded in time, or during a stall without a network. The player takes over.
  const explain = (): unknown =>
    signal.aborted || root.toggleAttribute('data-unreached', isLost || (!navigator.onLine && element.readyState < 3));
  const waitNoLonger = (): void => {
    if (isLost || signal.aborted) return;
    isLost = true;
    root.removeAttribute('data-waiting');
    explain();
    beginAgainLater({ window, root, wantsToPlay: () => input.lastPress !== null, signal });
  };
  // Handler properties are shorter than listeners; no other code of the page sets them.
  window.onoffline = window.ononline = element.onwaiting = explain;
  setTimeout(waitNoLonger, PAGE_PATIENCE_MS);
  import(/* @vite-ignore */ address).then(
    () => {
      // The module reports all errors from now on.
      window.onerror = window.onunhandledrejection = null;
      whenThere.abort();
    },
    (error: unknown) => {
      reportError(error);
      boot.renew(() => null);
      waitNoLonger();
    },
  );
}

/** Calls back with the first frame of a started stream, or with its first sound if it has no frames. */
function whenShown(callback: () => void): void {
  const showsFrames = 'requestVideoFrameCallback' in element;
  if (showsFrames) element.requestVideoFrameCallback(callback);
  element.addEventListener('playing', () => {
    // A stream with only sound has no frames.
    if (!showsFrames || element.videoWidth === 0) callback();
  });
}

/** Until the page's module shows the state of the player, the first paint shows the element's frames and stalls. */
function followElement(isSpherical: boolean): void {
  whenShown(() => {
    // A spherical video is not shown flat.
    if (!isSpherical && root.dataset['state'] === 'unstarted') root.setAttribute('data-starting', 'shown');
    root.removeAttribute('data-waiting');
  });
  for (const type of ['waiting', 'playing'])
    element.addEventListener(type, () => root.toggleAttribute('data-stalled', type === 'waiting'));
}

/**
 * Loads the page after the first frame of a started stream, so that the stream has connection and processor to itself: on a
 * slow connection all other files would load before the segments.
 */
function loadPageLater(headStart: HeadStart): void {
  const load = (): void => loadPage(false);
  setTimeout(load, PAGE_DELAY_MAX_MS);
  element.addEventListener('error', load);
  if (headStart.kind === 'stream') headStart.worker.addEventListener('error', load);
  whenShown(() => loadPage(true));
}

/** Loads the page at once, or after the first frame of a started stream. */
function loadPageInTurn(): void {
  if (boot.headStart === null) loadPage(false);
  else loadPageLater(boot.headStart);
}

function wakeLater(): void {
  onFirstIntent({ window, document }, (by) => {
    boot.isViewerHere = by === 'viewer';
    loadPageInTurn();
  });
}

/**
 * An embed that shows its poster and has a video to play is complete with the first paint. A page that is not framed was
 * opened for the player itself.
 */
function isCompleteWithFirstPaint(): boolean {
  if (window.parent === window) return false;
  const config = readConfig();
  const isAskedByPage = wantsAutoplay(config?.player?.args.autoplay) || config?.bench === true;
  return !isAskedByPage && config?.playerResponse?.playabilityStatus.status === 'OK';
}

const boot: BootState = {
  input,
  reportedErrors,
  infrastructureWorker: null,
  policy,
  headStart: null,
  ahead: prepareForPress({
    window,
    document,
    root,
    button,
    savesData: () => !allowsWorkers || savesData(isOn('data_saver')),
    read() {
      const wanted = readWanted();
      return wanted !== null && 'prepare' in wanted ? wanted : null;
    },
  }),
  startedAtMs: performance.now(),
  wantedAtMs: null,
  isViewerHere: false,
  firstFrameAtMs: null,
  place: takePlace(window),
  renew(placeOf, flushBeforeReload, evenSameBuild) {
    // Without a response from the server the page stays as it is.
    renewPage(window, contentOf(ELEMENT_IDS.main) ?? '', placeOf, flushBeforeReload, evenSameBuild).catch(
      () => undefined,
    );
  },
};
window.orielBoot = boot;

/** Autoplay (P6). With a list only the player can find out which video comes first. */
const isAsked = wantsAutoplay(query.get('autoplay'));
/** A page that continues an earlier page has a newer position than its address. */
const isNew = boot.place === null;
element.muted = isNew && isOn('mute') === true;
if (isNew && allowsWorkers && isAsked && !query.has('list')) startPlaying();
if (isNew && !isAsked && isCompleteWithFirstPaint()) wakeLater();
else loadPageInTurn();
