import { expect, test } from 'vitest';
import { Notices } from '../../../../../src/page/interface/shared/notices.ts';
import { SectionLoop } from '../../../../../src/page/interface/seek/section-loop.ts';
import { SeekAccumulator } from '../../../../../src/page/interface/seek/seek-accumulator.ts';
import { createLanguage } from '../../../../../src/page/language/language.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';

const fail = (error: unknown): never => {
  throw error;
};
const atSeconds = (seconds: number, rate = 0, atMs = 0) => ({ position: { seconds, atMs, rate } });

function setUp() {
  const clock = createFakeClock();
  const player = createFakePlayer({ durationSeconds: 100, ...atSeconds(50) });
  const notices = new Notices(clock, fail);
  const seekAccumulator = new SeekAccumulator({
    player,
    clock,
    notices,
    language: createLanguage({ code: 'en', locale: 'en' }),
  });
  const seeks = () => player.executed.map(({ command }) => command.arguments);
  return { clock, player, notices, seekAccumulator, seeks };
}

test('taps in quick succession are added up on screen and become one seek', async () => {
  const { clock, notices, seekAccumulator, seeks } = setUp();
  seekAccumulator.add(10, clock.monotonicNow(), 400);
  await clock.advance(200);
  seekAccumulator.add(10, clock.monotonicNow(), 400);
  expect(notices.get()).toMatchObject({ text: '+20 sec', place: 'end' });
  expect(seeks()).toEqual([]);
  await clock.advance(400);
  expect(seeks()).toEqual([[70, true]]);
});

test('keys seek at once, a change of direction resets the shown sum, and no seek passes the end', () => {
  const { notices, player, seekAccumulator, seeks } = setUp();
  seekAccumulator.add(5, 0);
  seekAccumulator.add(-10, 0);
  expect(notices.get()).toMatchObject({ text: '-10 sec', place: 'start' });
  player.set(atSeconds(98));
  seekAccumulator.add(10, 0);
  expect(seeks()).toEqual([
    [55, true],
    [40, true],
    [100, true],
  ]);
});

test('a notice disappears by itself; a permanent one stays until it is removed', async () => {
  const { clock, notices } = setUp();
  notices.show('short');
  await clock.advance(1_000);
  expect(notices.get()).toBeNull();
  notices.show('held', { forMs: Number.POSITIVE_INFINITY });
  await clock.advance(60_000);
  expect(notices.get()?.text).toBe('held');
  notices.hide();
  expect(clock.pendingCount()).toBe(0);
});

test('a section loop seeks to its start when its end is reached, at any speed', async () => {
  const { clock, player, seeks } = setUp();
  const section = new SectionLoop(player, clock, fail);
  section.start(60);
  section.end(52);
  expect(section.get()).toEqual({ fromSeconds: 52, toSeconds: 60 });
  player.set(atSeconds(56, 2, clock.monotonicNow()));
  await clock.advance(1_999);
  expect(seeks()).toEqual([]);
  await clock.advance(1);
  expect(seeks()).toEqual([[52, true]]);
});

test('a section loop ends when another video is shown', async () => {
  const { clock, player, seeks } = setUp();
  const section = new SectionLoop(player, clock, fail);
  section.start(10);
  section.end(20);
  player.set({ video: { ...VIDEO, videoId: 'another0001' }, ...atSeconds(15, 1, clock.monotonicNow()) });
  expect(section.get()).toEqual({ fromSeconds: null, toSeconds: null });
  await clock.advance(60_000);
  expect(seeks()).toEqual([]);
  expect(clock.pendingCount()).toBe(0);
});

test('a step seeks even if its notice cannot be shown', () => {
  const { clock, player, notices, seeks } = setUp();
  const language = { signedSeconds: () => fail(new Error('no number format')) };
  const seekAccumulator = new SeekAccumulator({ player, clock, notices, language });
  expect(() => seekAccumulator.add(5, clock.monotonicNow())).toThrow('no number format');
  expect(seeks()).toEqual([[55, true]]);
});
