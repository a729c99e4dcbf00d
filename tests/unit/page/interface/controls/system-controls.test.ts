import { afterEach, expect, test, vi } from 'vitest';
import { followMediaSession } from '../../../../../src/page/interface/controls/system-controls.ts';
import { createFakePlayer, VIDEO } from '../../../../support/fake-player.ts';
import { fakeElement } from '../../../../support/fake-services.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The media metadata of a video with this poster. */
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

test('the system gets the poster with its absolute address', () => {
  expect(metadataWith('/media/poster.jpg')).toMatchObject({
    title: VIDEO.title,
    artwork: [{ src: 'https://player.example/media/poster.jpg' }],
  });
});

test('a poster whose address cannot be parsed only leaves the picture out', () => {
  expect(metadataWith('https://[')).toMatchObject({ title: VIDEO.title, artwork: [] });
});
