import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import type { SoundChoice } from '../../../../../src/page/interface/sound/sound-choice.ts';
import { SoundEffects } from '../../../../../src/page/interface/sound/sound-effects.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

const PLAYING: Partial<PlayerSnapshot> = { state: PLAYER_STATE.playing, mediaPath: 'worker' };
function open(patch: Partial<PlayerSnapshot> = PLAYING, stored?: SoundChoice) {
  const player = createFakePlayer(patch);
  const entries = new Map<string, unknown>(stored === undefined ? [] : [['sound', stored]]);
  const applied: SoundChoice[] = [];
  const reports: unknown[] = [];
  const loads = { count: 0, failure: null as Error | null };
  const effects = new SoundEffects({
    player,
    media: { crossOrigin: 'anonymous', currentSrc: '', baseURI: 'https://player.example/' },
    memory: {
      read: (name) => entries.get(name),
      write: (name, value) => void entries.set(name, value),
      forget: (name) => void entries.delete(name),
    },
    access: { hasWebAudio: true, hasMediaSource: true },
    openGraph: async () => {
      loads.count += 1;
      if (loads.failure !== null) throw loads.failure;
      return { apply: (choice) => void applied.push(choice) };
    },
    reportError: (error) => void reports.push(error),
  });
  return { player, entries, applied, reports, loads, effects };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test('without a sound choice no code of sound effects is loaded', async () => {
  const { loads, effects } = open();
  await settled();
  expect([loads.count, effects.get().isOffered]).toEqual([0, true]);
});

test('a sound choice is applied and stored, and a choice without an effect is removed from storage', async () => {
  const { effects, entries, applied } = open();
  effects.choose({ boostPercent: 150 });
  await settled();
  expect(entries.get('sound')).toEqual({ boostPercent: 150, isStable: false });
  effects.choose({ isStable: true });
  effects.choose({ boostPercent: 100, isStable: false });
  expect(applied).toEqual([
    { boostPercent: 150, isStable: false },
    { boostPercent: 150, isStable: true },
    { boostPercent: 100, isStable: false },
  ]);
  expect(entries.size).toBe(0);
});

test.each<[string, Partial<PlayerSnapshot>]>([
  ['is paused', { ...PLAYING, state: PLAYER_STATE.paused }],
  ['plays muted', { ...PLAYING, muted: true }],
])('a stored choice is not loaded while the video %s, and is applied once sound plays', async (_, patch) => {
  const { player, loads, applied } = open(patch, { boostPercent: 200, isStable: true });
  await settled();
  expect(loads.count).toBe(0);
  player.set({ state: PLAYER_STATE.playing, muted: false });
  await settled();
  expect([loads.count, applied]).toEqual([1, [{ boostPercent: 200, isStable: true }]]);
});

test('sound effects that failed to load are reported, and loaded again with the next change of the player', async () => {
  const { player, loads, reports, applied } = open(
    { ...PLAYING, state: PLAYER_STATE.paused },
    {
      boostPercent: 200,
      isStable: false,
    },
  );
  loads.failure = new Error('no network');
  player.set({ state: PLAYER_STATE.playing });
  await settled();
  expect(reports).toEqual([loads.failure]);
  loads.failure = null;
  player.set({ volume: 50 });
  await settled();
  expect([loads.count, applied.length]).toEqual([2, 1]);
});
