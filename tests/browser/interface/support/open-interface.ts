import { onTestFinished } from 'vitest';
import { parseEmbedParameters } from '../../../../protocol/page/embed-parameters.ts';
import { succeed } from '../../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { AHEAD } from '../../../../protocol/media/spherical.ts';
import { systemClock } from '../../../../src/page/infrastructure/system-clock.ts';
import { LateAttention } from '../../../../src/page/interface/attention/late-attention.ts';
import { Fullscreen } from '../../../../src/page/interface/fullscreen/fullscreen.ts';
import { PictureInPicture } from '../../../../src/page/interface/picture-in-picture/picture-in-picture.ts';
import { mirrorToRoot } from '../../../../src/page/interface/controls/root-attributes.ts';
import { listenOnSurface } from '../../../../src/page/interface/controls/surface.ts';
import { Presses } from '../../../../src/page/interface/presses.ts';
import { startInteraction } from '../../../../src/page/interface/start-interaction.ts';
import type { Features } from '../../../../src/page/interface/shared/features.ts';
import type { GivenTools, PageTools } from '../../../../src/page/interface/tools.ts';
import { PageSpans } from '../../../../src/page/profiling/page-spans.ts';
import { mountApp } from '../../../../src/page/interface/mount-app.tsx';
import { Connection } from '../../../../src/page/player/connection/connection.ts';
import { retryWithNetwork } from '../../../../src/page/player/connection/network-retry.ts';
import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { SphericalLoader } from '../../../../src/page/spherical/spherical-loader.ts';
import type { SphericalView } from '../../../../src/page/spherical/spherical-view.ts';
import '../../../../src/page/boot/shell.css';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { FakeInfrastructure } from '../../../support/fake-infrastructure.ts';
import { createFakePlayer, type FakePlayer } from '../../../support/fake-player.ts';

export interface Report {
  readonly message: string;
  readonly feature: string | undefined;
}

interface GivenInterface {
  readonly player: FakePlayer;
  readonly infrastructure: FakeInfrastructure;
  readonly clock: FakeClock;
  readonly given: GivenTools;
  /** React's root element. */
  readonly container: HTMLElement;
  readonly reports: readonly Report[];
  /** Renders the interface; a test can modify `features` before, to make a part fail. */
  readonly mount: (features: Features | null) => void;
}

export interface OpenInterface extends GivenInterface {
  readonly features: Features;
}

interface OpenOptions {
  /** Query of the page's address. */
  readonly query?: string;
  /** Replacements of parts of the page. */
  readonly page?: Partial<PageTools>;
  /** A press on the picture plays and pauses, as it does from the first paint on. */
  readonly hasSurface?: boolean;
  /** Loads what draws 360° video. */
  readonly loadView?: () => Promise<SphericalView>;
}

/** What the page passes to the interface, over a fake player that executes commands and a stopped clock. */
export function giveTools(
  patch: Partial<PlayerSnapshot> = {},
  { query = '', page = {}, hasSurface = false, loadView = async () => createView() }: OpenOptions = {},
): GivenInterface {
  forgetListenersLater(document);
  const pressing = new AbortController();
  onTestFinished(() => pressing.abort());
  const reports: Report[] = [];
  const reportError: PageTools['reportError'] = (error, params) =>
    void reports.push({
      message: error instanceof Error ? error.message : String(error),
      feature: params?.['feature'],
    });
  const clock = createFakeClock();
  const infrastructure = new FakeInfrastructure();
  const player = createObedientPlayer(patch);
  const { root, media, bigPlay, container } = createElements();
  // As in the real player, read from the media element.
  player.settingsAt = () => ({
    volumePercent: Math.round(media.volume * 100),
    muted: media.muted,
    rate: media.playbackRate,
  });
  onTestFinished(() => root.remove());
  onTestFinished(mirrorToRoot(root, player));
  const given: GivenTools = {
    page: {
      root,
      media,
      bigPlay,
      surface: [media],
      parameters: parseEmbedParameters(new URLSearchParams(query)),
      clock,
      connection: new Connection({ window, clock, reportError }),
      momentOf: () => clock.monotonicNow(),
      // In real time, since pointers are the browser's.
      presses: new Presses(document, systemClock, pressing.signal),
      afterPaint: (work) => work(),
      reportError,
      boot: { policy: { createScriptURL: (address) => address }, startedAtMs: 0, firstFrameAtMs: null },
      infrastructure,
      spans: new PageSpans(clock),
      ...page,
    },
    playback: {
      player,
      control: player,
      playbackNonce: () => undefined,
      lateAttention: new LateAttention(reportError),
      fullscreen: new Fullscreen(root, media, {
        fullscreenChanged: () => undefined,
        leaveHostFullscreen: () => false,
      }),
      support: { mediaSource: true, mediaSourceInWorker: true, nativeHls: false },
      pictureInPicture: new PictureInPicture(media, clock, () => undefined),
      spherical: new SphericalLoader(player, loadView, () => undefined, reportError),
    },
  };
  retryWithNetwork({ player, control: given.playback.control, connection: given.page.connection, clock });
  if (hasSurface) listenOnPicture(given);
  const mount = (mounted: Features | null): void => {
    const app = mountApp(container, given, mounted);
    onTestFinished(app.unmount);
    app.show();
  };
  return { player, infrastructure, clock, given, container, reports, mount };
}

/** The interface as the page opens it, with keys. */
export async function openInterface(...[patch, options]: Parameters<typeof giveTools>): Promise<OpenInterface> {
  const tools = giveTools(patch, options);
  return { ...tools, features: await startInteraction(tools.given, () => []) };
}

function listenOnPicture({ page, playback }: GivenTools): void {
  const { surface, momentOf, parameters, bigPlay } = page;
  const { player, lateAttention: attention, fullscreen } = playback;
  listenOnSurface(surface, {
    player,
    momentOf,
    attention,
    fullscreen,
    bigPlay,
    hasPressed: false,
    offersFullscreen: parameters.fs,
  });
}

/** A page's listeners end with its document. The interfaces of these tests share one, so theirs end with the test. */
function forgetListenersLater(target: Document): void {
  const ending = new AbortController();
  const add = target.addEventListener.bind(target);
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options: boolean | AddEventListenerOptions = {},
  ): void => {
    const given = typeof options === 'boolean' ? { capture: options } : options;
    const signals = [ending.signal, ...(given.signal === undefined ? [] : [given.signal])];
    add(type, listener, { ...given, signal: AbortSignal.any(signals) });
  };
  onTestFinished(() => {
    target.addEventListener = add;
    ending.abort();
  });
}

/** Executes play, pause and seek. */
function createObedientPlayer(patch: Partial<PlayerSnapshot>): FakePlayer {
  const player = createFakePlayer({ state: PLAYER_STATE.paused, ...patch });
  player.response = (command) => {
    if (command.name === 'playVideo') player.goTo(PLAYER_STATE.playing);
    if (command.name === 'pauseVideo') player.goTo(PLAYER_STATE.paused);
    if (command.name === 'seekTo') player.set({ position: { seconds: command.arguments[0], atMs: 0, rate: 0 } });
    return succeed(undefined);
  };
  player.retry = () => player.execute({ name: 'playVideo', arguments: [] }, 'viewer');
  return player;
}

/** The same markup as in src/page/index.html. */
function createElements() {
  const root = document.body.appendChild(document.createElement('main'));
  root.id = 'player';
  root.className = 'player';
  const media = root.appendChild(document.createElement('video'));
  media.className = 'media';
  const bigPlay = root.appendChild(document.createElement('button'));
  bigPlay.className = 'big-play';
  const container = root.appendChild(document.createElement('div'));
  container.className = 'interface';
  return { root, media, bigPlay, container };
}

function createView(): SphericalView {
  const view: Pick<SphericalView, 'canvas' | 'direction' | 'onTurn' | 'turnTo'> = {
    canvas: document.createElement('canvas'),
    direction: AHEAD,
    onTurn: () => () => undefined,
    turnTo: () => undefined,
  };
  return view as SphericalView;
}
