import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { createPlayer, createPlaying } from '../../../support/player-harness.ts';
import { VIDEO_ID } from '../../../support/video-response.ts';

const AUDIO = {
  audioTracks: [
    { id: '1', name: 'English', languageCode: 'en' },
    { id: '2', name: 'Deutsch', languageCode: 'de' },
  ],
  audioTrack: '1',
};
const audioCalls = (calls: readonly string[]): string[] => calls.filter((call) => call.startsWith('audio'));

test('seekTo without its second argument may seek outside the buffer, unlike with allowSeekAhead=false [H4]', async () => {
  const { run, events } = await createPlaying({ script: { segmentSeconds: 5 } });
  run('seekTo', [20]);
  run('seekTo', [24, false]);
  expect(events.filter(({ name }) => name === 'onSeeking').map(({ data }) => data)).toEqual([20]);
});

test.each([
  ['the id of the track', '2'],
  ['the id of the track as a number', 2],
])('setOption chooses an audio track by %s (%j)', async (_, value) => {
  const { run, engine } = await createPlaying();
  engine.tell(AUDIO);
  expect(run('setOption', ['audio', 'track', value])).toEqual({ ok: true, value: undefined });
  expect(audioCalls(engine.calls)).toEqual(['audio 2']);
});

test.each([
  ['an id in a list', ['2']],
  ['an unknown id', '3'],
  ['an object that is not an id', { languageCode: 'de' }],
  ['no value', undefined],
])('%s as an audio track (%j) is refused and changes nothing [H4]', async (_, value) => {
  const { run, engine } = await createPlaying();
  engine.tell(AUDIO);
  expect(run('setOption', ['audio', 'track', value])).toMatchObject({ ok: false, code: 'api.invalidparam' });
  expect(audioCalls(engine.calls)).toEqual([]);
});

test('options of other modules, and unknown audio options, do nothing', async () => {
  const { run, engine, player } = await createPlaying();
  engine.tell(AUDIO);
  const before = player.getSnapshot();
  run('setOption', ['audio', 'volume', '2']);
  run('setOption', ['video', 'track', '2']);
  run('setOption', ['video', 'fontSize', 2]);
  run('setOption', ['captions', 'colour', 2]);
  run('loadModule', ['audio']);
  run('unloadModule', ['audio']);
  expect([audioCalls(engine.calls), player.getSnapshot()]).toEqual([[], before]);
});

test.each([[[2]], [{}], ['large'], [Number.NaN], [Number.POSITIVE_INFINITY]])(
  'a font size of %j is refused [H4]',
  (value) => {
    const { run, player } = createPlayer();
    expect(run('setOption', ['captions', 'fontSize', value])).toEqual({
      ok: false,
      code: 'api.invalidparam',
      message: 'fontSize is a number',
    });
    expect(player.getSnapshot().captions.fontSize).toBe(0);
  },
);

test('play and seek on a page without a video do nothing, and are not kept for the next video', async () => {
  const { run, rest, states, element, player } = createPlayer();
  run('playVideo');
  run('seekTo', [4, true]);
  expect([states, player.getSnapshot().seeking]).toEqual([[], false]);
  run('cueVideoById', { videoId: VIDEO_ID });
  await rest();
  expect([element.paused, player.getSnapshot().state]).toEqual([true, PLAYER_STATE.cued]);
});
