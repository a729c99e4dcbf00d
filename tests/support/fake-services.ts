import { parseEmbedParameters } from '../../protocol/page/embed-parameters.ts';
import { Attention } from '../../src/page/interface/attention/attention.ts';
import { LateAttention } from '../../src/page/interface/attention/late-attention.ts';
import { Fullscreen } from '../../src/page/interface/fullscreen/fullscreen.ts';
import { PictureInPicture } from '../../src/page/interface/picture-in-picture/picture-in-picture.ts';
import type { FeatureServices } from '../../src/page/interface/shared/features.ts';
import type { PlaybackTools } from '../../src/page/interface/tools.ts';
import type { PageTools } from '../../src/page/interface/tools.ts';
import { createLanguage } from '../../src/page/language/language.ts';
import { PageSpans } from '../../src/page/profiling/page-spans.ts';
import { SphericalLoader } from '../../src/page/spherical/spherical-loader.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeConnection } from './fake-connection.ts';
import { FakeInfrastructure } from './fake-infrastructure.ts';
import { createFakePlayer } from './fake-player.ts';

/** A fake element for Node, which has no DOM: an event target with the members that a test passes. */
export function fakeElement<Element extends HTMLElement = HTMLElement>(members: object = {}): Element {
  return Object.assign(new EventTarget(), {
    ownerDocument: Object.assign(new EventTarget(), { defaultView: null }),
    dataset: {},
    setAttribute: () => undefined,
    removeAttribute: () => undefined,
    toggleAttribute: () => false,
    ...members,
  }) as unknown as Element;
}

interface Change {
  readonly infrastructure?: FakeInfrastructure;
  readonly page?: Partial<PageTools>;
  readonly playback?: Partial<PlaybackTools>;
  readonly language?: Partial<FeatureServices['language']>;
}

/** The services of the interface's features, over fake elements, player and infrastructure; everything else is real. */
export function createFakeServices({
  infrastructure = new FakeInfrastructure(),
  page = {},
  playback = {},
  language = {},
}: Change = {}): FeatureServices {
  const { clock = createFakeClock(), root = fakeElement(), media = fakeElement<HTMLVideoElement>() } = page;
  const { player = createFakePlayer() } = playback;
  const reportError = (error: unknown): void => {
    throw error;
  };
  return {
    page: {
      root,
      media,
      bigPlay: fakeElement(),
      surface: [],
      parameters: parseEmbedParameters(new URLSearchParams()),
      clock,
      connection: createFakeConnection(clock),
      momentOf: () => clock.monotonicNow(),
      afterPaint: (work) => work(),
      reportError,
      presses: { isByFinger: () => false, isDown: () => false, over: async () => undefined, touch: () => null },
      boot: { policy: { createScriptURL: (address) => address }, startedAtMs: 0, firstFrameAtMs: null },
      infrastructure,
      spans: new PageSpans(clock),
      ...page,
    },
    playback: {
      player,
      control: createFakePlayer(),
      playbackNonce: () => undefined,
      attention: new Attention({ root, player, clock, reportError }),
      lateAttention: new LateAttention(reportError),
      fullscreen: new Fullscreen(root, media, {
        fullscreenChanged: () => undefined,
        leaveHostFullscreen: () => false,
      }),
      support: { mediaSource: true, mediaSourceInWorker: true, nativeHls: false },
      pictureInPicture: new PictureInPicture(media, clock, () => undefined),
      spherical: new SphericalLoader(
        player,
        () => Promise.reject(new Error('none')),
        () => undefined,
        reportError,
      ),
      ...playback,
    },
    language: { ...createLanguage({ code: 'en', locale: 'en' }), ...language },
  };
}
