import { expect } from 'vitest';
import { waitForState, waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';

test('a press without a network shows an error at once, and the next press plays once the network is back', async ({
  product,
}) => {
  const { page, context } = await product.openPage();
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?hl=de`);
  await waitForState(page, 'cued');
  const reply = page.getByRole('alert').filter({ hasText: 'Keine Verbindung. Noch einmal versuchen.' });
  const play = page.getByRole('button', { name: 'Abspielen' });
  expect(await reply.count()).toBe(0);
  await context.setOffline(true);
  await play.click();
  await reply.waitFor();
  expect(await play.isVisible()).toBe(true);
  await play.click();
  // The player shows at once that it tries again.
  await page.locator('.player[data-trying]').waitFor();
  await context.setOffline(false);
  await waitForTime(page, 0.5);
  expect(await reply.count()).toBe(0);
});
