import type { PageConfig } from '../../../../protocol/page/page-config.ts';
import type { Consent } from '../../../../protocol/privacy/consent.ts';
import type { Contact } from '../../../../protocol/privacy/contacts.ts';
import type { PrivacyReport, PrivacyRequest } from '../../../../protocol/privacy/privacy-report.ts';
import type { StoredItem } from './stored-items.ts';
import { CHOICE_PREFERENCE } from '../../../../protocol/infrastructure/cookies.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { RequestRecord } from '../../../../protocol/runtime/watch-contacts.ts';
import type { Infrastructure } from '../../infrastructure/infrastructure.ts';
import { callWithDeadline } from '../../platform/call-with-deadline.ts';
import { READ_TIMEOUT_MS, type PageSpans } from '../../profiling/page-spans.ts';
import { SnapshotStore } from '../../player/snapshot-store.ts';
import { defineFeature } from '../shared/features.ts';
import { eraseStorage, readStorage, type StorageWindow } from './browser-storage.ts';
import { watchPageContacts } from './page-contacts.ts';

/** Interval at which stored items are read while the panel is open, so that a choice shows its effect at once. */
export const PRIVACY_READ_INTERVAL_MS = 1_000;

export interface PrivacyView {
  /** `null` until the service has responded for the first time. */
  readonly report: Pick<PrivacyReport, 'level' | 'ceiling' | 'objects' | 'choice' | 'siteDefault'> | null;
  readonly items: readonly StoredItem[];
  readonly contacts: readonly Contact[];
  /** The last read failed; the next read may succeed. */
  readonly hasFailed: boolean;
}

export interface PrivacyStoreDependencies {
  readonly infrastructure: Pick<Infrastructure, 'loadPageConfig' | 'privacy' | 'writePreference'>;
  readonly spans: Pick<PageSpans, 'workers'>;
  readonly window: StorageWindow & {
    readonly performance: RequestRecord;
    readonly location: Pick<Location, 'origin'>;
  };
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

/** Content of the panel: read again every second, from the browser itself and from every thread. */
export class PrivacyStore {
  readonly #dependencies: PrivacyStoreDependencies;
  readonly #view: SnapshotStore<PrivacyView>;
  readonly #readContacts: () => readonly Contact[];
  #config: PageConfig | null = null;
  /** Cookies that only the provider can read, from its last response. */
  #providerCookies: readonly string[] = [];
  #cancel: (() => void) | null = null;

  constructor(dependencies: PrivacyStoreDependencies) {
    const { window, reportError } = dependencies;
    this.#dependencies = dependencies;
    this.#view = new SnapshotStore<PrivacyView>(
      { report: null, items: [], contacts: [], hasFailed: false },
      reportError,
    );
    this.#readContacts = watchPageContacts(
      { performance: window.performance, origin: window.location.origin },
      () => this.#config,
    );
  }

  get = (): PrivacyView => this.#view.get();
  subscribe = (listener: () => void): (() => void) => this.#view.subscribe(listener);

  /** Reads once a second until the returned function is called. */
  watch(): () => void {
    let isWatching = true;
    const read = async (asksProvider: boolean): Promise<void> => {
      await this.#request({ asksProvider });
      if (isWatching) this.#cancel = this.#dependencies.clock.after(PRIVACY_READ_INTERVAL_MS, () => void read(false));
    };
    void read(true);
    return () => {
      isWatching = false;
      this.#cancel?.();
    };
  }

  /** `null` withdraws the choice: the site decides again. */
  async choose(choice: Consent | null): Promise<void> {
    await this.#dependencies.infrastructure.writePreference(CHOICE_PREFERENCE, choice);
    await this.#request({ asksProvider: true });
  }

  /** Erases the items and, with `erasesViewer`, the provider's data of the viewer. Returns whether all of them are gone. */
  async erase(items: readonly StoredItem[], erasesViewer = false): Promise<boolean> {
    const isErased = await this.#request({ erase: items.map(({ name }) => name), erasesViewer });
    await eraseStorage(this.#dependencies.window, items);
    await this.#request({ asksProvider: true });
    const left = this.get().items;
    return isErased && !items.some((item) => left.some(({ kind, name }) => kind === item.kind && name === item.name));
  }

  /** Reads all sources. Returns whether the provider has deleted the requested data. */
  async #request(request: PrivacyRequest): Promise<boolean> {
    const { infrastructure, window, reportError } = this.#dependencies;
    try {
      const config = await infrastructure.loadPageConfig();
      if (config.ok) this.#config = config.value;
      const [report, seen, video] = await Promise.all([
        infrastructure.privacy(request),
        readStorage(window),
        this.#videoContacts(),
      ]);
      if (!report.ok) {
        this.#view.update({ hasFailed: true });
        return false;
      }
      const { databases, cookies, contacts, isErased } = report.value;
      if (request.asksProvider === true) this.#providerCookies = cookies;
      this.#view.update({
        report: report.value,
        hasFailed: false,
        items: sorted([...seen, ...this.#hiddenCookies(seen), ...databases.map(itemOf)]),
        contacts: merged(this.#withPlaybackData([...this.#readContacts(), ...contacts, ...video])),
      });
      return isErased;
    } catch (error) {
      reportError(error);
      this.#view.update({ hasFailed: true });
      return false;
    }
  }

  /** Adds the purpose of CMCD data to each origin of media, since these data are sent with media requests. */
  #withPlaybackData(contacts: readonly Contact[]): readonly Contact[] {
    if (this.#config?.playerResponse?.streamingData?.cmcd === undefined) return contacts;
    return contacts.flatMap((contact) =>
      contact.purpose === 'video' ? [contact, { ...contact, purpose: 'playbackData' }] : [contact],
    );
  }

  async #videoContacts(): Promise<readonly Contact[]> {
    const [worker, signal] = this.#dependencies.spans.workers.get('media') ?? [];
    const readContacts = worker?.contacts;
    if (readContacts === undefined || signal === undefined) return [];
    const contacts = await callWithDeadline(this.#dependencies.clock, READ_TIMEOUT_MS, signal, () => readContacts());
    return contacts.ok ? contacts.value : [];
  }

  #hiddenCookies(seen: readonly StoredItem[]): readonly StoredItem[] {
    const isSeen = (cookie: string): boolean => seen.some(({ kind, name }) => kind === 'cookie' && name === cookie);
    return this.#providerCookies
      .filter((name) => !isSeen(name))
      .map((name) => ({ kind: 'cookie', name, records: 1 }) as const);
  }
}

/** One store for the page: contacted origins are kept between two openings of the panel. */
export const privacy = defineFeature(({ page }) => new PrivacyStore({ ...page, window: globalThis.window }));

function itemOf({ name, stores }: PrivacyReport['databases'][number]): StoredItem {
  return { kind: 'database', name, records: Object.values(stores).reduce((sum, count) => sum + count, 0) };
}

function sorted(items: readonly StoredItem[]): readonly StoredItem[] {
  const keyOf = ({ kind, name }: StoredItem): string => `${kind} ${name}`;
  return [...items].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

/** Each origin once for each of its purposes. */
function merged(contacts: readonly Contact[]): readonly Contact[] {
  const known = new Map(contacts.map((contact) => [`${contact.origin} ${contact.purpose}`, contact]));
  return [...known.keys()].sort().flatMap((key) => known.get(key) ?? []);
}
