import type { Page } from 'playwright';
import { test } from '../support/test.ts';

/** An autoplay attempt may end before the host has subscribed; the host still receives the outcome exactly once. */

interface HostPage extends Window {
  seen: unknown[];
}
const seen = (page: Page) => page.evaluate(() => (window as unknown as HostPage).seen);
test.concurrent(
  'a player whose autoplay the browser blocks is cued, and its host receives onAutoplayBlocked once [P6]',
  async ({ product, site, expect }) => {
    const { page, context } = await product.openPage();
    await context.addInitScript(() => {
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
    });
    await page.goto(
      site.page(`<!doctype html><title>Refused</title><link rel="icon" href="data:,"><div id="player"></div>
      <script src="${product.playerOrigin}/iframe_api"></script>
      <script>
        window.seen = [];
        Oriel.ready(() => (window.player = new Oriel.Player('player', {
          videoId: 'orieldemo01',
          playerVars: { autoplay: 1 },
          events: { onAutoplayBlocked: () => seen.push('blocked'), onStateChange: ({ data }) => seen.push(data) },
        })));
      </script>`),
    );
    await expect.poll(() => seen(page)).toContain('blocked');
    await page.frameLocator('iframe').locator('#player[data-state="cued"]').waitFor();
    const state = () =>
      page.evaluate(() => (window as unknown as { player: { getPlayerState(): number } }).player.getPlayerState());
    await expect.poll(state).toBe(5);
    expect((await seen(page)).filter((each) => each === 'blocked')).toHaveLength(1);
  },
);
