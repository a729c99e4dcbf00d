import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { reasonToMount, type AloneFacts } from '../../../../../src/page/interface/alone/reasons.ts';
import { initialSnapshot } from '../../../../../src/page/player/initial-snapshot.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { VIDEO } from '../../../../support/fake-player.ts';
import { LIVE_FACTS } from '../../../../support/live-facts.ts';

const PLAYING: PlayerSnapshot = {
  ...initialSnapshot({ volume: 100, muted: true, loop: false }),
  state: PLAYER_STATE.playing,
  video: VIDEO,
};
const NOTHING: AloneFacts = {
  now: PLAYING,
  isOnline: true,
  waitsLong: false,
  hasPictures: true,
  needsControls: false,
  hasFocus: false,
  keepsPositions: false,
  changesSound: false,
  isProfiled: false,
  isRemote: false,
};
const { captions } = PLAYING;
const ERROR = { code: 'net.connect', title: '', advice: '', retryable: true } as const;
const LIST = { index: 0, listId: null, shuffled: false, details: null };
const HEARTBEAT = { heartbeat: { intervalMs: 60_000, token: 'a' } } as PlayerSnapshot['video']['response'];

const now = (patch: Partial<PlayerSnapshot>): Partial<AloneFacts> => ({ now: { ...PLAYING, ...patch } });

test.each<[string, Partial<AloneFacts>]>([
  ['plays muted', {}],
  ['plays with sound', now({ muted: false })],
  ['waits for a moment', now({ state: PLAYER_STATE.buffering, waiting: true })],
  ['is cued again by its host', now({ state: PLAYER_STATE.cued })],
  ['has captions that are off', now({ captions: { ...captions, moduleLoaded: true } })],
  ['is in a list of its own', now({ playlist: { ...LIST, videoIds: ['orieldemo01'] } })],
  ['plays muted for a viewer who has chosen a boost', { changesSound: true }],
])('a video that %s needs no interface', (_what, facts) => {
  expect(reasonToMount({ ...NOTHING, ...facts })).toBeUndefined();
});

test.each<[string, Partial<AloneFacts>]>([
  ['started', { needsControls: true }],
  ['focused', { hasFocus: true }],
  ['paused', now({ state: PLAYER_STATE.paused })],
  ['ended', now({ state: PLAYER_STATE.ended })],
  ['failed', now({ error: ERROR })],
  ['waiting', { waitsLong: true }],
  ['offline', { isOnline: false }],
  ['captions', now({ captions: { ...captions, active: 0 } })],
  ['captions', now({ captions: { ...captions, hasFailed: true } })],
  ['live', now({ live: LIVE_FACTS })],
  ['live', now({ video: { ...VIDEO, isLive: true } })],
  ['list', now({ playlist: { ...LIST, videoIds: ['orieldemo01', 'orielmp4001'] } })],
  ['spherical', now({ video: { ...VIDEO, isSpherical: true } })],
  ['soundOnly', { hasPictures: false }],
  ['soundOnly', now({ quality: 'audio' })],
  ['elsewhere', now({ pictureInPicture: true })],
  ['elsewhere', now({ remotePlayback: true })],
  ['heartbeat', now({ video: { ...VIDEO, response: HEARTBEAT } })],
  ['resuming', { keepsPositions: true }],
  ['soundEffects', { ...now({ muted: false }), changesSound: true }],
  ['profiler', { isProfiled: true }],
  ['remoteControl', { isRemote: true }],
])('the interface is mounted for the reason “%s”', (reason, facts) => {
  expect(reasonToMount({ ...NOTHING, ...facts })).toBe(reason);
});
