/** As much of an HLS media playlist as a live loop needs. */
export interface LoopSegment {
  readonly uri: string;
  readonly durationSeconds: number;
}

export interface LoopRendition {
  /** Initialisation segment, where there is one. */
  readonly mapUri?: string;
  readonly segments: readonly LoopSegment[];
}

export function readMediaPlaylist(text: string): LoopRendition {
  const segments: LoopSegment[] = [];
  let mapUri: string | undefined;
  let durationSeconds = 0;
  for (const line of text.split(/\r?\n/)) {
    mapUri = /^#EXT-X-MAP:.*\bURI="([^"]+)"/.exec(line)?.[1] ?? mapUri;
    durationSeconds = Number(/^#EXTINF:([\d.]+)/.exec(line)?.[1] ?? durationSeconds);
    if (line !== '' && !line.startsWith('#')) segments.push({ uri: line, durationSeconds });
  }
  return mapUri === undefined ? { segments } : { mapUri, segments };
}

/** Whether a media playlist has its last segment. */
export function isFinished(text: string): boolean {
  return /^#EXT-X-ENDLIST\s*$/m.test(text);
}

export function loopSeconds(rendition: LoopRendition): number {
  return rendition.segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
}

/**
 * A rendition cut to the length and the number of segments that all renditions of the loop share. Audio frames do not
 * end where video frames do; left alone, sound and picture would drift apart by that much with every round.
 */
export function fitToLoop(rendition: LoopRendition, segmentCount: number, lengthSeconds: number): LoopRendition {
  const kept = rendition.segments.slice(0, segmentCount);
  const before = kept.slice(0, -1).reduce((sum, segment) => sum + segment.durationSeconds, 0);
  const segments = kept.map((segment, index) =>
    index === kept.length - 1 ? { ...segment, durationSeconds: lengthSeconds - before } : segment,
  );
  return { ...rendition, segments };
}
