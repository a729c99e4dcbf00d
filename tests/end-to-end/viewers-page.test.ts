import type { Page } from 'playwright';
import { expect } from 'vitest';
import { ViewersReport } from '../../protocol/provider/viewers-report.ts';
import { waitForControls, waitForTime } from './support/player-page.ts';
import { test as base } from './support/test.ts';
import { AXE_TAGS, violations } from './support/violations.ts';

/** The test reads what the provider has counted, so its server is its alone. */
const test = base.extend('environment', { scope: 'file' }, { ORIEL_PRICE_PER_GB: '100' });

async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, colorScheme === 'light' ? AXE_TAGS : ['color-contrast']), colorScheme).toEqual([]);
  }
}

/** A whole number of pixels that no page scrolls sideways for. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test(
  'the actions of a viewer are on the page, by keyboard and for everybody, down to the session',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const { page: viewer } = await product.open('/embed/orieldemo01?autoplay=1&mute=1');
    await waitForControls(viewer);
    await waitForTime(viewer, 2);
    await viewer.keyboard.press('8');
    await waitForTime(viewer, 24);
    // Unsent events leave with the page, or with the next one (X6).
    await viewer.goto(`${product.playerOrigin}/embed/oriellive01`);
    const reportOf = async (query: string): Promise<ViewersReport> =>
      ViewersReport.parse(await (await fetch(`${product.playerOrigin}/provider/api/viewers/report${query}`)).json());
    const report = (): Promise<ViewersReport> => reportOf('?video=orieldemo01');
    const at = async (second: number) => (await report()).period.film?.points.find((point) => point.second === second);
    await expect.poll(() => at(1)).toMatchObject({ played: 1, repeated: 0, skipped: 0 });
    await expect.poll(() => at(15)).toMatchObject({ played: 0, skipped: 1 });
    await expect.poll(() => at(23)).toMatchObject({ played: 1, skipped: 0 });
    const source = `${product.playerOrigin}/embed/oriellive01?autoplay=1&mute=1`;
    await viewer.goto(
      site.page(`<!doctype html><iframe width="640" height="360" src="${source}" allow="autoplay"></iframe>`),
    );
    const { totals, hosts, browsers } = (await report()).period;
    await expect
      .poll(async () => (await reportOf('')).period.hosts)
      .toContainEqual({ name: new URL(site.origin).host, count: 1 });
    expect(totals.views).toBe(1);
    expect(totals.startUpMs?.p50).toBeGreaterThan(0);
    expect(hosts).toEqual([{ name: 'opened on its own', count: 1 }]);
    expect(browsers).toEqual([{ name: 'Chrome', count: 1 }]);

    const { page } = await product.open('/provider/viewers?video=orieldemo01&compare=before', {});
    await page.getByRole('heading', { name: 'Latest sessions' }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('Four small worlds');
    expect(await page.locator('.tiles > div', { hasText: 'Views' }).textContent()).toContain('Views1');
    const embeddedIn = page.getByRole('table', { name: 'Embedded in' });
    expect(await embeddedIn.getByRole('row', { name: /^opened on its own/ }).textContent()).toContain('1');

    const plot = page.getByRole('slider', { name: 'Over the video, plot' });
    await plot.focus();
    for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key);
    expect(await plot.getAttribute('aria-valuetext')).toBe(
      '0:01: Watched 1, Watched again 0, Skipped 0, Watched, compared 0',
    );
    for (let pages = 0; pages < 5; pages += 1) await page.keyboard.press('PageUp');
    expect(await plot.getAttribute('aria-valuetext')).toContain('0:16: Watched 0, Watched again 0, Skipped 1');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Over the video' }).getByRole('row', { name: '0:16 0 0 1' }).waitFor();
    const csv = await page.getByRole('link', { name: 'Over the video as CSV' }).getAttribute('href');
    expect(await (await fetch(new URL(csv ?? '', page.url()))).text()).toContain('\r\n16,0,0,1\r\n');
    await expectNoViolations(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBe(0);

    await page.getByRole('link', { name: /^[0-9a-f]{8}$/ }).first().press('Enter'); // prettier-ignore
    await page.getByRole('heading', { name: /^Session / }).waitFor();
    await page.getByRole('img', { name: /^Player: .*playing/ }).waitFor();
    await page.getByRole('cell', { name: 'playbackStarted' }).waitFor();
    await expectNoViolations(page);
    expect(await overflow(page)).toBe(0);
  },
);

test(
  'an operator sees who uses the bandwidth and whether anybody fails to play, after real playbacks',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const { playerOrigin } = product;
    const reportOf = async (): Promise<ViewersReport['period']> =>
      ViewersReport.parse(await (await fetch(`${playerOrigin}/provider/api/viewers/report`)).json()).period;
    const sentMedia = async (): Promise<number> => {
      const text = await (await fetch(`${playerOrigin}/metrics`)).text();
      return Number(/^oriel_sent_bytes_total\{kind="media"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    const source = `${playerOrigin}/embed/orielsphere?autoplay=1&mute=1`;
    const framed = `<!doctype html><iframe width="640" height="360" src="${source}" allow="autoplay"></iframe>`;
    const { bandwidth: before } = await reportOf();
    const { page: viewer } = await product.openPage();
    await viewer.goto(site.page(framed));
    await viewer.frames()[1]?.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
    const siteName = new URL(site.origin).host;
    const videoBytes = (): Promise<number> =>
      reportOf().then(({ bandwidth }) => bandwidth.videos.find(({ id }) => id === 'orielsphere')?.sentBytes ?? 0);
    await expect.poll(videoBytes).toBeGreaterThan(200_000);
    await viewer.close();

    const { bandwidth } = await reportOf();
    const mediaOf = ({ kinds }: typeof bandwidth) => kinds.find(({ name }) => name === 'media')?.sentBytes ?? 0;
    expect(mediaOf(bandwidth)).toBeLessThanOrEqual(await sentMedia());
    expect(mediaOf(bandwidth) - mediaOf(before)).toBeGreaterThan(200_000);
    expect(bandwidth.hosts.find(({ name }) => name === siteName)?.sentBytes).toBeGreaterThan(200_000);

    const { page: failing } = await product.openPage();
    await failing.route(/\.mp4$|\.m4s$/, (route) => route.fulfill({ status: 404 }));
    await failing.goto(site.page(framed));
    await expect.poll(async () => (await reportOf()).failures.hosts.map(({ name }) => name)).toEqual([siteName]);
    expect((await reportOf()).failures.videos).toMatchObject([{ name: 'orielsphere', failed: 1 }]);

    const { page } = await product.open('/provider/viewers');
    await page.getByRole('link', { name: 'Who uses my bandwidth?' }).click();
    const rows = page.getByRole('table', { name: 'Bandwidth by site' }).getByRole('row');
    expect(await rows.filter({ hasText: siteName }).textContent()).toMatch(/\d(?:\.\d+)? [kM]B\d+\.\d\d$/);
    await page.getByRole('link', { name: 'Playback failures', exact: true }).click();
    await page.getByRole('table', { name: 'Failures by site' }).getByRole('row', { name: siteName }).waitFor();
    await expectNoViolations(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBe(0);
  },
);

test('the first page of the operator has its curves and tables, by keyboard and on a phone', async ({ product }) => {
  const { page } = await product.open('/provider');
  const plot = page.getByRole('slider', { name: 'Requests per second, plot' });
  await plot.focus();
  await page.keyboard.press('End');
  await expect.poll(() => plot.getAttribute('aria-valuetext')).toMatch(/: Requests [\d.,]+$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Requests per second' }).getByRole('row').nth(1).waitFor();
  await page.getByRole('region', { name: 'How full the parts of the database are' }).getByText('audience').waitFor();
  await expectNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await overflow(page)).toBe(0);
  expect(await violations(page, AXE_TAGS)).toEqual([]);
});

test(
  'an empty provider says what to do, and so does a video without views',
  { tags: ['thorough'] },
  async ({ product }) => {
    const { page } = await product.open('/provider/viewers?video=nobody-had-it');
    await page.getByText('Nobody watched in this period.').first().waitFor();
    expect(await page.getByText('Nothing in this period. Choose a longer one, or another video.').count()).toBe(10);
    await page.getByRole('combobox', { name: 'Video' }).fill('no such title');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toContain('There is no video “no such title”.');
    await page.getByRole('combobox', { name: 'Video' }).fill('Four small worlds');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Four small worlds' }).waitFor();
    expect(new URL(page.url()).search).toBe('?video=orieldemo01');
    await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 24 hours');
    await page.waitForURL('**/provider/viewers?video=orieldemo01&time=1');
    await expectNoViolations(page);
  },
);
