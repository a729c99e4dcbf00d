import * as z from 'zod/mini';
import { Name } from '../runtime/bounded.ts';
import { REQUESTED_EVENTS_MAX, REQUESTED_SEQUENCES_MAX, EVENT_INDEX_MAX } from '../constants.ts';

const EventIndex = z.int().check(z.nonnegative(), z.lte(EVENT_INDEX_MAX));

/** A range of the events of one session, by index, both ends included. */
export interface RequestedSequence {
  readonly id: string;
  readonly first: number;
  readonly last: number;
}

/** Value of `SEQUENCE_PARAMETER`: `<session>.<first>-<last>`. */
export const RequestedSequence = z
  .pipe(
    z
      .string()
      .check(
        z.regex(
          /^[0-9a-f]{32}\.\d{1,9}-\d{1,9}$/,
          'expected a session of 32 hexadecimal digits, a dot and two counters: first-last',
        ),
      ),
    z.transform((text): RequestedSequence => {
      const [id = '', first = '', last = ''] = text.split(/[.-]/);
      return { id, first: Number(first), last: Number(last) };
    }),
  )
  .check(
    z.refine(
      ({ first, last }) => first <= last && last - first < REQUESTED_EVENTS_MAX,
      `expected at least one and at most ${REQUESTED_EVENTS_MAX} events`,
    ),
  );

/** Stored events of the requested sequences, as ranges of indexes, both ends included. */
export const ReceivedEvents = z.object({
  sequences: z
    .array(
      z.object({
        id: Name,
        ranges: z.array(z.tuple([EventIndex, EventIndex])).check(z.maxLength(REQUESTED_EVENTS_MAX)),
      }),
    )
    .check(z.maxLength(REQUESTED_SEQUENCES_MAX)),
});
export type ReceivedEvents = z.infer<typeof ReceivedEvents>;
