import { expect, test } from 'vitest';
import { addressLines } from '../../../../src/studio/preparation/address-lines.ts';

test('an added video is announced at the public address that the settings name', () => {
  const text = addressLines('film-plain0', 'https://videos.example/player').join('\n');
  expect(text).toContain('Watch it at https://videos.example/player/embed/film-plain0;');
  expect(text).toContain('<iframe src="https://videos.example/player/embed/film-plain0"');
  expect(text).not.toContain('YOUR.SERVER');
});

test('an added video is announced by its path where the settings name no public address', () => {
  const text = addressLines('film-plain0', undefined).join('\n');
  expect(text).toContain('/embed/film-plain0 of your server');
  expect(text).toContain('<iframe src="https://YOUR.SERVER/embed/film-plain0"');
});
