// @module-tag thorough
import { test as base } from './support/test.ts';

const PREFIX = '/some/player';
const test = base.extend('environment', { scope: 'file' }, { ORIEL_STATES: '1', ORIEL_PATH_PREFIX: PREFIX });

test('the states page reaches screens in frames of the chosen look, and moves the focus only when asked to', async ({
  product,
  expect,
}) => {
  const { page, problems } = await product.openPage({ viewport: { width: 800, height: 500 } });
  const strays: string[] = [];
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol === 'http:' && !pathname.startsWith(`${PREFIX}/`)) strays.push(pathname);
  });
  const figure = (screen: string) => page.locator(`figure[data-screen="${screen}"]`);
  const status = (screen: string) => figure(screen).locator('.status').textContent();
  await page.goto(`${product.playerOrigin}${PREFIX}/states?width=320&theme=light&direction=rtl`);
  for (const screen of ['poster', 'playing']) await expect.poll(() => status(screen)).toBe('Reached');
  expect(await status('captions on')).toBe('Not loaded: out of sight');
  await figure('captions on').scrollIntoViewIfNeeded();
  await expect.poll(() => status('captions on')).toBe('Reached');
  const frame = figure('captions on').locator('iframe').contentFrame();
  await frame.locator('.caption-line').first().waitFor();
  const look = await frame.locator('html').evaluate(({ dataset }) => [document.dir, dataset['theme'], innerWidth]);
  expect(look).toEqual(['rtl', 'light', 320]);

  const screens = page.getByLabel('Screen', { exact: true });
  await screens.focus();
  for (const screen of ['settings', 'sound is offered']) {
    await screens.selectOption(screen);
    await expect.poll(() => status(screen)).toBe('Reached');
    expect(await page.locator('figure').count()).toBe(1);
  }
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');

  await screens.selectOption('seek bar with focus');
  await expect.poll(() => status('seek bar with focus')).toContain('Could not be reached');
  await page.getByRole('button', { name: 'Again: seek bar with focus' }).press('Enter');
  await expect.poll(() => status('seek bar with focus')).toBe('Reached');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  expect([strays, problems]).toEqual([[], []]);
});
