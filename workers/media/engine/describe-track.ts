import type { MediaPlaylist } from 'hls.js';
import type { AudioTrackDescription } from '../../../protocol/media/media-engine.ts';

/** Part of the HLS characteristic `public.accessibility.describes-video`, and of the role in DASH. */
const DESCRIBED = 'describes-video';

export function describeTrack({ id, name, lang = '', characteristics = '' }: MediaPlaylist): AudioTrackDescription {
  return { id: String(id), name, languageCode: lang, isDescribed: characteristics.includes(DESCRIBED) };
}
