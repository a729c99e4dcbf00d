import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import type { HostCommand } from '../../../../../src/page/host-messages/host-messages.ts';
import { LocalEntries } from '../../../../../src/page/infrastructure/viewer/local-entries.ts';
import { errorDetails } from '../../../../../src/page/interface/errors/error-details.ts';
import { Resume } from '../../../../../src/page/interface/resume/resume.ts';
import { ViewerMemory } from '../../../../../src/page/interface/shared/viewer-memory.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';
import { FakeStorage } from '../../../../support/fake-storage.ts';

const { playing, paused, ended, buffering } = PLAYER_STATE;
const fail = (error: unknown): void => {
  throw error;
};
const at = (seconds: number) => ({ position: { seconds, atMs: 0, rate: 0 } });

/** One visit to a video of 100 s. */
function visit(storage: Storage | null, video = VIDEO, mayRemember = true) {
  const clock = createFakeClock();
  const player = createFakePlayer({ video, durationSeconds: 100 });
  const memory = new ViewerMemory(storage === null ? null : new LocalEntries(() => storage, clock));
  const document = Object.assign(new EventTarget(), { hidden: true }) as unknown as Document;
  const resume = new Resume({
    ...{ player, control: player, clock, memory, document, reportError: fail },
    mayRemember: () => mayRemember,
  });
  resume.start();
  const leave = () => document.dispatchEvent(new Event('visibilitychange'));
  return { clock, player, resume, leave };
}

/** The storage of a visit that ended at 42.5 s. */
function leftInTheMiddle(): FakeStorage {
  const storage = new FakeStorage();
  const { player, leave } = visit(storage);
  player.goTo(playing, at(42.5));
  leave();
  return storage;
}

test('resuming is offered for 15 s for a video that was left in the middle, and only accepting the offer seeks', async () => {
  const storage = leftInTheMiddle();
  const second = visit(storage);
  expect(second.resume.get().seconds).toBeNull();
  second.player.goTo(playing, at(0));
  expect(second.resume.get().seconds).toBe(42);
  expect(second.player.executed).toEqual([]);
  second.resume.accept();
  expect(second.player.executed[0]?.command).toEqual({ name: 'seekTo', arguments: [42, true] });
  expect(second.resume.get().seconds).toBeNull();

  const third = visit(storage);
  third.player.goTo(playing, at(0));
  await third.clock.advance(15_000);
  expect(third.resume.get().seconds).toBeNull();
});

const play: HostCommand = { name: 'playVideo', arguments: [] };

test('a viewer with consent who presses play resumes before the first frame, and can start over', async () => {
  const storage = leftInTheMiddle();
  const { player, resume, clock } = visit(storage);
  player.execute(play, 'viewer');
  player.goTo(buffering, at(0));
  const seeks = () => player.executed.flatMap(({ command }) => (command.name === 'seekTo' ? [command.arguments] : []));
  expect([seeks(), resume.get().seconds]).toEqual([[[42, true]], 0]);
  player.goTo(playing, at(42));
  resume.accept();
  expect([seeks().at(-1), resume.get().seconds]).toEqual([[0, true], null]);
  await clock.advance(60_000);
  expect(seeks()).toHaveLength(2);
});

test.each([
  ['a host', 'host', true, VIDEO],
  ['a viewer without consent', 'viewer', false, VIDEO],
  ['a viewer whose link has a start time', 'viewer', true, { ...VIDEO, startSeconds: 10 }],
] as const)('a start by %s does not seek to the remembered position', (_, by, mayRemember, video) => {
  const storage = leftInTheMiddle();
  const { player } = visit(storage, video, mayRemember);
  player.execute(play, by);
  player.goTo(buffering, at(0));
  player.goTo(playing, at(0));
  expect(player.executed.map(({ command }) => command.name)).toEqual(['playVideo']);
});

test('the offer to resume stays while the viewer holds it, and ends 15 s after the release', async () => {
  const storage = leftInTheMiddle();
  const { player, clock, resume } = visit(storage);
  player.goTo(playing, at(0));
  resume.hold();
  await clock.advance(60_000);
  expect(resume.get().seconds).toBe(42);
  resume.release();
  await clock.advance(14_999);
  expect(resume.get().seconds).toBe(42);
  await clock.advance(1);
  expect(resume.get().seconds).toBeNull();
  resume.release();
  expect(clock.pendingCount()).toBe(0);
});

test.each([
  ['at the very beginning', 5, VIDEO],
  ['near the end', 95, VIDEO],
  ['in a live stream', 50, { ...VIDEO, isLive: true }],
])('the position is not remembered %s', (_, seconds, video) => {
  const storage = new FakeStorage();
  const first = visit(storage, video);
  first.player.goTo(playing, at(seconds));
  first.player.goTo(paused);
  const second = visit(storage, video);
  second.player.goTo(playing, at(0));
  expect(second.resume.get().seconds).toBeNull();
});

test('without consent no position is stored, and a position stored with an earlier consent is offered until the video has ended', () => {
  const storage = new FakeStorage();
  const strict = visit(storage, VIDEO, false);
  strict.player.goTo(playing, at(42));
  strict.leave();
  expect(storage.length).toBe(0);
  const consented = visit(storage);
  consented.player.goTo(playing, at(42));
  consented.leave();
  const back = visit(storage, VIDEO, false);
  back.player.goTo(playing, at(0));
  expect(back.resume.get().seconds).toBe(42);
  back.player.goTo(ended);
  expect(visit(storage).resume.get().seconds).toBeNull();
  expect(storage.getItem('oriel.entry.positions')).toContain('[]');
});

test('accepting stores the position before the page has the new consent, and refusing stores none in spite of consent', () => {
  const storage = new FakeStorage();
  const asked = visit(storage, VIDEO, false);
  asked.player.goTo(paused, at(42));
  expect(storage.length).toBe(0);
  asked.resume.keepHere();
  expect(storage.getItem('oriel.entry.positions')).toContain('42');
  const refused = visit(storage);
  refused.resume.refuse();
  refused.player.goTo(playing, at(60));
  refused.leave();
  expect(storage.getItem('oriel.entry.positions')).toContain('42');
});

test('resuming is not offered if the address has a start time, and a private embed stores nothing [P10]', () => {
  const storage = new FakeStorage();
  const first = visit(storage);
  first.player.goTo(paused, at(50));
  const second = visit(storage, { ...VIDEO, startSeconds: 7 });
  second.player.goTo(playing, at(7));
  expect(second.resume.get().seconds).toBeNull();
  const secret = visit(null);
  secret.player.goTo(paused, at(50));
  secret.player.goTo(playing, at(0));
  expect(secret.resume.get().seconds).toBeNull();
});

test('error details contain the code, the message and the position, and no query of the page address', () => {
  const error = { code: 'net.timeout', title: 'No response', advice: '', retryable: true } as const;
  const player = createFakePlayer({ error, ...at(12) });
  const details = errorDetails(player.getSnapshot(), {
    errorTitle: 'No response',
    address: 'https://video.example/embed/orieldemo01?token=secret#part',
    userAgent: 'browser',
    nowMs: 0,
    isoTime: '2026-01-06T12:00:00.000Z',
  });
  expect(details).toContain('code: net.timeout\nmessage: No response\nvideo: orieldemo01\nposition: 12.0 s');
  expect(details).toContain('page: https://video.example/embed/orieldemo01\n');
  expect(details).not.toContain('secret');
});
