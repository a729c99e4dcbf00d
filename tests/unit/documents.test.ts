import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles, textOf } from '../support/repository.ts';

const files = repositoryFiles();
const documents = files.filter((path) => path.endsWith('.md') && !path.endsWith('CHANGELOG.md'));
/** The text without fenced blocks, which are examples, often from another machine. */
const proseOf = (path: string): string => textOf(path).replace(/^```.*?^```/gms, '');

/** Files that a reader creates in a recipe. */
const EXAMPLES = /sleep-timer|italian/;
/** Identifiers of browsers, systemd and Chromium's traces. */
const FOREIGN = new Set(['MediaKeys', 'SystemMaxUse', 'DidPresentCompositorFrameOnImplThread']);

const sources = files
  .filter((path) =>
    /\.(?:tsx?|mts|mjs|css|html|json|sh|ya?ml|conf|service|socket|env)$|Caddyfile|Containerfile/.test(path),
  )
  .filter((path) => path !== 'package-lock.json' && !path.startsWith('tests/unit/documents'))
  .map(textOf)
  .join('\n');
const words = new Set(sources.match(/[A-Za-z_$][\w$]*/g));

/** The anchors that GitHub derives from headings. */
function anchorsOf(path: string): Set<string> {
  const headings = textOf(path).match(/^#+ .+$/gm) ?? [];
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('every relative link of a Markdown file leads to a file or folder of the repository', () => {
  const links = files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => Array.from(textOf(path).matchAll(/\]\(([^)#\s]+)/g), ([, target = '']) => ({ path, target })));
  const broken = links
    .filter(({ target }) => !/^(?:[a-z]+:|\/)/.test(target))
    .filter(({ path, target }) => !existsSync(join(dirname(path), target)));
  expect(broken.map(({ path, target }) => `${path}: ${target}`)).toEqual([]);
});

test('no README is longer than 120 lines', () => {
  const long = documents.filter((path) => path.endsWith('README.md') && textOf(path).split('\n').length > 121);
  expect(long).toEqual([]);
});

test.each(documents)('every anchor that %s links to is a heading', (path) => {
  const links = [...proseOf(path).matchAll(/\]\((?![a-z]+:)([^)#\s]*)#([^)\s]+)\)/g)];
  const broken = links.filter(([, file = '', anchor = '']) => {
    const target = file === '' ? path : normalize(join(dirname(path), file));
    return !anchorsOf(target).has(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(documents)('every path and identifier in back-ticks of %s is in the repository', (path) => {
  const quoted = [...proseOf(path).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  expect(quoted.filter((text) => (isPath(text) ? !isThere(text, path) : isIdentifier(text) && !isWord(text)))).toEqual(
    [],
  );
});

/** Whether a text looks like a path of this repository, by its extension, with or without folders. */
function isPath(text: string): boolean {
  return !EXAMPLES.test(text) && /^[\w.@*{}-]+(?:\/[\w.@*{},-]+)*\.(?:ts|tsx|mts|mjs|md|css)$/.test(text);
}

function isThere(text: string, document: string): boolean {
  if (existsSync(join(dirname(document), text)) || existsSync(text)) return true;
  const pattern = text.replace(/[.+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '[^/]*');
  const alternatives = pattern.replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  const isFile = new RegExp(`(?:^|/)${alternatives}$`);
  return files.some((file) => isFile.test(file));
}

/** Whether a text is an identifier: camel case or capitals with underscores, which prose does not have. */
function isIdentifier(text: string): boolean {
  return /^#?[A-Za-z_$][\w$]*(?:\.[a-z_$][\w$]*)*(?:\(\))?$/.test(text) && /[a-z][A-Z]|^[A-Z]+_[A-Z]/.test(text);
}

function isWord(text: string): boolean {
  return text
    .replace(/\(\)$/, '')
    .split(/[.#]/)
    .every((word) => word === '' || words.has(word) || FOREIGN.has(word));
}
