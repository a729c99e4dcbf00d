import { expect, onTestFinished, test } from 'vitest';
import { page as frame } from 'vitest/browser';
import { giveShareSheet, LIST, openShare } from './support/open-share.ts';
import { nameOf, outOf } from './support/out-of.ts';

const SIZES = [
  [200, 200],
  [320, 180],
  [640, 360],
  [1920, 1080],
] as const;

test.each([
  ['en', 'fine', 24],
  ['en', 'coarse', 44],
  ['ar', 'coarse', 44],
  ['de', 'fine', 24],
  ['ja', 'fine', 24],
] as const)(
  'in %s with a %s pointer nothing is wider than the share sheet, and its targets have at least %i px',
  async (hl, pointer, px) => {
    giveShareSheet(() => true);
    document.documentElement.dir = hl === 'ar' ? 'rtl' : 'ltr';
    onTestFinished(() => {
      document.documentElement.removeAttribute('dir');
      document.documentElement.style.removeProperty('font-size');
    });
    const { container } = await openShare({ hl, pointer, snapshot: { playlist: LIST } });
    const panel = container.querySelector<HTMLElement>('.share-sheet');
    for (const [width, height] of SIZES) {
      await frame.viewport(width, height);
      for (const fontSize of ['100%', '200%']) {
        document.documentElement.style.fontSize = fontSize;
        // While the sheet is animated, its sizes are off by a fraction of a pixel.
        for (const animation of panel?.getAnimations() ?? []) animation.finish();
        const found = panel === null ? ['no panel'] : [...outOf(panel), ...smallerThan(panel, px)];
        expect({ width, fontSize, found }).toEqual({ width, fontSize, found: [] });
      }
    }
  },
);

/** Targets that are too small. The target of a checkbox is its label; the close button belongs to the frame of all panels. */
function smallerThan(panel: HTMLElement, px: number): string[] {
  const targets = panel.querySelectorAll(
    '.text-button, input:not([type="checkbox"]), textarea, select, label:has([type="checkbox"])',
  );
  return [...targets]
    .filter((target) => {
      const { width, height } = target.getBoundingClientRect();
      return width < px || height < px;
    })
    .map(nameOf);
}

test('the head of a sheet covers the focus ring of a field that scrolls under it', async () => {
  const { container } = await openShare({ hl: 'en', pointer: 'coarse' });
  await frame.viewport(344, 194);
  const head = container.querySelector('.share-sheet .panel-head') ?? container;
  const field = container.querySelector('.share-field input') ?? container;
  const { left, right } = field.getBoundingClientRect();
  // Width of the focus ring, and its distance from the field.
  const ringPixels = 2 + 2;
  const { boxShadow } = getComputedStyle(head);
  const shadows = [...boxShadow.matchAll(/(-?\d+)px 0px 0px 0px/g)].map(([, x]) => Number(x));
  const box = head.getBoundingClientRect();
  expect(box.left + Math.min(...shadows, 0)).toBeLessThanOrEqual(left - ringPixels);
  expect(box.right + Math.max(...shadows, 0)).toBeGreaterThanOrEqual(right + ringPixels);
});
