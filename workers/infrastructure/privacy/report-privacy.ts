import { COOKIE_NAMES, VISITOR_COOKIE } from '../../../protocol/infrastructure/cookies.ts';
import type { Contact, Purpose } from '../../../protocol/privacy/contacts.ts';
import {
  isCall,
  isTo,
  watchContacts,
  type RequestRecord,
  type SeenRequest,
} from '../../../protocol/runtime/watch-contacts.ts';
import { consentOf, isStated } from '../../../protocol/privacy/consent.ts';
import type { PrivacyReport, PrivacyRequest, StoredDatabase } from '../../../protocol/privacy/privacy-report.ts';
import { ERASED_BY_VIEWER, JOURNAL_PREFIX, LOG_DATABASE_PREFIX } from '../../../protocol/privacy/stored-names.ts';
import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';
import type { Session } from '../context/session.ts';
import type { ViewerPrivacyOptions } from './viewer-privacy.ts';

/** Resolves with `undefined` if the work of a database takes too long. */
type InTime = <T>(work: Promise<T>) => Promise<T | undefined>;

interface Options extends ViewerPrivacyOptions {
  readonly inTime: InTime;
}

/** Erases the requested classes, then lists stored items, allowed classes and contacts of this thread. */
export async function reportPrivacy(
  options: Options,
  { erase, erasesViewer = false, asksProvider = false }: PrivacyRequest,
): Promise<PrivacyReport> {
  const { session } = options;
  if (erase !== undefined) await eraseNames(options, erase);
  const factory = indexedDBOf(options);
  const forget = erase?.includes(VISITOR_COOKIE) === true;
  const asks = forget || erasesViewer || asksProvider;
  const response = asks ? await options.calls.call('privacy', { forget, erase: erasesViewer }) : undefined;
  const { statements, level, ceiling } = session.consent;
  return {
    level,
    ceiling,
    objects: statements.objects === true,
    choice: statements.choice ?? null,
    siteDefault: consentOf({ ...statements, choice: undefined }),
    isStated: isStated(statements),
    databases: factory === undefined ? [] : await listDatabases(factory, options.inTime),
    cookies: response?.ok === true ? (response.value.cookies ?? []) : [],
    contacts: contactsOf(options),
    // A provider whose response does not state `erased` counts as having erased.
    isErased: !erasesViewer || (response?.ok === true && response.value.erased !== false),
  };
}

async function eraseNames({ cookies, faults, log, ...options }: Options, names: readonly string[]): Promise<void> {
  if (names.includes(COOKIE_NAMES.preferences)) cookies.forgetPreferences();
  if (names.includes(COOKIE_NAMES.locationToken)) cookies.forgetLocation();
  if (names.some((name) => name.startsWith(LOG_DATABASE_PREFIX) || name.startsWith(JOURNAL_PREFIX))) {
    // Storage moves to memory, as where the browser refuses it; this also ends the journal of the page.
    faults.end(ERASED_BY_VIEWER);
    await log.leaveDisk();
  }
  const factory = indexedDBOf(options);
  const databases = factory === undefined ? [] : await databasesOf(factory);
  const gone = databases.filter(({ name = '' }) => names.includes(name));
  await Promise.all(gone.map(({ name = '' }) => settled(factory?.deleteDatabase(name), options.inTime)));
}

async function listDatabases(factory: IDBFactory, inTime: InTime): Promise<StoredDatabase[]> {
  const databases = await databasesOf(factory);
  return Promise.all(
    databases.map(async ({ name = '' }) => ({ name, stores: await countRecords(factory, name, inTime) })),
  );
}

/** Empty where storage is refused, as in a frame of another site in some browsers. */
async function databasesOf(factory: IDBFactory): Promise<readonly IDBDatabaseInfo[]> {
  return factory.databases().catch(() => []);
}

async function countRecords(
  factory: IDBFactory,
  name: string,
  inTime: InTime,
): Promise<Readonly<Record<string, number>>> {
  const opening = factory.open(name);
  // The database was deleted after it was listed: opening it would create an empty database.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  const database = await settled(opening, inTime);
  if (database === undefined) return {};
  database.onversionchange = () => database.close();
  const counts = await Promise.all(
    [...database.objectStoreNames].map(async (store) => {
      const counted = await settled(database.transaction(store).objectStore(store).count(), inTime);
      return [store, counted ?? 0] as const;
    }),
  );
  database.close();
  return Object.fromEntries(counts);
}

/** `undefined` for a request that fails or is blocked. */
function settled<T>(request: IDBRequest<T> | undefined, inTime: InTime): Promise<T | undefined> {
  const settling = new Promise<T | undefined>((resolve) => {
    if (request === undefined) return resolve(undefined);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => resolve(undefined));
  });
  return inTime(settling);
}

function indexedDBOf({ environment }: Pick<Options, 'environment'>): IDBFactory | undefined {
  const factory = unlessThrown(() => environment.indexedDB());
  return factory !== undefined && 'databases' in factory ? factory : undefined;
}

/** One reader of contacts per thread, created at the first report. */
const readers = new WeakMap<RequestRecord, () => readonly Contact[]>();

function contactsOf({
  session,
  environment: { requests },
}: Pick<Options, 'session' | 'environment'>): readonly Contact[] {
  const read = readers.get(requests) ?? watchContacts(requests, (request) => purposeOf(request, session));
  readers.set(requests, read);
  return read();
}

/** Purpose of a request, by the configured addresses. */
function purposeOf(request: SeenRequest, session: Session): Purpose {
  const { addresses } = session.page;
  const resolve = (address: string): string => session.resolve(address);
  if (isTo(request, resolve(addresses.visitorId))) return 'visitorId';
  if (isCall(request, addresses, resolve)) return 'calls';
  const { scriptUrl } = session.settings.attestation ?? {};
  if (scriptUrl !== undefined && isTo(request, resolve(scriptUrl))) return 'calls';
  return request.origin === session.settings.origin ? 'player' : 'unknown';
}
