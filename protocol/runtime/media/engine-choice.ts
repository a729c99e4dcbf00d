/**
 * Which of the two engines a stream needs: the slim one, or the whole one, which is a quarter larger and has captions of the
 * stream, variables, content steering, EME and the rarer codecs of MPEG-TS. One row for each thing in a playlist that only
 * the whole one has; any of them in any playlist of the stream asks for it.
 */
const ONLY_WHOLE: Readonly<Record<string, RegExp>> = {
  'captions of the stream': /^#EXT-X-MEDIA:.*TYPE=(?:SUBTITLES|CLOSED-CAPTIONS)/m,
  variables: /^#EXT-X-DEFINE:/m,
  'content steering': /^#EXT-X-CONTENT-STEERING:/m,
  'keys that only a content decryption module can use':
    /^#EXT-X-(?:SESSION-)?KEY:.*(?:METHOD=(?:SAMPLE-AES|ISO)|KEYFORMAT="(?!identity"))/m,
  'codecs that are rare in MPEG-TS': /^#EXT-X-STREAM-INF:.*CODECS="[^"]*(?:[ae]c-3|mp4a\.(?:40\.34|69|6B|a[56]))/im,
};

/** Whether a playlist asks for the whole engine. */
export function needsWholeEngine(playlist: string): boolean {
  return Object.values(ONLY_WHOLE).some((row) => row.test(playlist));
}
