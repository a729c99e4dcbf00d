import { expect, test } from 'vitest';
import { readEventLines } from '../../../../../workers/infrastructure/logging/log-pipeline.ts';
import { idsIn, makeLine } from '../../../../support/pipeline-harness.ts';

test('each line is read as an event with its unchanged text, and empty lines are not counted as malformed', () => {
  const line = makeLine({ tier: 300, name: 'playbackFrames', eventTimeMs: 5 });
  expect(readEventLines(`\n${line}\n\n`)).toEqual({
    events: [{ id: idsIn(line)[0], endpoint: 'video_stats', skipRetry: false, tier: 300, loggedAtMs: 5, text: line }],
    malformedCount: 0,
  });
});

test.each([
  ['incomplete JSON', '{"half'],
  ['no object', '7'],
  ['no id', '{"eventTimeMs":1,"tier":100,"name":"hostCommand"}'],
  ['no time', makeLine().replace(/"eventTimeMs":\d+,/, '')],
  ['no tier', makeLine().replace(/"tier":\d+,/, '')],
  ['no name', makeLine().replace('"name":"hostCommand",', '')],
  ['no sequence', makeLine().replace(/"sequence":\{[^}]*\},/, '')],
  ['a name that is too long', makeLine({ name: 'x'.repeat(65) })],
  ['a payload that is no object', makeLine().replace(/"payload":.*/, '"payload":7}')],
])('a line with %s, which would make the provider refuse its batch, is skipped and counted', (_what, line) => {
  expect(readEventLines(`${line}\n${makeLine()}`)).toMatchObject({ events: [{}], malformedCount: 1 });
});
