import { expect } from 'vitest';
import type { PageOptions } from '../support/browser.ts';
import { test, type Product } from '../support/test.ts';
import { Hands } from './support/hands.ts';
import { look, type Look } from './support/look.ts';
import { SITUATIONS, type SituationName } from './support/places.ts';

/** Longer than the controls stay after an input: 3 s. */
const LATER_MS = 4_500;
/** Transitions have ended, and what follows a press has happened. */
const SOON_MS = 500;

type Expected = Partial<Record<keyof Look, unknown>>;

/** One gesture in one state: what is seen soon after it, and what is seen once the viewer has done nothing more. */
interface Row {
  readonly gesture: string;
  readonly in: readonly SituationName[];
  readonly does: (hands: Hands) => Promise<unknown>;
  readonly soon?: Expected;
  readonly later?: Expected;
  readonly touch?: true;
}

const GONE: Expected = { bar: 0, title: '', bubbles: [], hasFocusRing: false, isPlaying: true };
const SHOWN: Expected = { bar: 1, title: expect.stringMatching(/./) };
const STILL: Expected = { bar: 1, isPlaying: false };

/** The end of the demo video. */
const SUGGESTED = [
  'A plain under one sun, all around',
  'Four small worlds, one file',
  'Four small worlds, live without end',
];
const ENDED: Expected = { ...STILL, suggestions: SUGGESTED, hasFocusRing: false, focus: 'BODY' };

const ROWS: readonly Row[] = [
  {
    gesture: 'no input',
    in: ['playing', 'live', 'in full screen'],
    does: async () => undefined,
    later: { ...GONE, cursor: 'none' },
  },
  {
    gesture: 'the key c',
    in: ['playing', 'in full screen'],
    does: (hands) => hands.key('c'),
    soon: { ...SHOWN, hasFocusRing: false, isPlaying: true },
    later: GONE,
  },
  {
    gesture: 'a key once the controls have gone',
    in: ['playing'],
    async does(hands) {
      await new Promise((resolve) => setTimeout(resolve, LATER_MS));
      await hands.key('m');
    },
    soon: { ...SHOWN, hasFocusRing: false },
    later: GONE,
  },
  {
    gesture: 'an arrow key',
    in: ['playing', 'live', 'in full screen'],
    does: (hands) => hands.key('ArrowLeft'),
    soon: { ...SHOWN, hasFocusRing: false },
    later: GONE,
  },
  {
    gesture: 'a press on the picture and then a key',
    in: ['paused'],
    async does(hands) {
      await hands.press(0.4, 0.4);
      await hands.key('c');
    },
    later: GONE,
  },
  { gesture: 'Tab to a control', in: ['playing'], does: tabIn, soon: { ...SHOWN, hasFocusRing: true }, later: SHOWN },
  {
    gesture: 'a press on the big play button and then a key',
    in: ['cued'],
    async does(hands) {
      await hands.press(0.5, 0.5);
      await hands.key('c');
    },
    later: GONE,
  },
  {
    gesture: 'a mouse press on the picture',
    in: ['playing', 'live', 'in full screen'],
    does: (hands) => hands.press(0.4, 0.4),
    soon: STILL,
    later: STILL,
  },
  { gesture: 'a mouse press on the picture', in: ['ended'], does: (hands) => hands.press(0.4, 0.4), later: GONE },
  {
    gesture: 'a mouse press beside the menu',
    in: ['with its menu open'],
    does: (hands) => hands.press(0.2, 0.4),
    soon: { panel: null, isPlaying: true },
    later: GONE,
  },
  {
    gesture: 'a tap beside the menu',
    in: ['with its menu open'],
    does: (hands) => hands.tap(0.2, 0.3),
    soon: { panel: null, isPlaying: true },
    later: GONE,
    touch: true,
  },
  {
    gesture: 'a press on the button of the menu',
    in: ['with its menu open'],
    does: (hands) => hands.pressOn('[data-icon="settings"]'),
    soon: { panel: null, isPlaying: true },
    later: GONE,
  },
  {
    gesture: 'Escape',
    in: ['with its menu open'],
    does: (hands) => hands.key('Escape'),
    soon: { panel: null, isPlaying: true, focus: 'Settings' },
    later: GONE,
  },
  {
    gesture: 'a choice of speed',
    in: ['with its menu open'],
    async does(hands) {
      await hands.pressOn('[data-row="speed"]');
      await hands.pressOn('[role="radio"]:nth-child(6)');
    },
    soon: { panel: null, rate: 1.5, isPlaying: true },
    later: GONE,
  },
  {
    gesture: 'a choice of speed, and the press beside it that other players need',
    in: ['with its menu open'],
    async does(hands) {
      await hands.pressOn('[data-row="speed"]');
      await hands.pressOn('[role="radio"]:nth-child(6)');
      await hands.press(0.2, 0.4);
    },
    soon: { panel: null, rate: 1.5, isPlaying: true },
  },
  {
    gesture: 'a drag of the mouse',
    in: ['playing', 'paused', 'ended', 'in full screen', 'right to left'],
    does: (hands) => hands.drag(0.2, 0.6),
    soon: {
      ...SHOWN,
      thumb: expect.closeTo(0.6, 1),
      played: expect.closeTo(0.6, 1),
      clock: '0:16',
      bubbles: [expect.stringContaining('0:16')],
      hasPreviewPicture: true,
    },
    later: { ...SHOWN, thumb: expect.closeTo(0.6, 1) },
  },
  {
    gesture: 'a drag in the window of a live stream',
    in: ['live'],
    does: (hands) => hands.drag(0.9, 0.4),
    soon: { ...SHOWN, thumb: expect.closeTo(0.4, 1), bubbles: [expect.stringMatching(/^−\d+:\d\d$/)] },
  },
  {
    gesture: 'a drag of the mouse, let go',
    in: ['playing', 'paused'],
    async does(hands) {
      await hands.drag(0.2, 0.6);
      await hands.release();
    },
    soon: { thumb: expect.closeTo(0.6, 1), seconds: expect.closeTo(17, -1) },
  },
  {
    gesture: 'a drag and Escape',
    in: ['paused'],
    async does(hands) {
      await hands.drag(0.2, 0.9);
      await hands.key('Escape');
      await hands.release();
    },
    soon: { ...STILL, seconds: expect.toSatisfy((seconds: number) => seconds < 20) },
  },
  {
    gesture: 'a drag away from the bar, which moves the thumb finely',
    in: ['paused'],
    async does(hands) {
      await hands.drag(0.2, 0.5);
      await hands.dragAbove(0.5, 160);
      await hands.dragAbove(0.9, 160);
    },
    soon: { thumb: expect.closeTo(0.6, 1) },
  },
  {
    gesture: 'a finger along the bar',
    in: ['playing', 'paused'],
    does: (hands) => hands.touchDrag(0.2, 0.6),
    soon: { ...SHOWN, thumb: expect.closeTo(0.6, 1), clock: '0:16', hasPreviewPicture: true },
    touch: true,
  },
  {
    gesture: 'a second finger during a drag',
    in: ['paused'],
    async does(hands) {
      await hands.touchDrag(0.2, 0.9);
      await hands.touchBeside(0.9);
      await hands.lift();
    },
    soon: { seconds: expect.toSatisfy((seconds: number) => seconds < 20), bubbles: [] },
    touch: true,
  },
  {
    gesture: 'a tap on the picture',
    in: ['playing', 'live'],
    async does(hands) {
      await new Promise((resolve) => setTimeout(resolve, LATER_MS));
      await hands.tap(0.5, 0.3);
    },
    soon: { ...SHOWN, isPlaying: true },
    later: GONE,
    touch: true,
  },
  {
    gesture: 'a press on the title, which opens the page of the video',
    in: ['playing'],
    does: pressTitle,
    soon: { isPlaying: true, notice: '' },
  },
  {
    gesture: 'a press on the title, which opens the page of the video',
    in: ['paused', 'cued'],
    does: pressTitle,
    soon: { isPlaying: false, notice: '' },
  },
  {
    gesture: 'a press beside the title',
    in: ['playing'],
    does: (hands) => hands.press(0.6, 0.05),
    soon: STILL,
  },
  {
    gesture: 'no input',
    in: ['played to its end'],
    does: async () => undefined,
    soon: { ...ENDED, replays: 2 },
    later: { ...ENDED, replays: 2 },
  },
  {
    gesture: 'no input by a finger',
    in: ['played to its end'],
    does: async () => undefined,
    soon: { ...ENDED, replays: 1 },
    later: { ...ENDED, replays: 1 },
    touch: true,
  },
  {
    gesture: 'no input',
    in: ['played to its end without suggestions'],
    does: async () => undefined,
    later: { ...STILL, suggestions: [], replays: 1 },
  },
  {
    gesture: 'a press on replay',
    in: ['played to its end'],
    does: (hands) => hands.pressOn('.end-replay'),
    soon: { suggestions: [], isPlaying: true },
    later: GONE,
  },
  {
    gesture: 'a tap on replay',
    in: ['played to its end'],
    does: (hands) => hands.tapOn('.end-replay'),
    soon: { suggestions: [], isPlaying: true },
    later: GONE,
    touch: true,
  },
  {
    gesture: 'a press on a suggestion',
    in: ['played to its end'],
    does: (hands) => hands.pressOn('.end-cards li:nth-child(2) button'),
    soon: { suggestions: [], title: SUGGESTED[1] },
    later: GONE,
  },
  {
    gesture: 'a tap on a suggestion',
    in: ['played to its end'],
    does: (hands) => hands.tapOn('.end-cards li:nth-child(2) button'),
    soon: { suggestions: [], title: SUGGESTED[1] },
    later: GONE,
    touch: true,
  },
  {
    gesture: 'an arrow key, which seeks back',
    in: ['played to its end'],
    does: (hands) => hands.key('ArrowLeft'),
    soon: { suggestions: [], seconds: expect.closeTo(23, -1) },
  },
  {
    gesture: 'a pointer on a control, and Escape',
    in: ['paused'],
    async does(hands) {
      await hands.pointAt('[data-icon="captions"]');
      await new Promise((resolve) => setTimeout(resolve, 600));
      await hands.key('Escape');
    },
    soon: { bubbles: [] },
  },
  {
    gesture: 'a pointer on a control, and then on its name',
    in: ['paused'],
    async does(hands) {
      await hands.pointAt('[data-icon="captions"]');
      await new Promise((resolve) => setTimeout(resolve, 600));
      await hands.pointAt('.bubble');
    },
    soon: { bubbles: ['Captions (c)'] },
    later: { bubbles: ['Captions (c)'] },
  },
];

async function pressTitle(hands: Hands): Promise<void> {
  await hands.move(0.5, 0.4);
  await hands.pressOn('.title-link');
}

async function tabIn(hands: Hands): Promise<void> {
  await hands.key('Tab');
  await hands.key('Tab');
}

const CASES = ROWS.flatMap((row) =>
  row.in.map((name) => ({ title: `${row.gesture}, ${name}`, row, situation: SITUATIONS[name] })),
);

async function begin(product: Product, { row, situation }: (typeof CASES)[number]) {
  const options: PageOptions = row.touch === true ? { hasTouch: true } : {};
  const { page, problems } = await product.open(situation.path, options);
  const hands = await Hands.of(page);
  await situation.reach(page, hands);
  return { page, hands, problems };
}

test.concurrent.for(CASES)('gesture: $title', async (one, { product }) => {
  const { page, hands, problems } = await begin(product, one);
  const { does, soon, later } = one.row;
  await does(hands);
  await page.waitForTimeout(SOON_MS);
  if (soon !== undefined) expect(await look(page)).toMatchObject(soon);
  if (later !== undefined) {
    await page.waitForTimeout(LATER_MS);
    expect(await look(page)).toMatchObject(later);
  }
  expect(problems).toEqual([]);
});
