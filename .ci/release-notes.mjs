import { readFileSync } from 'node:fs';

/**
 * Prints the changelog's section of a version: `node .ci/release-notes.mjs v0.1.0`. Fails if package.json has another version,
 * or if the changelog has no dated section of the version.
 */
const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const sections = readFileSync('.github/CHANGELOG.md', 'utf8').split(/^## /m);
const section = sections.find((text) => text.startsWith(`[${version}] - `));
if (tag !== `v${version}`) complain(`package.json has the version ${version}, and the tag is ${tag || 'missing'}.`);
if (section === undefined) complain(`The changelog has no section '## [${version}] - DATE'.`);
console.log(section.slice(section.indexOf('\n')).trim());

function complain(sentence) {
  console.error(sentence);
  process.exit(1);
}
