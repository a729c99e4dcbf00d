import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RefusalCount } from '../../../protocol/provider/observation.ts';
import type { TrafficKind } from '../../../protocol/provider/traffic-kinds.ts';
import type { BudgetReport } from '../budgets/create-budgets.ts';
import type { ReadBody } from '../http/read-body.ts';

/** `wait`: the password was not compared, because attempts of this client or of all have to wait. */
export type SignInOutcome = 'right' | 'wrong' | 'wait';

/** Metrics of `/metrics`. Labels come from closed tables: no client value becomes one. */
export interface Metrics {
  request(method: string, kind: string, status: number, durationMs: number): void;
  /** Wait of a new connection for its first response. */
  newcomer(waitMs: number): void;
  body(body: Pick<ReadBody, 'encoding' | 'wireBytes' | 'rawBytes'>): void;
  /** Bytes of a response. */
  sent(kind: TrafficKind, bytes: number): void;
  events(stored: { readonly accepted: number; readonly repeated: number }): void;
  /** A request that was refused, or a connection that was closed, because of this limit. */
  refusal(limit: string): void;
  /** Counts of refusals by limit, the highest first. */
  refusals(): Promise<Pick<RefusalCount, 'limit' | 'count'>[]>;
  /** An attempt of an operator to sign in. */
  signIn(outcome: SignInOutcome): void;
  /** A number that only grows, read on each scrape. */
  counter(name: string, help: string, read: () => number): void;
  /** A number that is read on each scrape, such as the length of a queue. */
  gauge(name: string, help: string, read: () => number): void;
  /** Bytes held and rows shed by each part of the database, read on each scrape. */
  budgets(read: () => BudgetReport | undefined): void;
  /** Which alerts there are, and which of them are raised, read on each scrape. */
  alerts(names: readonly string[], raised: () => readonly string[]): void;
  /** In Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** From a page in memory to a request that waited for a database. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `withProcess` adds memory, descriptors, event loop and garbage collection: use it once in a process, which these metrics describe. */
export function createMetrics(withProcess: boolean): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (withProcess) collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'oriel_requests_total',
    help: 'Requests by method, kind of path and status.',
    labelNames: ['method', 'kind', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'oriel_request_duration_seconds',
    help: 'From the headers of a request to those of its response, without the wait for its body, by kind of path.',
    labelNames: ['kind'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const newcomers = new Histogram({
    name: 'oriel_newcomer_seconds',
    help: 'From the opening of a new connection to the response on it, measured by this process as its own client.',
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  const bodies = new Counter({
    name: 'oriel_bodies_total',
    help: 'Bodies that were read whole and accepted, by encoding; oriel_refusals_total has the others.',
    labelNames: ['encoding'],
    registers,
  });
  const bodyBytes = new Counter({
    name: 'oriel_body_bytes_total',
    help: 'Bytes of accepted bodies, as they travelled and unpacked.',
    labelNames: ['form'],
    registers,
  });
  const sent = new Counter({
    name: 'oriel_sent_bytes_total',
    help: 'Bytes of responses with their headers, before encryption, by kind of content.',
    labelNames: ['kind'],
    registers,
  });
  const events = new Counter({
    name: 'oriel_events_total',
    help: 'Events of answered log requests: stored, or stored before.',
    labelNames: ['outcome'],
    registers,
  });
  const refusals = new Counter({
    name: 'oriel_refusals_total',
    help: 'Requests that were refused and connections that were closed because of a limit, by limit.',
    labelNames: ['limit'],
    registers,
  });
  const signIns = new Counter({
    name: 'oriel_sign_ins_total',
    help: 'Attempts to sign in as operator, by outcome: right or wrong password, or refused unread (wait).',
    labelNames: ['outcome'],
    registers,
  });

  return {
    contentType: registry.contentType,
    request(method, kind, status, durationMs) {
      requests.inc({ method, kind, status });
      durations.observe({ kind }, durationMs / 1_000);
    },
    newcomer: (waitMs) => newcomers.observe(waitMs / 1_000),
    body({ encoding, wireBytes, rawBytes }) {
      bodies.inc({ encoding });
      bodyBytes.inc({ form: 'wire' }, wireBytes);
      bodyBytes.inc({ form: 'unpacked' }, rawBytes);
    },
    sent: (kind, bytes) => sent.inc({ kind }, bytes),
    events({ accepted, repeated }) {
      events.inc({ outcome: 'accepted' }, accepted);
      events.inc({ outcome: 'repeated' }, repeated);
    },
    refusal: (limit) => refusals.inc({ limit }),
    signIn: (outcome) => signIns.inc({ outcome }),
    async refusals() {
      const { values } = await refusals.get();
      const counts = values.map(({ labels, value }) => ({ limit: String(labels.limit), count: value }));
      return counts.sort((left, right) => right.count - left.count);
    },
    counter(name, help, read) {
      const counter: Counter = new Counter({
        ...{ name, help, registers },
        collect() {
          counter.reset();
          counter.inc(read());
        },
      });
    },
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) });
    },
    budgets: (read) => budgetMetrics(registers, read),
    alerts(names, raised) {
      const gauge: Gauge = new Gauge({
        name: 'oriel_alerts',
        help: 'Conditions that an operator should know of: 1 while one holds.',
        labelNames: ['alert'],
        registers,
        collect() {
          const now = new Set(raised());
          for (const alert of names) gauge.set({ alert }, now.has(alert) ? 1 : 0);
        },
      });
    },
    text: () => registry.metrics(),
  };
}

function budgetMetrics(registers: Registry[], read: () => BudgetReport | undefined): void {
  const held: Gauge = new Gauge({
    name: 'oriel_budget_bytes',
    help: 'Bytes that each budget of the database holds, and that it may hold now.',
    labelNames: ['budget', 'what'],
    registers,
    collect() {
      for (const { name: budget, bytes, allowedBytes } of read()?.budgets ?? []) {
        held.set({ budget, what: 'held' }, bytes);
        held.set({ budget, what: 'allowed' }, allowedBytes);
      }
    },
  });
  const shed: Counter = new Counter({
    name: 'oriel_shed_rows_total',
    help: 'Rows that were shed because their budget was full, by table.',
    labelNames: ['budget', 'table'],
    registers,
    collect() {
      shed.reset();
      for (const { budget, table, rows } of read()?.shed ?? []) shed.inc({ budget, table }, rows);
    },
  });
}
