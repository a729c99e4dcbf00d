import { expect, test } from 'vitest';
import { withOwnPlatform } from '../../../.build/own-platform.ts';

test.each([
  ['list.map(f)', '$method(list,"map")(f)'],
  ['(a ?? b).filter(f).join()', '$method($method((a ?? b),"filter")(f),"join")()'],
  ['a?.map(f).length', '$method(a,"map")?.(f).length'],
  ['a?.b.map(f).sort()', '$method($method(a?.b,"map")?.(f),"sort")?.()'],
  ['a.map?.(f)', '$method(a,"map")?.(f)'],
  ['this.#list\n  .push(1)', '$method(this.#list,"push")(1)'],
  ['Object.keys(x)', '$method($own.Object,"keys")(x)'],
  ['new Map([[URL, 1]])', 'new $own.Map($each([[$own.URL, 1]]))'],
  ['[...list.map(f), ...b]', '[...$each($method(list,"map")(f)), ...$each(b)]'],
  ['f(...Array.from(a))', 'f(...$each($method($own.Array,"from")($each(a))))'],
  ['({ ...options })', '({ ...options })'],
  ['(([, a, { b: [c = Map] }]) => a)', '(({1:a,2:{ b: {0:c = $own.Map} }}) => a)'],
  ['use({ performance, URL: 1 })', 'use({ performance: $own.performance, URL: 1 })'],
  ['setTimeout(f)', '$own.setTimeout(f)'],
  ['window.URL', 'window.URL'],
  ['player.stop(); list["map"](f)', 'player.stop(); list["map"](f)'],
])('%s becomes %s in a script of host pages', (code, expected) => {
  const [open, close] = code.includes('#') ? ['class A { #list; a() { return ', '} }'] : ['', ''];
  expect(withOwnPlatform(`${open}${code}${close}`)).toBe(`${open}${expected}${close}`);
});

test('loops and array patterns do not use the page’s iterator of arrays', () => {
  expect(withOwnPlatform('for (const [name,\nvalue] of pairs) use(name);')).toBe(
    'for (const {0:name,1:\nvalue} of $each(pairs)) use(name);',
  );
  expect(withOwnPlatform('const [a, ...rest] = list')).toBe('const [a, ...rest] = $each(list)');
});

test.each(['const Map = 1; use(Map)', 'function f(URL) { return URL; }', 'const f = ({ performance }) => performance'])(
  'a name that the module itself declares is not replaced: %s',
  (code) => expect(withOwnPlatform(code)).toBe(code),
);
