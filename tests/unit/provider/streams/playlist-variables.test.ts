import { expect, test } from 'vitest';
import { withVariables } from '../../../../src/provider/streams/playlist-variables.ts';

test('references to variables become their values, also in later definitions', () => {
  const { text, variables } = withVariables(
    '#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="one"\n#EXT-X-DEFINE:NAME="b",VALUE="{$a}-two"\n{$b}/{$a}.m3u8\n{$other}\n',
  );
  expect(text).toContain('\none-two/one.m3u8\n{$other}\n');
  expect([...variables]).toEqual([
    ['a', 'one'],
    ['b', 'one-two'],
  ]);
});

test('a reference before its definition stays, and a playlist without definitions is unchanged', () => {
  expect(withVariables('{$a}\n#EXT-X-DEFINE:NAME="a",VALUE="b"').text).toBe('{$a}\n#EXT-X-DEFINE:NAME="a",VALUE="b"');
  expect(withVariables('#EXTM3U\r\n{$a}\r\n').text).toBe('#EXTM3U\r\n{$a}\r\n');
});

test('a media playlist resolves only the variables that it imports', () => {
  const imported = new Map([
    ['a', 'one'],
    ['b', 'two'],
  ]);
  expect(withVariables('#EXT-X-DEFINE:IMPORT="a"\n{$a}{$b}', imported).text).toBe('#EXT-X-DEFINE:IMPORT="a"\none{$b}');
});
