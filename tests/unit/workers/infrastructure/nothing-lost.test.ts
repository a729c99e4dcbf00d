// @module-tag random
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { storageFault } from '../../../../workers/infrastructure/storage/storage-fault.ts';
import { settle } from '../../../support/fake-clock.ts';
import { FakeBrowser, type BeaconFate, type OpenPage } from '../../../support/page-harness.ts';
import { randomRuns } from '../../../support/random-runs.ts';
import { POST_INTERVAL_MS, POST_MAX_EVENTS } from '../../../../src/page/infrastructure/logging/event-outbox.ts';

/** A step of the model; `page` is the index of an open page. */
type Step =
  | { readonly kind: 'open'; readonly workerStarts: boolean }
  | { readonly kind: 'log'; readonly page: number; readonly count: number; readonly urgent: boolean }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: PageStep; readonly page: number }
  | { readonly kind: 'leave'; readonly page: number; readonly persisted: boolean; readonly beacon: BeaconFate }
  | { readonly kind: 'network'; readonly is: 'ok' | 'lost' | 'unreachable' | 500 | 503 }
  | { readonly kind: 'online'; readonly page: number; readonly online: boolean }
  | { readonly kind: 'diskFault'; readonly page: number; readonly fault: 'quotaExceeded' | 'unknownAbort' };

type PageStep = 'crash' | 'killWorker' | 'freeze' | 'thaw' | 'hide' | 'show';

const PAGE_STEPS: Readonly<Record<PageStep, (page: OpenPage) => void>> = {
  crash: (page) => page.crash(),
  killWorker: (page) => page.killWorker(),
  freeze: ({ fakePage }) => fakePage.fire('freeze'),
  thaw: ({ fakePage }) => fakePage.fire('resume'),
  hide: ({ fakePage }) => fakePage.setInSight(false),
  show: ({ fakePage }) => fakePage.setInSight(true),
};

const page = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open'), workerStarts: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('log'),
      page,
      count: fc.integer({ min: 1, max: 70 }),
      urgent: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1, 20, 300, 2_500, 11_000, 70_000) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(...(Object.keys(PAGE_STEPS) as PageStep[])),
      page,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('leave'),
      page,
      persisted: fc.boolean(),
      beacon: fc.constantFrom('delivered', 'lost', 'refused'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('network'), is: fc.constantFrom('ok', 'lost', 'unreachable', 500, 503) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('online'), page, online: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('diskFault'),
      page,
      fault: fc.constantFrom('quotaExceeded', 'unknownAbort'),
    }),
  },
) as fc.Arbitrary<Step>;

/** The model is a set: every id that was ever logged, except those that a crash may lose according to the README. */
class Life {
  readonly browser = new FakeBrowser();
  readonly logged = new Set<string>();
  readonly #unsafe = new Map<OpenPage, { readonly marker: string; readonly atMs: number }[]>();
  #count = 0;

  async run(taken: Step): Promise<void> {
    const { browser } = this;
    if (taken.kind === 'open') {
      if (browser.pages.length < 3) browser.openPage({ workerStarts: taken.workerStarts });
    } else if (taken.kind === 'wait') {
      await browser.clock.advance(taken.ms);
    } else if (taken.kind === 'network') {
      browser.origin.collector.always = typeof taken.is === 'number' ? { status: taken.is } : taken.is;
    } else {
      const target = browser.pages[taken.page];
      if (target !== undefined) this.#runOn(target, taken);
    }
    // The end of the task writes a single event to the journal.
    await settle();
  }

  #runOn(target: OpenPage, taken: Exclude<Step, { kind: 'open' | 'wait' | 'network' }>): void {
    if (taken.kind === 'log') {
      this.#log(target, taken.count, taken.urgent);
    } else if (taken.kind === 'online') {
      target.navigator.onLine = taken.online;
      target.fakePage.fire(taken.online ? 'online' : 'offline');
    } else if (taken.kind === 'diskFault') {
      target.tab?.disk.failures.push(storageFault(taken.fault));
    } else if (taken.kind === 'leave') {
      this.browser.beaconFate = taken.beacon;
      target.leave(taken.persisted);
      this.#unsafe.delete(target);
    } else if (taken.kind === 'crash') {
      this.#crash(target);
    } else {
      if (taken.kind === 'freeze') this.#unsafe.delete(target);
      PAGE_STEPS[taken.kind](target);
    }
  }

  #log(target: OpenPage, count: number, urgent: boolean): void {
    for (let index = 0; index < count; index += 1) {
      const marker = `m${this.#count++}`;
      this.logged.add(marker);
      if (urgent) target.client.log('playbackFailed', { videoId: '', code: '', message: marker, mediaTimeSeconds: 0 });
      else target.client.log('hostCommand', { name: marker });
      // An urgent event is posted with the waiting events, and at most 63 events wait.
      const before = urgent ? [] : (this.#unsafe.get(target) ?? []);
      const added = urgent ? [] : [{ marker, atMs: this.browser.clock.monotonicNow() }];
      this.#unsafe.set(target, [...before, ...added].slice(1 - POST_MAX_EVENTS));
    }
  }

  /** A crash may lose only events of the last post interval that were not posted. */
  #crash(target: OpenPage): void {
    target.crash();
    const sinceMs = this.browser.clock.monotonicNow() - POST_INTERVAL_MS;
    const unsafe = new Set(this.#unsafe.get(target)?.flatMap(({ marker, atMs }) => (atMs > sinceMs ? [marker] : [])));
    for (const marker of this.lost()) if (unsafe.has(marker)) this.logged.delete(marker);
  }

  /** Markers of events that are neither on a page, nor in storage, nor at the provider. */
  lost(): string[] {
    const { origin, storage, pages } = this.browser;
    const kept = [
      ...pages.flatMap(({ client }) => client.unacknowledged()),
      ...storage.texts(),
      ...[...origin.contents.events.values()].map(({ serialized }) => serialized),
      ...origin.collector.requests.map((request) => JSON.stringify(request.events)),
    ].join('\n');
    const inRequests = new Set([...origin.contents.requests.values()].flatMap(({ eventIds }) => eventIds));
    const found = new Set(kept.match(/\bm\d+\b/g));
    return [...this.logged].filter((marker) => !found.has(marker) && !inRequests.has(this.#idOf(marker)));
  }

  /** The id of the event with a marker, from the lines that the pages have posted. */
  #idOf(marker: string): string {
    return this.browser.origin.idsByMarker.get(marker) ?? '';
  }

  /** Ends all faults, so that new visits deliver all events that earlier visits have left. */
  async heal(): Promise<void> {
    const { browser } = this;
    for (const open of [...browser.pages]) this.#crash(open);
    browser.origin.collector.always = null;
    browser.openPage();
    await browser.clock.advance(300_000);
    browser.openPage();
    await browser.clock.advance(300_000);
  }
}

test(
  'every event is always in the mirror, the journal, the store or the provider [X6]',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const life = new Life();
        life.browser.openPage();
        for (const taken of steps) {
          await life.run(taken);
          expect(life.lost()).toEqual([]);
        }
        await life.heal();
        const arrived = JSON.stringify(life.browser.origin.collector.requests);
        expect([...life.logged].filter((marker) => !arrived.includes(`"${marker}"`))).toEqual([]);
      }),
      { numRuns: randomRuns(150) },
    );
  },
);
