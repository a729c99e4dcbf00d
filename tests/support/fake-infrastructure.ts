import type { EndpointKey, EndpointRequest, EndpointResponse } from '../../protocol/provider/endpoints.ts';
import { EVENT_PAYLOADS, type EventName, type EventPayload } from '../../protocol/events/events.ts';
import type { CallOptions, FlushReport } from '../../protocol/infrastructure/rpc.ts';
import type { PageConfig } from '../../protocol/page/page-config.ts';
import type { Consent } from '../../protocol/privacy/consent.ts';
import type { PrivacyReport, PrivacyRequest } from '../../protocol/privacy/privacy-report.ts';
import type { ActivitySummary } from '../../protocol/recording/activity.ts';
import { fail, succeed, type Failure, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { Infrastructure, InfrastructureMode } from '../../src/page/infrastructure/infrastructure.ts';
import type { DeferredJob } from '../../src/page/infrastructure/viewer/deferred-work.ts';
import { UNDECIDED_REPORT } from './undecided-report.ts';

export interface LoggedCall {
  readonly name: EventName;
  readonly payload: Record<string, unknown>;
}

export const SERVICE_METHODS = [
  'cacheFiles',
  'call',
  'flush',
  'privacy',
  'readPreferences',
  'saveData',
  'stateConsent',
  'summariseActivity',
  'writePreference',
] as const satisfies readonly (keyof Infrastructure)[];
type Method = (typeof SERVICE_METHODS)[number];

/**
 * The infrastructure as other parts of the page see it, without a service; `infrastructure-contract.ts` compares it with the
 * real infrastructure. Its methods need their `this`, as the real ones do. Events that the provider would refuse throw.
 */
export class FakeInfrastructure implements Infrastructure {
  ready: Promise<InfrastructureMode> = Promise.resolve({ mode: 'worker', reason: '', storage: 'memory', config: {} });
  isPrivate = false;
  recognisesViewer = true;
  keepsPositions = false;
  readonly clientScreenNonce = 'nonce';
  readonly sessionId = 'session';
  readonly logged: LoggedCall[] = [];
  readonly consents: Consent[] = [];
  /** Calls to the provider. `responses` has responses by endpoint; calls of other endpoints get `refusal`. */
  readonly called: (readonly [endpoint: EndpointKey, fields: object])[] = [];
  readonly callOptions: (CallOptions | undefined)[] = [];
  responses: Partial<Record<EndpointKey, object>> = {};
  refusal: Failure = fail('request.rejected', 'Not offered');
  readonly preferences: Map<string, string>;
  readonly written: (readonly [key: string, value: string | null])[] = [];
  readonly saved: boolean[] = [];
  readonly cached: string[] = [];
  readonly deferred: DeferredJob[] = [];
  readonly requests: PrivacyRequest[] = [];
  readonly reported: unknown[] = [];
  /** Methods of the service that fail, because they get no response. */
  readonly failing = new Set<Method>();
  /** The privacy report; databases and cookies that a request erases are removed from it. */
  report: PrivacyReport = UNDECIDED_REPORT;
  isErased = (name: string, { erase = [] }: PrivacyRequest): boolean => erase.includes(name);
  config: Outcome<PageConfig> = fail('request.rejected', 'There is no provider here');

  constructor(preferences: Readonly<Record<string, string>> = {}) {
    this.preferences = new Map(Object.entries(preferences));
  }

  names(): EventName[] {
    return this.logged.map(({ name }) => name);
  }

  payloadsOf(wanted: EventName): Record<string, unknown>[] {
    return this.logged.filter(({ name }) => name === wanted).map(({ payload }) => payload);
  }

  log<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
    const checked = EVENT_PAYLOADS[name].safeParse(payload);
    if (!checked.success) throw new Error(`${name}: ${checked.error.message}`);
    this.logged.push({ name, payload: { ...payload } });
  }

  call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    options?: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>> {
    this.called.push([endpoint, fields]);
    this.callOptions.push(options);
    const response = this.responses[endpoint] as EndpointResponse<Key> | undefined;
    return this.#respond('call', response === undefined ? this.refusal : succeed(response));
  }

  loadPageConfig(): Promise<Outcome<PageConfig>> {
    return Promise.resolve(this.config);
  }

  readPreferences(): Promise<Outcome<Readonly<Record<string, string>>>> {
    return this.#respond('readPreferences', succeed(Object.fromEntries(this.preferences)));
  }

  writePreference(key: string, value: string | null): Promise<Outcome<void>> {
    this.written.push([key, value]);
    if (value === null) this.preferences.delete(key);
    else this.preferences.set(key, value);
    return this.#respond('writePreference', succeed(undefined));
  }

  stateConsent(consent: Consent): Promise<Outcome<void>> {
    this.consents.push(consent);
    this.report = { ...this.report, level: consent, isStated: true };
    return this.#respond('stateConsent', succeed(undefined));
  }

  saveData(isOn: boolean): Promise<Outcome<void>> {
    this.saved.push(isOn);
    return this.#respond('saveData', succeed(undefined));
  }

  cacheFiles(addresses: readonly string[]): Promise<Outcome<void>> {
    this.cached.push(...addresses);
    return this.#respond('cacheFiles', succeed(undefined));
  }

  privacy(request: PrivacyRequest): Promise<Outcome<PrivacyReport>> {
    this.requests.push(request);
    if (!this.failing.has('privacy')) {
      const { databases, cookies } = this.report;
      const isLeft = (name: string): boolean => !this.isErased(name, request);
      this.report = {
        ...this.report,
        databases: databases.filter(({ name }) => isLeft(name)),
        cookies: cookies.filter(isLeft),
      };
    }
    return this.#respond('privacy', succeed(this.report));
  }

  reportError(error: unknown): Promise<unknown> {
    return Promise.resolve(this.reported.push(error));
  }

  /** Records the job without running it. */
  defer(...job: DeferredJob): void {
    this.deferred.push(job);
  }

  flush(): Promise<Outcome<FlushReport>> {
    return this.#respond('flush', succeed({ sentEvents: this.logged.length, sentBytes: 0, remainingEvents: 0 }));
  }

  summariseActivity(): Promise<Outcome<ActivitySummary>> {
    return this.#respond('summariseActivity', fail('worker.unavailable', 'Nothing is recorded here'));
  }

  unacknowledged(): readonly string[] {
    return this.logged.map((event) => JSON.stringify(event));
  }

  async #respond<T>(method: Method, outcome: Outcome<T>): Promise<Outcome<T>> {
    return this.failing.has(method) ? fail('worker.timeout', 'no response') : outcome;
  }
}
