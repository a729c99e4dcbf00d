import { expect, test } from 'vitest';
import { findOldWords, findRemarks } from '../../../.ci/language.mjs';

test.each([
  ['a comment that begins with a pronoun', '/** What a caller gets. */\nexport const a = 1;', 'What'],
  ['a comment that begins with the owner of what it names', '// Of the page.\nf();', 'Of'],
  ['a doc comment without a subject', '/** By address. */\nexport const a = 1;', 'By'],
  ['a sentence whose subject is a pronoun', 'f(); // If nobody waits, it ends.', 'nobody'],
  ['a sentence that continues on a later line', '/**\n * Playback\n * goes\n * on.\n */\nf();', 'goes on'],
  ['a comment that is only an id', '/** S6, N13 */\nconst a = 1;', 'S6, N13'],
  ['an id before its sentence', '/** S9: lifetime of a cookie. */\nconst a = 1;', 'S9'],
  ['the old word for a response in a comment', '// The answer of a worker.', 'answer'],
  ['the old word for a response in a name', 'const { lastAnswer } = f();', 'lastAnswer'],
  ['the old word for a video in a comment', '// The length of the film.', 'film'],
  ['the old word for a video in a name', 'export const readFilmRecord = 1;', 'readFilmRecord'],
  ['the old word for a video as a variable', 'const films = [];', 'const films'],
])('%s is refused', (_, code, word) => {
  expect(findOldWords('example.ts', code).map(({ text }) => text)).toEqual([word]);
});

test.each([
  ['an id behind its sentence', '/** Timeout of the visitor id (N13). */\nconst a = 1;'],
  ['the published name of a member', 'const a = b.answer(1);'],
  ['a word in a template', 'const a = `no answer within ${1} ms`;'],
  ['an address in backticks', '/** Responds at `/provider/films`. */\nconst a = 1;'],
  ['a remark that begins with a pronoun', 'f(); // It ends by itself.'],
  ['a stored key', 'const a = { film: null };\nf(a.film);'],
  ['an old word inside a string', "const a = '/* nobody */';"],
  ['a word that holds an old one', '// Understands a filmstrip.'],
])('%s is accepted', (_, code) => {
  expect(findOldWords('example.ts', code)).toEqual([]);
});

test('a remark has the line on which its comment or name begins', () => {
  const code = 'f();\n/**\n * Whom to ask.\n */\n\ntype FilmId = string;';
  expect(findOldWords('example.ts', code)).toEqual([
    { line: 2, text: 'Whom' },
    { line: 6, text: 'FilmId' },
  ]);
});

test.each([
  ['a statement', 'function f() {\n  /** The page is gone. */\n  return 1;\n}', [2]],
  ['a local constant', 'function f() {\n  /** The page is gone. */\n  const a = 1;\n}', [2]],
  ['a constant of the module', '/** Pages that are gone. */\nconst a = 1;', []],
])('a doc comment on %s is a remark inside of functions alone', (_, code, lines) => {
  expect(findRemarks('example.ts', code).map(({ line }) => line)).toEqual(lines);
});
