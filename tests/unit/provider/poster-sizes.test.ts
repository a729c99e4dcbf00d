import { expect, test } from 'vitest';
import { sizesOf } from '../../../src/provider/pages/poster-sizes.ts';

const poster = (url: string, mimeType: string, width: number) => ({ url, mimeType, width, height: 1 });
const POSTERS = [
  poster('/s.avif', 'image/avif', 640),
  poster('/l.avif', 'image/avif', 1280),
  poster('/l.jpg', 'image/jpeg', 1280),
];

test('several posters of a type get a srcset with widths, so that the browser can choose by the width of the frame', () => {
  expect(sizesOf(POSTERS, 'image/avif')).toEqual({ srcset: '/s.avif 640w, /l.avif 1280w', sizes: '100vw' });
});

test('the only poster of a type gets a srcset without a width', () => {
  expect(sizesOf(POSTERS, 'image/jpeg')).toEqual({ srcset: '/l.jpg' });
});
