import engineUrl from '../../../workers/media/hls-engine.ts?worker&url';
import wholeEngineUrl from '../../../workers/media/whole-engine.ts?worker&url';
import mediaWorkerUrl from '../../../workers/media/media.worker.ts?worker&url';
import sphereRendererUrl from '../../../workers/spherical/spherical.worker.ts?worker&url';
import { basePathOf } from '../../../protocol/page/base-path.ts';
import { MEDIA_WORKER, SPHERE_WORKER } from '../../../protocol/threads/worker-names.ts';
import * as ELEMENT_IDS from '../platform/element-ids.ts';
import { element } from '../boot/served-page.ts';
import { placeOf } from '../configuration/place.ts';
import { engineOpener } from '../engines/engine-opener.ts';
import { retainHeadStart } from '../engines/retain-head-start.ts';
import { readMediaSupport, type MediaSupport } from '../engines/media-support.ts';
import { systemClock, systemRandom } from '../infrastructure/system-clock.ts';
import { PictureInPicture } from '../interface/picture-in-picture/picture-in-picture.ts';
import { chunkFailures } from '../platform/load-chunk.ts';
import { Connection } from '../player/connection/connection.ts';
import { retryWithNetwork } from '../player/connection/network-retry.ts';
import { timeOnline } from '../player/connection/time-online.ts';
import { loadCaptionTracks } from '../player/captions/load-caption-tracks.ts';
import { logFailure, logPlayer } from '../player/playback-log.ts';
import { PlayerController } from '../player/player-controller.ts';
import { loadSpherical } from '../spherical/load-spherical.ts';
import type { SphericalLoader } from '../spherical/spherical-loader.ts';
import type { PageParts } from './page-parts.ts';

export interface OpenedPlayer {
  readonly player: PlayerController;
  readonly connection: Connection;
  readonly root: HTMLElement;
  readonly media: HTMLVideoElement;
  readonly support: MediaSupport;
  readonly pictureInPicture: PictureInPicture;
  readonly spherical: SphericalLoader;
}

/** The player over the page's video element, with the engines that feed it. */
export function openPlayer({
  boot,
  parameters,
  infrastructure,
  spans,
  telemetry,
  reportError,
  lastReport,
}: PageParts): OpenedPlayer {
  const root = element(ELEMENT_IDS.player);
  const media = element<HTMLVideoElement>(ELEMENT_IDS.media);
  const allowWorker = parameters.worker !== 'off';
  const startWorker = (address: string, name: string) => (): Worker =>
    new Worker(boot.policy.createScriptURL(address), { type: 'module', name });

  const pictureInPicture = new PictureInPicture(media, systemClock, (active) =>
    player.settings.pictureInPictureChanged(active),
  );
  const connection = new Connection({ window, clock: systemClock, reportError });
  const support = readMediaSupport(window, media, allowWorker);
  const player = new PlayerController({
    element: media,
    clock: systemClock,
    random: systemRandom,
    parameters,
    basePath: basePathOf(location.pathname),
    createCaptionTracks: (events) =>
      loadCaptionTracks(
        async () => {
          const { CaptionTracks } = await import('../player/captions/caption-tracks.ts');
          return new CaptionTracks({ element: media, clock: systemClock, connection, ...events });
        },
        connection,
        reportError,
      ),
    followStreamCaptions: (...found) =>
      void import('../player/captions/stream-captions.ts')
        .then((module) => module.followStreamCaptions(...found))
        .catch(reportError),
    connection,
    pictureInPicture,
    loadVideo: (request) => infrastructure.call('player', request),
    openEngine: engineOpener({
      element: media,
      clock: systemClock,
      startClock: timeOnline(systemClock, connection),
      spans,
      support,
      engineUrl: ({ needsWholeEngine }) => (needsWholeEngine ? wholeEngineUrl : engineUrl),
      startWorker: startWorker(mediaWorkerUrl, MEDIA_WORKER),
      takeHeadStart: (stream) => takeHeadStart(stream),
    }),
    onWorkerRefused(message) {
      support.mediaSourceInWorker = false;
      reportError(new Error(message));
    },
    reportError,
    onFailure: (code, message) => {
      logFailure(player, infrastructure, code, message);
      telemetry.playbackFailed(code, message, true);
    },
    onProblem: (detail) => telemetry.playbackFailed('', detail, false),
  });
  const takeHeadStart = retainHeadStart(boot, player);
  chunkFailures.onFailure = (isAgain) => boot.renew(() => placeOf(player.getSnapshot(), media), lastReport, isAgain);
  retryWithNetwork({ player, control: player, connection, clock: systemClock });
  logPlayer(player, infrastructure, systemClock);
  const spherical = loadSpherical({
    player,
    clock: systemClock,
    root,
    media,
    allowWorker,
    rendererUrl: sphereRendererUrl,
    startWorker: startWorker(sphereRendererUrl, SPHERE_WORKER),
    reportError,
  });
  return { player, connection, root, media, support, pictureInPicture, spherical };
}
