import * as ELEMENT_IDS from '../platform/element-ids.ts';
import { element } from '../boot/served-page.ts';
import { momentOf, systemClock } from '../infrastructure/system-clock.ts';
import type { LeftAlone } from '../interface/alone/leave-alone.ts';
import { togglePlayback } from '../interface/controls/toggle-playback.ts';
import { LateAttention } from '../interface/attention/late-attention.ts';
import { mirrorToRoot } from '../interface/controls/root-attributes.ts';
import { listenOnSurface } from '../interface/controls/surface.ts';
import { Fullscreen } from '../interface/fullscreen/fullscreen.ts';
import { mountInterfaceLater } from '../interface/mount-later.ts';
import { playerAt } from '../interface/player-at.ts';
import { Presses } from '../interface/presses.ts';
import type { GivenTools } from '../interface/tools.ts';
import type { OpenedPlayer } from './open-player.ts';
import type { PageParts } from './page-parts.ts';
import { writeOtherVideos } from './write-other-videos.ts';

/** The controls of the first paint, and the interface once it is wanted. */
export function openControls(
  { boot, parameters, infrastructure, spans, telemetry, afterPaint, reportError }: PageParts,
  { player, connection, root, media, support, pictureInPicture, spherical }: OpenedPlayer,
): LateAttention {
  const { input } = boot;
  const { lastPress } = input;
  const poster = element(ELEMENT_IDS.poster);
  const bigPlay = element(ELEMENT_IDS.bigPlay);
  const surface = [media, poster];
  const attention = new LateAttention(reportError);
  const fullscreen = new Fullscreen(root, media, player.settings);
  // The server omits 'More' without controls; a page that is a plain file always has it.
  const more = root.querySelector('details');
  if (!parameters.controls) more?.remove();
  mirrorToRoot(root, player);
  writeOtherVideos(root, player, reportError);
  listenOnSurface(surface, {
    player,
    momentOf,
    attention,
    fullscreen,
    bigPlay,
    hasPressed: lastPress?.plays ?? false,
    offersFullscreen: parameters.fs,
  });
  input.press = (event) => togglePlayback(playerAt(player, momentOf(event)));
  root.querySelector('.first-pause')?.addEventListener('click', input.press);
  let left: LeftAlone | null = null;
  const untilMounted = new AbortController();
  const presses = new Presses(root.ownerDocument, systemClock, untilMounted.signal, input.down, lastPress?.isTap);
  const load = () => import('../interface/open-interface.ts');
  const givenTools = (): GivenTools => ({
    page: {
      root,
      media,
      bigPlay,
      surface,
      parameters,
      clock: systemClock,
      connection,
      momentOf,
      presses,
      afterPaint,
      reportError,
      boot,
      infrastructure,
      spans,
    },
    playback: {
      player,
      control: player,
      playbackNonce: () => telemetry.playbackNonce,
      lateAttention: attention,
      soundOffer: left?.soundOffer,
      touches: left?.touches,
      fullscreen,
      support,
      pictureInPicture,
      spherical,
    },
  });
  /** A page that continues an earlier page, or that a static host serves, always needs its interface. */
  const mayBeAlone = boot.place === null && Boolean(root.dataset['painted']);

  mountInterfaceLater({
    root,
    media,
    player,
    connection,
    clock: systemClock,
    /** An open profiler must not change how a video starts by itself: with autoplay it loads with the first frame. */
    isDue:
      boot.isViewerHere ||
      (lastPress !== null && !(mayBeAlone && lastPress.isTap)) ||
      input.keys.length > 0 ||
      more?.open ||
      (parameters.profile && !parameters.autoplay),
    async mount() {
      await new Promise<void>(afterPaint);
      try {
        const { openInterface } = await load();
        await openInterface(element(ELEMENT_IDS.interfaceRoot), givenTools(), input.takeKeys);
      } catch (error) {
        attention.giveUp();
        throw error;
      }
      untilMounted.abort();
    },
    isAlone: () => parameters.autoplay || presses.isByFinger(),
    ...(mayBeAlone && {
      async leaveAlone(need, isBegun) {
        const { leaveAlone } = await import('../interface/alone/leave-alone.ts');
        left = isBegun() ? null : leaveAlone(givenTools(), need, load);
        return left?.ended ?? (() => undefined);
      },
    }),
    reportError,
  });
  return attention;
}
