// @module-tag thorough
import type { Page } from 'playwright';
import { expect, type ExpectStatic } from 'vitest';
import type { PageOptions } from '../support/browser.ts';
import { test, type Product } from '../support/test.ts';
import { Hands } from './support/hands.ts';
import { look, type Look } from './support/look.ts';
import { SITUATIONS, type Situation, type SituationName } from './support/places.ts';

/** Longer than the controls stay visible after an input (3 s). */
const LATER_MS = 4_500;
/** By then transitions have ended and a press has taken effect; `expect.poll` waits longer on a busy machine. */
const SOON_MS = 500;

type Expected = Partial<Record<keyof Look, unknown>>;

interface Tried {
  readonly page: Page;
  readonly hands: Hands;
}

/** A gesture, the states it is tried in, and the expected look soon after it and after a time without input. */
interface Row {
  readonly gesture: string;
  readonly in: readonly SituationName[];
  readonly does: (hands: Hands) => Promise<unknown>;
  readonly soon?: Expected;
  readonly later?: Expected;
  readonly touch?: true;
  /** Waits in real time, because the row depends on how far the video plays; other rows only advance the page's clock. */
  readonly waits?: true;
}

const GONE: Expected = { bar: 0, title: '', bubbles: [], hasFocusRing: false, isPlaying: true };
const SHOWN: Expected = { bar: 1, hasHead: true };
const STILL: Expected = { bar: 1, isPlaying: false };

/** Titles that the end screen of the demo video shows. */
const SUGGESTED = [
  'A plain under one sun, all around',
  'Four small worlds, one file',
  'Four small worlds, live without end',
];
const ENDED: Expected = { ...STILL, suggestions: SUGGESTED, hasFocusRing: false, focus: 'BODY' };

const ROWS: readonly Row[] = [
  {
    gesture: 'no input',
    in: ['playing', 'live'],
    does: async () => undefined,
    later: { ...GONE, cursor: 'none' },
  },
  {
    gesture: 'a press on the offer of sound, long after a muted start',
    in: ['playing'],
    async does(hands) {
      await waitLong(hands);
      await hands.pressOn('.unmute');
    },
    soon: { ...SHOWN, isMuted: false, soundOffer: 'none', isPlaying: true, focus: 'VIDEO' },
    later: { ...GONE, soundOffer: 'none' },
  },
  {
    gesture: 'a mouse press on the picture',
    in: ['playing', 'live'],
    does: (hands) => hands.press(0.4, 0.4),
    soon: STILL,
    later: STILL,
  },
  {
    gesture: 'a mouse press beside the menu',
    in: ['with its menu open'],
    does: (hands) => hands.press(0.2, 0.4),
    soon: { panel: null, isPlaying: true },
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
    gesture: 'a press on the name of the chapter, and on a chapter',
    in: ['playing'],
    async does(hands) {
      await hands.pressOn('.time-chapter');
      await hands.waitForPart('.chapters .menu-item');
      await hands.pressOn('.chapters li:nth-child(3) .menu-item');
    },
    soon: { panel: null, isPlaying: true, seconds: expect.closeTo(15, -1), focus: 'Chapters: Seahorse coast' },
    later: GONE,
  },
  {
    gesture: 'the transcript from the menu, and a press on a line',
    in: ['playing'],
    async does(hands) {
      await openTranscript(hands);
      await hands.pressOn('[data-line="2"]');
    },
    soon: { panel: 'Transcript', isPlaying: true, line: '[soft bells]' },
    later: { ...GONE, panel: 'Transcript', line: 'Cells live, cells die, patterns stay.' },
    waits: true,
  },
  {
    gesture: 'a drag of the mouse',
    in: ['playing', 'ended', 'in full screen', 'right to left'],
    does: (hands) => hands.drag(0.2, 0.6),
    soon: {
      bar: 1,
      thumb: expect.closeTo(0.6, 1),
      played: expect.closeTo(0.6, 1),
      clock: '0:16',
      bubbles: [expect.stringContaining('0:16')],
      hasPreviewPicture: true,
    },
    later: { bar: 1, thumb: expect.closeTo(0.6, 1) },
  },
  {
    gesture: 'a drag in the window of a live stream',
    in: ['live'],
    does: (hands) => hands.drag(0.9, 0.4),
    soon: { bar: 1, thumb: expect.closeTo(0.4, 1), bubbles: [expect.stringMatching(/^−\d+:\d\d$/)] },
  },
  {
    gesture: 'a drag of the mouse, let go',
    in: ['paused'],
    async does(hands) {
      await hands.drag(0.2, 0.6);
      await hands.release();
    },
    soon: { thumb: expect.closeTo(0.6, 1), seconds: expect.closeTo(17, -1) },
  },
  {
    gesture: 'a finger along the bar',
    in: ['playing'],
    does: (hands) => hands.touchDrag(0.2, 0.6),
    soon: { bar: 1, thumb: expect.closeTo(0.6, 1), clock: '0:16', hasPreviewPicture: true },
    touch: true,
  },
  {
    gesture: 'a tap on the picture',
    in: ['playing'],
    async does(hands) {
      await hands.waitFor(LATER_MS);
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
    gesture: 'no input',
    in: ['played to its end'],
    does: async () => undefined,
    soon: { ...ENDED, replays: 2 },
    later: { ...ENDED, replays: 2 },
  },
  {
    gesture: 'a press on replay',
    in: ['played to its end'],
    does: (hands) => hands.pressOn('.end-replay'),
    soon: { suggestions: [], isPlaying: true },
    later: GONE,
  },
  {
    gesture: 'a press on a suggestion',
    in: ['played to its end'],
    does: (hands) => hands.pressOn('.end-cards li:nth-child(2) button'),
    soon: { suggestions: [], hasHead: true, isPlaying: true },
    later: GONE,
  },
];

/** Waits until the offer of sound has shrunk to an icon and the controls are hidden. */
function waitLong(hands: Hands): Promise<void> {
  return hands.waitFor(LATER_MS + 2_000);
}

async function openTranscript(hands: Hands): Promise<void> {
  await hands.pressOn('[data-opens="more"]');
  await hands.waitForPart('[data-row="transcript"]');
  await hands.pressOn('[data-row="transcript"]');
  await hands.waitForPart('.transcript-line');
}

/** Turns sound on first: while the video is muted, the offer of sound takes the place of the title. */
async function pressTitle(hands: Hands): Promise<void> {
  await hands.key('m');
  await hands.move(0.5, 0.4);
  await hands.pressOn('.title-link');
}

interface Group {
  readonly title: string;
  readonly situation: Situation;
  readonly options: PageOptions;
  readonly rows: readonly Row[];
}

/** Groups rows by state and by mouse or touch; the rows of a group share a page, which is reloaded for each row. */
function groupsOf(rows: readonly Row[]): Group[] {
  return Object.entries(SITUATIONS).flatMap(([name, situation]) =>
    [false, true].flatMap((isTouch) => {
      const group = rows.filter((row) => row.in.some((one) => one === name) && (row.touch === true) === isTouch);
      const title = `${name}, by ${isTouch ? 'fingers' : 'mouse and keys'}`;
      return group.length === 0 ? [] : [{ title, situation, options: { hasTouch: isTouch }, rows: group }];
    }),
  );
}

async function tryGesture({ does, soon, later, waits }: Row, { page, hands }: Tried, expect: ExpectStatic) {
  await does(hands);
  await page.waitForTimeout(SOON_MS);
  if (soon !== undefined) await expect.poll(() => look(page)).toMatchObject(soon);
  if (later === undefined) return;
  await (waits === true ? page.waitForTimeout(LATER_MS) : hands.waitFor(LATER_MS));
  await expect.poll(() => look(page)).toMatchObject(later);
}

async function tryAll({ situation, options, rows }: Group, product: Product, expect: ExpectStatic) {
  const { page, problems } = await product.openPage(options);
  // An installed clock runs by itself and can be advanced.
  await page.clock.install();
  const hands = await Hands.of(page);
  for (const row of rows) {
    await page.goto(product.playerOrigin + situation.path);
    await situation.reach(page, hands);
    await tryGesture(row, { page, hands }, expect).catch((cause) => {
      throw new Error(`after ${row.gesture}`, { cause });
    });
    await hands.leave();
  }
  expect(problems).toEqual([]);
}

test.concurrent.for(groupsOf(ROWS))(
  'gestures $title: the player looks as expected soon after each gesture and later',
  (group, { product, expect }) => tryAll(group, product, expect),
);
