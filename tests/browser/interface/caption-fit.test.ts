import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { CAPTION_SIZES_PERCENT } from '../../../src/page/interface/captions/caption-style.ts';
import { captionStyles } from '../../../src/page/interface/captions/caption-style-store.ts';
import { captionsOf, cueOf, waitForCues } from './support/caption-parts.ts';
import { all, boxOf, nextFrame } from './support/elements.ts';
import { covered } from './support/overlaps.ts';
import { mouse } from './support/real-pointers.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { setTextSize } from './support/text-size.ts';
import { showForFinger } from './support/touch-picture.ts';
import { until } from './support/until.ts';

const SIZES = [
  [200, 113],
  [240, 240],
  [320, 180],
  [344, 194],
  [360, 640],
  [480, 270],
  [640, 360],
  [1280, 720],
] as const;
const TEXT_SIZES_PX = [16, 24, 32] as const;
const SENTENCE = 'We begin far away from the set, and with every zoom the same shapes come back, a little different.';
const WHOLE = [
  'One line.',
  'Every zoom shows the same shapes again,\na little different each time.',
  'Cells live, cells die,\npatterns stay,\nand the light turns warm.',
  'One\ntwo\nthree\nfour',
  'Here the shapes walk in a spiral, and the light turns warm again.',
];
const CUES: Readonly<Record<string, readonly VTTCue[]>> = {
  'two lines': [cueOf('A first line\nand a second')],
  'a long sentence': [cueOf(SENTENCE)],
  'two hundred lines': [cueOf(Array.from({ length: 200 }, (_, line) => `Line ${line}`).join('\n'))],
  'one word without end': [cueOf('Donaudampfschifffahrt'.repeat(8))],
  'three speakers': [cueOf('First speaker'), cueOf('Second speaker'), cueOf('At the top', { line: 0 })],
  'lines from the bottom': [cueOf('The last line', { line: -1 }), cueOf('The one before', { line: -3 })],
  'a late line': [cueOf(SENTENCE, { line: 9 })],
  'a low place': [cueOf(SENTENCE, { line: 90, snapToLines: false, size: 60 })],
  'a narrow column': [cueOf('Worlds within worlds', { size: 12, position: 90, align: 'end' })],
  'vertical columns': [cueOf('縦書きの字幕はここにあります', { vertical: 'rl', line: 3 })],
};

/** Each cue with each frame, and each of both with every size and pointer, with and without the offer of sound. */
const CASES = Object.keys(CUES).flatMap((cues, row) =>
  SIZES.map(([width, height], column) => {
    const at = <Value>(values: readonly Value[], step: number): Value => values[(row * step + column) % values.length]!;
    return [
      width,
      height,
      cues,
      at(CAPTION_SIZES_PERCENT, 3),
      at(TEXT_SIZES_PX, 2),
      at(['fine', 'coarse'], 1),
      at(['heard', 'heard', 'muted', 'muted'], 1),
    ] as const;
  }),
);

function settle(): void {
  for (const animation of document.getAnimations()) animation.finish();
}

/** Controls that captions cover, and captions that reach out of the player. Vertical captions may lie under the middle buttons. */
function wrong(): string[] {
  settle();
  const isInColumns = all('.caption-cue').some(({ style }) => style.writingMode !== '');
  return covered('.caption-frame')
    .filter((found) => !isInColumns || !found.includes('.centre-controls'))
    .map((found) => found.slice(-60));
}

async function show(
  cues: readonly VTTCue[],
  size: readonly [number, number],
  sizePercent: number,
  muted = false,
): Promise<ShownPlayer> {
  const shown = await showPlayer({ state: PLAYER_STATE.playing, muted, captions: captionsOf(cues) }, { size });
  await waitForCues(cues.length);
  await until(() => all('.control-bar').length).toBe(1);
  shown.features.get(captionStyles).change({ sizePercent });
  return shown;
}

async function hideControls(shown: ShownPlayer): Promise<void> {
  await mouse.leave();
  await shown.clock.advance(10_000);
  await until(() => shown.root.hasAttribute('data-idle')).toBe(true);
  await nextFrame();
  await nextFrame();
}

test.each(CASES)(
  'at %i × %i px %s at %i percent, with text of %i px, a %s pointer and %s, stay in the frame and clear of controls',
  async (width, height, cues, sizePercent, textPx, pointer, sound) => {
    await setTextSize(textPx);
    const shown = await show(CUES[cues] ?? [], [width, height], sizePercent, sound === 'muted');
    if (pointer === 'coarse') showForFinger(shown);
    else await mouse.moveTo([width / 2, height / 2]);
    await until(() => shown.root.hasAttribute('data-idle')).toBe(false);
    await nextFrame();
    await nextFrame();
    expect(wrong()).toEqual([]);
    await hideControls(shown);
    expect(wrong()).toEqual([]);
  },
);

test.each([
  [200, 113, 16, 'heard'],
  [200, 113, 16, 'muted'],
  [200, 113, 24, 'muted'],
  [200, 113, 32, 'heard'],
  [220, 124, 32, 'muted'],
  [240, 180, 16, 'muted'],
  [240, 180, 24, 'muted'],
  [280, 158, 24, 'muted'],
  [300, 169, 16, 'muted'],
  [344, 194, 32, 'muted'],
] as const)(
  'at %i × %i px with text of %i px visible controls leave every caption of up to four lines its last word (%s)',
  async (width, height, textPx, sound) => {
    await setTextSize(textPx);
    const shown = await show([], [width, height], 100, sound === 'muted');
    await mouse.moveTo([width / 2, 20]);
    const lost: string[] = [];
    for (const text of WHOLE) {
      shown.player.set({ captions: captionsOf([cueOf(text)]) });
      await until(() => all('.caption-line')[0]?.textContent).toBe(text);
      shown.features.playback.attention.send('pointed');
      await nextFrame();
      await nextFrame();
      if (all('.captions')[0]?.style.getPropertyValue('--caption-share') !== '') lost.push(text);
      expect(wrong()).toEqual([]);
    }
    expect(lost).toEqual([]);
  },
);

test('a cue that comes while the controls show is at its place at once', async () => {
  const shown = await show([cueOf('First')], [640, 360], 100);
  await mouse.moveTo([300, 180]);
  await nextFrame();
  settle();
  shown.player.set({ captions: captionsOf([cueOf('Second')]) });
  await until(() => all('.caption-frame')[0]?.textContent).toBe('Second');
  expect(boxOf('.caption-frame').bottom).toBeLessThanOrEqual(boxOf('.control-bar').top);
});
