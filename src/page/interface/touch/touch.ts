import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { seekAccumulator } from '../seek/seek-accumulator.ts';
import type { Features } from '../shared/features.ts';
import { NOTICE_MS, notices } from '../shared/notices.ts';
import { SEEK_LEAP_SECONDS } from '../seek/seek-steps.ts';

/** A second tap within this time makes a double tap. */
export const DOUBLE_TAP_MS = 300;
/** Further taps are added up for as long as the sum is shown. */
const SERIES_TAP_MS = NOTICE_MS;
/** Added-up taps become one seek once no other tap has followed for this long. */
export const TAP_SEEK_DELAY_MS = 450;
/** The outer parts of the picture, as a share of its width, where double taps seek. */
const TAP_SIDE_SHARE = 0.35;
/** A finger held this long plays faster until it lifts. */
const HOLD_DELAY_MS = 500;
const HOLD_RATE = 2;
/** A finger that moves this far is scrolling the host page. */
const TAP_MOVE_TOLERANCE_PIXELS = 12;

type Region = 'start' | 'centre' | 'end';

/**
 * Touch gestures on the picture. A tap shows or hides the controls (by the surface, from the first paint on); a quick second tap seeks at
 * the sides and toggles full screen in the middle, further taps at the sides are added up; a held finger plays faster. Listeners are
 * passive: scrolling and pinching act on the host page, and cancel gestures here.
 */
export function listenForTouch(features: Features): void {
  const { clock, momentOf, parameters, presses, root, surface } = features.page;
  const { fullscreen, attention, player } = features.playback;
  const hold = createHold(features);
  let down = null as { x: number; y: number } | null;
  let lastTap: { atMs: number; region: Region; nextWithinMs: number } | null = null;
  let isSeries = false;
  let isKept = false;
  let wasShown = true;
  let cancelPassing: () => void = () => undefined;

  // Lets taps pass through controls that the first tap has shown, for as long as another tap continues the gesture.
  const passThrough = (forMs: number): void => {
    cancelPassing();
    root.dataset['tapped'] = '';
    cancelPassing = clock.after(forMs, () => delete root.dataset['tapped']);
  };

  const tap = (region: Region, atMs: number): void => {
    const isAgain = lastTap?.region === region && atMs - lastTap.atMs < lastTap.nextWithinMs;
    isSeries = isAgain && region !== 'centre';
    const nextWithinMs = isSeries ? SERIES_TAP_MS : DOUBLE_TAP_MS;
    lastTap = { atMs, region, nextWithinMs };
    if (isAgain || !wasShown) passThrough(nextWithinMs);
    if (!isAgain) return;
    if (region !== 'centre') {
      const step = region === 'start' ? -SEEK_LEAP_SECONDS : SEEK_LEAP_SECONDS;
      if (step > 0 && player.getSnapshot().state === PLAYER_STATE.ended) return;
      return features.get(seekAccumulator).add(step, atMs, TAP_SEEK_DELAY_MS);
    }
    lastTap = null;
    if (parameters.fs) void fullscreen.toggle();
  };

  const follow = (
    { type, pointerType, isPrimary, clientX, clientY, timeStamp }: PointerEvent,
    on: HTMLElement,
  ): void => {
    if (type === 'pointerdown') {
      isSeries = false;
      wasShown = attention.isShown();
      if (pointerType !== 'touch') return;
      // A second finger pinches.
      down = isPrimary ? { x: clientX, y: clientY } : null;
      if (down === null) hold.end();
      else hold.begin();
    } else if (type === 'pointermove') {
      if (down === null) return;
      if (Math.hypot(clientX - down.x, clientY - down.y) < TAP_MOVE_TOLERANCE_PIXELS) return;
      down = null;
      hold.end();
    } else {
      const wasHeld = hold.end();
      if (isKept) passThrough(DOUBLE_TAP_MS);
      isKept = false;
      if (type === 'pointerup' && down !== null && !wasHeld) tap(regionAt(on, clientX), momentOf({ timeStamp }));
      down = null;
    }
  };

  const held = presses.touch();
  for (const event of features.playback.touches ?? (held === null ? [] : [held])) {
    const on = surface.find((element) => element.contains(event.target as HTMLElement));
    if (on !== undefined) follow(event, on);
  }
  // A finger that is still down stays on the picture, even if a control shows under it.
  isKept = down !== null;
  if (isKept) root.dataset['tapped'] = '';
  const options = { passive: true };
  for (const element of surface) {
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
      element.addEventListener(type, (event) => follow(event, element), options);
    // Registered after the surface's listener, for which the second tap undoes the first. A paused picture keeps its controls.
    element.addEventListener(
      'click',
      () => isSeries && attention.send(player.getSnapshot().state === PLAYER_STATE.paused ? 'touched' : 'dismissed'),
      options,
    );
    // A long press opens no menu, which would hide the picture.
    element.addEventListener('contextmenu', (event) => down !== null && event.preventDefault());
  }
}

/** Seeking sides follow the timeline, which runs left to right in every language. The picture may be narrower than the frame. */
export function regionAt(picture: HTMLElement, clientX: number): Region {
  const { left, width } = picture.getBoundingClientRect();
  const share = width > 0 ? (clientX - left) / width : 0.5;
  if (share < TAP_SIDE_SHARE) return 'start';
  return share > 1 - TAP_SIDE_SHARE ? 'end' : 'centre';
}

interface Hold {
  begin(): void;
  /** Returns whether the hold had taken effect. */
  end(): boolean;
}

/** Plays faster while a finger is held, then restores the previous speed. Neither change is stored as a choice of the viewer. */
function createHold(features: Features): Hold {
  const { page, playback, language } = features;
  const { player, control } = playback;
  const notice = features.get(notices);
  let cancel: () => void = () => undefined;
  let rateBefore: number | null = null;
  const setRate = (rate: number): void => {
    const by = control.lastSourceOf('setPlaybackRate') === 'host' ? 'host' : 'own';
    player.execute({ name: 'setPlaybackRate', arguments: [rate] }, by);
  };
  return {
    begin() {
      cancel();
      cancel = page.clock.after(HOLD_DELAY_MS, () => {
        const { position, playbackRate } = player.getSnapshot();
        if (position.rate === 0) return;
        rateBefore = playbackRate;
        setRate(HOLD_RATE);
        notice.show(language.say('hold', { rate: HOLD_RATE }), { forMs: Number.POSITIVE_INFINITY });
      });
    },
    end() {
      cancel();
      if (rateBefore === null) return false;
      setRate(rateBefore);
      rateBefore = null;
      notice.hide();
      return true;
    },
  };
}
