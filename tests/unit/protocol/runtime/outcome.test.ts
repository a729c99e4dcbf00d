import { expect, test } from 'vitest';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';

test('an outcome is plain data: a value, or a code with its message and facts', () => {
  expect(succeed(7)).toStrictEqual({ ok: true, value: 7 });
  expect(fail('net.unknown', 'gone')).toStrictEqual({ ok: false, code: 'net.unknown', message: 'gone' });
  expect(fail('net.badstatus', 'no', { status: 503 })).toStrictEqual({
    ok: false,
    code: 'net.badstatus',
    message: 'no',
    details: { status: 503 },
  });
});
