// @module-tag thorough
import type { Page } from 'playwright';
import { waitForState, waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';

/** Connects one sound meter behind the element and another in front of the speakers, in the page's audio context. */
function meterSound(): void {
  const heard: AnalyserNode[] = [];
  const meterOf = (node: AudioNode, place: number): AnalyserNode =>
    (heard[place] ??= new AnalyserNode(node.context, { fftSize: 32_768 }));
  const connect = Reflect.get(AudioNode.prototype, 'connect') as (this: AudioNode, target: AudioNode) => AudioNode;
  AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode | AudioParam) {
    if (this instanceof MediaElementAudioSourceNode) connect.call(this, meterOf(this, 0));
    if (target instanceof AudioDestinationNode) connect.call(this, meterOf(this, 1));
    return connect.call(this, target as AudioNode);
  } as typeof AudioNode.prototype.connect;
  const loudness = (meter: AnalyserNode | undefined): number => {
    const samples = new Float32Array(32_768);
    meter?.getFloatTimeDomainData(samples);
    return Math.hypot(...samples.filter((_, index) => index % 8 === 0));
  };
  Object.assign(globalThis, { measureGain: () => loudness(heard[1]) / loudness(heard[0]) });
}

/** Ratio of the loudness at the speakers to the loudness of the video; `NaN` without processing or without sound. */
const measuredGain = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { measureGain: () => number }).measureGain());

async function chooseBoost(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'More settings' }).click();
  await page.getByRole('button', { name: /^Sound/ }).click();
  await page.getByRole('radio', { name }).click();
}

test.concurrent.for([
  ['a stream', 'orieldemo01'],
  ['a file', 'orielmp4001'],
])(
  'the chosen boost of %s is measured at the speakers, and again at the next visit without a press',
  async ([, video], { product, expect }) => {
    const { page, problems } = await product.openPage();
    await page.addInitScript(meterSound);
    const address = `${product.playerOrigin}/embed/${video}?autoplay=1&loop=1`;
    await page.goto(address);
    await waitForState(page, 'playing');
    await waitForTime(page, 1);
    expect(await measuredGain(page)).toBeNaN();
    await page.mouse.move(100, 100);
    await chooseBoost(page, '200%');
    await expect.poll(() => measuredGain(page)).toBeCloseTo(2, 1);
    await chooseBoost(page, 'Off');
    await expect.poll(() => measuredGain(page)).toBeCloseTo(1, 1);
    await chooseBoost(page, '150%');
    await expect.poll(() => measuredGain(page)).toBeCloseTo(1.5, 1);
    await page.goto(address);
    await waitForState(page, 'playing');
    await expect.poll(() => measuredGain(page)).toBeCloseTo(1.5, 1);
    expect(problems).toEqual([]);
  },
);
