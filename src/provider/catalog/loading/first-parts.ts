import type { FirstParts } from '../../../../protocol/media-engine.ts';
import { mediaAddress } from '../media-address.ts';
import { besides } from './side-files.ts';

/** An init segment describes its track in a kilobyte; what is larger is no such thing. */
const INIT_MAX_BYTES = 4_096;

/**
 * What a start at the beginning needs first: of the lowest level and its sound the init segments themselves, which are
 * tiny, and the addresses of the first segments, so that the page can ask for them before its scripts have loaded.
 */
export async function firstParts(
  reference: string,
  readText: (reference: string) => Promise<string>,
  readBytes: (reference: string) => Promise<Uint8Array>,
): Promise<FirstParts> {
  const inits: Record<string, string> = {};
  const segments: string[] = [];
  for (const rendition of firstRenditions(await readText(reference))) {
    const playlist = besides(reference, rendition);
    const text = await readText(playlist);
    const init = /^#EXT-X-MAP:URI="([^"]+)"\s*$/m.exec(text)?.[1];
    const segment = text.split(/\r?\n/).find((line) => line !== '' && !line.startsWith('#'));
    if (init === undefined || segment === undefined || isElsewhere(init) || isElsewhere(segment)) continue;
    const bytes = await readBytes(besides(playlist, init)).catch(() => undefined);
    if (bytes === undefined || bytes.byteLength > INIT_MAX_BYTES) continue;
    inits[mediaAddress(besides(playlist, init))] = Buffer.from(bytes).toString('base64');
    segments.push(mediaAddress(besides(playlist, segment)));
  }
  return { inits, segments };
}

/** The playlist of the least bandwidth, and that of the sound that plays unless another is chosen. */
function firstRenditions(master: string): string[] {
  const lines = master.split(/\r?\n/);
  const levels = lines.flatMap((line, index) => {
    const bandwidth = /^#EXT-X-STREAM-INF:(?:.*,)?BANDWIDTH=(\d+)/.exec(line)?.[1];
    const address = lines[index + 1];
    return bandwidth === undefined || !address || address.startsWith('#') ? [] : [{ bandwidth: +bandwidth, address }];
  });
  const [lowest] = levels.toSorted((one, other) => one.bandwidth - other.bandwidth);
  const sounds = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO'));
  const sound = sounds.find((line) => line.includes('DEFAULT=YES')) ?? sounds[0];
  const soundAddress = /\bURI="([^"]+)"/.exec(sound ?? '')?.[1];
  return [lowest?.address, soundAddress].filter(
    (address) => address !== undefined && !isElsewhere(address),
  ) as string[];
}

function isElsewhere(address: string): boolean {
  return /^[a-z]+:/i.test(address);
}
