import { expect, test } from 'vitest';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { createPlayer, type PlayerHarness } from '../../../../support/player-harness.ts';
import { videoResponse, VIDEO_SECONDS } from '../../../../support/video-response.ts';

const first = 'aaaaaaaaaaa';
const second = 'bbbbbbbbbbb';
const third = 'ccccccccccc';
const IDS = [first, second, third];

async function createList(index = 0, parameters = ''): Promise<PlayerHarness> {
  const harness = createPlayer({ parameters });
  harness.run('loadPlaylist', { playlist: IDS, index });
  await harness.clock.advance(1_000);
  harness.states.length = 0;
  return harness;
}

const entryOf = ({ player }: PlayerHarness) => {
  const { video, playlist } = player.getSnapshot();
  return [video.videoId, playlist?.index];
};

async function playToEnd({ run, clock }: PlayerHarness): Promise<void> {
  run('seekTo', [VIDEO_SECONDS, true]);
  await clock.advance(2_000);
}

test('nextVideo and previousVideo step through a list [C3]', async () => {
  const harness = await createList(1);
  expect(entryOf(harness)).toEqual([second, 1]);
  harness.run('nextVideo');
  await harness.rest();
  expect(entryOf(harness)).toEqual([third, 2]);
  harness.run('previousVideo');
  harness.run('previousVideo');
  await harness.rest();
  expect(entryOf(harness)).toEqual([first, 0]);
  expect(harness.player.getSnapshot().state).toBe(PLAYER_STATE.playing);
});

test('nextVideo at the end of a list stops, and previousVideo at its start restarts the first video [C3]', async () => {
  const harness = await createList(2);
  harness.run('nextVideo');
  expect(harness.states).toEqual([PLAYER_STATE.cued]);
  expect(entryOf(harness)).toEqual([third, 2]);
  const other = await createList(0);
  await other.clock.advance(5_000);
  other.run('previousVideo');
  await other.clock.advance(500);
  expect(entryOf(other)).toEqual([first, 0]);
  expect(other.element.currentTime).toBeLessThan(1);
});

test('a step within a list with an id requests the video with the list id, and keeps the entries [N8]', async () => {
  const harness = createPlayer();
  const entries = IDS.map((videoId) => ({ videoId, title: videoId, lengthSeconds: 1 }));
  const list = { playlistId: 'PLsomelist', title: 'List', entries };
  harness.respond = ({ videoId = second }) => succeed(videoResponse(videoId, { playlist: list }));
  harness.run('loadPlaylist', { list: 'PLsomelist', index: 1 });
  await harness.rest();
  const { playlist } = harness.player.getSnapshot();
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { playlist: { ...list, entries: [] } }));
  harness.run('nextVideo');
  await harness.rest();
  expect(harness.requests.at(-1)).toEqual({ videoId: third, playlistId: 'PLsomelist' });
  expect(harness.player.getSnapshot().playlist).toEqual({ ...playlist, index: 2 });
  const { length } = harness.requests;
  harness.run('playVideoAt', [2]);
  await harness.rest();
  expect(harness.requests).toHaveLength(length);
});

test('nextVideo and previousVideo of a video without a list do nothing', async () => {
  const { run, clock, states, element } = createPlayer();
  run('loadVideoById', { videoId: first });
  await clock.advance(2_000);
  states.length = 0;
  run('nextVideo');
  run('previousVideo');
  await clock.advance(1_000);
  expect(states).toEqual([]);
  expect(element.currentTime).toBeGreaterThan(2);
});

test('a list that is not looping ends with its last entry [C3]', async () => {
  const harness = await createList(2);
  await playToEnd(harness);
  expect(harness.states.at(-1)).toBe(PLAYER_STATE.ended);
  expect(entryOf(harness)).toEqual([third, 2]);
});

test('a looping list continues with its first entry without the state 0 [C3]', async () => {
  const harness = await createList(2, 'loop=1');
  await playToEnd(harness);
  expect(harness.states).not.toContain(PLAYER_STATE.ended);
  expect(entryOf(harness)).toEqual([first, 0]);
});

test('a looping list of one video restarts the video without another request', async () => {
  const { run, clock, requests, states, element } = createPlayer({ parameters: 'loop=1' });
  run('loadPlaylist', { playlist: [first] });
  await clock.advance(1_000);
  run('seekTo', [VIDEO_SECONDS, true]);
  await clock.advance(2_000);
  expect(requests).toHaveLength(1);
  expect(states).not.toContain(PLAYER_STATE.ended);
  expect(states).not.toContain(PLAYER_STATE.unstarted);
  expect(element.currentTime).toBeLessThan(2);
});

test.each([
  [1.9, second, 1],
  [0, first, 0],
  [9, third, 2],
  [-1, third, 2],
])('playVideoAt(%d) in a list of three goes to the video %s', async (index, videoId, expected) => {
  const harness = await createList(2);
  harness.run('playVideoAt', [index]);
  await harness.rest();
  expect(entryOf(harness)).toEqual([videoId, expected]);
});

test('a step that arrives late, and was requested before another entry was chosen, is ignored', async () => {
  const harness = await createList(2);
  const atMs = harness.clock.monotonicNow();
  await harness.clock.advance(40);
  harness.run('playVideoAt', [0]);
  harness.run('nextVideo', [], 'viewer', atMs);
  await harness.rest();
  expect(entryOf(harness)).toEqual([first, 0]);
  await harness.clock.advance(40);
  harness.run('nextVideo');
  await harness.rest();
  expect(entryOf(harness)).toEqual([second, 1]);
});

test('an index outside the list is clamped to the nearest entry', async () => {
  expect(entryOf(await createList(99))).toEqual([third, 2]);
});

test('a list that is loaded by its id has the provider’s entries and the requested index [C3]', async () => {
  const harness = createPlayer();
  const entries = IDS.map((videoId) => ({ videoId, title: videoId, lengthSeconds: 1 }));
  harness.respond = ({ playlistIndex = 0 }) =>
    succeed(videoResponse(IDS[playlistIndex] ?? first, { playlist: { playlistId: 'PLabc', title: 'List', entries } }));
  harness.run('loadPlaylist', { list: 'PLabc', index: 1 });
  await harness.rest();
  expect(harness.requests).toEqual([{ playlistId: 'PLabc', playlistIndex: 1 }]);
  expect(harness.player.getSnapshot().playlist).toMatchObject({ videoIds: IDS, index: 1, listId: 'PLabc' });
});

test.each([
  [{ list: 'PLabc' }, { playlistId: 'PLabc', playlistIndex: 0 }],
  [
    { list: 'channel', listType: 'user_uploads' },
    { playlistId: 'channel', playlistIndex: 0, listType: 'user_uploads' },
  ],
  [
    { videoId: second, list: 'PLabc' },
    { playlistId: 'PLabc', playlistIndex: 0, videoId: second },
  ],
  [
    { videoId: second, playlist: `${first},bad,${third}` },
    { videoId: second, playlistVideoIds: [second, first, third] },
  ],
  [{ mediaContentUrl: `https://host.example/v/${second}?version=3` }, { videoId: second }],
])('cueVideoById with %j requests %j from the provider [C2]', async (options, request) => {
  const harness = createPlayer();
  harness.run('cueVideoById', options);
  expect(harness.requests).toEqual([request]);
});

test('a video that is cued with a list has its index in the provider’s entries, or 0, whatever index was requested', async () => {
  const harness = createPlayer();
  const entries = IDS.map((videoId) => ({ videoId, title: videoId, lengthSeconds: 1 }));
  const playlist = { playlistId: '', title: 'List', entries };
  harness.respond = () => succeed(videoResponse(third, { playlist }));
  harness.run('cueVideoById', { videoId: third, list: 'PLabc' });
  await harness.rest();
  expect(harness.player.getSnapshot().playlist).toMatchObject({ index: 2, listId: null, details: playlist });
  harness.respond = () => succeed(videoResponse('ddddddddddd', { playlist }));
  harness.run('cueVideoById', { videoId: 'ddddddddddd', list: 'PLabc', index: 1 });
  await harness.rest();
  expect(harness.player.getSnapshot().playlist?.index).toBe(0);
});

test('a list that is shuffled before the provider’s response keeps its shuffled order', async () => {
  const harness = createPlayer();
  const entries = IDS.map((videoId) => ({ videoId, title: videoId, lengthSeconds: 1 }));
  const details = { playlistId: '', title: 'List', entries };
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { playlist: details }));
  harness.run('loadPlaylist', { playlist: [...IDS], index: 1 });
  harness.run('setShuffle', [true]);
  const shuffled = harness.player.getSnapshot().playlist;
  expect(shuffled?.shuffled).toBe(true);
  await harness.rest();
  expect(harness.player.getSnapshot().playlist).toEqual({ ...shuffled, details });
});

test('shuffling twice keeps the order, and unshuffling keeps the playing entry', async () => {
  const harness = await createList(1);
  harness.run('setShuffle', [false]);
  expect(harness.player.getSnapshot().playlist?.videoIds).toEqual(IDS);
  harness.run('setShuffle', [true]);
  const shuffled = harness.player.getSnapshot().playlist;
  harness.run('setShuffle', [true]);
  expect(harness.player.getSnapshot().playlist).toBe(shuffled);
  harness.run('nextVideo');
  await harness.rest();
  const [videoId] = entryOf(harness);
  harness.run('setShuffle', [false]);
  const { playlist } = harness.player.getSnapshot();
  expect(playlist).toMatchObject({ videoIds: IDS, shuffled: false });
  expect(playlist?.videoIds[playlist.index]).toBe(videoId);
});

test.each([
  ['cueVideoById', PLAYER_STATE.cued],
  ['loadVideoById', PLAYER_STATE.playing],
  ['cueVideoByUrl', PLAYER_STATE.cued],
  ['loadVideoByUrl', PLAYER_STATE.playing],
  ['cuePlaylist', PLAYER_STATE.cued],
  ['loadPlaylist', PLAYER_STATE.playing],
] as const)('%s ends in the state %i', async (name, state) => {
  const { run, rest, player } = createPlayer();
  const options = name.endsWith('Url')
    ? { mediaContentUrl: `https://host.example/v/${second}` }
    : name.endsWith('Id')
      ? { videoId: second }
      : { playlist: [second, third] };
  expect(run(name, options)).toEqual({ ok: true, value: undefined });
  await rest();
  expect(player.getSnapshot()).toMatchObject({ state, video: { videoId: second } });
});

test.each([
  [{ mediaContentUrl: 'https://host.example/' }, 'not the address of a video: https://host.example/'],
  [{ videoId: first, mediaContentUrl: '/watch' }, 'not the address of a video: /watch'],
  [{ videoId: 'bad' }, 'not a video id (11 characters of A-Z a-z 0-9 _ -): bad'],
  [{ playlist: 'bad,worse' }, 'the playlist holds no video id'],
  [{}, 'no video and no playlist given'],
])('cueVideoById with %j is refused with the reason “%s” [H4]', (options, message) => {
  const { run, requests } = createPlayer();
  expect(run('cueVideoById', options)).toEqual({ ok: false, code: 'api.invalidparam', message });
  expect(requests).toEqual([]);
});

test('a list that is loaded by its id and repeats a video starts at the requested entry', async () => {
  const harness = createPlayer();
  const entries = [first, second, first].map((videoId) => ({ videoId, title: videoId, lengthSeconds: 1 }));
  harness.respond = () => succeed(videoResponse(first, { playlist: { playlistId: 'PLabc', title: 'List', entries } }));
  harness.run('loadPlaylist', { list: 'PLabc', index: 2 });
  await harness.rest();
  expect(harness.player.getSnapshot().playlist?.index).toBe(2);
});

test.each([
  ['PLabc', 'PLabc'],
  ['', null],
])('a list of entries with the provider’s id %j has the list id %j', async (playlistId, listId) => {
  const harness = createPlayer();
  const entries = IDS.map((videoId) => ({ videoId, title: videoId, lengthSeconds: 1 }));
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { playlist: { playlistId, title: '', entries } }));
  harness.run('loadPlaylist', { playlist: IDS });
  await harness.rest();
  expect(harness.player.getSnapshot().playlist).toMatchObject({ videoIds: IDS, listId });
});

test('a suggested quality is the choice for the video, and any other name changes nothing [C2]', async () => {
  const harness = createPlayer();
  harness.run('loadVideoById', { videoId: second, suggestedQuality: 'small' });
  await harness.rest();
  expect(harness.player.getSnapshot().qualityChoice).toBe('small');
  harness.run('loadVideoById', { videoId: third, suggestedQuality: 'superb' });
  await harness.rest();
  expect(harness.player.getSnapshot().qualityChoice).toBe('small');
});
