/**
 * Tags that need the whole engine, which is a quarter larger than the slim one and has captions of the stream, variables, content
 * steering, EME and the rarer codecs of MPEG-TS. One row for each feature that only the whole engine has; if any playlist of the
 * stream has any of these tags, the whole engine is loaded.
 */
const ONLY_WHOLE: Readonly<Record<string, RegExp>> = {
  'captions of the stream': /^#EXT-X-MEDIA:.*TYPE=(?:SUBTITLES|CLOSED-CAPTIONS)/m,
  variables: /^#EXT-X-DEFINE:/m,
  'content steering': /^#EXT-X-CONTENT-STEERING:/m,
  'keys that only a content decryption module can use':
    /^#EXT-X-(?:SESSION-)?KEY:.*(?:METHOD=(?:SAMPLE-AES|ISO)|KEYFORMAT="(?!identity"))/m,
  'codecs that are rare in MPEG-TS': /^#EXT-X-STREAM-INF:.*CODECS="[^"]*(?:[ae]c-3|mp4a\.(?:40\.34|69|6B|a[56]))/im,
};

/** Whether a playlist needs the whole engine. */
export function needsWholeEngine(playlist: string): boolean {
  return Object.values(ONLY_WHOLE).some((row) => row.test(playlist));
}
