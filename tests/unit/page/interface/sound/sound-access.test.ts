import { expect, test } from 'vitest';
import { canProcessSound, type SourceElement } from '../../../../../src/page/interface/sound/sound-access.ts';
import { VIDEO } from '../../../../support/fake-player.ts';
import { VIDEO_ID, videoResponse } from '../../../../support/video-response.ts';

const MODERN = { hasWebAudio: true, hasMediaSource: true };
const PAGE = 'https://player.example/embed/orieldemo01';
const elementOf = (crossOrigin: string | null, currentSrc: string): SourceElement => ({
  crossOrigin,
  currentSrc,
  baseURI: PAGE,
});
const STREAM = elementOf('anonymous', '');

test.each([
  ['worker', true],
  ['main', true],
  ['native', false],
  [null, false],
] as const)('the sound of a stream on the path %s can be processed: %s', (mediaPath, expected) => {
  expect(canProcessSound({ mediaPath, video: VIDEO }, STREAM, MODERN)).toBe(expected);
});

test.each([
  ['requested with CORS from another origin', elementOf('anonymous', 'https://media.example/a.mp4'), true],
  ['requested without CORS from another origin', elementOf(null, 'https://media.example/a.mp4'), false],
  ['requested without CORS from the page’s own origin', elementOf(null, 'https://player.example/a.mp4'), true],
  ['with a blob address of the page', elementOf(null, 'blob:https://player.example/0b5c'), true],
  ['without an address', elementOf(null, ''), false],
])('the sound of a file %s can be processed: %s', (_, element, expected) => {
  expect(canProcessSound({ mediaPath: 'progressive', video: VIDEO }, element, MODERN)).toBe(expected);
});

test('the sound of a protected video cannot be processed', () => {
  const response = videoResponse(VIDEO_ID, { streams: { progressive: [], isLive: false, drm: {} } });
  expect(canProcessSound({ mediaPath: 'main', video: { ...VIDEO, response } }, STREAM, MODERN)).toBe(false);
});

test.each([
  { hasWebAudio: false, hasMediaSource: true },
  { hasWebAudio: true, hasMediaSource: false },
])('a browser with %j cannot process sound', (access) => {
  const file = elementOf('anonymous', 'https://media.example/a.mp4');
  expect(canProcessSound({ mediaPath: 'progressive', video: VIDEO }, file, access)).toBe(false);
});
