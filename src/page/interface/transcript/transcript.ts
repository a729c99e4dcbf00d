import type { PlayerSnapshot } from '../../player/player.ts';
import { Panels, type OpenPanel } from '../panels/panels.ts';
import { defineFeature } from '../shared/features.ts';

/** The transcript beside the picture. It stays open beside the other panels; in smaller frames it is one of them. */
export const dockedTranscript = defineFeature(({ page }) => new Panels<'transcript'>(page));

/** Requests for it that it has followed: after a video without captions it is there again, unasked. */
export const followedRequests = defineFeature(() => new WeakSet<OpenPanel<'transcript'>>());

/** Captions beside a live stream are not those of what is shown; captions inside it are. */
export function hasTranscript({ captions, video }: Pick<PlayerSnapshot, 'captions' | 'video'>): boolean {
  return captions.tracks.some(({ inStream }) => inStream !== undefined || !video.isLive);
}
