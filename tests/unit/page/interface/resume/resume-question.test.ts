import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import type { PrivacyReport } from '../../../../../protocol/privacy/privacy-report.ts';
import { ResumeQuestion } from '../../../../../src/page/interface/resume/resume-question.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeInfrastructure } from '../../../../support/fake-infrastructure.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';
import { UNDECIDED_REPORT } from '../../../../support/undecided-report.ts';

const { playing, paused } = PLAYER_STATE;

interface Opening {
  readonly report?: Partial<PrivacyReport> | null;
  readonly snapshot?: Partial<PlayerSnapshot>;
  readonly canStore?: boolean;
  readonly picture?: { readonly clientWidth: number; readonly clientHeight: number };
  readonly textPx?: number;
}

/** A video of 100 s that plays in its middle. */
function open({
  report = {},
  snapshot = {},
  canStore = true,
  picture = { clientWidth: 320, clientHeight: 180 },
  textPx = 13,
}: Opening = {}) {
  const clock = createFakeClock();
  const position = { seconds: 42, atMs: 0, rate: 0 };
  const player = createFakePlayer({ state: playing, durationSeconds: 100, position, ...snapshot });
  const infrastructure = new FakeInfrastructure();
  const { written, failing } = infrastructure;
  if (report === null) failing.add('privacy');
  else infrastructure.report = { ...UNDECIDED_REPORT, ...report };
  const question = new ResumeQuestion({
    player,
    control: player,
    clock,
    picture,
    textPx: () => textPx,
    canStore: () => canStore,
    infrastructure,
    reportError(error) {
      throw error;
    },
  });
  const pause = async (by: 'viewer' | 'host' = 'viewer'): Promise<() => void> => {
    player.ran({ name: 'pauseVideo', arguments: [] }, by);
    player.goTo(paused);
    const leave = question.consider(player.getSnapshot());
    await clock.advance(0);
    return leave;
  };
  return { player, clock, question, written, failing, pause, isAsked: () => question.get().isAsked };
}

test('the resume question is shown once a page, when the viewer pauses in the middle, and closes when playback continues', async () => {
  const { player, pause, isAsked } = open();
  const playOn = await pause();
  expect(isAsked()).toBe(true);
  player.goTo(playing);
  playOn();
  expect(isAsked()).toBe(false);
  await pause();
  expect(isAsked()).toBe(false);
});

test.each([
  [180, false],
  [360, true],
])('in a picture %i px high with captions the resume question is shown: %s', async (clientHeight, isAskedThere) => {
  const captions = { ...createFakePlayer().getSnapshot().captions, active: 0 };
  const { pause, isAsked } = open({ snapshot: { captions }, picture: { clientWidth: 640, clientHeight } });
  await pause();
  expect(isAsked()).toBe(isAskedThere);
});

test('accepting the resume question stores the consent “functional”, and returns whether it was stored', async () => {
  const { question, written, failing, pause, isAsked } = open();
  await pause();
  expect(await question.accept()).toBe(true);
  expect([written, isAsked()]).toEqual([[['consent', 'functional']], false]);
  failing.add('writePreference');
  expect(await question.accept()).toBe(false);
});

test.each([
  ['whose viewer or site has decided', { report: { isStated: true } }],
  ['under Global Privacy Control', { report: { isStated: true, objects: true, ceiling: 'strict' } }],
  ['of a private embed [P10]', { report: { level: 'none', ceiling: 'none' } }],
  ['whose service does not respond', { report: null }],
  ['at the start of the video', { snapshot: { position: { seconds: 9, atMs: 0, rate: 0 } } }],
  ['at the end of the video', { snapshot: { position: { seconds: 91, atMs: 0, rate: 0 } } }],
  ['of a live stream', { snapshot: { video: { ...VIDEO, isLive: true } } }],
  ['with less room than a card needs', { picture: { clientWidth: 200, clientHeight: 113 } }],
  ['with text too large for a card', { textPx: 26 }],
  ['without access to storage', { canStore: false }],
] as const)('the resume question is not shown in a page %s', async (_what, opening) => {
  const { pause, isAsked } = open(opening);
  await pause();
  expect(isAsked()).toBe(false);
});

test('the resume question is not shown when the host pauses, and is shown when the viewer pauses later', async () => {
  const { player, pause, isAsked } = open();
  await pause('host');
  expect(isAsked()).toBe(false);
  player.goTo(playing);
  await pause();
  expect(isAsked()).toBe(true);
});
