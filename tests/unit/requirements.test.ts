import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { repositoryFiles, textOf } from '../support/repository.ts';

/** An id has at most two digits: H264 is a codec. `P10` inside `P10-b`, `$P10` or `a.P10` is part of another name. */
const ID = /(?<![\w$.-])[BCEHKLNPSX]\d{1,2}(?![\w$-])/g;
/** A title ends with its ids: `'… [S5]'`, `'… [S5, X6]'`. */
const TITLE_IDS = /\[([BCEHKLNPSX]\d+(?:, [BCEHKLNPSX]\d+)*)\]['"`](,\s*\{ tags: \['thorough'\])?/g;
const DOCUMENT = /[\w@./-]*\w\.md\b/g;
const ADDRESS = /https?:\/\/\S+/g;

const paths = repositoryFiles();
/** Id and proof of each row. */
const rows = Array.from(
  textOf('protocol/requirements.md').matchAll(/^\| ([A-Z]\d+) +\|.*\| *([^|]*?) *\|$/gm),
  ([, id = '', proof = '']) => ({ id, proof }),
);
const tableIds = rows.map(({ id }) => id);

/** Comments of a file, and its code without them. A parser reads them, because addresses and regular expressions contain `//`. */
function commentsOf(path: string): { readonly comments: readonly string[]; readonly code: string } {
  const text = textOf(path);
  if (!/\.m?tsx?$|\.mjs$/.test(path)) return { comments: text.match(/\/\*.*?\*\/|<!--.*?-->/gs) ?? [], code: '' };
  const { comments } = parseSync(path, text);
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return { comments: comments.map(({ value }) => value), code };
}

const sources = paths
  .filter((path) => /\.(?:m?ts|tsx|mjs|css|html)$/.test(path))
  .map((path) => ({ path, ...commentsOf(path) }));
/** The ids in titles of tests and of contracts, which are tests that several files share. */
const titleIds = sources
  .filter(({ path }) => /(?:\.test|-contract)\.\w+$/.test(path))
  .flatMap(({ path, code }) => {
    const isFileThorough = textOf(path).startsWith('// @module-tag thorough');
    return Array.from(code.matchAll(TITLE_IDS), ([, ids = '', tag]) => {
      const isThorough = isFileThorough || tag !== undefined;
      return ids.split(', ').map((id) => ({ path, id, isThorough }));
    }).flat();
  });

test('every id that a title or a comment cites is in the table', () => {
  const commentIds = sources.flatMap(({ path, comments }) =>
    comments.flatMap((comment) => Array.from(comment.matchAll(ID), ([id]) => ({ path, id }))),
  );
  const unknown = [...titleIds, ...commentIds].filter(({ id }) => !tableIds.includes(id));
  expect(unknown.map(({ path, id }) => `${path}: ${id}`)).toEqual([]);
});

test('no document except the table of requirements uses words in the form of an id', () => {
  const documents = paths.filter((path) => path.endsWith('.md') && path !== 'protocol/requirements.md');
  const numbered = documents.flatMap((path) =>
    // `[S5]` cites a requirement.
    Array.from(
      textOf(path)
        .replace(/`\[\w+\]`/g, '')
        .matchAll(ID),
      ([id]) => `${path}: ${id}`,
    ),
  );
  expect(numbered).toEqual([]);
});

test('every id in the table is unique and named by the title of a test', () => {
  const named = new Set(titleIds.map(({ id }) => id));
  expect(tableIds.filter((id) => !named.has(id))).toEqual([]);
  expect(tableIds.filter((id, index) => tableIds.indexOf(id) !== index)).toEqual([]);
});

/** Rules about the source, which no entry file reaches. */
const SOURCE_RULES = ['K1'];
const UNKEPT_MAX = 3;
const UNKEPT = /^not kept, because \w/;
const LINK = /\[[^\]]+\]\(\.\.\/([^)]+)\)/g;

/** Every served page comes from one of these: the built server, the provider in this process, or the static host. */
const SERVERS = [
  'src/server/start-provider.ts',
  'tests/end-to-end/support/server.ts',
  'tests/end-to-end/support/static-host.ts',
];
/** Names by which a test makes the settings of the worker itself, although only a served page should make them. */
const OWN_SETTINGS = /\b(?:InfrastructureSettings|makeSettings|pageSettings)\b/;

const directImports = new Map<string, readonly string[]>();

/** The direct imports of a test file, including imports of only types; imports of product files are not followed. */
function directImportsOf(path: string): readonly string[] {
  if (!path.startsWith('tests/')) return [];
  const known = directImports.get(path);
  if (known !== undefined) return known;
  const imported = parseSync(path, textOf(path))
    .module.staticImports.map(({ moduleRequest: { value } }) => value)
    .filter((value) => value.startsWith('.') && value.endsWith('.ts'))
    .map((value) => join(dirname(path), value));
  directImports.set(path, imported);
  return imported;
}

/** Files of the repository that a test imports, directly or through other test files. */
function importsOf(path: string, found = new Set<string>()): ReadonlySet<string> {
  for (const imported of directImportsOf(path)) {
    if (found.has(imported)) continue;
    found.add(imported);
    importsOf(imported, found);
  }
  return found;
}

/** Why the tests of a file do not start as viewers, hosts and operators do; `null` if they do. */
function faultOfStart(path: string): string | null {
  const imports = importsOf(path);
  if (!SERVERS.some((server) => imports.has(server))) return 'starts no server';
  const tests = [path, ...imports].filter((file) => file.startsWith('tests/'));
  const maker = sources.find((source) => tests.includes(source.path) && OWN_SETTINGS.test(source.code));
  return maker === undefined ? null : `has settings of its own, by ${maker.path}`;
}

function faultOfProof(id: string, path: string, isUnit: boolean): string | null {
  if (!paths.includes(path)) return 'is not there';
  if (!titleIds.some((title) => title.id === id && title.path === path)) return 'has no title with the id';
  if (isUnit) return path.startsWith('tests/end-to-end/') ? 'is no test of a module' : null;
  return SOURCE_RULES.includes(id) ? null : faultOfStart(path);
}

/** Separates unit tests in a proof, for parts of a rule that no page reaches within the time of a test. */
const UNITS = '; units: ';
const pathsIn = (proof = ''): string[] => Array.from(proof.matchAll(LINK), ([, path = '']) => path);

test('a test that makes the settings of its worker, itself or through an import, does not count as a proof', () => {
  expect(faultOfStart('tests/unit/workers/infrastructure/nothing-lost.test.ts')).toBe('starts no server');
  const titled = [...new Set(titleIds.map(({ path }) => path))].filter((path) => path.endsWith('.test.ts'));
  const makers = titled.filter((path) => importsOf(path).has('tests/support/pipeline-harness.ts'));
  expect(makers.length).toBeGreaterThan(0);
  expect(makers.filter((path) => faultOfStart(path) === null)).toEqual([]);
});

test('every id in the table has a proof: tests with the id in their title that start from a served page or a server', () => {
  const faults = rows.flatMap(({ id, proof }) => {
    if (UNKEPT.test(proof)) return [];
    const [served, units] = proof.split(UNITS);
    const proofs = pathsIn(served);
    if (proofs.length === 0) return [`${id}: no proof`];
    const isInCore = titleIds.some((title) => title.id === id && !title.isThorough && proofs.includes(title.path));
    if (!isInCore) return [`${id}: npm test proves nothing of it`];
    return [...proofs, ...pathsIn(units)].flatMap((path) => {
      const fault = faultOfProof(id, path, !proofs.includes(path));
      return fault === null ? [] : [`${id}: ${path} ${fault}`];
    });
  });
  expect(faults).toEqual([]);
  expect(rows.filter(({ proof }) => UNKEPT.test(proof)).length).toBeLessThanOrEqual(UNKEPT_MAX);
});

/** Whether a document exists relative to the citing file, or as the end of any path in the repository. */
function isThere(document: string, citedIn: string): boolean {
  return existsSync(join(dirname(citedIn), document)) || paths.some((path) => `/${path}`.endsWith(`/${document}`));
}

test('every document that a comment or a Markdown file names is in the repository', () => {
  const markdown = paths.filter((path) => path.endsWith('.md')).map((path) => ({ path, comments: [textOf(path)] }));
  const missing = [...sources, ...markdown].flatMap(({ path, comments }) =>
    comments
      .flatMap((comment) => comment.replace(ADDRESS, '').match(DOCUMENT) ?? [])
      .filter((document) => !isThere(document, path))
      .map((document) => `${path}: ${document}`),
  );
  expect(missing).toEqual([]);
});
