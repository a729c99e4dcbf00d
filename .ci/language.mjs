import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One word for one thing: a video is no film. Stored keys and addresses keep the old word. */
const OLD_NAME = /(?<![\w'"`/.-])(?:\w*Film\w*|films?[A-Z]\w*|FILM\w*)(?![\w'"`/.-])/;
/** Marks of a merge that was not finished, also as the formatter rewrites them in documents, where no parser refuses them. */
const MERGE_MARK = /^ *(?:<{7} |\\={7}$|(?:> ?){7})/;

/** Finds old names in code, and unfinished merges in documents. */
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
