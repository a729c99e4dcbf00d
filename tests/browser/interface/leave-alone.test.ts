import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { leaveAlone } from '../../../src/page/interface/alone/leave-alone.ts';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import type { Features } from '../../../src/page/interface/shared/features.ts';
import { startInteraction } from '../../../src/page/interface/start-interaction.ts';
import { TAP_SEEK_DELAY_MS } from '../../../src/page/interface/touch/touch.ts';
import { WORDS_SHOWN_MS } from '../../../src/page/interface/unmute/sound-offer.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { all, drawn, find } from './support/elements.ts';
import { giveTools } from './support/open-interface.ts';
import { finger, mouse, type Point } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { until } from './support/until.ts';

const PICTURE: Point = [150, 150];
const BUTTONS = `
  <button class="first-unmute" type="button"><span class="for-mouse">Unmute</span></button>
  <button class="first-pause" type="button" aria-label="Pause"></button>`;

/** A video that has begun to play by itself. `mount`: what the page does with the first reason. */
async function leave(patch: Partial<PlayerSnapshot> = {}, query = '') {
  await mouse.leave();
  const opened = giveTools({ state: PLAYER_STATE.playing, muted: true, ...patch }, { query, hasSurface: true });
  const { given, container } = opened;
  container.insertAdjacentHTML('afterend', BUTTONS);
  let needs = 0;
  const left = leaveAlone(
    given,
    () => (needs += 1),
    () => Promise.resolve(),
  );
  const mount = async (keys: readonly KeyboardEvent[] = []): Promise<Features> => {
    const playback = { ...given.playback, soundOffer: left?.soundOffer, touches: left?.touches };
    const features = await startInteraction({ ...given, playback }, () => keys);
    opened.mount(features);
    left?.ended(true);
    await until(() => container.querySelectorAll('[aria-live]').length).toBe(1);
    return features;
  };
  const executed = (): string[] => opened.player.executed.map(({ command }) => command.name);
  return { ...given.page, ...opened, left, mount, executed, needs: () => needs };
}

const isIdle = ({ root }: { readonly root: HTMLElement }): boolean => root.hasAttribute('data-idle');

test('a video that starts by itself does not request the interface, and its title is hidden after three seconds', async () => {
  const alone = await leave();
  await alone.clock.advance(2_999);
  expect(isIdle(alone)).toBe(false);
  await alone.clock.advance(60_000);
  expect([isIdle(alone), alone.needs(), alone.container.childElementCount]).toEqual([true, 0, 0]);
});

test.each<[string, Partial<PlayerSnapshot>]>([
  ['a pause by the host', { state: PLAYER_STATE.paused }],
  ['the end', { state: PLAYER_STATE.ended }],
  ['an error', { error: { code: 'net.connect', title: '', advice: '', retryable: true } }],
])('%s requests the interface, which then shows its controls', async (_what, patch) => {
  const alone = await leave();
  await alone.clock.advance(3_000);
  alone.player.set(patch);
  expect(alone.needs()).toBeGreaterThan(0);
  await alone.mount();
  expect(isIdle(alone)).toBe(false);
});

test('captions request the interface, which then shows no controls', async () => {
  const alone = await leave();
  const { captions } = alone.player.getSnapshot();
  alone.player.set({ captions: { ...captions, active: 0 } });
  expect(alone.needs()).toBe(1);
  await alone.mount();
  expect(isIdle(alone)).toBe(true);
});

test('a stall requests the interface once it has lasted for a second', async () => {
  const { player, clock, needs } = await leave();
  player.goTo(PLAYER_STATE.buffering, { waiting: true });
  await clock.advance(999);
  expect(needs()).toBe(0);
  await clock.advance(1);
  expect(needs()).toBe(1);
});

test('the loss of the network requests the interface', async () => {
  const { needs } = await leave();
  window.dispatchEvent(new Event('offline'));
  expect(needs()).toBe(1);
  window.dispatchEvent(new Event('online'));
});

test('a video that is paused from the start requests the interface at once', async () => {
  const { left, needs, given } = await leave({ state: PLAYER_STATE.paused });
  expect([left, needs(), given.playback.lateAttention.isLate]).toEqual([null, 1, true]);
});

test('the unmute button of the first paint loses its words after a while, and unmutes without the interface', async () => {
  const { player, clock, executed, needs } = await leave();
  const words = (): number => find('.first-unmute .for-mouse').clientWidth;
  expect([drawn('.first-unmute').length, words() > 0]).toEqual([1, true]);
  await clock.advance(WORDS_SHOWN_MS);
  expect([drawn('.first-unmute').length, words()]).toEqual([1, 0]);
  find('.first-unmute').click();
  expect(executed()).toEqual(['unMute']);
  player.set({ muted: false });
  expect([drawn('.first-unmute').length, needs()]).toEqual([0, 0]);
});

test('the interface’s unmute button replaces the first paint’s in the same place, without words that were shown before', async () => {
  const { player, clock, mount } = await leave();
  const { left, top, height } = find('.first-unmute').getBoundingClientRect();
  await clock.advance(WORDS_SHOWN_MS);
  player.goTo(PLAYER_STATE.paused);
  await mount();
  const own = find('.unmute').getBoundingClientRect();
  expect([own.left, own.top, own.height]).toEqual([left, top, height]);
  expect([drawn('.first-unmute').length, find('.unmute').dataset['familiar']]).toEqual([0, 'true']);
});

test('a mouse that moves onto the picture shows the controls once the interface mounts', async () => {
  const alone = await leave();
  await alone.clock.advance(3_000);
  await mouse.moveTo(PICTURE);
  await alone.mount();
  expect(isIdle(alone)).toBe(false);
});

test('a tap before the interface has loaded does not pause, and shows the controls once it mounts', async () => {
  const alone = await leave();
  await alone.clock.advance(3_000);
  await finger.tap(PICTURE);
  expect(alone.executed()).toEqual([]);
  await alone.mount();
  expect(isIdle(alone)).toBe(false);
});

test('a tap pauses if the interface fails to load', async () => {
  const { left, executed, given } = await leave();
  left?.ended(false);
  given.playback.lateAttention.giveUp();
  await finger.tap(PICTURE);
  expect(executed()).toEqual(['pauseVideo']);
});

test('a right click before the interface has loaded opens the context menu once it mounts', async () => {
  const { needs, mount } = await leave();
  await mouse.click(PICTURE, 'right');
  expect(needs()).toBe(1);
  await mount();
  await until(() => all('.context-menu').length).toBe(1);
});

test.each([
  ['Escape', () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
  ['a click beside it, which does nothing else', () => mouse.click([250, 150])],
])('a context menu requested before the interface has loaded is cancelled by %s', async (_what, takeBack) => {
  const { mount, executed } = await leave();
  await mouse.click(PICTURE, 'right');
  await takeBack();
  const features = await mount();
  expect([features.get(panels).get(), executed()]).toEqual([null, []]);
});

test('the keys ? and Escape, pressed before the interface has loaded, leave the shortcut sheet closed', async () => {
  const { mount } = await leave();
  const features = await mount(['?', 'Escape'].map((key) => new KeyboardEvent('keydown', { key })));
  expect(features.get(panels).get()).toBe(null);
});

test.each([1, 2])('two taps at a side seek, even if the interface mounts after %i of them', async (taps) => {
  const { clock, mount, executed } = await leave({ ...HUNDRED, state: PLAYER_STATE.playing });
  for (let tap = 1; tap <= 2; tap += 1) {
    await finger.tap([20, 150]);
    if (tap === taps) await mount();
  }
  await clock.advance(TAP_SEEK_DELAY_MS);
  expect(executed()).toEqual(['seekTo']);
});

test('a finger that is down as the interface mounts shows the controls', async () => {
  const alone = await leave();
  await finger.down(PICTURE);
  await alone.mount();
  expect(isIdle(alone)).toBe(false);
});

test('while a pointer is down the title stays visible, and the unmute button keeps its words', async () => {
  const alone = await leave();
  alone.root.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, isPrimary: true, pointerType: 'mouse' }));
  await alone.clock.advance(WORDS_SHOWN_MS);
  expect([isIdle(alone), find('.first-unmute .for-mouse').clientWidth > 0]).toEqual([false, true]);
});

test.each([
  ['.first-pause', '.bar-play'],
  ['.first-unmute', '.unmute'],
])('as the interface mounts, keyboard focus moves from %s to %s', async (first, own) => {
  const { mount } = await leave();
  // Focus by script counts as the keyboard's where nothing has been pressed by a pointer.
  find(first).focus();
  expect(drawn(first).length).toBe(1);
  await mount();
  await until(() => document.activeElement).toBe(find(own));
  expect(drawn(first).length).toBe(0);
});

test('a host’s request for picture-in-picture requests the interface, and is carried out once it mounts', async () => {
  const { media, given, needs, mount } = await leave();
  let requests = 0;
  Object.defineProperties(media, { readyState: { value: 4 }, paused: { value: false } });
  Object.assign(media, { requestPictureInPicture: async () => (requests += 1) });
  const shown = given.playback.pictureInPicture.show(true);
  expect([needs(), requests]).toEqual([1, 0]);
  await mount();
  await shown;
  expect(requests).toBe(1);
});

test('the media session’s playback state follows the player without the interface', async () => {
  const { player, executed } = await leave();
  await until(() => navigator.mediaSession.playbackState).toBe('playing');
  player.goTo(PLAYER_STATE.paused);
  await until(() => navigator.mediaSession.playbackState).toBe('paused');
  expect(executed()).toEqual([]);
});

test('a tap on the unmute button of the first paint unmutes, and shows the controls once the interface mounts', async () => {
  const alone = await leave();
  await alone.clock.advance(3_000);
  const { left, top } = find('.first-unmute').getBoundingClientRect();
  await finger.tap([left + 10, top + 10]);
  await alone.mount();
  expect([isIdle(alone), alone.executed()]).toEqual([false, ['unMute']]);
});
