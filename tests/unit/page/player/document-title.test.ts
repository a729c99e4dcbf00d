import { expect, test } from 'vitest';
import { followTitle } from '../../../../src/page/player/document-title.ts';
import { createFakePlayer, FILM } from '../../../support/fake-player.ts';

const page = () => ({ document: { title: 'from the server' }, heading: { textContent: '' } });
type Page = ReturnType<typeof page>;
const follow = ({ document, heading }: Page, player = createFakePlayer({ ready: true })) => ({
  player,
  end: followTitle(document as Document, heading as unknown as HTMLElement, player),
});

test('the page title is the video’s title and the product name [P2]', () => {
  const subject = page();
  follow(subject);
  expect([subject.document.title, subject.heading.textContent]).toEqual([`${FILM.title} - Oriel`, FILM.title]);
});

test('the title follows the video until the controller stops [P2]', () => {
  const subject = page();
  const { player, end } = follow(subject);
  player.set({ video: { ...FILM, title: 'Another' } });
  expect(subject.document.title).toBe('Another - Oriel');
  end();
  player.set({ video: { ...FILM, title: 'Late' } });
  expect(subject.document.title).toBe('Another - Oriel');
});

test('with an unknown video title the server’s title stays; a video without one has the product’s [P2]', () => {
  const subject = page();
  const { player } = follow(subject, createFakePlayer({ ready: false, video: { ...FILM, title: '' } }));
  expect(subject.document.title).toBe('from the server');
  player.set({ ready: true });
  expect([subject.document.title, subject.heading.textContent]).toEqual(['Oriel', '']);
});

test('a page without a video has the product’s title, with or without a heading [P2]', () => {
  const { document } = page();
  followTitle(
    document as Document,
    null,
    createFakePlayer({ ready: false, video: { ...FILM, title: '', videoId: '' } }),
  );
  expect(document.title).toBe('Oriel');
});

test('an unchanged title is not written again', () => {
  const subject = page();
  const { player } = follow(subject);
  subject.document.title = 'by the host page';
  player.set({ volume: 3 });
  expect(subject.document.title).toBe('by the host page');
});

test('a title that is known before the player is ready is shown at once [P2]', () => {
  const subject = page();
  follow(subject, createFakePlayer({ ready: false }));
  expect(subject.document.title).toBe(`${FILM.title} - Oriel`);
});
