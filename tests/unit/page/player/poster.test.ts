import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followPoster } from '../../../../src/page/player/poster.ts';
import { createFakePlayer, FILM } from '../../../support/fake-player.ts';

interface FakeImage {
  tag: string;
  alt?: string;
  crossOrigin?: string;
  src?: string;
}

beforeEach(() => {
  vi.stubGlobal('document', { createElement: (tag: string): FakeImage => ({ tag }) });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function subject(serverSource: string | null) {
  const shown: FakeImage[] = [];
  const image = { getAttribute: (name: string) => (name === 'src' ? serverSource : null) };
  const container = {
    querySelector: (selector: string) => (serverSource !== null && selector === 'img' ? image : null),
    replaceChildren: (next: FakeImage) => void shown.push(next),
  };
  const player = createFakePlayer();
  return { shown, player, end: followPoster(container as unknown as HTMLElement, player) };
}

const withPoster = (posterUrl: string | null) => ({ video: { ...FILM, posterUrl } });

test('the server’s picture stays while it is the right one', () => {
  const { shown, player } = subject('/a.webp');
  player.set(withPoster('/a.webp'));
  player.set(withPoster(null));
  expect(shown).toEqual([]);
});

test('the poster follows the video, set once for each picture', () => {
  const { shown, player, end } = subject(null);
  player.set(withPoster('/a.webp'));
  player.set({ volume: 3 });
  player.set(withPoster('/b.webp'));
  end();
  player.set(withPoster('/c.webp'));
  expect(shown).toEqual([
    { tag: 'img', alt: '', crossOrigin: 'anonymous', src: '/a.webp' },
    { tag: 'img', alt: '', crossOrigin: 'anonymous', src: '/b.webp' },
  ]);
});
