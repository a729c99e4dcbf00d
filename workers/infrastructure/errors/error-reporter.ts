import { isbot } from 'isbot';
import { ERRORS, TRANSPORT } from '../../../protocol/constants.ts';
import type { ErrorReport } from '../../../protocol/rpc.ts';
import type { Session } from '../context/session.ts';
import type { Send } from '../transport/transport.ts';

export interface ErrorReporterOptions {
  readonly session: Session;
  readonly send: Send;
}

/** E4–E7, N14: tells the provider what went wrong, a few times a page and never twice the same. */
export class ErrorReporter {
  readonly #options: ErrorReporterOptions;
  readonly #reported = new Set<string>();
  readonly #isBot: boolean;

  constructor(options: ErrorReporterOptions) {
    this.#options = options;
    this.#isBot = isbot(options.session.userAgent);
  }

  async report(report: ErrorReport): Promise<void> {
    const { message } = report.record;
    if (this.#isBot || this.#reported.size >= ERRORS.reportsPerPageMax || this.#reported.has(message)) return;
    this.#reported.add(message);
    const { session, send } = this.#options;
    await send({
      address: session.resolve(`${session.page.addresses.errorReport}?${query(report)}`),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form(report, session).toString(),
    });
  }
}

function query({ record, severity }: ErrorReport): URLSearchParams {
  const parameters = new URLSearchParams({
    type: record.name,
    msg: record.message.slice(0, TRANSPORT.errorMessageMaxCharacters),
    level: severity,
  });
  if (record.lineNumber !== undefined) parameters.set('line', String(record.lineNumber));
  return parameters;
}

function form({ record, thread }: ErrorReport, { origin, page }: Session): URLSearchParams {
  const fields = new URLSearchParams({ url: origin, thread, sampleWeight: String(record.sampleWeight) });
  if (record.fileName !== undefined) fields.set('file', record.fileName);
  if (record.stack !== undefined) fields.set('stack', record.stack);
  for (const [key, value] of Object.entries(record.params ?? {})) fields.set(`param.${key}`, value);
  if (page.xsrf !== undefined) fields.set(page.xsrf.fieldName, page.xsrf.token);
  return fields;
}
