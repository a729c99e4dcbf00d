import { afterEach, expect, test, vi } from 'vitest';
import { followMediaSession } from '../../../../../src/page/interface/controls/system-controls.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';
import { fakeElement } from '../../../../support/fake-services.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns the media metadata that the system gets for a video with the given poster. */
function metadataWith(posterUrl: string): unknown {
  vi.stubGlobal('MediaMetadata', function MediaMetadata(details: object) {
    return details;
  });
  const mediaSession = { metadata: null, setActionHandler: () => undefined, setPositionState: () => undefined };
  const ownerDocument = Object.assign(new EventTarget(), { defaultView: { navigator: { mediaSession } } });
  const root = fakeElement({ ownerDocument, baseURI: 'https://player.example/embed/orieldemo01' });
  const player = createFakePlayer({ video: { ...VIDEO, posterUrl } });
  followMediaSession({ root, player, afterPaint: (work) => work(), leap: () => undefined });
  return mediaSession.metadata;
}

test('the media session gets the absolute address of the poster', () => {
  expect(metadataWith('/media/poster.jpg')).toMatchObject({
    title: VIDEO.title,
    artwork: [{ src: 'https://player.example/media/poster.jpg' }],
  });
});

test('with a poster whose address cannot be parsed, the media session gets the title without artwork', () => {
  expect(metadataWith('https://[')).toMatchObject({ title: VIDEO.title, artwork: [] });
});
