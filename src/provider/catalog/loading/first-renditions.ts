import type { Ladder, Rendition } from './ladder.ts';
import { isPlaylist } from './playlist-file.ts';

/** Renditions that a start needs first: the level of the lowest bandwidth, then its default audio, if that is apart. */
export function firstRenditions({ reference, text, listed, renditions }: Ladder): Rendition[] {
  if (listed !== undefined) return [{ uri: '', kind: 'variant', reference, text, listed }];
  const lines = text.split(/\r?\n/);
  const levels = lines.flatMap((line, index) => {
    const bandwidth = /^#EXT-X-STREAM-INF:(?:.*,)?BANDWIDTH=(\d+)/.exec(line)?.[1];
    const address = lines[index + 1];
    return bandwidth === undefined || !address || address.startsWith('#')
      ? []
      : [{ bandwidth: +bandwidth, address, line }];
  });
  const [lowest] = levels.toSorted((one, other) => one.bandwidth - other.bandwidth);
  const group = /[:,]AUDIO="([^"]*)"/.exec(lowest?.line ?? '')?.[1];
  const sounds = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:') && line.includes(`GROUP-ID="${group}"`));
  const sound = sounds.find((line) => line.includes('DEFAULT=YES')) ?? sounds[0];
  const soundAddress = /\bURI="([^"]+)"/.exec(sound ?? '')?.[1];
  return [lowest?.address.trim(), soundAddress].flatMap(
    (uri) => renditions.find((rendition) => rendition.uri === uri && isPlaylist(rendition.text)) ?? [],
  );
}
