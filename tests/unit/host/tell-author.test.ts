import { expect, test, vi } from 'vitest';
import { callReporting } from '../../../src/host/call-reporting.ts';
import { tellAuthor } from '../../../src/host/tell-author.ts';

test.each([
  ['without the method', {}],
  [
    'that throws',
    {
      warn: () => {
        throw new Error('blocked');
      },
    },
  ],
  ['that is a text', 'console'],
])('a line for the author of the page causes no error with a console %s', (_, console) => {
  expect(() => tellAuthor({ console } as never, 'a line')).not.toThrow();
});

test('if the page has replaced reportError, an error of a listener is thrown in a later task', () => {
  vi.useFakeTimers();
  const error = new Error('of the page');
  const call = (): never => {
    throw error;
  };
  callReporting(call, { reportError: 'a variable of the page' } as never);
  expect(() => vi.runAllTimers()).toThrow(error);
  vi.useRealTimers();
});
