import { afterEach, expect, test, vi } from 'vitest';
import { followMediaSession } from '../../../../../src/page/interface/controls/system-controls.ts';
import type { SeekAccumulator } from '../../../../../src/page/interface/seek/seek-accumulator.ts';
import type { Tools } from '../../../../../src/page/interface/tools.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer, FILM } from '../../../../support/fake-player.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The media metadata of a film with this poster. */
function metadataWith(posterUrl: string): unknown {
  vi.stubGlobal('MediaMetadata', function MediaMetadata(details: object) {
    return details;
  });
  const mediaSession = { metadata: null, setActionHandler: () => undefined, setPositionState: () => undefined };
  const ownerDocument = { defaultView: { navigator: { mediaSession } } };
  const root = { ownerDocument, baseURI: 'https://player.example/embed/orieldemo01' };
  const tools = {
    page: { clock: createFakeClock(), root },
    playback: { player: createFakePlayer({ video: { ...FILM, posterUrl } }) },
  };
  followMediaSession(tools as unknown as Tools, { add: () => undefined } as unknown as SeekAccumulator);
  return mediaSession.metadata;
}

test('the system gets the poster with its absolute address', () => {
  expect(metadataWith('/media/poster.jpg')).toMatchObject({
    title: FILM.title,
    artwork: [{ src: 'https://player.example/media/poster.jpg' }],
  });
});

test('a poster whose address cannot be parsed only leaves the picture out', () => {
  expect(metadataWith('https://[')).toMatchObject({ title: FILM.title, artwork: [] });
});
