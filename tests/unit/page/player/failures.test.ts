import { expect, test } from 'vitest';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { USUAL_ENGINE } from '../../../support/fake-engine.ts';
import { createPlayer, createPlaying, type PlayerHarness } from '../../../support/player-harness.ts';
import { videoResponse, VIDEO_ID, VIDEO_SECONDS } from '../../../support/video-response.ts';

const { unstarted, buffering, playing, paused } = PLAYER_STATE;
const OTHER_ID = 'bbbbbbbbbbb';

const errorsOf = ({ events }: PlayerHarness): unknown[] =>
  events.filter(({ name }) => name === 'onError').map(({ data }) => data);

test('a refused video becomes ready in the state −1, with one error that has the provider’s message [H5, P8]', async () => {
  const harness = createPlayer();
  harness.respond = () => succeed(videoResponse(VIDEO_ID, { status: { status: 'ERROR', reason: 'Gone' } }));
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect(harness.names()).toEqual(['onReady', 'onError']);
  expect(errorsOf(harness)).toEqual([100]);
  expect(harness.failures).toEqual(['video.notfound: Gone']);
  expect(harness.engines).toEqual([]);
  expect(harness.player.getSnapshot()).toMatchObject({
    state: unstarted,
    ready: true,
    error: { code: 'video.notfound', title: 'Gone', advice: '' },
    video: { videoId: VIDEO_ID, title: `Video ${VIDEO_ID}`, isPlayable: false },
  });
});

const LINKS = { authorUrl: '/author', authorPicture: '/author.svg', pageUrl: 'https://videos.example/watch/1' };
const RELATED = [{ videoId: OTHER_ID, title: 'Next', lengthSeconds: 1, author: 'Oriel', channelId: 'channel' }];

test('a refused video keeps its author, its page and its suggestions, for the error card [H5]', async () => {
  const harness = createPlayer();
  harness.respond = () =>
    succeed(videoResponse(VIDEO_ID, { status: { status: 'BLOCKED' }, details: LINKS, related: RELATED }));
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  const { error, video } = harness.player.getSnapshot();
  expect(error?.code).toBe('mrm.blocked');
  expect(video).toMatchObject({ ...LINKS, author: 'Oriel', related: RELATED, isPlayable: false });
});

test('a video that fails during playback keeps its author links, its page and its suggestions [H5]', async () => {
  const harness = createPlayer();
  harness.respond = () => succeed(videoResponse(VIDEO_ID, { details: LINKS, related: RELATED }));
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  harness.engine.giveUp('fmt.decode');
  await harness.rest();
  const { error, video } = harness.player.getSnapshot();
  expect(error?.code).toBe('fmt.decode');
  expect(video).toMatchObject({ ...LINKS, related: RELATED });
});

test('a refusal without a message is logged with its code as the message [H5]', async () => {
  const harness = createPlayer();
  harness.respond = () => succeed(videoResponse(VIDEO_ID, { status: { status: 'BLOCKED' } }));
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect([harness.failures, errorsOf(harness)]).toEqual([['mrm.blocked: mrm.blocked'], [151]]);
});

test('a refusal for lack of a playable stream has its own code [H5]', async () => {
  const harness = createPlayer();
  const { streamingData: _, ...response } = videoResponse();
  harness.respond = () => succeed(response);
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect(harness.failures).toEqual(['fmt.noneavailable: no streams']);
});

test.each([
  ['net.timeout', 'net.timeout'],
  ['edge.invalid', 'net.unknown'],
] as const)('a failed request (%s) causes the error %s, and play repeats the request [H5]', async (code, expected) => {
  const harness = createPlayer();
  harness.respond = () => fail(code, 'no response');
  harness.run('loadVideoById', { videoId: VIDEO_ID, startSeconds: 4 });
  await harness.rest();
  expect(harness.failures).toEqual([`${expected}: no response`]);
  expect(errorsOf(harness)).toEqual([5]);
  expect(harness.player.getSnapshot()).toMatchObject({ ready: true, state: unstarted, waiting: false });
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId));
  harness.run('playVideo');
  await harness.clock.advance(1_000);
  expect(harness.requests).toEqual([{ videoId: VIDEO_ID }, { videoId: VIDEO_ID }]);
  expect(harness.states).toEqual([buffering, playing]);
  expect(harness.player.getSnapshot().error).toBeNull();
  expect(harness.element.currentTime).toBeGreaterThanOrEqual(4);
});

test('loading another video clears an error', async () => {
  const harness = createPlayer();
  harness.respond = () => fail('net.timeout', 'no response');
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId));
  harness.run('loadVideoById', { videoId: OTHER_ID });
  expect(harness.player.getSnapshot().error).toBeNull();
  await harness.rest();
  expect(harness.states).toEqual([buffering, playing]);
});

test('a response about an earlier video is ignored, whichever arrives first', async () => {
  const harness = createPlayer();
  harness.responseMs = 800;
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  harness.responseMs = 40;
  harness.run('loadVideoById', { videoId: OTHER_ID });
  await harness.clock.advance(3_000);
  expect(harness.player.getSnapshot().video).toMatchObject({ videoId: OTHER_ID, title: `Video ${OTHER_ID}` });
  expect(harness.engines).toHaveLength(1);
  expect(harness.states).toEqual([buffering, playing]);
});

test('the failure of an earlier request does not affect this video', async () => {
  const harness = createPlayer();
  harness.responseMs = 800;
  harness.respond = ({ videoId }) =>
    videoId === VIDEO_ID ? fail('net.timeout', 'late') : succeed(videoResponse(videoId));
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  harness.responseMs = 40;
  harness.run('loadVideoById', { videoId: OTHER_ID });
  await harness.clock.advance(3_000);
  expect([harness.failures, harness.states]).toEqual([[], [buffering, playing]]);
});

test('a cue of the present video causes no request and keeps its title and length throughout', async () => {
  const { run, rest, requests, player, states } = await createPlaying();
  const seen = new Set<string>();
  player.subscribe(() => {
    const { video, durationSeconds } = player.getSnapshot();
    seen.add(`${video.title} ${durationSeconds}`);
  });
  run('cueVideoById', { videoId: VIDEO_ID, startSeconds: 5 });
  expect(player.getSnapshot()).toMatchObject({ video: { startSeconds: 5 }, position: { seconds: 5 } });
  await rest();
  expect([...seen]).toEqual([`Video ${VIDEO_ID} ${VIDEO_SECONDS}`]);
  expect(requests).toHaveLength(1);
  expect(states).toEqual([unstarted, PLAYER_STATE.cued]);
});

test('a cue of a refused video requests the video again', async () => {
  const harness = createPlayer();
  harness.respond = () => succeed(videoResponse(VIDEO_ID, { status: { status: 'ERROR' } }));
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect(harness.requests).toHaveLength(2);
});

test('a fatal error of the engine causes the state −1, one error event, and a paused element', async () => {
  const harness = await createPlaying();
  await harness.clock.advance(3_000);
  const before = harness.element.currentTime;
  harness.engine.giveUp('fmt.decode');
  await harness.clock.advance(5_000);
  expect(harness.states).toEqual([unstarted]);
  expect(errorsOf(harness)).toEqual([5]);
  expect(harness.failures).toEqual(['fmt.decode: given up']);
  const { position, error, waiting, seeking, video } = harness.player.getSnapshot();
  expect([position.seconds, position.rate]).toEqual([before, 0]);
  expect(error).toMatchObject({ code: 'fmt.decode', retryable: true });
  expect([waiting, seeking, video.isPlayable, harness.element.paused]).toEqual([false, false, false, true]);
});

test('a retry after a fatal error continues at its position, with the same engine', async () => {
  const harness = await createPlaying();
  await harness.clock.advance(3_000);
  const before = harness.element.currentTime;
  harness.engine.giveUp();
  await harness.clock.advance(1_000);
  harness.states.length = 0;
  harness.player.retry();
  await harness.clock.advance(1_000);
  expect(harness.engines).toHaveLength(1);
  expect(harness.engine.calls).toContain('recover');
  expect(harness.engine.starts).toEqual([0, before]);
  // The old buffer plays until the engine replaces the source, which then has to buffer.
  expect(harness.states).toEqual([buffering, playing, buffering, playing]);
  expect(harness.player.getSnapshot()).toMatchObject({ error: null, video: { isPlayable: true } });
  expect(harness.element.currentTime).toBeGreaterThanOrEqual(before);
  expect(harness.element.currentTime).toBeLessThan(before + 1.1);
});

test('a seek after a fatal error retries at the new position', async () => {
  const harness = await createPlaying();
  harness.engine.giveUp();
  harness.run('seekTo', [14, true]);
  await harness.clock.advance(1_000);
  expect(harness.engine.starts.at(-1)).toBe(14);
  expect(harness.player.getSnapshot()).toMatchObject({ error: null, state: playing });
  expect(harness.element.currentTime).toBeGreaterThanOrEqual(14);
});

test('pause and stop after an error keep the error', async () => {
  const harness = await createPlaying();
  harness.engine.giveUp();
  harness.states.length = 0;
  await harness.clock.advance(1_000);
  const before = harness.player.getSnapshot();
  harness.run('pauseVideo');
  harness.run('stopVideo');
  await harness.rest();
  expect(harness.states).toEqual([]);
  expect(harness.player.getSnapshot()).toBe(before);
});

test('a failed recovery of the engine is reported as another failure, and can be retried', async () => {
  const harness = await createPlaying();
  harness.engine.giveUp();
  harness.engine.script = { ...USUAL_ENGINE, refusal: fail('net.badstatus', 'still down') };
  harness.player.retry();
  await harness.rest();
  expect(harness.failures).toEqual(['net.badstatus: given up', 'net.badstatus: still down']);
  harness.engine.script = USUAL_ENGINE;
  harness.player.retry();
  await harness.rest();
  expect(harness.player.getSnapshot()).toMatchObject({ error: null, state: playing });
});

test('a stream that the engine refuses fails with the engine’s code, and a retry opens another engine', async () => {
  const harness = createPlayer({ script: { refusal: fail('net.unavailable', 'no manifest') } });
  harness.run('loadVideoById', { videoId: VIDEO_ID, startSeconds: 4 });
  await harness.rest();
  expect(harness.failures).toEqual(['net.unavailable: no manifest']);
  expect(harness.states).toEqual([buffering, unstarted]);
  harness.script = USUAL_ENGINE;
  harness.player.retry();
  await harness.clock.advance(1_000);
  expect(harness.engines.map(({ starts }) => starts)).toEqual([[4], [4]]);
  expect(harness.engines[0]?.calls).toEqual(['load', 'detach']);
  expect(harness.states).toEqual([buffering, unstarted, buffering, playing]);
});

test('a failure code without a number for hosts is reported as an internal error', async () => {
  const harness = createPlayer({ script: { refusal: fail('storage.fault', 'odd') } });
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect(harness.failures).toEqual(['player.internal: odd']);
});

test('an error that the engine recovers from is only logged', async () => {
  const harness = await createPlaying();
  void harness.engine.die();
  await harness.clock.advance(2_000);
  expect(harness.problems).toEqual(['the worker died']);
  expect([errorsOf(harness), harness.failures]).toEqual([[], []]);
});

test('a video whose worker dies while paused stays paused at the same position', async () => {
  const { run, clock, engine, element, states } = await createPlaying();
  await clock.advance(4_000);
  run('pauseVideo');
  await clock.advance(100);
  const before = element.currentTime;
  void engine.die();
  await clock.advance(3_000);
  expect([element.paused, element.currentTime, states]).toEqual([true, before, [paused]]);
});

test('endPlayback causes the given error and detaches the stream, and play requests the video again [H5, N23]', async () => {
  const harness = await createPlaying();
  await harness.clock.advance(3_000);
  const before = harness.element.currentTime;
  harness.player.endPlayback('heartbeat.stop', 'Playing elsewhere');
  expect(harness.states).toEqual([unstarted]);
  expect(errorsOf(harness)).toEqual([150]);
  expect(harness.failures).toEqual(['heartbeat.stop: Playing elsewhere']);
  expect(harness.element.srcObject).toBeNull();
  expect(harness.player.getSnapshot()).toMatchObject({
    error: { code: 'heartbeat.stop', title: 'Playing elsewhere' },
    position: { seconds: before, rate: 0 },
  });
  harness.run('playVideo');
  await harness.clock.advance(1_000);
  expect(harness.requests).toHaveLength(2);
  expect(harness.player.getSnapshot()).toMatchObject({ error: null, state: playing });
  expect(harness.element.currentTime).toBeGreaterThanOrEqual(before);
});

test('a page without a first video becomes ready and requests nothing', () => {
  const { player, names, requests } = createPlayer();
  player.showInitial({ startSeconds: 4, endSeconds: 9 }, 'cue');
  expect([names(), requests, player.getSnapshot().ready]).toEqual([['onReady'], [], true]);
});

test('the first video of a page begins at the page’s start time', async () => {
  const { player, requests, engines, rest } = createPlayer();
  player.showInitial({ videoId: VIDEO_ID, startSeconds: 4 }, 'load');
  await rest();
  expect([requests, engines[0]?.starts]).toEqual([[{ videoId: VIDEO_ID }], [4]]);
});

test('an invalid id of a page’s first video causes the error 2 [P5, P8]', () => {
  const harness = createPlayer();
  harness.player.showInitial({ videoId: 'bad' }, 'cue');
  expect(harness.names()).toEqual(['onReady', 'onError']);
  expect(errorsOf(harness)).toEqual([2]);
  expect(harness.player.getSnapshot()).toMatchObject({
    ready: true,
    video: { videoId: 'bad', isPlayable: false },
    error: { code: 'api.invalidparam' },
  });
  expect(harness.failures[0]).toContain('api.invalidparam: not a video id');
});

test('an invalid first video of a page has the error of the provider’s refusal, if the page contains one', () => {
  const harness = createPlayer();
  const refusal = { playabilityStatus: { status: 'ERROR', reason: 'No such video' } } as const;
  harness.player.showInitial({ list: ',' }, 'cue', undefined, refusal);
  expect(harness.player.getSnapshot().error).toMatchObject({ code: 'video.notfound', title: 'No such video' });
  expect(harness.player.getSnapshot().video.videoId).toBe('');
});

test('the first video of a page needs no request if the page contains the response', async () => {
  const { player, requests, states, rest } = createPlayer();
  player.showInitial({ videoId: VIDEO_ID }, 'load', undefined, videoResponse());
  await rest();
  expect([requests, states]).toEqual([[], [buffering, playing]]);
});

test('a malformed command changes nothing and fails with the reason [H4]', async () => {
  const { run, player, names } = await createPlaying();
  const before = player.getSnapshot();
  expect(run('loadVideoById', { videoId: 'bad' })).toMatchObject({ ok: false, code: 'api.invalidparam' });
  expect(run('loadVideoByUrl', { mediaContentUrl: 'ftp://x/' })).toMatchObject({ ok: false });
  expect(run('loadPlaylist', { playlist: ['bad'] })).toMatchObject({ ok: false });
  expect(run('cueVideoById', {})).toMatchObject({ ok: false, message: 'no video and no playlist given' });
  expect(player.getSnapshot()).toBe(before);
  expect(names()).toEqual([]);
});

test('the player reports a command after it has run', () => {
  const { player, run } = createPlayer();
  const loops: boolean[] = [];
  player.onCommand(() => loops.push(player.getSnapshot().loop));
  run('setLoop', [true]);
  run('setLoop', [false]);
  expect(loops).toEqual([true, false]);
});

test('a refused list without video details causes an error and leaves the video empty [H5]', async () => {
  const harness = createPlayer();
  harness.respond = () => succeed({ playabilityStatus: { status: 'ERROR' } });
  harness.run('loadPlaylist', { list: 'PLabc' });
  await harness.rest();
  expect(harness.player.getSnapshot()).toMatchObject({
    error: { code: 'video.notfound' },
    video: { videoId: '', title: '' },
    durationSeconds: 0,
    seekable: [0, 0],
  });
});

test('a cue of the present video with a list requests the list', async () => {
  const { run, requests } = await createPlaying();
  run('cueVideoById', { videoId: VIDEO_ID, list: 'PLabc' });
  run('cuePlaylist', { list: 'PLabc' });
  expect(requests).toHaveLength(3);
});

test('while another video loads the snapshot has no data of the last video', async () => {
  const { run, clock, engine, player } = await createPlaying({ script: { segmentSeconds: 4 } });
  engine.tell({ audioTracks: [{ id: 'a', name: 'English', languageCode: 'en' }], audioTrack: 'a' });
  engine.isStalled = true;
  await clock.advance(5_000);
  run('seekTo', [20, true]);
  expect(player.getSnapshot()).toMatchObject({ seeking: true, waiting: true, quality: 'small' });
  run('loadVideoById', { videoId: OTHER_ID, startSeconds: 3, endSeconds: 9 });
  expect(player.getSnapshot()).toMatchObject({
    video: { videoId: OTHER_ID, title: '', pageUrl: null, related: [], startSeconds: 3, endSeconds: 9, response: null },
    position: { seconds: 3, rate: 0 },
    durationSeconds: 0,
    bufferedRanges: [],
    seekable: [0, 0],
    quality: 'unknown',
    qualities: [],
    audio: { tracks: [], active: '' },
    waiting: false,
    seeking: false,
    spherical: {},
  });
});

test('a length that is known only from the media is reported once, and is kept by a cue of the same video', async () => {
  const harness = createPlayer();
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { details: { lengthSeconds: 0 } }));
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  const lengths = [harness.player.getSnapshot().durationSeconds];
  harness.player.subscribe(() => lengths.push(harness.player.getSnapshot().durationSeconds));
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect(new Set(lengths)).toEqual(new Set([VIDEO_SECONDS]));
});

test('a fatal error ends a pending seek with the position at its target', async () => {
  const harness = await createPlaying();
  await harness.clock.advance(3_000);
  harness.run('pauseVideo');
  harness.run('seekTo', [14, true]);
  harness.engine.giveUp();
  expect(harness.player.getSnapshot()).toMatchObject({ seeking: false, position: { seconds: 14, rate: 0 } });
  await harness.rest();
  expect([harness.element.paused, harness.player.getSnapshot().seeking]).toEqual([true, false]);
});

test('a seek after a failed request repeats the request, and playback starts at the target', async () => {
  const harness = createPlayer();
  harness.respond = () => fail('net.timeout', 'no response');
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId));
  harness.run('seekTo', [14, true]);
  await harness.clock.advance(1_000);
  expect([harness.requests.length, harness.engine.starts]).toEqual([2, [14]]);
});

test('a response without a caption list means a video without captions', async () => {
  const harness = createPlayer();
  const { captions: _, ...response } = videoResponse();
  harness.respond = () => succeed(response);
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect(harness.player.getSnapshot().captions.tracks).toEqual([]);
});

test('a retry keeps its engine when the earlier load of the engine fails late', async () => {
  const harness = createPlayer();
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.clock.advance(harness.responseMs);
  // The earlier load ends a few microtasks after the failure.
  void harness.engine.die();
  harness.engine.giveUp();
  expect(harness.player.getSnapshot().error).not.toBeNull();
  harness.player.retry();
  await harness.rest();
  expect([harness.player.getSnapshot().error, harness.engines.length]).toEqual([null, 1]);
  expect(harness.states.at(-1)).toBe(PLAYER_STATE.playing);
});
