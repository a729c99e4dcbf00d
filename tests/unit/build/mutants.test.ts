import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createMutants } from '../../../.ci/mutation/create-mutants.mjs';
import { instrument } from '../../../.ci/mutation/instrument.mjs';

/** Each mutant as `original → replacement`. */
function mutantsOf(code: string): string[] {
  return createMutants('example.ts', code).map(
    ({ start, end, replacement }) => `${code.slice(start, end)} → ${replacement}`,
  );
}

test.each([
  ['let a = b < c;', ['b < c → (b) <= (c)', 'b < c → (b) >= (c)', 'b < c → true', 'b < c → false']],
  ['let a = b - 1;', ['b - 1 → (b) + (1)']],
  ['let a = `${b}` + c;', ["`${b}` → ''"]],
  ['let a = !b;', ['!b → b']],
  ['let a = b && c;', ['b && c → (b) || (c)']],
  ['let a = b ?? c;', ['b ?? c → b']],
  ['let a = b?.c?.(d)[0];', ['b?.c?.(d)[0] → b.c?.(d)[0]', 'b?.c?.(d)[0] → b?.c(d)[0]']],
  ['let a = [b];', ['[b] → []']],
  ['let a = { b: c };', ['{ b: c } → ({})']],
  ["let a = 'b';", ["'b' → ''"]],
  ['let a = b.filter(c);', ['b.filter(c) → b']],
  ['let a = b.some(c);', ['b.some(c) → b.every(c)']],
  ['let a = /^b$/u;', ['/^b$/u → /b$/u', '/^b$/u → /^b/u']],
  ['let a = () => b;', ['b → undefined']],
  ['function a() { return b; }', ['{ return b; } → {}', 'b → undefined']],
  ['if (a) b();', ['a → true', 'a → false', 'b() → undefined']],
  ['while (a) { b++; }', ['a → false', '{ b++; } → {}', 'b++ → undefined', 'b++ → b--']],
])('%s has the mutants %j', (code, expected) => {
  expect(mutantsOf(code).toSorted()).toEqual(expected.toSorted());
});

const CODE = `
  const count = (values) => {
    let sum = 0;
    for (const value of values ?? []) {
      if (value > 1 && value !== 4) sum += value;
    }
    return sum;
  };
  return [count([1, 2, 3, 4]), count(undefined)];`;

/** Runs the example with one mutant in force. */
function run(active: number): unknown {
  const wrapped = `function example() {${CODE}}`;
  const mutants = createMutants('example.js', wrapped).map((mutant, index) => ({ id: index + 1, ...mutant }));
  const make = runInThisContext(`(oriel_isMutant) => { ${instrument(wrapped, mutants)}; return example; }`) as (
    isMutant: (id: number) => boolean,
  ) => () => unknown;
  return make((id) => id === active)();
}

test('an instrumented module works as before while no mutant is in force', () => {
  expect(run(0)).toEqual([5, 0]);
});

test('one mutant is in force at a time, also inside what another one replaces', () => {
  const results = createMutants('example.js', `function example() {${CODE}}`).map(({ kind, replacement }, index) => {
    let result: unknown;
    try {
      result = run(index + 1);
    } catch (error) {
      result = (error as Error).name;
    }
    return [`${kind} ${replacement}`, result];
  });
  expect(results).toContainEqual(['block {}', undefined]);
  expect(results).toContainEqual(['default values', 'TypeError']);
  expect(results).toContainEqual(['equality (value) >= (1)', [6, 0]]);
  expect(results).toContainEqual(['condition true', [10, 0]]);
  expect(results).toContainEqual(['logic (value > 1) || (value !== 4)', [10, 0]]);
  expect(results).toContainEqual(['assignment sum -= value', [-5, 0]]);
});
