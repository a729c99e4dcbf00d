import { describeError, type ErrorPlace } from '../../protocol/runtime/describe-error.ts';
import { ERROR_MESSAGES, STORAGE_ERROR_SEVERITIES, type StorageErrorName } from '../../protocol/errors.ts';
import type { Failure } from '../../protocol/runtime/outcome.ts';
import type { StoredRequest } from '../../protocol/infrastructure/records.ts';
import type { ErrorReporter } from './errors/error-reporter.ts';
import type { WorkerEvents } from './logging/worker-events.ts';
import { faultOf } from './storage/storage-fault.ts';

const SLOW_COMPRESSION_SAMPLE_RATE = 0.1;

/** Receives the problems of all parts of the service and reports each kind once. */
export class ProblemReporter {
  readonly #errors: ErrorReporter;
  readonly #events: Pick<WorkerEvents, 'log'>;
  /** Each kind once: a failing disk fails repeatedly, for every database. */
  readonly #faultsTold = new Set<StorageErrorName>();

  constructor(errors: ErrorReporter, events: Pick<WorkerEvents, 'log'>) {
    this.#errors = errors;
    this.#events = events;
  }

  /** A bug: an unexpected error (E4). */
  uncaught(error: unknown, place?: ErrorPlace): void {
    void this.#errors.report({
      record: describeError(error, undefined, place),
      severity: 'error',
      thread: 'infrastructure',
    });
  }

  /** A problem that is expected at times; `message` is from the catalogue (E1). */
  warn(message: string, params: Readonly<Record<string, string>> = {}, sampleRate = 1): void {
    const record = { ...describeError(message, params), name: 'Warning' };
    void this.#errors.report({ record, severity: 'warning', thread: 'infrastructure' }, sampleRate);
  }

  /** One page in ten reports this, with a weight that stands for all pages (N20). */
  compressionGivenUp(): void {
    this.warn('Compression was given up: it was too slow', {}, SLOW_COMPRESSION_SAMPLE_RATE);
  }

  blockedByExtension(): void {
    this.warn(ERROR_MESSAGES.blockedByExtension);
  }

  callFailed(message: string, { code, message: cause }: Failure): void {
    this.warn(message, { code, cause });
  }

  /** A refusal is reported, an expiry is only counted (S6, S7). */
  requestDropped({ eventIds }: StoredRequest, reason: string, failure?: Failure): void {
    if (failure === undefined) return;
    const status = String(failure.details?.['status'] ?? '');
    this.warn(failure.message, { reason, status, events: String(eventIds.length) });
  }

  /** An explicit abort is no fault of the storage, but its cause is a bug (E4, E3). */
  storageFault(failure: Failure): void {
    const fault = faultOf(failure);
    const severity = STORAGE_ERROR_SEVERITIES[fault];
    const cause = String(failure.details?.['cause'] ?? '');
    if (severity === 'ignored') return cause === '' ? undefined : this.uncaught(cause);
    if (this.#faultsTold.has(fault)) return;
    this.#faultsTold.add(fault);
    this.#events.log('storageFault', { name: fault, message: failure.message });
    const record = { ...describeError(failure.message, { cause }), name: 'StorageFault' };
    void this.#errors.report({ record, severity, thread: 'infrastructure' });
  }
}
