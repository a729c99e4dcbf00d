import type { BrowserContext, Page } from 'playwright';
import type { Fault, Viewer } from '../../../../src/states/viewer.ts';
import { comeNear, waitForState, waitForTime } from '../../support/player-page.ts';

export const FAULTS: Readonly<Record<Fault, (context: BrowserContext) => Promise<unknown>>> = {
  'media fail': (context) => context.route(/\.(m4s|mp4|m3u8)/, (route) => route.fulfill({ status: 500, body: '' })),
  'segments never come': (context) => context.route('**/*.m4s', () => undefined),
  /** Imitates a browser that requires a gesture: in a real one, script evaluation by the test would count as a gesture. */
  'sound needs a gesture': (context) =>
    context.addInitScript(() => {
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function start(): Promise<void> {
        return this.muted ? play.call(this) : Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
      };
    }),
};

/** Takes the steps to a screen on a page of the player, with input of the browser. */
export function pageViewer(page: Page): Viewer {
  const first = (selector: string) => page.locator(selector).first();
  return {
    see: (selector) => first(selector).waitFor(),
    async seeThat(condition) {
      await page.waitForFunction(condition, await page.evaluateHandle(() => document));
    },
    async seeCued() {
      await waitForState(page, 'cued');
    },
    comeNear: () => comeNear(page),
    async watchPast(seconds) {
      await waitForTime(page, seconds);
    },
    press: (key, selector) => (selector === undefined ? page.keyboard.press(key) : first(selector).press(key)),
    async pressWhereShown(selector) {
      if (await first(selector).isVisible()) await first(selector).press('Enter');
    },
    async turnOn(selector) {
      if ((await first(selector).getAttribute('aria-checked')) !== 'true') await first(selector).press('Enter');
    },
    rightClick: (left, top) => page.mouse.click(left, top, { button: 'right' }),
    loseNetwork: () => page.context().setOffline(true),
    async reload() {
      await page.reload();
    },
  };
}
