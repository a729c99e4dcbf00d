import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { captionsOf as showingCues, cueOf, waitForCues } from './support/caption-parts.ts';
import { all, boxOf, drawn, find, middleOf, nextFrame } from './support/elements.ts';
import { CONTROL_PARTS, overlaps } from './support/overlaps.ts';
import { mouse } from './support/real-pointers.ts';
import { ADJUSTABLE } from './support/settings-parts.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { setTextSize } from './support/text-size.ts';
import { touchPicture } from './support/touch-picture.ts';
import { until } from './support/until.ts';

/** Words and buttons over the picture, which must not overlap. */
const PARTS = [...CONTROL_PARTS, '.caption-frame'];

const SIZES = [
  [200, 113],
  [200, 200],
  [320, 180],
  [344, 194],
  [360, 203],
  [640, 360],
  [1280, 720],
] as const;
const TEXT_SIZES_PX = [16, 24, 32];
const POINTERS = ['fine', 'coarse'] as const;
/** Every frame with every size of text, and each of both with every pointer. */
const CASES = SIZES.flatMap(([width, height], row) =>
  TEXT_SIZES_PX.map((textPx, column) => [width, height, textPx, POINTERS[(row + column) % 2] ?? 'fine'] as const),
);

type Case = (typeof CASES)[number];

async function show([width, height, textPx, pointer]: Case, patch: Partial<PlayerSnapshot> = {}): Promise<ShownPlayer> {
  await setTextSize(textPx);
  const shown = await showPlayer(
    { ...HUNDRED, ...ADJUSTABLE, state: PLAYER_STATE.playing, position: { seconds: 42, atMs: 0, rate: 1 }, ...patch },
    { size: [width, height] },
  );
  await until(() => all('.top-more, .control-bar').length).toBe(2);
  if (pointer === 'coarse') {
    await touchPicture(shown);
    await until(() => shown.root.dataset['pointer']).toBe('coarse');
  }
  return shown;
}

/** Whether the time is drawn in part. */
function isTimeCut(): boolean {
  const words = document.createRange();
  words.selectNodeContents(find('.time-clock').firstChild ?? document.body);
  const [clock, box] = [boxOf('.time-clock'), words.getBoundingClientRect()];
  return box.top < clock.bottom - 1 && box.right > clock.right + 1;
}

function settle(): void {
  for (const animation of document.getAnimations()) animation.finish();
}

test.each(CASES)('at %i × %i px with text of %i px and a %s pointer, no control lies over another', async (...one) => {
  await show(one);
  settle();
  expect([overlaps(PARTS), isTimeCut()]).toEqual([[], false]);
});

test.each(CASES)('at %i × %i px with text of %i px and a %s pointer, live controls do not overlap', async (...one) => {
  await show(one, {
    video: { ...VIDEO, isLive: true },
    seekable: [0, 100],
    position: { seconds: 20, atMs: 0, rate: 1 },
  });
  await until(() => all('.live').length).toBe(1);
  settle();
  expect(overlaps(PARTS)).toEqual([]);
});

test.each(CASES.filter(([width, , , pointer]) => width >= 320 && pointer === 'fine'))(
  'at %i × %i px with text of %i px, the open volume slider overlaps no other control',
  async (...one) => {
    await show(one);
    if (drawn('.volume').length === 0) return;
    await mouse.moveTo(middleOf('.volume .icon-button'));
    await until(() => document.querySelectorAll('.volume:hover').length).toBe(1);
    settle();
    expect(find('.volume-input').clientWidth).toBeGreaterThan(30);
    expect(overlaps(PARTS)).toEqual([]);
  },
);

test.each(CASES)('at %i × %i px with text of %i px and a %s pointer, the question hides no control', async (...one) => {
  const { media } = await show(one);
  media.tabIndex = -1;
  await userEvent.keyboard('k');
  await until(() => all('[data-icon="play"]').length).not.toBe(0);
  const em = Number.parseFloat(getComputedStyle(find('.player')).fontSize);
  const [width, height] = one;
  if (width >= 12.5 * em && height >= 11.5 * em) await until(() => drawn('.resume-question').length).toBe(1);
  settle();
  expect(overlaps([...PARTS, '.resume-question > *'].filter((part) => !part.startsWith('.corner')))).toEqual([]);
});

test.each(CASES.filter(([, height]) => height > 190))(
  'at %i × %i px with text of %i px and a %s pointer, captions cover neither the controls nor the title',
  async (...one) => {
    await show(one, { captions: showingCues([cueOf('A first line\nand a second')]) });
    await waitForCues(1);
    await nextFrame();
    await nextFrame();
    settle();
    expect(overlaps([...PARTS, '.title'])).toEqual([]);
  },
);
