import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { useProduct } from '../support/product.ts';
import { SCREENS, show } from './support/screens.ts';

const product = useProduct();
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA and what axe calls good practice, less what belongs to whole sites. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Every rule that was broken, and where. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const results = await page.evaluate((tags): Promise<AxeResults> => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    return axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
  }, TAGS);
  expect(results.passes.length).toBeGreaterThan(5);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

const SIZES = [
  { width: 640, height: 360 },
  { width: 200, height: 200 },
];

test.each(SCREENS)('nothing stands in the way of anybody: $name', async (screen) => {
  const { page, context } = await show(product, screen);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${colorScheme}, ${size.width} px`).toEqual([]);
    }
  }
  await context.close();
});
