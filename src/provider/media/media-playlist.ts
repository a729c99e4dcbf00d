/** The part of an HLS media playlist that a live loop needs. */
export interface LoopSegment {
  readonly uri: string;
  readonly durationSeconds: number;
}

export interface LoopRendition {
  /** Initialisation segment, if there is one. */
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
 * Cuts a rendition to the length and number of segments that all renditions of the loop share. Audio frames do not end
 * where video frames do; uncut, audio and video would drift apart by that much in every round.
 */
export function fitToLoop(rendition: LoopRendition, segmentCount: number, lengthSeconds: number): LoopRendition {
  const kept = rendition.segments.slice(0, segmentCount);
  const before = kept.slice(0, -1).reduce((sum, segment) => sum + segment.durationSeconds, 0);
  const segments = kept.map((segment, index) =>
    index === kept.length - 1 ? { ...segment, durationSeconds: lengthSeconds - before } : segment,
  );
  return { ...rendition, segments };
}
