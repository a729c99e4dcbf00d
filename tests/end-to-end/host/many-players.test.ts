// @module-tag thorough
import type { CDPSession, Page } from 'playwright';
import { expect } from 'vitest';
import { test } from '../support/test.ts';

const PLAYERS = 20;

interface HostPage extends Window {
  Oriel: { Player: new (target: string, options: object) => Player };
  players: Player[];
  ready: number;
}
interface Player {
  playVideo(): void;
  mute(): void;
  getCurrentTime(): number;
  destroy(): void;
}

/** Frames and workers of every kind, except the page itself. */
async function livingTargets(session: CDPSession): Promise<string[]> {
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] });
  return targetInfos
    .filter(({ type }) => type === 'iframe' || type.includes('worker'))
    .map(({ type, url }) => `${type} ${url}`);
}

/** Event names of the listeners on the window of the host page. */
async function windowListeners(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression: 'window' });
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
  return listeners.map(({ type }) => type);
}

test('20 players on one page work, and destroying them leaves no listener, frame or worker [H1]', async ({
  product,
  site,
}) => {
  const { page, problems } = await product.openPage();
  const spots = Array.from({ length: PLAYERS }, (_, index) => `<div id="spot-${index}"></div>`).join('');
  await page.goto(
    site.page(`<!doctype html><title>Many</title>${spots}<script src="${product.playerOrigin}/iframe_api"></script>`),
  );
  const session = await product.browser.newBrowserCDPSession();
  const listenersBefore = await windowListeners(page);
  await page.evaluate((count) => {
    const host = window as unknown as HostPage;
    host.ready = 0;
    host.players = Array.from(
      { length: count },
      (_, index) =>
        new host.Oriel.Player(`spot-${index}`, {
          videoId: 'orieldemo01',
          width: 200,
          height: 113,
          events: { onReady: () => (host.ready += 1) },
        }),
    );
  }, PLAYERS);
  await expect.poll(() => page.evaluate(() => (window as unknown as HostPage).ready)).toBe(PLAYERS);
  await page.evaluate(() => {
    for (const player of (window as unknown as HostPage).players.slice(0, 3)) {
      player.mute();
      player.playVideo();
    }
  });
  const times = () =>
    page.evaluate(() => (window as unknown as HostPage).players.map((player) => player.getCurrentTime()));
  await expect.poll(async () => (await times()).slice(0, 3).every((time) => time > 0.2)).toBe(true);
  expect((await times()).slice(3).every((time) => time === 0)).toBe(true);
  const living = await livingTargets(session);
  expect(living.filter((target) => target.startsWith('iframe')).length).toBeGreaterThanOrEqual(1);
  expect(living.filter((target) => target.startsWith('worker')).length).toBeGreaterThanOrEqual(1);

  await page.evaluate(() => {
    const host = window as unknown as HostPage;
    for (const player of host.players.splice(0)) player.destroy();
  });
  await expect.poll(() => page.frames().length).toBe(1);
  expect(await page.locator('div').count()).toBe(PLAYERS);
  await expect.poll(() => livingTargets(session)).toEqual([]);
  expect(await windowListeners(page)).toEqual(listenersBefore);
  expect(problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([]);
}, 90_000);
