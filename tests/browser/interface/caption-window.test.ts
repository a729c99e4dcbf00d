import { expect, test } from 'vitest';
import type { ActiveCue, PlayerSnapshot } from '../../../src/page/player/player.ts';
import { captionsOf, cueOf, waitForCues } from './support/caption-parts.ts';
import { find } from './support/elements.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

async function showCues(cues: readonly ActiveCue[], patch: Partial<PlayerSnapshot['captions']> = {}) {
  const shown = await showPlayer({ captions: captionsOf(cues, patch) });
  await waitForCues(cues.length);
  return shown;
}

const lines = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.caption-line')];
const texts = (): string[] => lines().map(({ textContent }) => textContent);
const setCues = ({ player }: ShownPlayer, cues: readonly ActiveCue[]): void =>
  player.set({ captions: captionsOf(cues) });
const fontSizeOf = (element: Element | undefined): number =>
  Number.parseFloat(getComputedStyle(element ?? document.body).fontSize);

test('italics, bold, voices, classes and ruby of a cue stay, and its line breaks are kept', async () => {
  await showCues([cueOf('<i>Sea</i> and <b>sand</b>\n<v Ada>Hello</v> <c.loud>you</c> <ruby>雨<rt>ame</rt></ruby>')]);
  const [line] = lines();
  expect(line?.innerHTML).toBe(
    '<i>Sea</i> and <b>sand</b>\n<span title="Ada">Hello</span> <span class="loud">you</span> <ruby>雨<rt>ame</rt></ruby>',
  );
  expect(line?.getClientRects().length).toBe(2);
});

test('text of a cue never becomes an element of the page', async () => {
  await showCues([cueOf('1 &lt; 2 <img src=x onerror=alert(1)><script>alert(1)</script>&amp;')]);
  expect(document.querySelectorAll('.captions :is(img, script)').length).toBe(0);
  expect(texts()[0]).toContain('1 < 2');
});

test('new cues replace earlier ones, and the caption window is removed with the last cue', async () => {
  const shown = await showCues([cueOf('First')]);
  setCues(shown, [cueOf('Second <i>one</i>'), cueOf('Third')]);
  await until(texts).toEqual(['Second one', 'Third']);
  setCues(shown, [cueOf('Third')]);
  await until(texts).toEqual(['Third']);
  setCues(shown, []);
  await until(() => document.querySelector('.captions')).toBeNull();
});

test('captions that are turned off are gone, and back when they are on again', async () => {
  const { player } = await showCues([cueOf('Four small worlds')]);
  player.set({ captions: captionsOf([], { active: -1 }) });
  await until(texts).toEqual([]);
  player.set({ captions: captionsOf([cueOf('Sea')]) });
  await until(texts).toEqual(['Sea']);
});

test('captions name their language for voices, also after another track was chosen', async () => {
  const { player } = await showCues([cueOf('Sea')]);
  expect(find('.captions').lang).toBe('en');
  player.set({ captions: captionsOf([cueOf('بحر')], { active: 1 }) });
  await until(() => find('.captions').lang).toBe('ar');
});

test('each line runs in the direction of its first letter, whatever the language of the interface', async () => {
  await showCues([cueOf('Sea!'), cueOf('بحر!')]);
  expect([...document.querySelectorAll('.caption-cue')].map((cue) => getComputedStyle(cue).direction)).toEqual([
    'ltr',
    'rtl',
  ]);
});

test.each([
  [-1, 0.75],
  [0, 1],
  [1, 1.25],
  [3, 1.95],
])('the font size %i set by a host makes captions %f times their usual size', async (fontSize, factor) => {
  const { player } = await showCues([cueOf('Sea')]);
  const usual = fontSizeOf(lines()[0]);
  player.set({ captions: captionsOf([cueOf('Sea')], { fontSize }) });
  await until(() => fontSizeOf(lines()[0]) / usual).toBeCloseTo(factor, 2);
});

test('cues at the same time lie under one another, in their order', async () => {
  await showCues([cueOf('First'), cueOf('Second')]);
  const [first, second] = [...document.querySelectorAll('.caption-frame')].map((frame) =>
    frame.getBoundingClientRect(),
  );
  expect(first?.bottom).toBeLessThanOrEqual((second?.top ?? 0) + 1);
});

test('captions take no presses: a press on them reaches the picture', async () => {
  const { media } = await showCues([cueOf('Sea')]);
  const { left, top, width, height } = find('.caption-line').getBoundingClientRect();
  expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(media);
});

test('a cue that cannot be drawn is reported, and leaves the others on the screen', async () => {
  const broken = cueOf('Broken');
  broken.getCueAsHTML = () => {
    throw new Error('no fragment');
  };
  const shown = await showPlayer({ captions: captionsOf([cueOf('Before'), broken, cueOf('After')]) });
  await until(texts).toEqual(['Before', 'After']);
  expect(shown.reports).toEqual([{ message: 'no fragment', feature: 'cue' }]);
});
