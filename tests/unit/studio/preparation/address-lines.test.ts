import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addressLines } from '../../../../src/studio/preparation/address-lines.ts';

const VIDEO = { id: 'film-plain0', title: 'A "talk"', width: 1_280, height: 720 };

test('without a public origin, an added video is announced by its path', () => {
  const text = addressLines(VIDEO, undefined).join('\n');
  expect(text).toContain('/embed/film-plain0 of your server');
  expect(text).toContain(' src="https://YOUR.SERVER/embed/film-plain0"');
});

test('the printed embed code has the attributes of the README’s example, with the title and shape of the video', async () => {
  const attributesOf = (code: string): Record<string, string> =>
    Object.fromEntries([...code.matchAll(/ ?\b([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
  const readme = /<iframe[^>]*>/.exec(await readFile('README.md', 'utf8'))?.[0] ?? '';
  const { src: _, title: __, ...documented } = attributesOf(readme);
  const printed = addressLines(VIDEO, undefined).join('\n');
  expect(attributesOf(printed)).toMatchObject({ ...documented, title: 'A &quot;talk&quot;' });
  expect([readme, printed].map((code) => code.includes('allowfullscreen'))).toEqual([true, true]);
  const upright = addressLines({ ...VIDEO, width: 720, height: 1_280 }, undefined).join('\n');
  expect(attributesOf(upright)).toMatchObject({ width: '640', height: '1138' });
});
