// @module-tag thorough
import type { BrowserContext } from 'playwright';
import { waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';

const WIDE = { viewport: { width: 1280, height: 720 } };

/** Overwrites the pictures in segments, but not the boxes, so that decoders fail; returns a counter of such segments. */
async function breakPictures(context: BrowserContext, levels: string): Promise<() => number> {
  let broken = 0;
  await context.route(`**/media/*/demo/${levels}/*.m4s`, async (route) => {
    const response = await route.fetch();
    const body = Buffer.from(await response.body());
    const pictures = body.indexOf('mdat') + 4;
    broken += 1;
    await route.fulfill({
      response,
      body: Buffer.concat([body.subarray(0, pictures), body.subarray(pictures).fill(0x5a)]),
    });
  });
  return () => broken;
}

test('after decoders fail on the higher qualities, the player chooses a lower quality and plays on', async ({
  product,
  expect,
}) => {
  const { page, context } = await product.openPage(WIDE);
  const broken = await breakPictures(context, '{v480,v720,v1080}');
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
  await waitForTime(page, 20);
  expect(broken()).toBeGreaterThan(0);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.evaluate(() => document.querySelector('video')?.videoHeight)).toBe(240);
});
