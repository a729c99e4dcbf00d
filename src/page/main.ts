import * as z from 'zod/mini';
import workerUrl from '../../workers/infrastructure/infrastructure.worker.ts?worker&url';
import engineUrl from '../../workers/media/hls-engine.ts?worker&url';
import sphereRendererUrl from '../../workers/spherical/spherical.worker.ts?worker&url';
import mediaWorkerUrl from '../../workers/media/media.worker.ts?worker&url';
import { basePathOf } from '../../protocol/page/base-path.ts';
import { parseEmbedParameters } from '../../protocol/page/embed-parameters.ts';
import { MEDIA_WORKER, SPHERE_WORKER } from '../../protocol/page/worker-names.ts';
import { element, inlineBoot } from './boot/page-parts.ts';
import * as ELEMENT_IDS from './boot/element-ids.ts';
import { replayPress } from './boot/replay-press.ts';
import { whenHostSpeaks } from './bridge/when-host-speaks.ts';
import { placeOf, readPlace } from './configuration/place.ts';
import { showFirstVideo } from './configuration/show-first-video.ts';
import { plainPageSettings, readInlinedPageConfig } from './configuration/read-page-config.ts';
import { applyAccent, applyTheme } from './configuration/theme.ts';
import { startInfrastructure } from './infrastructure/start-infrastructure.ts';
import { momentOf, systemClock, systemRandom } from './infrastructure/system-clock.ts';
import { togglePlayback } from './interface/controls/commands.ts';
import { ControlsVisibility } from './interface/controls/controls-visibility.ts';
import { Fullscreen } from './interface/fullscreen/fullscreen.ts';
import { mountInterfaceLater } from './interface/mount-later.ts';
import { playerAt } from './interface/player-at.ts';
import { PictureInPicture } from './interface/picture-in-picture/picture-in-picture.ts';
import { mirrorToRoot } from './interface/controls/root-attributes.ts';
import { listenOnSurface } from './interface/controls/surface.ts';
import type { PageTools } from './interface/viewer-tools.ts';
import { watchLifecycle } from './lifecycle/lifecycle.ts';
import { chunkFailures } from './load-chunk.ts';
import { countFrames } from './engines/count-frames.ts';
import { keepHeadStart } from './engines/keep-head-start.ts';
import { readMediaSupport } from './engines/media-support.ts';
import { engineOpener } from './engines/engine-opener.ts';
import { loadCaptionTracks } from './player/captions/load-caption-tracks.ts';
import { followTitle } from './player/document-title.ts';
import { logFailure, logPlayer } from './player/playback-log.ts';
import { PlayerController } from './player/player-controller.ts';
import { followPoster } from './player/poster.ts';
import type { VideoRequest } from './player/videos/video-queue.ts';
import { loadSpherical } from './spherical/load-spherical.ts';
import { pageStartOf } from './telemetry/page-start.ts';
import { TelemetryLoader } from './telemetry/telemetry-loader.ts';

/** Composition root of the embed page: everything that touches the page by name is here. */

/** The CSP forbids making code from text, so schemas are interpreted. */
z.config({ jitless: true });

const boot = inlineBoot();
/** Now: what was begun is handed on soon. */
const start = pageStartOf(boot, systemClock.monotonicNow());
const place = readPlace(boot.place);
const parameters = {
  ...parseEmbedParameters(new URLSearchParams(location.search)),
  ...(place && { mute: place.muted }),
};
const { input } = boot;
input.takeOver();
const inlined = readInlinedPageConfig(document);
applyTheme(window, parameters.theme);

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
const reportError: PageTools['reportError'] = (error, params) => infrastructure.reportError(error, params);
const telemetry = new TelemetryLoader(reportError);
if (inlined?.ok === true && inlined.value.bench)
  import('./infrastructure/bench-hook.ts')
    .then(({ installBenchHook }) => installBenchHook(window, infrastructure))
    .catch(reportError);
if (inlined?.ok === false) reportError(new Error(inlined.message));
applyAccent(document.documentElement, parameters.color).catch(reportError);

const root = element(ELEMENT_IDS.player);
const media = element<HTMLVideoElement>(ELEMENT_IDS.media);
const poster = element(ELEMENT_IDS.poster);
const bigPlay = element(ELEMENT_IDS.bigPlay);

const pictureInPicture = new PictureInPicture(
  media,
  (active) => player.settings.pictureInPictureChanged(active),
  ending.signal,
);
const mediaSupport = readMediaSupport(window, media, parameters.worker !== 'off');
const player = new PlayerController({
  element: media,
  clock: systemClock,
  random: systemRandom,
  parameters,
  basePath: basePathOf(location.pathname),
  createCaptionTracks: (onCues) =>
    loadCaptionTracks(async () => {
      const { CaptionTracks } = await import('./player/captions/caption-tracks.ts');
      return new CaptionTracks(media, onCues);
    }, reportError),
  isOnline: () => navigator.onLine,
  pictureInPicture,
  loadVideo: (request: VideoRequest) => infrastructure.call('player', request),
  openEngine: engineOpener({
    element: media,
    clock: systemClock,
    support: mediaSupport,
    engineUrl,
    startWorker: () => new Worker(boot.policy.createScriptURL(mediaWorkerUrl), { type: 'module', name: MEDIA_WORKER }),
    takeHeadStart: () => takeHeadStart(),
  }),
  onWorkerRefused(message) {
    mediaSupport.mediaSourceInWorker = false;
    reportError(new Error(message));
  },
  reportError,
  onFailure: (code, message) => {
    logFailure(player, infrastructure, code, message);
    telemetry.playbackFailed(code, message, true);
  },
  onProblem: (detail) => telemetry.playbackFailed('', detail, false),
});

chunkFailures.onFailure = () => boot.renew(() => placeOf(player.getSnapshot(), media));
const takeHeadStart = keepHeadStart(boot, player);
const spherical = loadSpherical({
  player,
  clock: systemClock,
  root,
  media,
  allowWorker: parameters.worker !== 'off',
  rendererUrl: sphereRendererUrl,
  startWorker: () =>
    new Worker(boot.policy.createScriptURL(sphereRendererUrl), { type: 'module', name: SPHERE_WORKER }),
  reportError,
});
const visibility = new ControlsVisibility(root, player, systemClock, reportError);
const fullscreen = new Fullscreen(root, media, player.settings, ending.signal);
mirrorToRoot(root, player);
followTitle(document, document.getElementById(ELEMENT_IDS.title), player);
followPoster(poster, player);
logPlayer(player, infrastructure, systemClock);
telemetry.load({
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
const surface = [media, poster];
listenOnSurface(surface, { player, momentOf, visibility, fullscreen, offersFullscreen: parameters.fs }, ending.signal);
bigPlay.addEventListener('click', (event) =>
  player.execute({ name: 'playVideo', arguments: [] }, 'viewer', momentOf(event)),
);
input.press = (event) => togglePlayback(playerAt(player, momentOf(event)));

mountInterfaceLater({
  root,
  player,
  isDue: boot.isViewerHere || input.lastPress !== null || input.keys.length > 0,
  async mount() {
    const { openInterface } = await import('./interface/open-interface.ts');
    const page: PageTools = {
      player,
      clock: systemClock,
      momentOf,
      visibility,
      fullscreen,
      pictureInPicture,
      control: player,
      parameters,
      call: (endpoint, fields, options) =>
        infrastructure.call(endpoint, fields, {
          ...(telemetry.clientScreenNonce !== undefined && { clientScreenNonce: telemetry.clientScreenNonce }),
          ...options,
        }),
      playbackNonce: () => telemetry.playbackNonce,
      reportError,
      root,
      media,
      bigPlay,
      spherical,
      surface,
      isPrivate: () => infrastructure.isPrivate,
    };
    await openInterface(element(ELEMENT_IDS.interfaceRoot), page, input.takeKeys, ending.signal);
  },
  reportError,
});

import('./interface/preferences/keep-preferences.ts')
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

whenHostSpeaks({
  isExpected: parameters.enablejsapi || input.messages.length > 0,
  window,
  async load() {
    const { startHostBridge } = await import('./bridge/host-bridge.ts');
    startHostBridge({
      player,
      parameters,
      clock: systemClock,
      momentOf,
      window,
      queued: input.takeMessages(),
      refusedCount: input.refusedCount,
      session: inlined?.ok === true ? inlined.value.session : undefined,
      log: infrastructure.log.bind(infrastructure),
    });
  },
  reportError,
});

showFirstVideo({
  player,
  infrastructure,
  pathname: location.pathname,
  parameters,
  config: inlined?.ok === true ? inlined.value : null,
  place,
  askedAtMs: performance.timeOrigin + boot.startedAtMs,
  plays: input.lastPress?.plays,
})
  .then(() => {
    if (place === null) replayPress(input.lastPress, player, momentOf);
  })
  .catch(reportError);
