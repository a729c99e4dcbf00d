import type { Stage } from './perform.ts';

/** Events of a trial in order, for the report of a lost trial. Times count from the navigation. */
export type Trace = readonly { readonly atMs: number; readonly text: string }[];

export async function readTrace(
  { page, frame }: Pick<Stage, 'page' | 'frame'>,
  pending: ReadonlyMap<string, number>,
  startedAtMs: number,
): Promise<Trace> {
  const [inFrame, inHost] = await Promise.all([
    frame.evaluate(() => {
      const { arrivals = [], media = [] } = window.stormFrame ?? {};
      const asked = arrivals.filter((arrival) => !('func' in arrival) || arrival.func !== 'addEventListener');
      return [...media, ...asked.map(({ atMs, ...rest }) => ({ atMs, text: `asked ${JSON.stringify(rest)}` }))];
    }),
    page.evaluate(() => {
      const { states = [], readyAtMs = null } = window.stormHost ?? {};
      const told = states
        .filter(({ by }) => by === 'event')
        .map(({ atMs, state }) => ({ atMs, text: `host: state ${state}` }));
      return readyAtMs === null ? told : [...told, { atMs: readyAtMs, text: 'host: ready' }];
    }),
  ]);
  const requests = [...pending].map(([url, atMs]) => ({ atMs, text: `requests ${url}, without an end` }));
  return [...inFrame, ...inHost, ...requests]
    .map(({ atMs, text }) => ({ atMs: atMs - startedAtMs, text }))
    .toSorted((one, other) => one.atMs - other.atMs);
}
