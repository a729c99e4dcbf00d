import * as z from 'zod/mini';
import {
  EXPORT_FORMATS,
  EXPORTED_TABLES,
  type ExportedTable,
  type ExportFormat,
} from '../../../protocol/provider/viewers-report.ts';
import { refuse, type Accepted } from '../../provider/http/refusal.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import type { ReportSpan } from '../report-span.ts';
import { floorTo, joinedBefore } from '../counting/audience-writer.ts';
import { HOUR_MS } from '../counting/fact.ts';

/** Default retention of counts. It bounds a report, in which each day is a row of a table and a point of a plot. */
const SPAN_MAX_DAYS = 400;
const SPAN_OF_HOURS_MAX_DAYS = 7;
const SPAN_DEFAULT_MS = 7 * DAY_MS;
const TIME_EXAMPLE = '2026-11-23 or 2026-11-23T10:00Z';
const ISO_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A time in ISO 8601, in UTC or with an offset, or in milliseconds since 1970. */
const Time = z.pipe(
  z.string(),
  z.transform((text, context): number => {
    const timeMs = /^\d{12,14}$/.test(text) ? Number(text) : ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(timeMs))
      context.issues.push({ code: 'custom', input: text, message: `no time; write one as ${TIME_EXAMPLE}` });
    return timeMs;
  }),
);

const Query = z.object({
  video: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, 'no id of a video; leave it out for all of them'))),
  from: z.optional(Time),
  to: z.optional(Time),
  compareFrom: z.optional(Time),
});
const ExportQuery = z.object({
  table: z._default(z.enum(EXPORTED_TABLES, `one of ${EXPORTED_TABLES.join(', ')}`), 'time'),
  format: z._default(z.enum(EXPORT_FORMATS, `one of ${EXPORT_FORMATS.join(', ')}`), 'csv'),
});

export interface ReportQuery {
  /** Id of a video; `undefined` for all videos. */
  readonly videoId: string | undefined;
  readonly span: ReportSpan;
  /** The preceding span of the same length. */
  readonly compared: ReportSpan | undefined;
}

type Parameters = Readonly<Record<string, string>>;

/** Reads the query of a report. Steps are hours for up to a recent week, else days; the step in which a period ends is included. */
export function readReportQuery(parameters: Parameters, nowMs: number): Accepted<ReportQuery> {
  const filled = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));
  const parsed = Query.safeParse(filled);
  if (!parsed.success) return refuse(400, problemOf(parsed.error));
  const { video: videoId, compareFrom } = parsed.data;
  const toMs = parsed.data.to ?? nowMs;
  const fromMs = parsed.data.from ?? toMs - SPAN_DEFAULT_MS;
  if (fromMs >= toMs) return refuse(400, `from: it has to be before to, which is ${new Date(toMs).toISOString()}.`);
  const days = Math.ceil((toMs - fromMs) / DAY_MS);
  if (days > SPAN_MAX_DAYS) return refuse(400, `from: ${days} days are too many; ask for ${SPAN_MAX_DAYS} at most.`);
  const oldestMs = Math.min(fromMs, compareFrom ?? fromMs);
  const isShort = toMs - fromMs <= SPAN_OF_HOURS_MAX_DAYS * DAY_MS;
  const stepMs = isShort && oldestMs >= joinedBefore(nowMs) ? HOUR_MS : DAY_MS;
  const span = { fromMs: floorTo(fromMs, stepMs), toMs: -floorTo(-toMs, stepMs), stepMs };
  const comparedFromMs = compareFrom === undefined ? undefined : floorTo(compareFrom, stepMs);
  const compared =
    comparedFromMs === undefined
      ? undefined
      : { fromMs: comparedFromMs, toMs: comparedFromMs + span.toMs - span.fromMs, stepMs };
  return { ok: true, value: { videoId, span, compared } };
}

export function readExportQuery({
  table,
  format,
}: Parameters): Accepted<{ table: ExportedTable; format: ExportFormat }> {
  const parsed = ExportQuery.safeParse({ table, format });
  return parsed.success ? { ok: true, value: parsed.data } : refuse(400, problemOf(parsed.error));
}

function problemOf({ issues }: z.core.$ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}.`).join(' ');
}
