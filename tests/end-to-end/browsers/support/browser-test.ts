import { expect } from 'vitest';
import '../../../../src/page/debug/inspect.ts';
import '../../../../src/page/infrastructure/bench-hook.ts';
import { POLLING, ProviderView } from '../../reliability/support/provider-view.ts';
import type { Environment } from '../../support/server.ts';
import { test as base } from '../../support/test.ts';
import type { BrowserKind } from './browser-kinds.ts';
import type { TestPage } from './test-browser.ts';

export interface Visit extends TestPage {
  /** Waits until the player is in this state. */
  untilState(state: string): Promise<void>;
  /** Waits until the video is past `seconds`. */
  untilPast(seconds: number): Promise<void>;
}

/** Fixtures for one browser: `visit` opens a page of another site with a player in its frame. */
export const browserTest = ({ launch }: BrowserKind) =>
  base
    .extend('environment', { scope: 'file' }, (): Environment | undefined => ({
      ORIEL_BENCH: '1',
      ORIEL_SCENARIOS: '1',
    }))
    .extend('testBrowser', { scope: 'file' }, async ({}, { onCleanup }) => {
      if (launch === undefined) throw new Error('no such browser here');
      const browser = await launch();
      onCleanup(() => browser.close());
      return browser;
    })
    .extend('provider', { scope: 'file' }, ({ server }) => new ProviderView(server.hostOrigin))
    .extend('visit', ({ testBrowser, server, site }, { onCleanup }) => {
      const opened: TestPage[] = [];
      onCleanup(async () => {
        for (const page of opened) await page.close();
      });
      return async (path: string, attributes = ''): Promise<Visit> => {
        const page = await testBrowser.openPage();
        opened.push(page);
        await page.goto(site.page(hostPage(server.playerOrigin + path, attributes)));
        return { ...withWaits(page), close: () => leave(page, opened) };
      };
    });

export type BrowserTest = ReturnType<typeof browserTest>;

const leave = async (page: TestPage, opened: TestPage[]): Promise<void> => {
  opened.splice(opened.indexOf(page), 1);
  await page.close();
};

const hostPage = (address: string, attributes: string): string =>
  `<!doctype html><title>Host</title><link rel="icon" href="data:,">
  <iframe src="${address}" ${attributes} width="640" height="360" allow="autoplay; fullscreen"></iframe>`;

const withWaits = (page: TestPage): Visit => ({
  ...page,
  async untilState(state) {
    await expect
      .poll(() => page.inPlayer(() => document.querySelector<HTMLElement>('#player')?.dataset['state']), POLLING)
      .toBe(state);
  },
  async untilPast(seconds) {
    await expect
      .poll(() => page.inPlayer(() => document.querySelector('video')?.currentTime), POLLING)
      .toBeGreaterThan(seconds);
  },
});
