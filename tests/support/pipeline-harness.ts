import type { Failure } from '../../protocol/runtime/outcome.ts';
import { ClientEventId } from '../../protocol/events/events.ts';
import type { InfrastructureSettings } from '../../protocol/infrastructure/rpc.ts';
import { DEFAULT_SERVICE_ADDRESSES } from '../../protocol/page/default-addresses.ts';
import { EVENT_TIER, type EventTier } from '../../protocol/events/event-tier.ts';
import { Session } from '../../workers/infrastructure/context/session.ts';
import { LogPipeline } from '../../workers/infrastructure/logging/log-pipeline.ts';
import { LogRequests } from '../../workers/infrastructure/logging/log-request.ts';
import { FailoverLogStore } from '../../workers/infrastructure/storage/failover-log-store.ts';
import { MemoryLogStore } from '../../workers/infrastructure/storage/memory-log-store.ts';
import { StorageFaults } from '../../workers/infrastructure/storage/storage-faults.ts';
import { Persistence } from '../../workers/infrastructure/storage/persistence.ts';
import { createCompressor } from '../../workers/infrastructure/transport/compression.ts';
import { Delivery } from '../../workers/infrastructure/transport/delivery.ts';
import { Expiry } from '../../workers/infrastructure/storage/expiry.ts';
import { OwnerLock } from '../../workers/infrastructure/transport/owner-lock.ts';
import { Receipts } from '../../workers/infrastructure/transport/receipts.ts';
import { RequestRemainder } from '../../workers/infrastructure/transport/request-remainder.ts';
import { createSenderLock } from '../../workers/infrastructure/transport/sender-lock.ts';
import { createFakeClock, createSeededRandom, type FakeClock } from './fake-clock.ts';
import { createSpans } from './fake-spans.ts';
import { FakeCollector } from './fake-collector.ts';
import { DiskContents, FakeDisk } from './fake-disk.ts';
import { FakeLocks } from './fake-locks.ts';
import { SESSION_BROWSER } from './session-browser.ts';

/** Session of a page's lines, unless a test passes another session. */
const OWN_SESSION = 'a'.repeat(32);

export function makeSettings(change: Partial<InfrastructureSettings['page']> = {}): InfrastructureSettings {
  return {
    page: {
      context: { client: { clientName: 'WEB_EMBEDDED_PLAYER', clientVersion: '1.0' } },
      apiVersion: 'v1',
      apiKey: 'key',
      addresses: DEFAULT_SERVICE_ADDRESSES,
      loggedIn: false,
      privacy: {
        privateEmbed: false,
        privateEmbedHosts: [],
        educationHosts: [],
        consent: 'measured',
        enableSafetyMode: false,
        lockedSafetyMode: false,
      },
      bench: false,
      ...change,
    },
    client: {
      clientName: 'WEB_EMBEDDED_PLAYER',
      clientVersion: '1.0',
      screenWidthPoints: 1280,
      screenHeightPoints: 720,
      screenPixelDensity: 2,
      userInterfaceTheme: 'USER_INTERFACE_THEME_DARK',
    },
    sessionId: OWN_SESSION,
    clientScreenNonce: 'nonce',
    origin: 'https://player.example',
    pathname: '/embed/orieldemo01',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    cookies: '',
    objectsToTracking: false,
  };
}

let lineNumber = 0;

/** The line of an event, as main posts it; every call makes a new event unless it passes `number`. */
export function makeLine({
  tier = EVENT_TIER.default as EventTier,
  name = 'hostCommand',
  number = lineNumber++,
  session = OWN_SESSION,
  note = '',
  /** Far in the future, so that the event is not too old for any clock of a test. */
  eventTimeMs = Date.UTC(2100, 0, 1),
} = {}): string {
  const clientEventId = ClientEventId.parse(`${session}.${number}`);
  return JSON.stringify({
    clientEventId,
    eventTimeMs,
    tier,
    sequence: { id: session, index: number },
    name,
    payload: { name: `n${note}` },
  });
}

export function makeLines(count: number, options: Parameters<typeof makeLine>[0] = {}): string {
  return Array.from({ length: count }, () => makeLine(options)).join('\n');
}

export function idsIn(lines: string): string[] {
  return lines.split('\n').map((line) => (JSON.parse(line) as { clientEventId: string }).clientEventId);
}

/** One origin: its disk, its locks, its provider and its time; each tab is a pipeline over them. */
export class Origin {
  readonly clock: FakeClock;
  readonly contents = new DiskContents();
  readonly locks = new FakeLocks();
  readonly collector: FakeCollector;
  /** Client event ids by the marker (`m…`) in the text of the event, since stored bodies may be compressed. */
  readonly idsByMarker = new Map<string, string>();
  #tabs = 0;
  #pipelines = 0;

  constructor(clock = createFakeClock()) {
    this.clock = clock;
    this.collector = new FakeCollector(() => clock.monotonicNow());
  }

  openTab({
    hasDisk = true,
    hasLocks = true,
    sessionId = (++this.#tabs).toString(16).padStart(32, '0'),
    settings = {} as Partial<InfrastructureSettings['page']>,
    spans = createSpans(this.clock),
  } = {}): Tab {
    const { clock, collector } = this;
    const random = createSeededRandom(7 + this.#pipelines++);
    const locks = this.locks.contextView();
    const disk = new FakeDisk(this.contents);
    const persistence = new Persistence(clock, new StorageFaults());
    disk.onFault = (failure) => persistence.count(failure);
    const session = new Session({ ...makeSettings(settings), sessionId }, SESSION_BROWSER);
    const network = { online: true };
    const dropped: Dropped[] = [];
    const acknowledgedAt: number[] = [];
    const expiry = new Expiry(clock);
    const store = new FailoverLogStore({
      disk: hasDisk ? disk : null,
      memory: new MemoryLogStore(),
      persistence,
      expiry,
    });
    const unlessHalted = async <T>(work: () => Promise<T>): Promise<T> => {
      if (disk.isHalted) return new Promise(() => {});
      const result = await work();
      return disk.isHalted ? new Promise(() => {}) : result;
    };
    const compress = createCompressor(clock, undefined, spans);
    const isOnline = (): boolean => network.online;
    const owner = new OwnerLock(sessionId, () => (hasLocks ? locks : undefined), clock);
    const receipts = new Receipts({
      clock,
      isOnline,
      send: (request) => unlessHalted(() => collector.reply(request)),
      address: (path) => path,
      ownSequences: [sessionId, OWN_SESSION],
    });
    if (hasDisk) persistence.begin();
    else persistence.giveUp('no disk');
    const requests = new LogRequests({
      ...{ session, clock, random, compress, isOnline },
      send: () => Promise.reject(new TypeError('the collector takes requests as they are stored')),
    });
    const delivery = new Delivery({
      clock,
      random,
      store,
      owner,
      expiry,
      isOnline,
      whenAlone: createSenderLock('user', () => (hasLocks ? locks : undefined)),
      requests: { send: (request) => unlessHalted(() => collector.send(request)) },
      remainder: new RequestRemainder({ receipts, compress, decompressionStream: undefined }),
    });
    const pipeline = new LogPipeline({
      clock,
      spans,
      session,
      store,
      owner,
      expiry,
      persistence,
      receipts,
      delivery,
      receiver: { respond: () => void acknowledgedAt.push(dropped.length) },
      requests: {
        build: (group, losses) => {
          for (const { id, text } of group.batches.flat())
            for (const marker of text.match(/\bm\d+\b/g) ?? []) this.idsByMarker.set(marker, id);
          return requests.build(group, losses);
        },
      },
      events: { takeAlong: () => [] },
      responses: { applyLogResponse() {} },
      problems: {
        requestDropped: (request, reason, failure) =>
          void dropped.push({ eventIds: request.eventIds, reason, failure }),
      },
    });
    return {
      pipeline,
      disk,
      network,
      dropped,
      acknowledgedAt,
      persistence,
      owner,
      /** Simulates the death of the renderer: its operations do not continue, and its locks are free. */
      crash() {
        disk.isHalted = true;
        locks.end();
        pipeline.stop();
      },
    };
  }
}

export interface Dropped {
  readonly eventIds: readonly string[];
  readonly reason: string;
  readonly failure: Failure | undefined;
}

export interface Tab {
  readonly pipeline: LogPipeline;
  readonly disk: FakeDisk;
  readonly network: { online: boolean };
  readonly dropped: Dropped[];
  /** Number of dropped requests at each time that waiting acknowledgements were posted. */
  readonly acknowledgedAt: readonly number[];
  readonly persistence: Persistence;
  readonly owner: OwnerLock;
  crash(): void;
}
