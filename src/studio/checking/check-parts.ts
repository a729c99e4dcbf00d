import type { Track } from '../../provider/streams/mp4/tracks.ts';
import type { CheckedSegment } from './check-segment.ts';
import type { Findings } from './findings.ts';

const NAMES = { video: 'pictures', sound: 'sound' } as const;
const MP3 = /^mp4a\.(?:40\.34|69|6b)$/i;

/** Reports parts after a discontinuity whose tracks or codecs differ from those of the part before. */
export function checkParts(seen: readonly CheckedSegment[], findings: Findings): void {
  for (const [index, one] of seen.entries()) {
    const before = seen[index - 1];
    if (!one.segment.isDiscontinuous || one.isUnknown || before === undefined || before.isUnknown) continue;
    for (const kind of ['video', 'sound'] as const) {
      const [own, other] = [codecOf(one, kind), codecOf(before, kind)];
      if (own === other) continue;
      const [has, unlike] = [own, other].map((codec) =>
        codec === undefined ? `no ${NAMES[kind]}` : `${NAMES[kind]} of ${codec}`,
      );
      findings.add(
        'parts',
        one.file,
        `begins a part that has ${has}, behind one that has ${unlike}: playback pauses there, and some players stop. Encode all parts alike, with silence or black pictures where there are none`,
      );
    }
  }
}

/** Codec of a segment's track without profile and level. */
function codecOf({ tracks }: CheckedSegment, kind: Track['kind']): string | undefined {
  const codec = tracks.find((track) => track.kind === kind)?.codec;
  return codec !== undefined && MP3.test(codec) ? 'mp3' : codec?.split('.')[0];
}
