import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';

/** Words that leave the subject of a sentence to its reader, at its beginning. */
const FIRST_WORDS = /^(?:What|Who|Whom|Whose|Whoever|Of)\b/;
/** The same in doc comments, whose subject is the declaration below. */
const FIRST_WORDS_OF_DOCS = /^(?:As|By|It|Too)\b/;
const OLD_WORDS =
  /\b(?:nobody|somebody|anybody|answer(?:s|ed|ing)?|whoever|whom|anew|go(?:es)? on|stands|(?:is|are) told|of (?:its|their) own|in sight|films?)\b/i;
/** The same in documents: at the beginning of a paragraph, list item, table cell or sentence. */
const FIRST_WORDS_OF_PROSE = /(?:^|[.!?|] +)(?:(?:-|\d+\.) +)?[*_]*(?:What|Who|Whom|Whose|Whoever)\b/;
/** Marks of a merge that was not finished, also as the formatter rewrites them in documents, where no parser refuses them. */
const MERGE_MARKS = /^ *(?:<{7} |\\={7}$|(?:> ?){7})/;
/** Beginnings of titles that have their subject only in a `describe`, or in another test. */
const NO_SUBJECT = /^(?:What|Who|Whom|Whose|Whoever|Whatever|It|They|Nobody|Neither|No others)\b/i;
const STATEMENTS = ['Expression', 'If', 'Return', 'For', 'ForOf', 'ForIn', 'While', 'Throw', 'Try', 'Switch']
  .map((kind) => `${kind}Statement`)
  .concat('SpreadElement');
const TESTS = new Set(['describe', 'it', 'test']);
/** Ids of requirements without a sentence, or before it: they belong behind it. */
const LEADING_IDS = /^[A-Z]\d+(?:(?:, | and |–)[A-Z]\d+)*(?=[:;.,]|$)/;
/** Stored keys and addresses keep `film`; names of the code are of videos. */
const OLD_NAMES = new RegExp(
  '(?<![A-Za-z0-9_])(?:[A-Za-z][A-Za-z0-9_]*Film[A-Za-z0-9_]*|[Ff]ilms?[A-Z][A-Za-z0-9_]*|FILM[A-Z_]*|Films?|(?:const|let|function) films?)(?![A-Za-z0-9_])',
  'g',
);

/** Names of the bot-detection script and of its table, which other builds use, too. */
const PUBLISHED = new Set(['answer', 'bot_answers']);

/** Names with `answer` in them, with their places. */
function oldNamesIn(program) {
  const published = new Set();
  const found = new Map();
  const keepMember = ({ key, property = key }) => PUBLISHED.has(property.name) && published.add(property.start);
  const note = ({ name, start }) => /answer/i.test(name) && found.set(start, name);
  const members = ['Property', 'MethodDefinition', 'TSMethodSignature', 'TSPropertySignature', 'MemberExpression'];
  new Visitor({
    ...Object.fromEntries(members.map((type) => [type, keepMember])),
    Identifier: note,
    PrivateIdentifier: note,
    JSXIdentifier: note,
  }).visit(program);
  return [...found].filter(([start]) => !published.has(start));
}

/** Remarks about the comments and names of a module, with their lines. */
export function findOldWords(path, text) {
  const { comments, program } = parseSync(path, text);
  const lineOf = (offset) => text.slice(0, offset).split('\n').length;
  const found = comments.flatMap(({ value, start }) => {
    const sentence = value
      .replaceAll(/\n\s*\*/g, '\n')
      .replace(/^\*/, '')
      .replaceAll(/`[^`]*`/g, '``')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const first = value.startsWith('*') ? FIRST_WORDS_OF_DOCS.exec(sentence) : null;
    const old = first ?? FIRST_WORDS.exec(sentence) ?? OLD_WORDS.exec(sentence) ?? LEADING_IDS.exec(sentence);
    return old === null ? [] : [{ line: lineOf(start), text: old[0] }];
  });
  let code = text;
  for (const { start, end } of comments)
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  code = code.replaceAll(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, (quoted) => ' '.repeat(quoted.length));
  for (const { 0: name, index } of code.matchAll(OLD_NAMES)) found.push({ line: lineOf(index), text: name });
  return found.concat(oldNamesIn(program).map(([start, name]) => ({ line: lineOf(start), text: name })));
}

/** Name of the function that a call begins with: `test` of `test.each([…])(…)`. */
function rootOf(node) {
  if (node.type === 'Identifier') return node.name;
  const inner = node.type === 'CallExpression' ? node.callee : node.object;
  return inner === undefined ? undefined : rootOf(inner);
}

/** Remarks about doc comments inside of functions: those document nothing, so that they are line comments. */
export function findRemarks(path, text) {
  const { program, comments } = parseSync(path, text);
  const starts = new Set();
  const note = ({ start }) => starts.add(start);
  const noteLocals = ({ body }) => body.filter(({ type }) => type === 'VariableDeclaration').forEach(note);
  const statements = Object.fromEntries(STATEMENTS.map((type) => [type, note]));
  new Visitor({ ...statements, BlockStatement: noteLocals }).visit(program);
  return comments
    .filter(({ value, end }) => value.startsWith('*') && starts.has(end + /^\s*/.exec(text.slice(end))[0].length))
    .map(({ start }) => ({ line: text.slice(0, start).split('\n').length, text: 'a remark is a line comment' }));
}

/** Remarks about titles of tests, with their lines. */
export function findOldTitles(path, text) {
  const found = [];
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (title?.type !== 'Literal' || typeof title.value !== 'string' || !TESTS.has(rootOf(callee))) return;
      const old = NO_SUBJECT.exec(title.value) ?? OLD_WORDS.exec(title.value);
      if (old !== null) found.push({ line: text.slice(0, title.start).split('\n').length, text: old[0] });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** Remarks about the prose of a document, with their lines. Headings, code and addresses of links are no prose. */
export function findOldProse(text) {
  const prose = text
    .replaceAll(/^( *)(`{3,}).*?^\1\2$/gms, (fenced) => fenced.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/[^\n]/g, '`'))
    .replaceAll(/\]\([^)\n]*\)/g, ']');
  return prose.split('\n').flatMap((line, index) => {
    if (line.startsWith('#')) return [];
    const old = FIRST_WORDS_OF_PROSE.exec(line) ?? OLD_WORDS.exec(line);
    return old === null ? [] : [{ line: index + 1, text: old[0] }];
  });
}

/** Lines of a document at which a merge was not finished. */
const findMergeMarks = (text) =>
  text
    .split('\n')
    .flatMap((line, index) => (MERGE_MARKS.test(line) ? [{ line: index + 1, text: 'unfinished merge' }] : []));

/** Compares the comments and names of all modules, and the prose of all documents, with the words of `.github/CONTRIBUTING.md`. */
export function checkLanguage() {
  const remarks = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .flatMap((path) => {
      const isDocument = path.endsWith('.md');
      if (!isDocument && !/\.(?:ts|tsx|mjs|mts)$/.test(path)) return [];
      const text = readFileSync(path, 'utf8');
      const found = isDocument ? findMergeMarks(text) : [...findOldWords(path, text), ...findRemarks(path, text)];
      if (isDocument && !path.endsWith('CHANGELOG.md')) found.push(...findOldProse(text));
      if (/\.test\.tsx?$/.test(path)) found.push(...findOldTitles(path, text));
      const lines = found.map(({ line, text: old }) => `${path}:${line}: ${old}`);
      return /film/i.test(path) ? [...lines, `${path}: film in its name`] : lines;
    });
  if (remarks.length > 0) console.error(remarks.join('\n'));
  return remarks.length === 0;
}
