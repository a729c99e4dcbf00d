import type { PlayerSnapshot } from '../../player/player.ts';
import { Panels, type OpenPanel } from '../panels/panels.ts';
import { defineFeature } from '../shared/features.ts';

/** The transcript beside the picture. It stays open while other panels open; in smaller frames it is one of these panels. */
export const dockedTranscript = defineFeature(({ page }) => new Panels<'transcript'>(page));

/**
 * Requests to open the transcript that have already moved the focus: when it shows again after a video without captions, it takes no
 * focus.
 */
export const followedRequests = defineFeature(() => new WeakSet<OpenPanel<'transcript'>>());

/** Separate captions of a live stream do not match the shown time; captions inside the stream do. */
export function hasTranscript({ captions, video }: Pick<PlayerSnapshot, 'captions' | 'video'>): boolean {
  return captions.tracks.some(({ inStream }) => inStream !== undefined || !video.isLive);
}
