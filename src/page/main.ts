import * as z from 'zod/mini';
import workerUrl from '../../workers/infrastructure/infrastructure.worker.ts?worker&url';
import engineUrl from '../../workers/media/hls-engine.ts?worker&url';
import sphereRendererUrl from '../../workers/spherical/spherical.worker.ts?worker&url';
import mediaWorkerUrl from '../../workers/media/media.worker.ts?worker&url';
import { parseEmbedParameters } from '../../protocol/embed-parameters.ts';
import type { MediaEngineModule, MediaSourceDescription } from '../../protocol/media-engine.ts';
import type { PageConfig } from '../../protocol/page-config.ts';
import type { SphereRendererModule } from '../../protocol/spherical.ts';
import { ELEMENT_IDS, type BootState, type HeadStart } from './boot/boot-state.ts';
import { createScriptUrlPolicy } from './boot/trusted-types.ts';
import { startHostBridge } from './bridge/host-bridge.ts';
import { initialVideo } from './configuration/initial-video.ts';
import { plainPageSettings, readInlinedPageConfig } from './configuration/read-page-config.ts';
import { applyAccent, applyTheme } from './configuration/theme.ts';
import { installBenchHook } from './infrastructure/bench-hook.ts';
import { startInfrastructure } from './infrastructure/start-infrastructure.ts';
import { systemClock, systemRandom } from './infrastructure/system-clock.ts';
import { ControlsVisibility } from './interaction/controls-visibility.ts';
import { Fullscreen } from './interaction/fullscreen.ts';
import { keepEarlyKeys } from './interaction/keyboard/early-keys.ts';
import { mountInterfaceLater } from './interaction/mount-later.ts';
import { mirrorToRoot } from './interaction/root-attributes.ts';
import { listenOnSurface } from './interaction/surface.ts';
import type { PageTools } from './interaction/viewer-tools.ts';
import { watchLifecycle } from './lifecycle/lifecycle.ts';
import { countFrames } from './media/count-frames.ts';
import { readMediaSupport } from './media/media-support.ts';
import { openEngine } from './media/open-engine.ts';
import { WorkerEngine } from './media/worker-engine.ts';
import { followTitle } from './player/document-title.ts';
import { logPlayer } from './player/playback-log.ts';
import { PlayerController } from './player/player-controller.ts';
import { followPoster } from './player/poster.ts';
import type { VideoRequest } from './player/video-queue.ts';
import { SphericalLoader } from './spherical/spherical-loader.ts';
import type { PageStart, Telemetry } from './telemetry/start-telemetry.ts';

/** Composition root of the embed page: everything that touches the page by name is here. */

/** The CSP forbids making code from text, so schemas are interpreted. */
z.config({ jitless: true });

const parameters = parseEmbedParameters(new URLSearchParams(location.search));
const boot: BootState = window.orielBoot ?? {
  messages: [],
  stopQueueing: () => undefined,
  infrastructureWorker: null,
  policy: createScriptUrlPolicy(window),
  headStart: null,
  playRequested: false,
  isTakenOver: false,
  startedAtMs: performance.now(),
  firstFrameAtMs: null,
};
boot.isTakenOver = true;
const inlined = readInlinedPageConfig(document);
applyTheme(window, parameters.theme);

const start: PageStart = {
  startedAtMs: performance.timeOrigin + boot.startedAtMs,
  moduleAtMs: systemClock.monotonicNow(),
  firstFrameAtMs: boot.firstFrameAtMs === null ? null : performance.timeOrigin + boot.firstFrameAtMs,
  isBegun: boot.headStart !== null,
};
/** Not before the first frame. */
let telemetry: Telemetry | undefined;

const ending = new AbortController();
const lifecycle = watchLifecycle({ window, document, clock: systemClock });
const infrastructure = startInfrastructure({
  workerUrl,
  page: inlined?.ok === true ? inlined.value : plainPageSettings(document),
  lifecycle,
  policy: boot.policy,
  worker: boot.infrastructureWorker ?? undefined,
  inlineOnly: parameters.worker === 'off',
  collector: new URLSearchParams(location.search).get('collector') ?? undefined,
});
const reportError = (error: unknown): void => infrastructure.reportError(error);
if (inlined?.ok === true && inlined.value.bench) installBenchHook(window, infrastructure);
if (inlined?.ok === false) reportError(new Error(inlined.message));
applyAccent(document.documentElement, parameters.color).catch(reportError);

const root = element(ELEMENT_IDS.player);
const media = element<HTMLVideoElement>(ELEMENT_IDS.media);
const poster = element(ELEMENT_IDS.poster);
const bigPlay = element(ELEMENT_IDS.bigPlay);

const mediaSupport = readMediaSupport(window, media, parameters.worker !== 'off');
const player = new PlayerController({
  element: media,
  clock: systemClock,
  random: systemRandom,
  parameters,
  loadVideo: (request: VideoRequest) => infrastructure.call('player', request),
  openEngine: (source: MediaSourceDescription) =>
    openEngine(source, {
      element: media,
      support: mediaSupport,
      loadHlsEngine: () => import(/* @vite-ignore */ engineUrl) as Promise<MediaEngineModule>,
      createWorkerEngine: () =>
        new WorkerEngine({
          element: media,
          clock: systemClock,
          engineUrl,
          takeHeadStart,
          startWorker: () =>
            new Worker(boot.policy.createScriptURL(mediaWorkerUrl), { type: 'module', name: 'oriel-media' }),
        }),
      onWorkerRefused: (message) => {
        mediaSupport.mediaSourceInWorker = false;
        reportError(new Error(message));
      },
    }),
  reportError,
  onFailure: (code, message) => {
    const { video, position } = player.getSnapshot();
    const mediaTimeSeconds = position.seconds;
    infrastructure.log('playbackFailed', {
      videoId: video.videoId,
      code,
      message: message.slice(0, 500),
      mediaTimeSeconds,
    });
    tellTelemetry(code, message, true);
  },
  onTrouble: (detail) => tellTelemetry('', detail, false),
});

const spherical = new SphericalLoader(
  player,
  async (onUnavailable) => {
    root.setAttribute('data-spherical', 'waiting');
    const { SphericalView } = await import('./spherical/spherical-view.ts');
    return new SphericalView({
      player,
      clock: systemClock,
      root,
      media,
      allowWorker: parameters.worker !== 'off',
      startWorker: () =>
        new Worker(boot.policy.createScriptURL(sphereRendererUrl), { type: 'module', name: 'oriel-sphere' }),
      loadModule: () => import(/* @vite-ignore */ sphereRendererUrl) as Promise<SphereRendererModule>,
      reportError,
      onUnavailable,
    });
  },
  () => {
    root.removeAttribute('data-spherical');
    player.refuseSpherical();
  },
  reportError,
);
const visibility = new ControlsVisibility(root, player, systemClock, reportError);
const fullscreen = new Fullscreen(root, media, (active) => player.setFullscreen(active), ending.signal);
mirrorToRoot(root, player);
followTitle(document, document.getElementById(ELEMENT_IDS.title), player);
followPoster(poster, player);
logPlayer(player, infrastructure, systemClock);
const telemetryStarted = import('./telemetry/start-telemetry.ts').then(({ startTelemetry }) => {
  telemetry = startTelemetry({
    player,
    infrastructure,
    clock: systemClock,
    random: systemRandom,
    lifecycle,
    visibility,
    root,
    countFrames: () => countFrames(media),
    start,
  });
});
telemetryStarted.catch(reportError);
const surface = [media, poster];
listenOnSurface(surface, { player, visibility, fullscreen, offersFullscreen: parameters.fs }, ending.signal);
const takeEarlyKeys = keepEarlyKeys(document);
bigPlay.addEventListener('click', () => player.execute({ name: 'playVideo', arguments: [] }, 'viewer'));

mountInterfaceLater({
  root,
  player,
  async mount() {
    const { openInterface } = await import('./open-interface.ts');
    const page: PageTools = {
      player,
      clock: systemClock,
      visibility,
      fullscreen,
      control: player,
      parameters,
      call: (endpoint, fields, options) =>
        infrastructure.call(endpoint, fields, {
          ...(telemetry && { clientScreenNonce: telemetry.clientScreenNonce }),
          ...options,
        }),
      playbackNonce: () => telemetry?.playbackNonce,
      reportError,
      root,
      media,
      bigPlay,
      spherical,
      surface,
      isPrivate: () => infrastructure.isPrivate,
    };
    await openInterface(element(ELEMENT_IDS.interface), page, takeEarlyKeys, ending.signal);
  },
  reportError,
});

import('./interaction/preferences/keep-preferences.ts')
  .then(({ keepPreferences }) =>
    keepPreferences({
      player,
      control: player,
      infrastructure,
      clock: systemClock,
      query: new URLSearchParams(location.search),
      document,
    }),
  )
  .catch(reportError);

startHostBridge({
  player,
  parameters,
  clock: systemClock,
  window,
  queued: boot.messages,
  stopQueueing: boot.stopQueueing,
  session: inlined?.ok === true ? inlined.value.session : undefined,
  log: infrastructure.log.bind(infrastructure),
});

void showInitialVideo(inlined?.ok === true ? inlined.value : null);

async function showInitialVideo(config: PageConfig | null): Promise<void> {
  const args = config?.player.args ?? {};
  const { options, how } = initialVideo(location.pathname, parameters, args, boot.playRequested);
  let response = config?.playerResponse;
  if (config === null && options.videoId !== undefined) {
    const loaded = await infrastructure.loadPageConfig(options.videoId);
    if (loaded.ok) response = loaded.value.playerResponse;
  }
  /** Only a call can ask where the viewer is and come back with the answer (B7). */
  if (response?.locationRequired === true) response = undefined;
  player.showInitial(options, boot.playRequested ? 'load' : how, response);
}

/** The inline script's stream, if it is the one that is wanted; any other was begun in vain. */
function takeHeadStart({ videoId, startSeconds }: MediaSourceDescription): HeadStart | null {
  const { headStart } = boot;
  boot.headStart = null;
  if (headStart === null) return null;
  const isWanted = headStart.videoId === videoId && headStart.startSeconds === startSeconds;
  if (isWanted && !headStart.hasFailed) return headStart;
  headStart.worker.terminate();
  return null;
}

/** The HTML and this module are one build; a missing element is a broken deployment and says so. */
function element<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element #${id}`);
  return found as Kind;
}

function tellTelemetry(code: string, detail: string, fatal: boolean): void {
  /** Where it has not loaded, that has been reported once. */
  telemetryStarted.then(
    () => telemetry?.playbackFailed(code, detail, fatal),
    () => undefined,
  );
}
