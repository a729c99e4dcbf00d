import { expect, test } from 'vitest';
import { flowOfCall } from '../../../../protocol/runtime/profiling/flow-id.ts';
import { CATEGORY_COLOURS, SPANS } from '../../../../protocol/profiling/span-names.ts';

test('each span says what it is, in which lanes, and in which units', () => {
  expect(SPANS.get('infrastructure.call')).toEqual({
    kind: 'wait',
    category: 'call',
    lanes: ['main', 'infrastructure'],
    bytes: 'arguments and result',
  });
  expect(SPANS.get('storage put-events')?.value).toBe('rows');
  for (const { category, lanes } of SPANS.values()) {
    expect(Object.keys(CATEGORY_COLOURS)).toContain(category);
    expect(lanes).not.toHaveLength(0);
  }
});

test('both threads derive the same flow from the id of a message, and it is never 0', () => {
  const id = '1fffffffffffff-2a-b0b-c';
  expect(flowOfCall(id)).toBe(0xff_ff_ff_ff);
  expect(flowOfCall('a1b2c3d4e5-0-0-0')).toBe(0xb2_c3_d4_e5);
  expect(flowOfCall('0-1-2-3')).not.toBe(0);
  expect(flowOfCall('not hexadecimal')).not.toBe(0);
});
