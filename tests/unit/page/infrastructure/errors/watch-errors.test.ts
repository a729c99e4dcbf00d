import { expect, test } from 'vitest';
import { watchErrors } from '../../../../../src/page/infrastructure/errors/watch-errors.ts';

test('uncaught errors and unhandled rejections on main are reported, errors with their file and line [E4]', () => {
  const window = new EventTarget();
  const seen: unknown[] = [];
  watchErrors(window, (...report) => seen.push(report));
  const fire = (type: string, details: object): boolean =>
    window.dispatchEvent(Object.assign(new Event(type), details));
  const [error, reason] = [new Error('thrown'), new Error('rejected')];
  fire('error', { error, message: 'thrown', filename: '/a.js', lineno: 7 });
  fire('error', { error: null, message: 'Script error.', filename: '', lineno: 0 });
  fire('unhandledrejection', { reason });
  expect(seen).toEqual([
    [error, { fileName: '/a.js', lineNumber: 7 }],
    ['Script error.', { fileName: '', lineNumber: 0 }],
    [reason],
  ]);
});
