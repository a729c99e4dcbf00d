import { defineFeature } from '../shared/features.ts';
import { isSilent } from './is-silent.ts';
import { SoundOffer } from './sound-offer.ts';

/** Continues the offer that was created before the interface, if the video has played without it (alone/). */
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
