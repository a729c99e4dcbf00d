// @module-tag thorough
import type { Page } from 'playwright';
import { SCREENS, type Screen } from '../../../src/states/screens.ts';
import { pageViewer } from './support/page-viewer.ts';
import { show } from './support/show.ts';
import type { WatchedPage } from '../support/browser.ts';
import { test } from '../support/test.ts';
import { AXE_TAGS, violations } from '../support/violations.ts';

/** Only the contrast rule depends on the theme. */
const LOOKS = [
  [{ width: 640, height: 360 }, 'dark', AXE_TAGS],
  [{ width: 640, height: 360 }, 'light', ['color-contrast']],
  [{ width: 200, height: 200 }, 'dark', AXE_TAGS],
  [{ width: 200, height: 200 }, 'light', ['color-contrast']],
] as const;

/** Screens that need a fault, or leave the page without a network, have a separate page. */
const needsOwnPage = ({ fault, name }: Screen): boolean => fault !== undefined || name === 'offline';
/** All other screens share a few pages: opening a page costs as much as two scans. */
const SHARED_PAGES = 4;
const SHARED = SCREENS.filter((screen) => !needsOwnPage(screen));
const GROUPS = Array.from({ length: SHARED_PAGES }, (_, group) =>
  SHARED.filter((_screen, index) => index % SHARED_PAGES === group),
);

const namesOf = (screens: readonly Screen[]): string => screens.map(({ name }) => name).join('; ');

/** Waits for short animations: a panel that is sliding in covers buttons. The seek bar moves as long as the video. */
function settle(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const isShort = ({ effect }: Animation) => Number(effect?.getComputedTiming().endTime ?? Infinity) < 2_000;
    return Promise.all(
      document
        .getAnimations()
        .filter(isShort)
        .map((animation) => animation.finished.catch(() => 0)),
    );
  });
}

/** Accessibility violations by screen, theme and width. */
async function scan(page: Page, { name }: Screen): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const [size, colorScheme, rules] of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const violated = await violations(page, rules);
    if (violated.length > 0) found[`${name}, ${colorScheme}, ${size.width} px`] = violated;
  }
  return found;
}

/** Clears the page and its storage, so that nothing of the previous screen is left. */
async function begin({ page, context }: WatchedPage, origin: string): Promise<void> {
  await page.goto('about:blank');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
  await page.setViewportSize(LOOKS[0][0]);
  await page.emulateMedia({ colorScheme: null });
}

test.concurrent.for(GROUPS.map((screens) => [namesOf(screens), screens] as const))(
  'screens on a shared page have no accessibility violations: %s',
  async ([, screens], { product, expect }) => {
    const opened = await product.openPage();
    const found: Record<string, readonly string[]> = {};
    for (const screen of screens) {
      await begin(opened, product.playerOrigin);
      await opened.page.goto(product.playerOrigin + screen.path);
      await screen.reach(pageViewer(opened.page));
      Object.assign(found, await scan(opened.page, screen));
    }
    expect(found).toEqual({});
  },
);

test.concurrent.for(SCREENS.filter(needsOwnPage))(
  'a screen has no accessibility violations: $name',
  async (screen, { product, expect }) => {
    const { page } = await show(product, screen);
    expect(await scan(page, screen)).toEqual({});
  },
);
