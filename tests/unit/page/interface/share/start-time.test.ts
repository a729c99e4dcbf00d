import { expect, test } from 'vitest';
import { readStartTime } from '../../../../../src/page/interface/share/start-time.ts';

test.each([
  ['1:23', 83],
  ['0:00', 0],
  ['0:5', 5],
  [' 12:05 ', 725],
  ['90:00', 5_400],
  ['1:02:03', 3_723],
  ['75', 75],
  ['１：２３', 83],
  ['١:٢٣', 83],
  ['۱:۲۳', 83],
  ['१:२३', 83],
])('the start time %j is second %d', (text, seconds) => {
  expect(readStartTime(text, 0)).toEqual({ seconds });
});

test.each(['', ' ', ':', '1:', ':30', '1:60', '1:60:00', '1:2:3:4', '-1', '1.5', '1e3', 'soon', '1 : 2', '9999999'])(
  '%j is not a start time',
  (text) => {
    expect(readStartTime(text, 0)).toEqual({ problem: 'startTimeFormat' });
  },
);

test('a start time must be before the end of the video, if the length is known', () => {
  expect(readStartTime('0:27', 28)).toEqual({ seconds: 27 });
  expect(readStartTime('0:28', 28)).toEqual({ problem: 'startTimeTooLate' });
  expect(readStartTime('0:28', 28.4)).toEqual({ seconds: 28 });
  expect(readStartTime('0:28', 0)).toEqual({ seconds: 28 });
});
