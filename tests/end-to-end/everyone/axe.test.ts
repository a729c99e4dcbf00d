import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { SCREENS } from '../../../src/states/screens.ts';
import { show } from './support/show.ts';
import { test } from '../support/test.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA and axe's best practices, except those for whole sites. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Every violated rule, with its elements. */
async function violations(page: Page, runOnly: readonly string[]): Promise<string[]> {
  const results = await page.evaluate((only): Promise<AxeResults> => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    return axe.run(document, { runOnly: [...only], resultTypes: ['violations'] });
  }, runOnly);
  const { passes, incomplete, inapplicable } = results;
  expect(passes.length + incomplete.length + inapplicable.length).toBeGreaterThanOrEqual(runOnly === TAGS ? 20 : 1);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

/** Only the contrast rule depends on the theme. */
const LOOKS = [
  [{ width: 640, height: 360 }, 'dark', TAGS],
  [{ width: 640, height: 360 }, 'light', ['color-contrast']],
  [{ width: 200, height: 200 }, 'dark', TAGS],
  [{ width: 200, height: 200 }, 'light', ['color-contrast']],
] as const;

test.concurrent.for(SCREENS)('has no accessibility violations: $name', async (screen, { product }) => {
  const { page } = await show(product, screen);
  await page.evaluate(axeSource);
  for (const [size, colorScheme, rules] of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, rules), `${colorScheme}, ${size.width} px`).toEqual([]);
  }
});
