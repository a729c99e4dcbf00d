import { expect, test } from 'vitest';
import { formatFirstFrame, formatParameters } from '../../../src/audience/live-page/format.ts';

test.each([
  ['Error: a\n    at main:7\nparam.event: play\nparam.cause: b', 'at main:7', 'event: play, cause: b'],
  ['Error: a\n    at main:7', 'at main:7', ''],
  ['param.event: play\nparam.cause: b', '', 'event: play, cause: b'],
  [null, '', ''],
])('the first frame and the parameters are read from the stored stack %j [C6]', (stack, frame, parameters) => {
  expect([formatFirstFrame(stack), formatParameters(stack)]).toEqual([frame, parameters]);
});
