/** The codec of an init segment as RFC 6381 names it, or `null` for one that is not known here. */
export function codecOf(init: Uint8Array): string | null {
  const bytes = Buffer.from(init);
  const avcAt = bytes.indexOf('avcC');
  if (avcAt !== -1) return `avc1.${bytes.subarray(avcAt + 5, avcAt + 8).toString('hex')}`;
  return bytes.includes('mp4a') ? AAC_LOW_COMPLEXITY : null;
}

const AAC_LOW_COMPLEXITY = 'mp4a.40.2';
