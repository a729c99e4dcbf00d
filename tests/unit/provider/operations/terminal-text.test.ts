import { expect, test } from 'vitest';
import { terminalLine } from '../../../../src/provider/operations/terminal-line.ts';
import { terminalText } from '../../../../src/provider/operations/terminal-text.ts';

test.each([
  ['an escape code', '\u001b[2Jname', String.raw`\u001b[2Jname`],
  ['an eight-bit control character', '\u009b31mname', String.raw`\u009b31mname`],
  ['a change of the text direction', 'name\u202egpj.exe', String.raw`name\u202egpj.exe`],
  ['a carriage return', 'name\rOriel is ready', String.raw`name\u000dOriel is ready`],
  ['a lone surrogate', 'name\ud83d', String.raw`name\ud83d`],
  ['a line separator', 'name\u2028', String.raw`name\u2028`],
  ['letters of any script', 'Ärger 日本 العربية 👍', 'Ärger 日本 العربية 👍'],
])('a name with %s is shown as harmless text in a terminal', (_, name, shown) => {
  expect(terminalText(`videos/${name}`)).toBe(`videos/${shown}`);
  const line = JSON.stringify({ level: 'warn', time: '2026-01-01T12:00:00.000Z', msg: `videos/${name}`, file: name });
  expect(terminalLine(line)).not.toMatch(/[^\P{C}\n]/u);
});

test('a line after a line break in a name is indented, so that it cannot pass for a message of the program', () => {
  expect(terminalText('a\nOriel is ready')).toBe('a\n  Oriel is ready');
});
