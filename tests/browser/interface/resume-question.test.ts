import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, boxOf, drawn, find, middleOf, textsOf, withText } from './support/elements.ts';
import { mouse } from './support/real-pointers.ts';
import { HUNDRED, onBar } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const CARD = '.resume-question';
const FAILED = 'That didn’t work. Try again in a moment.';

interface Asked extends ShownPlayer {
  /** The preferences that were written. */
  readonly written: unknown[];
}

/** A viewer of an undecided page pauses the video with its key, at 0:42. */
async function pauseInTheMiddle(
  options: Parameters<typeof showPlayer>[1] = {},
  isWritable = true,
  focused = '',
): Promise<Asked> {
  const shown = await showPlayer(
    { ...HUNDRED, state: PLAYER_STATE.playing, position: { seconds: 42, atMs: 0, rate: 1 } },
    options,
  );
  if (!isWritable) shown.infrastructure.failing.add('writePreference');
  shown.media.tabIndex = -1;
  if (options.query !== 'controls=0') await until(() => all('[data-icon="pause"]').length).toBe(1);
  if (focused !== '') find(focused).focus();
  await userEvent.keyboard('k');
  return { ...shown, written: shown.infrastructure.written };
}

async function ask(...given: Parameters<typeof pauseInTheMiddle>): Promise<Asked> {
  const asked = await pauseInTheMiddle(...given);
  await until(() => drawn(CARD).length).toBe(1);
  return asked;
}

const button = (text: string): HTMLElement => withText(`${CARD} button`, text);

test('a viewer who pauses in the middle is asked whether the place may be remembered', async () => {
  await ask();
  expect(textsOf(`${CARD} p`)).toEqual(['Save your place?']);
  expect([button('Yes').tagName, button('No').tagName]).toEqual(['BUTTON', 'BUTTON']);
});

test('the question is shown without the banner of a lost network, which returns after a choice', async () => {
  const banner = (): string[] => textsOf('.banner');
  await pauseInTheMiddle({ size: [344, 194] });
  window.dispatchEvent(new Event('offline'));
  await until(() => drawn(CARD).length).toBe(1);
  await until(() => all('.banner').length).toBe(1);
  expect(banner()).toEqual([]);
  button('No').click();
  await until(banner).toEqual(['You’re offline']);
  window.dispatchEvent(new Event('online'));
});

test('a pause in the middle that follows a pause at the beginning within a frame shows the question', async () => {
  const { player } = await showPlayer({
    ...HUNDRED,
    state: PLAYER_STATE.playing,
    position: { seconds: 2, atMs: 0, rate: 1 },
  });
  await until(() => all('[data-icon="pause"]').length).toBe(1);
  await userEvent.keyboard('k');
  await until(() => all('[data-icon="play"]').length).toBe(1);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  player.set({ state: PLAYER_STATE.playing, position: { seconds: 42, atMs: 0, rate: 1 } });
  player.set({ state: PLAYER_STATE.paused, position: { seconds: 42, atMs: 0, rate: 0 } });
  await until(() => drawn(CARD).length).toBe(1);
});

test('the question is announced, and takes no focus', async () => {
  await ask();
  expect(textsOf('.corner [role="status"]')).toEqual(['Save your place?']);
  expect(find(CARD).ariaLabel).toBe('Save your place?');
  expect(document.getElementById(button('Yes').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Save your place?',
  );
  expect(document.activeElement).toBe(document.body);
});

test('Yes stores consent, and the position at which the question was shown', async () => {
  const { written, player } = await ask();
  await userEvent.click(button('Yes'));
  await until(() => drawn(CARD)).toEqual([]);
  expect(written).toEqual([['consent', 'functional']]);
  player.set({ position: { seconds: 0, atMs: 0, rate: 0 } });
  await until(() => JSON.stringify(localStorage)).toContain('42');
});

test('if consent cannot be stored after Yes, a notice says so, and no position is stored', async () => {
  await ask({}, false);
  await userEvent.click(button('Yes'));
  await until(() => textsOf('.notice')).toEqual([FAILED]);
  expect(localStorage.length).toBe(0);
});

test.each(['Yes', 'No'])('%s pressed by keyboard moves the focus to the play button', async (name) => {
  await ask();
  button(name).focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(find('.bar-play'));
});

test('a click on No stores nothing, and moves the focus to the picture', async () => {
  const { media, written } = await ask({}, true, '.settings-button');
  media.tabIndex = -1;
  await mouse.click(middleOf(`${CARD} .quiet`));
  await until(() => drawn(CARD)).toEqual([]);
  expect([document.activeElement, written]).toEqual([media, []]);
});

test('without controls, an answer by keyboard moves the focus to the play button for keyboards', async () => {
  await pauseInTheMiddle({ query: 'controls=0' });
  await until(() => drawn(CARD).length).toBe(1);
  button('No').focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(find('.lone-play'));
});

test.each(['nowhere', 'on its button'])('Escape dismisses the question with the focus %s', async (place) => {
  const { written } = await ask();
  if (place === 'on its button') button('Yes').focus();
  await userEvent.keyboard('{Escape}');
  await until(() => drawn(CARD)).toEqual([]);
  expect(document.activeElement).toBe(place === 'on its button' ? find('.bar-play') : document.body);
  expect(written).toEqual([]);
});

test('Escape first closes the tooltip of the focused control, and leaves the question', async () => {
  await ask();
  find('.bar-play').focus();
  await until(() => textsOf('.bubble').length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await until(() => all('.bubble')).toEqual([]);
  expect(all(CARD)).toHaveLength(1);
});

test('Escape that closes a panel or cancels a drag does not dismiss the question', async () => {
  await ask();
  await userEvent.keyboard('?');
  await until(() => drawn('[data-panel]').length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await until(() => drawn('[data-panel]')).toEqual([]);
  expect(drawn(CARD)).toHaveLength(1);
  await mouse.press(onBar(0.6));
  await userEvent.keyboard('{Escape}');
  await mouse.release();
  await mouse.leave();
  await until(() => drawn(CARD).length).toBe(1);
});

test('at 320 × 180 px the question lies inside the frame, above the control bar', async () => {
  await ask({ size: [320, 180] });
  const { left, top, right, bottom } = boxOf(CARD);
  expect([left >= 0, top >= 0, right <= 320, bottom <= boxOf('.control-row').top]).toEqual([true, true, true, true]);
});
