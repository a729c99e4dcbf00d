import { beforeEach, expect, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { VIDEO } from '../../support/fake-player.ts';
import { give } from './support/give.ts';
import type { OpenInterface } from './support/open-interface.ts';
import { captionsOf, captionsWith, listOf, openTranscript, panelOf, trackOf } from './support/open-transcript.ts';
import { until } from './support/until.ts';

beforeEach(() => frame.viewport(800, 450));

const lines = ({ container }: OpenInterface): HTMLElement[] => [
  ...container.querySelectorAll<HTMLElement>('.transcript-line'),
];
const texts = (opened: OpenInterface) => lines(opened).map(({ textContent }) => textContent);
const current = (opened: OpenInterface) =>
  lines(opened)
    .filter((line) => line.ariaCurrent === 'true')
    .map(({ textContent }) => textContent);
const hits = ({ container }: OpenInterface) => container.querySelector('.transcript-hits')?.textContent;
const focused = () => document.activeElement?.textContent;
const search = () => frame.getByRole('searchbox', { name: 'Search transcript' });
const backToNow = () => frame.getByRole('button', { name: 'Back to current line' });
const lastCommand = ({ player }: OpenInterface) => player.executed.at(-1)?.command;
const goTo = ({ player }: OpenInterface, seconds: number): void =>
  player.set({ position: { seconds, atMs: 0, rate: 0 } });
/** Whether a line is inside the visible part of the list. */
const isInView = (opened: OpenInterface, line: Element | undefined): boolean => {
  const [outer, inner] = [listOf(opened).getBoundingClientRect(), line?.getBoundingClientRect()];
  return inner !== undefined && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
};
const lineNamed = (opened: OpenInterface, text: string) =>
  lines(opened).find(({ textContent }) => textContent.includes(text));

/** A video with as many lines as asked for, of two seconds each. */
const manyLines = (count: number) =>
  captionsWith([
    trackOf('en', 'English', captionsOf(Array.from({ length: count }, (_, index) => `Line number ${index}.`))),
  ]);

test('each line of the transcript is a whole sentence with its start time, and keeps italics', async () => {
  const opened = await openTranscript();
  expect(texts(opened)).toEqual([
    '0:00The sea is wide.',
    '0:02The sand is warm.',
    '0:04Every shell has a song.',
    '0:08Good night.',
  ]);
  expect(lines(opened)[0]?.querySelector('i')?.textContent).toBe('is');
  const items = [...opened.container.querySelectorAll('.transcript [role="listitem"]')];
  expect(items.map(({ ariaPosInSet, ariaSetSize }) => `${ariaPosInSet}/${ariaSetSize}`)).toEqual([
    '1/4',
    '2/4',
    '3/4',
    '4/4',
  ]);
});

test('chapters are headings above their first lines', async () => {
  const chapters = [
    { title: 'Day', startSeconds: 0 },
    { title: 'Night', startSeconds: 7 },
  ];
  const opened = await openTranscript('docked', { video: { ...VIDEO, chapters } });
  const headings = [...opened.container.querySelectorAll('.transcript h3')];
  expect(headings.map(({ textContent, parentElement }) => [textContent, parentElement?.textContent])).toEqual([
    ['Day', 'Day0:00The sea is wide.'],
    ['Night', 'Night0:08Good night.'],
  ]);
});

test('the present line is marked and follows playback', async () => {
  const opened = await openTranscript();
  expect(current(opened)).toEqual(['0:00The sea is wide.']);
  opened.player.set({ position: { seconds: 1, atMs: opened.clock.monotonicNow(), rate: 1 } });
  await opened.clock.advance(1_100);
  await until(() => current(opened)).toEqual(['0:02The sand is warm.']);
  goTo(opened, 9);
  await until(() => current(opened)).toEqual(['0:08Good night.']);
});

test('a press on a line seeks to its start, leaves the panel open and the focus where it was', async () => {
  const opened = await openTranscript();
  await userEvent.click(lineNamed(opened, 'Every shell') as HTMLElement);
  expect(lastCommand(opened)).toEqual({ name: 'seekTo', arguments: [4, true] });
  await until(() => current(opened)).toEqual(['0:04Every shell has a song.']);
  expect(document.activeElement).toBe(listOf(opened));
});

test('arrows, Home and End move through the lines, Enter seeks', async () => {
  const opened = await openTranscript();
  goTo(opened, 3);
  await until(() => current(opened)).toEqual(['0:02The sand is warm.']);
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('0:02The sand is warm.');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('0:04Every shell has a song.');
  await userEvent.keyboard('{End}{ArrowDown}');
  expect(focused()).toBe('0:08Good night.');
  await userEvent.keyboard('{Home}{ArrowUp}');
  expect(focused()).toBe('0:00The sea is wide.');
  await userEvent.keyboard('{End}{Enter}');
  expect(lastCommand(opened)).toEqual({ name: 'seekTo', arguments: [8, true] });
  expect(lines(opened).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
});

test('the search shows the lines that have the words, marks the words and counts the lines', async () => {
  const opened = await openTranscript();
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(search().element());
  await userEvent.keyboard('THE S');
  const marked = () => [...opened.container.querySelectorAll('mark')].map(({ textContent }) => textContent);
  await until(marked).toEqual(['The s', 'The s']);
  expect([texts(opened), hits(opened)]).toEqual([['0:00The sea is wide.', '0:02The sand is warm.'], '2 matches']);
  await userEvent.keyboard('{Enter}');
  expect(focused()).toBe('0:00The sea is wide.');
  await userEvent.keyboard('/');
  await userEvent.keyboard('{Escape}');
  await until(() => texts(opened).length).toBe(4);
  expect([panelOf(opened)?.open, hits(opened)]).toEqual([true, '']);
});

test.each(['docked', 'sheet'] as const)(
  'Escape empties the search of a %s list and leads to it, another one closes',
  async (form) => {
    const opened = await openTranscript(form);
    await search().fill('the s');
    await until(() => texts(opened).length).toBe(2);
    await userEvent.keyboard('{Enter}{ArrowDown}{Tab}');
    expect(document.activeElement).toBe(backToNow().element());
    await userEvent.keyboard('{Escape}');
    await until(() => texts(opened).length).toBe(4);
    expect([document.activeElement, backToNow().elements()]).toEqual([search().element(), []]);
    await userEvent.keyboard('{Escape}');
    await until(() => opened.container.querySelector('.transcript')).toBeNull();
  },
);

test('a transcript of 3000 lines renders fewer than 300, and scrolls the current or focused line into view', async () => {
  const opened = await openTranscript('docked', { captions: manyLines(3_000), durationSeconds: 6_000 });
  goTo(opened, 4_001);
  await until(() => current(opened)).toEqual(['1:06:40Line number 2000.']);
  await until(() => isInView(opened, lineNamed(opened, 'number 2000'))).toBe(true);
  expect(lines(opened).length).toBeLessThan(300);
  await userEvent.keyboard('{End}');
  expect(focused()).toBe('1:39:58Line number 2999.');
  await until(() => isInView(opened, lineNamed(opened, 'number 2999'))).toBe(true);
  await userEvent.keyboard('{Home}');
  expect(focused()).toBe('0:00Line number 0.');
  expect(lines(opened).length).toBeLessThan(300);
});

test('a transcript that the viewer has scrolled does not follow playback until the viewer presses the button back to now', async () => {
  const opened = await openTranscript('docked', { captions: manyLines(200) });
  expect(backToNow().elements()).toEqual([]);
  listOf(opened).dispatchEvent(new WheelEvent('wheel', { deltaY: 2_000, bubbles: true }));
  listOf(opened).scrollTo({ top: 2_000, behavior: 'instant' });
  await expect.element(backToNow()).toBeVisible();
  goTo(opened, 11);
  await until(() => lineNamed(opened, 'number 80.')).toBeDefined();
  expect(listOf(opened).scrollTop).toBeGreaterThan(1_000);
  await backToNow().click();
  await until(() => isInView(opened, lineNamed(opened, 'number 5.'))).toBe(true);
  expect(current(opened)).toEqual(['0:10Line number 5.']);
  expect([backToNow().elements(), document.activeElement]).toEqual([[], listOf(opened)]);
});

test('all lines are copied with their times', async () => {
  const written: string[] = [];
  give(navigator, 'clipboard', { writeText: async (text: string) => void written.push(text) });
  const opened = await openTranscript('sheet');
  await frame.getByRole('button', { name: 'Copy: Transcript' }).click();
  await expect.element(frame.getByRole('button', { name: 'Copied: Transcript' })).toBeVisible();
  expect(written).toEqual([
    '0:00 The sea is wide.\n0:02 The sand is warm.\n0:04 Every shell has a song.\n0:08 Good night.',
  ]);
  expect(opened.container.querySelector('.transcript-tools [role="status"]')?.textContent).toBe('Copied');
});
