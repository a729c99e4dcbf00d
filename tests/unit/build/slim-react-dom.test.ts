import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaveOut } from '../../../.ci/vite/slim-react-dom.ts';

/** Runs a function body after the slimming; the fiber is `fiber`. */
function run(body: string, tag: number): unknown {
  const { slimmed } = leaveOut(`function work(fiber) { ${body} }`);
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- The code under test is code.
  return new Function('tag', `"use strict"; ${slimmed}; return work({ tag });`)(tag);
}

const FUNCTION_COMPONENT = 0;
const ELEMENT = 5;
const SUSPENSE = 13;

test('a node of a kind that is not in the build meets the refusal at the end', () => {
  const body = 'switch (fiber.tag) { case 0: return "function"; case 13: return "suspense"; } throw Error("156");';
  expect(run(body, FUNCTION_COMPONENT)).toBe('function');
  expect(() => run(body, SUSPENSE)).toThrow('156');
});

test('what a kept case falls into stays, in a block as well', () => {
  const body =
    'let said = ""; switch (fiber.tag) { case 5: said += "a"; case 27: said += "b"; break; case 6: { break; } } return said;';
  expect(run(body, ELEMENT)).toBe('ab');
});

test('a label in a row of labels goes alone', () => {
  const body =
    'switch (fiber.tag) { case 26: case 27: case 5: return "element"; case 13: return "suspense"; } return "none";';
  expect(run(body, ELEMENT)).toBe('element');
  expect(run(body, SUSPENSE)).toBe('none');
});

test('other cases can use the variables that a left-out case declared', () => {
  const body = 'switch (fiber.tag) { case 13: var said = 1; break; case 5: said = 2; return said; }';
  expect(run(body, ELEMENT)).toBe(2);
});

test('comparisons with a kind that is not in the build are settled', () => {
  const { slimmed } = leaveOut('const a = 13 === fiber.tag, b = 13 !== fiber.tag, c = 5 === fiber.tag;');
  expect(slimmed).toBe('const a = false, b = true, c = 5 === fiber.tag;');
});

test('a version without the parts that are to go is told', () => {
  expect(leaveOut('').missing).toContain('startViewTransition');
});

test('no component listens for an event, or makes an element, that is left out', () => {
  const files = readdirSync('src/page', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(20);
  const leftOut =
    /\bon(?:Select|BeforeInput|Composition\w+|MouseEnter|MouseLeave|PointerEnter|PointerLeave)=|<[a-z]+-[a-z]/u;
  const users = files.filter((file) => leftOut.test(readFileSync(join('src/page', file), 'utf8')));
  expect(users).toEqual([]);
});
