import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseAt, parseJsonAt } from '../../../../protocol/runtime/parse.ts';

const Point = z.object({ at: z.object({ x: z.number(), y: z.number() }) });

test('valid input is parsed into a success with the output of the schema', () => {
  expect(parseAt('edge', Point, { at: { x: 1, y: 2 }, more: 3 })).toEqual({ ok: true, value: { at: { x: 1, y: 2 } } });
  expect(parseJsonAt('edge', Point, '{"at":{"x":1,"y":2}}')).toEqual({ ok: true, value: { at: { x: 1, y: 2 } } });
});

test('a parse failure names the edge and each invalid field', () => {
  const failure = parseAt('answer of player', Point, { at: { x: 'left' } });
  expect(failure).toMatchObject({ ok: false, code: 'edge.invalid' });
  expect(failure.ok || failure.message).toMatch(/^answer of player: at\.x: .+; at\.y: .+$/);
  const root = parseAt('edge', Point, null);
  expect(root.ok || root.message).toMatch(/^edge: \(root\): .+$/);
});

test('a parse failure names at most five fields', () => {
  const failure = parseAt('edge', z.array(z.number()), ['a', 'b', 'c', 'd', 'e', 'f']);
  expect((failure.ok || failure.message).toString().split('; ')).toHaveLength(5);
});

test('text that is not JSON is a failure with its own message', () => {
  expect(parseJsonAt('edge', Point, '{')).toEqual({ ok: false, code: 'edge.invalid', message: 'edge: not JSON' });
});
