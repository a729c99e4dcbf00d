import type { PlayerSnapshot } from '../../player/player.ts';
import { Panels, type OpenPanel } from '../panels/panels.ts';
import { defineFeature } from '../shared/features.ts';

/** The transcript beside the picture. It stays open beside the other panels; in smaller frames it is one of them. */
export const dockedTranscript = defineFeature(({ page }) => new Panels<'transcript'>(page));

/**
 * Requests to open the transcript that were followed: after a video without captions the transcript is shown again without taking
 * the focus.
 */
export const followedRequests = defineFeature(() => new WeakSet<OpenPanel<'transcript'>>());

/** Separate captions of a live stream do not match the shown time; captions inside the stream do. */
export function hasTranscript({ captions, video }: Pick<PlayerSnapshot, 'captions' | 'video'>): boolean {
  return captions.tracks.some(({ inStream }) => inStream !== undefined || !video.isLive);
}
