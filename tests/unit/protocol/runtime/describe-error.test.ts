import { expect, test } from 'vitest';
import { describeError } from '../../../../protocol/runtime/describe-error.ts';
import { ErrorRecord } from '../../../../protocol/threads/error-record.ts';

test('an error is described with message, name, place and stack [C6]', () => {
  const record = describeError(new RangeError('too far'), undefined, { fileName: '/a.js', lineNumber: 7 });
  expect(ErrorRecord.parse(record)).toMatchObject({
    message: 'too far',
    name: 'RangeError',
    fileName: '/a.js',
    lineNumber: 7,
    sampleWeight: 1,
  });
  expect(record.stack).toContain('RangeError');
});

test('in a described error the message is cut at 250 characters, every other value at 500 [E5]', () => {
  const error = new Error('m'.repeat(900));
  error.name = 'n'.repeat(900);
  error.stack = 's'.repeat(900);
  const { message, name, stack, fileName } = describeError(error, undefined, { fileName: 'f'.repeat(900) });
  expect([message, name, stack, fileName].map((text) => text?.length)).toEqual([250, 500, 500, 500]);
});

test('the parameters of a described error share a budget of 500 characters [E5]', () => {
  const { params = {} } = describeError('x', { a: 'v'.repeat(300), b: 'v'.repeat(300), c: 'lost' });
  expect(Object.keys(params)).toEqual(['a', 'b']);
  const length = Object.entries(params).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  expect(length).toBe(500);
});

test.each([
  ['text', { message: 'text', name: 'string' }],
  [undefined, { message: 'undefined', name: 'undefined' }],
  [null, { message: 'null', name: 'object' }],
  [Symbol('s'), { message: 'Symbol(s)', name: 'symbol' }],
])('a thrown value that is no error is described: %s', (thrown, expected) => {
  expect(describeError(thrown)).toMatchObject(expected);
});

test('a thrown value that cannot be converted to text is described by a fixed message', () => {
  const hostile = {
    toString() {
      throw new Error('no');
    },
  };
  expect(describeError(hostile).message).toBe('A thrown value that cannot be shown');
});
