import { createHash } from 'node:crypto';
import { protectInit, type ProtectionScheme } from '../../../support/encryption/protect-init.ts';
import { protectSegment } from '../../../support/encryption/protect-segment.ts';
import { TEST_KEYS } from '../../../support/test-keys.ts';
import { demoPart, mediaPlaylist, SEGMENTS, type UnusualMedia } from './unusual-media.ts';

export interface ProtectedVideo {
  readonly scheme: ProtectionScheme;
  /** `drm` of the description. */
  readonly drm?: object;
  /** Segments from here on have the second key. */
  readonly rotatesAt?: number;
  /** `KEYFORMAT` of the tags of keys. */
  readonly keyFormats?: readonly string[];
}

const TRACKS = ['video', 'audio'] as const;
const METHODS = { cenc: 'SAMPLE-AES-CTR', cbcs: 'SAMPLE-AES' } as const;

/** The demo video's first ten seconds with encrypted samples. */
export async function addProtected(
  media: UnusualMedia,
  id: string,
  { scheme, drm, rotatesAt, keyFormats = ['org.w3.clearkey'] }: ProtectedVideo,
): Promise<void> {
  const files: Record<string, Uint8Array | string> = {};
  for (const kind of TRACKS) {
    const init = await demoPart(kind, 'init.mp4');
    const keyAt = (index: number): 0 | 1 => (rotatesAt !== undefined && index >= rotatesAt ? 1 : 0);
    for (const which of [0, 1] as const)
      files[`${kind}/init-${which}.mp4`] = protectInit(init, protection(scheme, which));
    for (const [index, name] of SEGMENTS.entries()) {
      const segment = await demoPart(kind, `${name}.m4s`);
      const vectors = createHash('sha256').update(`${kind} ${name}`).digest().subarray(0, 8);
      files[`${kind}/${name}.m4s`] = protectSegment(segment, {
        ...protection(scheme, keyAt(index)),
        pictureTracks: new Set(kind === 'video' ? [1] : []),
        firstIv: () => vectors,
      });
    }
    const tags = (which: 0 | 1): string[] => [
      `#EXT-X-MAP:URI="${kind}/init-${which}.mp4"`,
      ...keyFormats.map((format) => keyTag(METHODS[scheme], TEST_KEYS[which].keyId, format)),
    ];
    files[`${kind}.m3u8`] = mediaPlaylist(kind)
      .replace(/^#EXT-X-MAP.*$/m, tags(0).join('\n'))
      .replace(rotatesAt === undefined ? /$^/ : `#EXTINF:2.000000,\n${kind}/${SEGMENTS[rotatesAt]}`, (segment) =>
        [...tags(1), segment].join('\n'),
      );
  }
  await media.addVideo(id, files, drm === undefined ? {} : { drm });
}

function protection(scheme: ProtectionScheme, which: 0 | 1) {
  const { keyId, key } = TEST_KEYS[which];
  const constantIv = createHash('md5').update(keyId).digest();
  return { scheme, constantIv, keyId: Buffer.from(keyId, 'hex'), key: Buffer.from(key, 'hex') };
}

function keyTag(method: string, keyId: string, format: string): string {
  const uri = `data:text/plain;base64,${Buffer.from(keyId, 'hex').toString('base64')}`;
  return `#EXT-X-KEY:METHOD=${method},URI="${uri}",KEYID=0x${keyId},KEYFORMAT="${format}",KEYFORMATVERSIONS="1"`;
}
