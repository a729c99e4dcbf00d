import { expect } from 'vitest';
import { SCREENS } from '../../../src/states/screens.ts';
import { show } from './support/show.ts';
import { test } from '../support/test.ts';
import { AXE_TAGS, violations } from '../support/violations.ts';

/** Only the contrast rule depends on the theme. */
const LOOKS = [
  [{ width: 640, height: 360 }, 'dark', AXE_TAGS],
  [{ width: 640, height: 360 }, 'light', ['color-contrast']],
  [{ width: 200, height: 200 }, 'dark', AXE_TAGS],
  [{ width: 200, height: 200 }, 'light', ['color-contrast']],
] as const;

test.concurrent.for(SCREENS)('has no accessibility violations: $name', async (screen, { product }) => {
  const { page } = await show(product, screen);
  for (const [size, colorScheme, rules] of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, rules), `${colorScheme}, ${size.width} px`).toEqual([]);
  }
});
