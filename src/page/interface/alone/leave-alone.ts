import { positionAt } from '../../player/player.ts';
import { translationOf } from '../../language/translations.ts';
import { LocalEntries } from '../../infrastructure/viewer/local-entries.ts';
import { SOUND_ENTRY } from '../../../../protocol/privacy/stored-names.ts';
import { STATE_DURATION_MS } from '../attention/attention-table.ts';
import { hasPictures } from '../attention/has-pictures.ts';
import { watchAttention } from '../attention/watch-attention.ts';
import { followMediaSession } from '../controls/system-controls.ts';
import { isRemote } from '../remote/is-remote.ts';
import { ViewerMemory } from '../shared/viewer-memory.ts';
import { cacheForTunnels } from '../layout/cache-for-tunnels.ts';
import { loadWaitingPictures } from '../shared/waiting-pictures.ts';
import { isPlain, readSoundChoice } from '../sound/sound-choice.ts';
import type { GivenTools } from '../tools.ts';
import { isSilent } from '../unmute/is-silent.ts';
import { SoundOffer } from '../unmute/sound-offer.ts';
import { keepContextMenu } from './first-context-menu.ts';
import { followFirstUnmute } from './first-unmute.ts';
import { keepTouches } from './first-touches.ts';
import { LongWait } from './long-wait.ts';
import { AbsentAttention } from './absent-attention.ts';
import { reasonToMount } from './reasons.ts';

export interface LeftAlone {
  readonly soundOffer: SoundOffer;
  /** Touches on the picture until the interface is mounted. */
  readonly touches: readonly PointerEvent[];
  /** Called when an attempt to mount the interface has ended. */
  readonly ended: (isMounted: boolean) => void;
}

/**
 * For a video that plays by itself, or after a tap: only caches the interface, and calls `need` at the first reason to mount it. Until
 * then buttons of the HTML pause and unmute, the system's media controls work, and the title hides as it would with the interface.
 *
 * @param load Loads the interface.
 * @returns `null` if there is a reason from the start.
 */
export function leaveAlone(given: GivenTools, need: () => void, load: () => Promise<unknown>): LeftAlone | null {
  const { page, playback } = given;
  const { root, media, surface, parameters, clock, connection, presses, reportError } = page;
  const { player, control, lateAttention, pictureInPicture } = playback;
  const { ownerDocument: document } = root;
  const window = document.defaultView ?? globalThis.window;
  const { userAgent, languages } = window.navigator;
  const memory = new ViewerMemory(
    new LocalEntries(() => window.localStorage, clock),
    () => page.infrastructure.isPrivate,
  );
  const changesSound = !isPlain(readSoundChoice(memory.read(SOUND_ENTRY)));
  const wait = new LongWait(clock, () => check());
  const hasReason = (): boolean =>
    reasonToMount({
      now: player.getSnapshot(),
      isOnline: connection.get() === 'online',
      waitsLong: wait.get(),
      hasPictures: hasPictures(media),
      // A finger may have left the focus on the play button of the first paint.
      hasFocus: root.hasAttribute('data-focus-ring') && root.contains(document.activeElement),
      needsControls: control.lastSourceOf('playVideo') === 'viewer' && !presses.isByFinger(),
      keepsPositions: page.infrastructure.keepsPositions,
      changesSound,
      isProfiled: parameters.profile,
      isRemote: isRemote(parameters.remote, userAgent),
    }) !== undefined;
  const check = (): void => {
    wait.follow(player.getSnapshot());
    if (hasReason()) need();
  };
  if (hasReason()) {
    need();
    return null;
  }

  root.toggleAttribute('data-alone', true);
  const watching = new AbortController();
  const { signal } = watching;
  const absent = new AbsentAttention();
  lateAttention.arrive(absent);
  watchAttention(root, absent, signal);
  const openContextMenu = keepContextMenu(root, absent, need, signal);
  const touching = new AbortController();
  const touches = keepTouches(surface, touching.signal);
  pictureInPicture.onWait = need;
  const soundOffer = new SoundOffer({
    player,
    control,
    clock,
    offersAfterMutedStart: parameters.controls,
    isSilent: () => isSilent(media),
    reportError,
  });
  const leap = (seconds: number): void => {
    const wanted = positionAt(player.getSnapshot(), clock.monotonicNow()) + seconds;
    player.execute({ name: 'seekTo', arguments: [Math.max(0, wanted), true] }, 'viewer');
  };
  const stops = [
    player.subscribe(check),
    connection.subscribe(check),
    followMediaSession({ ...page, player, leap }),
    followFirstUnmute({
      root,
      offer: soundOffer,
      presses,
      unmute: () => void player.execute({ name: 'unMute', arguments: [] }, 'viewer'),
    }),
    // A pressed link keeps its place: the interface is mounted after the release.
    clock.after(STATE_DURATION_MS.lingering ?? 0, () => presses.isDown() || root.toggleAttribute('data-idle', true)),
    () => wait.end(),
    () => watching.abort(),
  ];
  loadWaitingPictures(root);
  const { load: translation } = translationOf(parameters.hl, languages);
  cacheForTunnels(given, translation === undefined ? [load] : [load, translation]);
  return {
    soundOffer,
    touches,
    ended(isMounted) {
      touching.abort();
      if (!isMounted) touches.length = 0;
      // While there are no controls, a tap plays and pauses.
      lateAttention.leave(absent);
      if (!isMounted) return;
      root.removeAttribute('data-alone');
      for (const stop of stops.splice(0)) stop();
      if (lateAttention.isLate) root.removeAttribute('data-idle');
      const isHeld = /down|move/.test(touches.at(-1)?.type ?? '');
      const event = isHeld ? 'touched' : absent.take();
      if (event !== null) lateAttention.send(event);
      openContextMenu();
    },
  };
}
