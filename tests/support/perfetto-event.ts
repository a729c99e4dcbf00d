import * as z from 'zod';

/** The Trace Event format, as far as Perfetto requires it of every event. */
export const PerfettoEvent = z.discriminatedUnion('ph', [
  z.looseObject({ ph: z.literal('X'), ts: z.number(), dur: z.number(), pid: z.int(), tid: z.int(), name: z.string() }),
  z
    .looseObject({
      ph: z.enum(['b', 'e', 'n']),
      ts: z.number(),
      cat: z.string(),
      pid: z.int(),
      tid: z.int(),
      name: z.string(),
      id: z.optional(z.string()),
      id2: z.optional(z.object({ local: z.string() })),
    })
    .refine(({ id, id2 }) => (id ?? id2?.local) !== undefined),
  z.looseObject({
    ph: z.enum(['s', 't', 'f']),
    ts: z.number(),
    cat: z.string(),
    pid: z.int(),
    tid: z.int(),
    name: z.string(),
    id: z.string(),
  }),
  z.looseObject({
    ph: z.enum(['i', 'I', 'R', 'P', 'O']),
    ts: z.number(),
    pid: z.int(),
    tid: z.int(),
    name: z.string(),
  }),
  z.looseObject({
    ph: z.literal('M'),
    pid: z.int(),
    tid: z.int(),
    name: z.string(),
    args: z.object({ name: z.string() }),
  }),
]);
