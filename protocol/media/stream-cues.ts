import * as z from 'zod/mini';
import { CUES_MAX, CUE_TEXT_MAX_CHARACTERS } from './stream-captions.ts';

const side = z.enum(['start', 'center', 'end']);
const place = z.union([z.number(), z.literal('auto')]);

/** A cue as data; the names and values are those of `VTTCue`, which does not exist in workers. */
const StreamCue = z.object({
  startTime: z.number(),
  endTime: z.number(),
  /** WebVTT markup. */
  text: z.string().check(z.maxLength(CUE_TEXT_MAX_CHARACTERS * 6)),
  line: place,
  snapToLines: z.boolean(),
  lineAlign: side,
  position: place,
  positionAlign: z.enum(['line-left', 'center', 'line-right', 'auto']),
  size: z.number(),
  align: z.enum(['start', 'center', 'end', 'left', 'right']),
  vertical: z.enum(['', 'rl', 'lr']),
});
export type StreamCue = z.infer<typeof StreamCue>;

/** Cues of one track that have arrived. */
export const StreamCues = z.object({
  trackId: z.string(),
  cues: z.array(StreamCue).check(z.maxLength(CUES_MAX)),
  /** The track was chosen or the stream was opened again: earlier cues are void, because their times may have another origin. */
  isNew: z.boolean(),
});
export type StreamCues = z.infer<typeof StreamCues>;
