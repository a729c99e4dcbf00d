import { isbot } from 'isbot';
import type { Random } from '../../../protocol/runtime/clock.ts';
import type { ErrorRecord } from '../../../protocol/threads/error-record.ts';
import type { ErrorReport } from '../../../protocol/infrastructure/rpc.ts';
import type { ActivitySummary } from '../../../protocol/recording/activity.ts';
import type { Activity } from '../activity.ts';
import type { Session } from '../context/session.ts';
import { HEADERS } from '../../../protocol/provider/request-context.ts';
import type { Send } from '../transport/transport.ts';
import { isRefusal } from '../transport/retry-policy.ts';
import {
  DESCRIBED_VALUE_MAX_CHARACTERS,
  ERROR_MESSAGE_MAX_CHARACTERS,
  ERROR_REPORTS_PER_PAGE_MAX,
  FORBIDDEN_STATUS,
} from '../../../protocol/constants.ts';

export interface ErrorReporterOptions {
  readonly session: Session;
  readonly send: Send;
  readonly random: Random;
  /** Summary of the latest work of all threads, for the report. */
  readonly activity: Activity;
  /** Messages that an earlier service of this page has already reported. */
  readonly alreadyReported?: readonly string[];
  /** Stores a report that has not arrived, as events are stored: for the next delivery or the next visit. */
  readonly keep: (address: string, body: string) => void;
  /** Called for each sent report, to log it. */
  readonly onReported: (report: ErrorReport) => void;
}

/** Sends error reports to the provider, a few a page and never a duplicate (E4–E7, N14). */
export class ErrorReporter {
  readonly #options: ErrorReporterOptions;
  readonly #reported: Set<string>;
  readonly #isBot: boolean;

  constructor(options: ErrorReporterOptions) {
    this.#options = options;
    this.#reported = new Set(options.alreadyReported);
    // Self-declared bots, including PhantomJS and other headless browsers (E6).
    this.#isBot = isbot(options.session.settings.userAgent);
  }

  /** `sampleRate` is the share that is reported; the record's weight compensates for the rest (E7). */
  async report(report: ErrorReport, sampleRate = 1): Promise<void> {
    const { message } = report.record;
    if (this.#isBot || this.#reported.size >= ERROR_REPORTS_PER_PAGE_MAX || this.#reported.has(message)) return;
    if (this.#options.random.fraction() >= sampleRate) return;
    this.#reported.add(message);
    const weighted = { ...report, record: weigh(report.record, sampleRate) };
    const { session, send, activity, keep, onReported } = this.#options;
    onReported(weighted);
    const address = session.resolve(`${session.page.addresses.errorReport}?${query(weighted)}`);
    const summary = await activity();
    const fields = form(weighted, summary, session);
    // The stored copy has no token: it is sent as plain text, which needs no token, and tokens must not be stored.
    const text = fields.toString();
    const xsrf = session.xsrfFor(address);
    if (xsrf !== undefined) fields.set(xsrf.fieldName, xsrf.token);
    const sent = await send({
      address,
      headers: { [HEADERS.contentType]: 'application/x-www-form-urlencoded' },
      body: fields.toString(),
    });
    // 403 refuses the token: it is too old, or absent in a private embed. Other refusals are final for this report.
    if (!sent.ok && (!isRefusal(sent) || sent.details?.['status'] === FORBIDDEN_STATUS)) keep(address, text);
  }
}

function weigh(record: ErrorRecord, sampleRate: number): ErrorRecord {
  return { ...record, sampleWeight: record.sampleWeight / sampleRate };
}

function query({ record, severity }: ErrorReport): URLSearchParams {
  const parameters = new URLSearchParams({
    type: record.name,
    msg: record.message.slice(0, ERROR_MESSAGE_MAX_CHARACTERS),
    level: severity,
  });
  if (record.lineNumber !== undefined) parameters.set('line', String(record.lineNumber));
  return parameters;
}

function form(
  { record, thread }: ErrorReport,
  activity: ActivitySummary,
  { settings: { origin, pathname } }: Session,
): URLSearchParams {
  const fields = new URLSearchParams({
    url: (origin + pathname).slice(0, DESCRIBED_VALUE_MAX_CHARACTERS),
    thread,
    sampleWeight: String(record.sampleWeight),
    activity: JSON.stringify(activity),
  });
  if (record.fileName !== undefined) fields.set('file', record.fileName);
  if (record.stack !== undefined) fields.set('stack', record.stack);
  for (const [key, value] of Object.entries(record.params ?? {})) fields.set(`param.${key}`, value);
  return fields;
}
