import type { MediaPlaylist } from 'hls.js';
import type { AudioTrackDescription } from '../../../protocol/media/media-engine.ts';

/** As in `public.accessibility.describes-video`, one of several characteristics, and in the role of DASH. */
const DESCRIBED = 'describes-video';

export function describeTrack({ id, name, lang = '', characteristics = '' }: MediaPlaylist): AudioTrackDescription {
  return { id: String(id), name, languageCode: lang, isDescribed: characteristics.includes(DESCRIBED) };
}
