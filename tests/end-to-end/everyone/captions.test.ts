// @module-tag thorough
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { pause, waitForState } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';

const CUES = `WEBVTT

1
00:00.000 --> 01:00.000
Plain, at the bottom
of two lines

2
00:00.000 --> 01:00.000 line:0
At the top

3
00:00.000 --> 01:00.000 line:40% position:10% size:30% align:start
<i>Left</i> of the middle

4
00:00.000 --> 01:00.000 line:40% position:90% size:30% align:end
Right

5
00:00.000 --> 01:00.000 vertical:rl line:0 align:start
縦書き

6
00:00.000 --> 01:00.000 line:60%
<b>1 &lt; 2</b> & <script>alert(1)</script>
`;

async function watch(product: Product): Promise<{ page: Page; problems: readonly string[] }> {
  const { page, context, problems } = await product.openPage({ viewport: { width: 640, height: 360 } });
  await context.route(/captions\.en\.vtt/, (route) => route.fulfill({ contentType: 'text/vtt', body: CUES }));
  await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&cc_load_policy=1&hl=en`);
  await waitForState(page, 'playing');
  await pause(page);
  await page.locator('.caption-cue').nth(5).waitFor();
  expect(await page.locator('.caption-cue').count()).toBe(6);
  return { page, problems };
}

const boxOf = async (page: Page, text: string) => {
  const box = await page.locator('.caption-frame', { hasText: text }).boundingBox();
  if (box === null) throw new Error(`no cue ${text}`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

test.concurrent('cues are placed as specified: lines, positions, alignments, vertical text', async ({ product }) => {
  const { page, problems } = await watch(product);
  const plain = await boxOf(page, 'Plain');
  expect(plain.x + plain.width / 2).toBeCloseTo(320, -1);
  expect(plain.height).toBeGreaterThan(36);
  // Right below the offer of sound, which is below the title.
  expect((await boxOf(page, 'At the top')).bottom).toBeLessThan(140);
  const [left, right] = [await boxOf(page, 'Left'), await boxOf(page, 'Right')];
  expect(left.x).toBeGreaterThan(70);
  expect(left.right).toBeLessThan(320);
  expect(right.right).toBeGreaterThan(500);
  expect(right.right).toBeLessThan(600);
  expect(Math.abs(left.y - right.y)).toBeLessThan(3);
  expect(left.y).toBeGreaterThan(130);
  const vertical = await boxOf(page, '縦書き');
  expect(vertical.height).toBeGreaterThan(vertical.width * 1.5);
  expect(vertical.x).toBeGreaterThan(550);
  expect(problems).toEqual([]);
});

test.concurrent('cue markup is kept, and never becomes markup of the page', async ({ product }) => {
  const { page, problems } = await watch(product);
  expect(await page.locator('.caption-line i').textContent()).toBe('Left');
  expect(await page.locator('.captions script').count()).toBe(0);
  expect(await page.locator('.caption-cue').last().textContent()).toContain('1 < 2');
  expect(problems).toEqual([]);
});

test.concurrent('captions avoid the visible controls, and move back when these hide', async ({ product, expect }) => {
  const { page } = await watch(product);
  const bar = (await page.locator('.control-bar').boundingBox())?.y ?? 0;
  const title = await page.locator('#title').boundingBox();
  await expect.poll(async () => (await boxOf(page, 'Plain')).bottom).toBeLessThanOrEqual(bar + 1);
  await expect
    .poll(async () => (await boxOf(page, 'At the top')).y)
    .toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0) - 1);
  await page.keyboard.press('k');
  await page.waitForSelector('#player[data-idle]');
  await expect.poll(async () => (await boxOf(page, 'Plain')).bottom).toBeGreaterThan(335);
  // Below the offer of sound, for as long as it is there.
  const offer = await page.locator('.unmute').boundingBox();
  const offerBottom = (offer?.y ?? 0) + (offer?.height ?? 0);
  await expect.poll(async () => (await boxOf(page, 'At the top')).y).toBeGreaterThanOrEqual(offerBottom);
  await page.keyboard.press('m');
  await expect.poll(async () => (await boxOf(page, 'At the top')).y).toBeLessThan(offerBottom);
  await page.waitForSelector('#player[data-idle]');
  await expect.poll(async () => (await boxOf(page, 'At the top')).y).toBeLessThan(20);
});

test.concurrent('every part of the style reaches the cues: size, colours, edge, font', async ({ product }) => {
  const { page } = await watch(product);
  const look = () =>
    page
      .locator('.caption-line')
      .first()
      .evaluate((line) => {
        const { color, backgroundColor, fontSize, fontFamily, textShadow } = getComputedStyle(line);
        return { color, backgroundColor, fontSize: Number.parseFloat(fontSize), fontFamily, textShadow };
      });
  const before = await look();
  await page.locator('[data-opens="settings"]').press('Enter');
  await page.locator('[data-row="captions"]').press('Enter');
  await page.locator('[data-row="captionStyle"]').press('Enter');
  for (const [label, choice] of [
    ['Font', 'Monospace'],
    ['Size', '200%'],
    ['Text color', 'Yellow'],
    ['Background color', 'Blue'],
    ['Text edge', 'Outline'],
  ] as const)
    await page.getByRole('combobox', { name: label, exact: true }).selectOption(choice);
  const after = await look();
  expect(after.fontSize).toBeCloseTo(before.fontSize * 2, 1);
  expect(after.color).toBe('rgb(255, 255, 0)');
  expect(after.backgroundColor).toMatch(/^rgba\(0, 0, 255/);
  expect(after.fontFamily).toContain('monospace');
  expect(after.textShadow).not.toBe('none');
});
