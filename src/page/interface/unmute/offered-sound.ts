import { defineFeature } from '../shared/features.ts';
import { isSilent } from './is-silent.ts';
import { SoundOffer } from './sound-offer.ts';

/** The one of a video that has played alone goes on. */
export const soundOffer = defineFeature(
  ({ page, playback }) =>
    playback.soundOffer ??
    new SoundOffer({
      ...page,
      ...playback,
      offersAfterMutedStart: page.parameters.controls,
      isSilent: () => isSilent(page.media),
    }),
);
