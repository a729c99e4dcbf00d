import type { VideoSource } from './types.ts';

/** Command of the wire for a source: its name and its arguments. */
export function videoCommand(verb: 'load' | 'cue', source: VideoSource): readonly [name: string, args: unknown[]] {
  if (typeof source === 'string') return [`${verb}VideoById`, [{ videoId: source }]];
  const { videoId, url, playlist, index, startSeconds, endSeconds, quality } = source;
  const timing = { startSeconds, endSeconds, suggestedQuality: quality };
  if (playlist !== undefined) return [`${verb}Playlist`, [{ list: playlist, index, ...timing }]];
  if (url !== undefined) return [`${verb}VideoByUrl`, [{ mediaContentUrl: url, ...timing }]];
  return [`${verb}VideoById`, [{ videoId, ...timing }]];
}
