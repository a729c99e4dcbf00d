import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The old word for videos, which code must not use. Stored keys and addresses keep it. */
const OLD_NAME = /(?<![\w'"`/.-])(?:\w*Film\w*|films?[A-Z]\w*|FILM\w*)(?![\w'"`/.-])/;
/** Conflict markers of a merge, also as the formatter rewrites them in Markdown, where no parser rejects them. */
const MERGE_MARK = /^ *(?:<{7} |\\={7}$|(?:> ?){7})/;

/** Finds old names in code, and conflict markers in documents. */
export function checkLanguage() {
  const isText = (path) => /\.(?:tsx?|mjs|md)$/.test(path);
  const paths = execFileSync('git', ['ls-files', 'src', 'workers', 'protocol', 'tests', '*.md'], { encoding: 'utf8' })
    .split('\n')
    .filter(isText);
  const found = paths.flatMap((path) => {
    const pattern = path.endsWith('.md') ? MERGE_MARK : OLD_NAME;
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []));
  });
  if (found.length > 0) console.error(found.join('\n'));
  return found.length === 0;
}
