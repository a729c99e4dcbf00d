import { cp } from 'node:fs/promises';
import { dirname, posix } from 'node:path';
import type { CatalogCopy } from './catalog-copy.ts';

/** A finding as `npm run videos -- check --json` prints it. */
export interface PrintedFinding {
  readonly videoId: string | null;
  readonly file: string;
  readonly text: string;
}

type Follow = (catalog: CatalogCopy, match: readonly string[], finding: PrintedFinding) => Promise<unknown>;

const copyAgain = (catalog: CatalogCopy, path: string) => cp(`src/provider/catalog/${path}`, catalog.at(path));

/** Edits the lines of a text file. */
const editLines = (catalog: CatalogCopy, path: string, change: (lines: string[]) => string[]) =>
  catalog.edit(path, (text) => change(text.split('\n')).join('\n'));

/** Sets or replaces an attribute in the line above an address in a multivariant playlist. */
const setAttribute = (catalog: CatalogCopy, path: string, uri: string, attribute: string) =>
  editLines(catalog, path, (lines) =>
    lines.map((line, at) => {
      const name = attribute.split('=')[0] ?? '';
      const others = line.replace(new RegExp(`,${name}=(?:"[^"]*"|[^,]*)`), '');
      return lines[at + 1] === uri ? `${others},${attribute}` : line;
    }),
  );

const editVideo = (catalog: CatalogCopy, path: string, change: (video: Record<string, unknown>) => object) =>
  catalog.edit(path, (text) => JSON.stringify(change(JSON.parse(text) as Record<string, unknown>)));

/** How to follow each advice of a check that needs no other program; the first pattern that matches is used. */
const ADVICE: readonly (readonly [words: RegExp, follow: Follow])[] = [
  // The next check lists the other segments.
  [/^and \d+ more beside it, the same$/, () => Promise.resolve()],
  [/no such file: (media\/\S+?)(?=[.,]?(?:\s|$))/, (catalog, [, path = '']) => copyAgain(catalog, path)],
  [
    /Mend it: npm run videos -- (captions \S+ --captions-encoding \S+)$/,
    (catalog, [, words = '']) => catalog.run(words.split(' ')),
  ],
  [
    /npm run videos -- (captions \S+), and name that file$/,
    async (catalog, [, words = ''], { videoId }) => {
      await catalog.run(words.split(' '));
      const name = posix.basename(words.split(' ')[1] ?? '');
      await catalog.edit(`videos/${videoId}.json`, (text) => text.replace(name, name.replace(/\.\w+$/, '.vtt')));
    },
  ],
  [/Copy it again/, (catalog, _, { file }) => copyAgain(catalog, file)],
  [/is no image\/jpeg, .* Make it again/, (catalog, _, { file }) => copyAgain(catalog, file)],
  [/Its first line has to be WEBVTT/, (catalog, _, finding) => writeSignature(catalog, finding)],
  [
    /though media\/(\S+) .* says #EXT-X-INDEPENDENT-SEGMENTS\. Take that line out/,
    async (catalog, [, playlist = '']) => {
      for (const path of [`media/${playlist}`, posix.join(dirname(`media/${playlist}`), '../master.m3u8')])
        await catalog.edit(path, (text) => text.replace('#EXT-X-INDEPENDENT-SEGMENTS\n', ''));
    },
  ],
  [
    /Encode all qualities with key frames at the same times \(npm run add\)$|Copy them again/,
    (catalog, _, { file }) => {
      const folder = dirname(file);
      return cp(`src/provider/catalog/${folder}`, catalog.at(folder), { recursive: true });
    },
  ],
  [/^not JSON/, (catalog, _, { file }) => copyAgain(catalog, file.split(':')[0] ?? '')],
  // A new encoding would yield the original file, so the original is copied.
  [/Encode it again \(npm run add\)$/, (catalog, _, { file }) => copyAgain(catalog, file)],
  [
    /lasts ([\d.]+) s, and (media\/\S+) says [\d.]+\. Write what it is there/,
    (catalog, [, seconds, playlist = ''], { file }) =>
      editLines(catalog, playlist, (lines) =>
        lines.map((line, at) => (lines[at + 1] === posix.basename(file) ? `#EXTINF:${seconds},` : line)),
      ),
  ],
  [
    /says #EXT-X-TARGETDURATION:\d+, .* Write (\d+) there$/,
    (catalog, [, seconds], { file }) =>
      catalog.edit(file, (text) => text.replace(/TARGETDURATION:\d+/, `TARGETDURATION:${seconds}`)),
  ],
  [
    /(?:for|of) (\S+?),? .*\. (?:Add|Write) (CODECS="[^"]+")$/,
    (catalog, [, uri = '', codecs = ''], { file }) => setAttribute(catalog, file, uri, codecs),
  ],
  [
    /says RESOLUTION=\S+ of (\S+), which is (\d+x\d+)\. Write that$/,
    (catalog, [, uri = '', size], { file }) => setAttribute(catalog, file, uri, `RESOLUTION=${size}`),
  ],
  [
    /lengthSeconds: .* last ([\d.]+) seconds together\. Write that$|the description says .* Write ([\d.]+) there$/,
    (catalog, [, ofStream, ofFile], { videoId }) =>
      catalog.edit(`videos/${videoId}.json`, (text) =>
        text.replace(/"lengthSeconds": \d+/, `"lengthSeconds": ${ofStream ?? ofFile}`),
      ),
  ],
  [
    /is not shown: .*\. Correct its times, or take it out$/,
    async (catalog, _, { file }) => {
      const [path = '', line] = file.split(':');
      const at = Number(line) - 1;
      // Removes the times and the text, unless another video with this file has removed them already.
      await editLines(catalog, path, (lines) => (lines[at]?.includes('-->') ? lines.toSpliced(at, 2) : lines));
    },
  ],
  [
    /has no cue\. Take it out of the description/,
    (catalog, _, { file, videoId }) =>
      editVideo(catalog, `videos/${videoId}.json`, (video) => ({
        ...video,
        captions: (video['captions'] as { url: string }[]).filter(({ url }) => `media/${url}` !== file),
      })),
  ],
  [
    /chapter ".*" begins at .* Correct its time, or take it out$/,
    (catalog, _, { file }) => editVideo(catalog, file, (video) => ({ ...video, chapters: [] })),
  ],
  [
    /no such video: (\S+)\. Take it out$/,
    (catalog, [, id], { file }) =>
      catalog.edit(file, (text) => text.replace(new RegExp(`"${id}",?\\s*`), '').replace(/,\s*\]/, ']')),
  ],
];

async function writeSignature(catalog: CatalogCopy, { text }: PrintedFinding): Promise<void> {
  const path = /media\/\S+\.vtt/.exec(text)?.[0] ?? '';
  await catalog.edit(path, (old) => (old.startsWith('WEBVTT') ? old : `WEBVTT\n\n${old}`));
}

/** Follows the advice of a finding literally; `false` if no pattern matches it. */
export async function followAdvice(catalog: CatalogCopy, finding: PrintedFinding): Promise<boolean> {
  for (const [words, follow] of ADVICE) {
    const match = words.exec(finding.text);
    if (match === null) continue;
    await follow(catalog, match, finding);
    return true;
  }
  return false;
}
