import { expect, test } from 'vitest';
import { parseEmbedParameters } from '../../../../../protocol/page/embed-parameters.ts';
import type { HostCommand } from '../../../../../src/page/host-messages/host-messages.ts';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import type { CaptionTrack } from '../../../../../protocol/provider/player-response.ts';
import { keepPreferences } from '../../../../../src/page/interface/preferences/keep-preferences.ts';
import type { CommandSource } from '../../../../../src/page/player/player.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { FakeInfrastructure } from '../../../../support/fake-infrastructure.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';
import { createPlayer } from '../../../../support/player-harness.ts';
import { VIDEO_ID, videoResponse } from '../../../../support/video-response.ts';

const track = (languageCode: string): CaptionTrack => ({
  url: '',
  languageCode,
  name: languageCode,
  kind: 'subtitles',
  isDefault: false,
});
/** A command as an array, for readable expectations. */
const flat = ({ name, arguments: args }: HostCommand): unknown[] => [name, ...(args as unknown[])];
const playable = { ...VIDEO, response: { playabilityStatus: { status: 'OK' as const } } };

/** One visit; `host` has the commands that ran before the preferences were known. */
async function visit(kept: Record<string, string>, address = '', host: HostCommand[] = []) {
  const clock = createFakeClock();
  const tracks = ['en', 'es'].map(track);
  const player = createFakePlayer({ video: playable });
  const setCaptions = (active: number) =>
    player.set({ captions: { ...player.getSnapshot().captions, tracks, active } });
  setCaptions(-1);
  for (const command of host) player.ran(command, 'host');
  const infrastructure = new FakeInfrastructure(kept);
  const document = Object.assign(new EventTarget(), { hidden: false });
  await keepPreferences({
    player,
    control: player,
    infrastructure,
    clock,
    query: new URLSearchParams(address),
    parameters: parseEmbedParameters(new URLSearchParams(address)),
    document,
  });
  expect(infrastructure.reported).toEqual([]);
  const restored = player.executed.map(({ command, by }) => {
    expect(by).toBe('preference');
    return flat(command);
  });
  const choose = (command: HostCommand, by: CommandSource = 'viewer') => player.ran(command, by);
  return { clock, player, restored, written: infrastructure.written, choose, setCaptions, tracks, document };
}

const ALL = { volume: '30', muted: '1', speed: '1.5', captions: '1', captionLanguage: 'es', f: '4000000' };
const LANGUAGE = ['setOption', 'captions', 'track', { languageCode: 'es' }];

const [VOLUME, MUTE, SPEED, CAPTIONS] = [
  ['setVolume', 30],
  ['mute'],
  ['setPlaybackRate', 1.5],
  ['loadModule', 'captions'],
];

test.each<[string, kept: Record<string, string>, address: string, restored: unknown[]]>([
  ['the viewer’s choices', ALL, '', [VOLUME, MUTE, SPEED, CAPTIONS, LANGUAGE]],
  ['only choices that the address of the host leaves open', ALL, 'mute=0&cc_lang_pref=en', [VOLUME, SPEED, CAPTIONS]],
  ['nothing if nothing is stored', {}, '', []],
  ['nothing from invalid values', { volume: '900', muted: 'x', speed: 'fast', captions: 'x' }, '', []],
  ['no speed that browsers do not support', { speed: '1000' }, '', []],
  ['no infinite speed', { speed: 'Infinity' }, '', []],
])('the next visit restores %s [S9]', async (_, kept, address, restored) => {
  expect((await visit(kept, address)).restored).toEqual(restored);
});

test('commands of the host take precedence over stored preferences', async () => {
  const { restored } = await visit(ALL, '', [
    { name: 'setVolume', arguments: [100] },
    { name: 'unMute', arguments: [] },
    { name: 'setPlaybackRate', arguments: [1] },
    { name: 'unloadModule', arguments: ['captions'] },
  ]);
  expect(restored).toEqual([]);
});

const DATA = { dataSaver: 'on', maxQuality: 'large' };

test('the data saver and the highest quality of the viewer are stored and restored', async () => {
  const { choose, clock, written } = await visit({});
  choose({ name: 'setDataSaver', arguments: ['on'] });
  choose({ name: 'setMaxQuality', arguments: ['large'] });
  await clock.advance(1_000);
  expect(Object.fromEntries(written)).toEqual(DATA);
  expect((await visit(DATA)).restored).toEqual([
    ['setDataSaver', 'on'],
    ['setMaxQuality', 'large'],
  ]);
});

test.each<[string, HostCommand[], unknown[]]>([
  ['data_saver=0', [], [['setMaxQuality', 'large']]],
  ['', [{ name: 'setDataSaver', arguments: ['off'] }], [['setMaxQuality', 'large']]],
])(
  'with “%s” in the address and the host commands %j, the stored data saver is not restored, but the stored limit is',
  async (address, host, restored) => {
    expect((await visit(DATA, address, host)).restored).toEqual(restored);
  },
);

test('a parameter that cannot be read counts as absent: the viewer’s choice is restored [S9]', async () => {
  const kept = { ...ALL, ...DATA };
  expect((await visit(kept, 'mute=&data_saver=auto&cc_lang_pref=undefined')).restored).toEqual(
    (await visit(kept)).restored,
  );
});

test('the next video gets the preferences again, and a live stream gets no speed', async () => {
  const { player, choose, setCaptions, tracks } = await visit({});
  choose({ name: 'setPlaybackRate', arguments: [2] });
  setCaptions(1);
  choose({ name: 'setOption', arguments: ['captions', 'track', { languageCode: 'es' }] });
  player.set({
    video: { ...playable, videoId: 'orielmp4001' },
    captions: { ...player.getSnapshot().captions, tracks: [...tracks], active: -1 },
  });
  expect(player.executed.map(({ command }) => flat(command))).toEqual([
    ['setPlaybackRate', 2],
    ['loadModule', 'captions'],
    LANGUAGE,
  ]);
  player.executed.length = 0;
  player.set({ video: { ...playable, videoId: 'oriellive01', isLive: true } });
  expect(player.executed).toEqual([]);
});

test.each(['', 'cc_lang_pref=en'])(
  'captions that are turned off and on again keep the language that the viewer chose, with “%s” in the address',
  async (address) => {
    const harness = createPlayer({ parameters: address });
    harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { captions: ['en', 'es'].map(track) }));
    harness.run('cueVideoById', { videoId: VIDEO_ID });
    await harness.rest();
    await keepPreferences({
      player: harness.player,
      control: harness.player,
      infrastructure: new FakeInfrastructure(),
      clock: harness.clock,
      query: new URLSearchParams(address),
      parameters: parseEmbedParameters(new URLSearchParams(address)),
      document: Object.assign(new EventTarget(), { hidden: false }),
    });
    const language = () => {
      const { active, tracks } = harness.player.getSnapshot().captions;
      return tracks[active]?.languageCode;
    };
    harness.run('loadModule', ['captions'], 'viewer');
    harness.run('setOption', ['captions', 'track', { languageCode: 'es' }], 'viewer');
    await harness.rest();
    harness.run('unloadModule', ['captions'], 'viewer');
    await harness.rest();
    expect(language()).toBeUndefined();
    harness.run('loadModule', ['captions'], 'viewer');
    expect(language()).toBe('es');
  },
);

test('only choices of the viewer are stored, 400 ms after the last change', async () => {
  const { clock, choose, written, setCaptions } = await visit({});
  choose({ name: 'setVolume', arguments: [10] }, 'host');
  choose({ name: 'mute', arguments: [] }, 'preference');
  for (const volume of [90, 80, 70]) choose({ name: 'setVolume', arguments: [volume] });
  await clock.advance(399);
  expect(written).toEqual([]);
  await clock.advance(1);
  expect(written).toEqual([['volume', '70']]);
  setCaptions(0);
  choose({ name: 'setOption', arguments: ['captions', 'track', { languageCode: 'en' }] });
  setCaptions(-1);
  choose({ name: 'unloadModule', arguments: ['captions'] });
  await clock.advance(400);
  expect(written.slice(1)).toEqual([
    ['captions', '0'],
    ['captionLanguage', 'en'],
  ]);
});

test('instead of a volume of 0 the last audible volume is stored', async () => {
  const { clock, choose, written } = await visit({});
  choose({ name: 'setVolume', arguments: [5] });
  choose({ name: 'setVolume', arguments: [0] });
  await clock.advance(400);
  expect(written).toEqual([['volume', '5']]);
});

test('a pending choice is stored at once when the page is hidden', async () => {
  const { choose, written, document } = await visit({});
  choose({ name: 'mute', arguments: [] });
  document.hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(written).toEqual([['muted', '1']]);
});
