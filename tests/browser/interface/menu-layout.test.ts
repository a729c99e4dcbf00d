import { expect, onTestFinished, test } from 'vitest';
import { page as frame } from 'vitest/browser';
import { LANGUAGES } from '../../../protocol/page/languages.ts';
import { loadLanguage } from '../../../src/page/language/load-language.ts';
import { panels } from '../../../src/page/interface/panels/panels.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { openInterface } from './support/open-interface.ts';
import { CAPTIONS } from './support/open-share.ts';
import { nameOf, outOf } from './support/out-of.ts';
import { rateable } from './support/rateable.ts';
import { setTextSize } from './support/text-size.ts';
import { until } from './support/until.ts';

/** Pointer, width and height of a frame, and the browser's text size, in pixels. */
const SIZES = [
  ['fine', 320, 180, 16],
  ['fine', 640, 360, 16],
  ['fine', 200, 200, 16],
  ['fine', 200, 200, 32],
  ['fine', 320, 180, 32],
  ['coarse', 360, 203, 16],
  ['coarse', 360, 203, 24],
  ['coarse', 360, 203, 32],
] as const;

/** Each panel, the rows that lead to a page of it, and an element that is in the document once that page is drawn. */
const PANELS = [
  ['more', ['moreActions', 'report'], '[data-row="rights"]'],
  ['more', ['moreActions'], '[data-row="about"]'],
  ['settings', [], '[data-row="speed"]'],
  ['settings', ['moreSettings'], '[data-row="privacy"]'],
  ['settings', ['captions', 'captionStyle'], '.style-row'],
  ['shortcuts', [], '.shortcuts kbd'],
  ['privacy', [], '.privacy-end'],
] as const;

/** Languages with long words, right-to-left text, and scripts of other heights. */
const TYPICAL = new Set(['en', 'de', 'ar', 'hi', 'ja', 'ta']);
const isTypical = ([hl]: readonly [string, unknown]): boolean => TYPICAL.has(hl);
const languages = Object.entries(LANGUAGES);

const TITLE = 'in %s no menu has words that reach past its edge';
test.each(languages.filter(isTypical))(TITLE, expectToFit);
test.each(languages.filter((language) => !isTypical(language)))(TITLE, { tags: ['thorough'] }, expectToFit);

async function expectToFit(hl: string, direction: string): Promise<void> {
  document.documentElement.dir = direction;
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  const { features, container, mount } = await openInterface({
    captions: CAPTIONS,
    qualities: ['hd1080', 'auto'],
    ...rateable(VIDEO.videoId),
  });
  mount({ ...features, language: await loadLanguage(hl, []) });
  const find = (selector: string) => container.querySelector<HTMLElement>(selector);
  for (const [name, rows, drawn] of PANELS) {
    // At this size the actions are one page deeper.
    await frame.viewport(320, 180);
    features.get(panels).open(name);
    for (const selector of rows.map((row) => `[data-row="${row}"]`)) {
      await until(() => find(selector)).not.toBeNull();
      find(selector)?.click();
    }
    await until(() => find(drawn)).not.toBeNull();
    const panel = find('dialog');
    for (const [pointer, width, height, textPx] of SIZES) {
      features.page.root.dataset['pointer'] = pointer;
      await setTextSize(textPx);
      await frame.viewport(width, height);
      for (const animation of panel?.getAnimations() ?? []) animation.finish();
      const found = panel === null ? ['no panel'] : [...outOf(panel), ...underClose(panel), ...outOfLine(panel)];
      expect({ name, rows, pointer, width, textPx, found }).toEqual({ name, rows, pointer, width, textPx, found: [] });
    }
    await setTextSize(16);
    features.get(panels).close();
    await until(() => find('dialog')).toBeNull();
  }
}

/** Words that the close button covers, or that reach outside their line. */
function underClose(panel: HTMLElement): string[] {
  const close = panel.querySelector('.menu-close')?.getBoundingClientRect() ?? new DOMRect();
  return [...panel.querySelectorAll('.menu-item > *, .menu-words > *')]
    .filter((part) => {
      const { left, right, top, bottom, width } = part.getBoundingClientRect();
      const line = part.closest('.menu-item')?.getBoundingClientRect() ?? new DOMRect();
      const isAcross = right > close.left + 0.5 && left < close.right - 0.5;
      const isUnder = close.width > 0 && isAcross && bottom > close.top + 8 && top < close.bottom - 8;
      return width > 1 && (isUnder || left < line.left - 0.5 || right > line.right + 0.5);
    })
    .map(nameOf);
}

/** Positions of the lines' arrows if they are not in one column; the first line makes room for the close button. */
function outOfLine(panel: HTMLElement): string[] {
  const arrows = [...panel.querySelectorAll('[data-row]:not([data-first]) > .icon:last-child:not(:first-child)')];
  const places = arrows.map((arrow) => Math.round(arrow.getBoundingClientRect().left)).filter((left) => left !== 0);
  return new Set(places).size > 1 ? [`arrows at ${places.join(', ')}`] : [];
}
