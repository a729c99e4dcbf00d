import { expect, test } from 'vitest';
import { flowOfCall } from '../../../../protocol/runtime/profiling/flow-id.ts';
import { CATEGORY_COLOURS, describeSpanName } from '../../../../protocol/profiling/span-names.ts';

const CALL = { kind: 'wait', category: 'call', bytes: 'arguments and result' };

test('any method name of a worker is described as a call with the lanes of the worker and of main', () => {
  for (const name of ['infrastructure.call', 'infrastructure.aMethodOfTomorrow', 'infrastructure.other'])
    expect(describeSpanName(name)).toEqual({ ...CALL, lanes: ['main', 'infrastructure'] });
  expect(describeSpanName('media.load')).toEqual({ ...CALL, lanes: ['main', 'media'] });
});

test.each(['storage put-events', 'storage read'])('the span %s is of the category storage, and counts rows', (name) => {
  expect(describeSpanName(name)).toEqual({
    kind: 'wait',
    category: 'storage',
    lanes: ['infrastructure'],
    value: 'rows',
  });
});

test.each(['', 'infrastructure', 'infrastructure.', 'profiler.ping', 'media.load more', 'xinfrastructure.flush'])(
  'the text "%s" is not the name of a span',
  (name) => {
    expect(describeSpanName(name)).toBeUndefined();
  },
);

test('every category of spans has a colour', () => {
  for (const name of ['post', 'event batch', 'storage read', 'request log', 'segment', 'update', 'lag'])
    expect(CATEGORY_COLOURS).toHaveProperty(describeSpanName(name)?.category ?? '');
});

test('a flow is derived from the id of a message, and is never 0', () => {
  const id = '1fffffffffffff-2a-b0b-c';
  expect(flowOfCall(id)).toBe(0xff_ff_ff_ff);
  expect(flowOfCall('a1b2c3d4e5-0-0-0')).toBe(0xb2_c3_d4_e5);
  expect(flowOfCall('0-1-2-3')).not.toBe(0);
  expect(flowOfCall('not hexadecimal')).not.toBe(0);
});
