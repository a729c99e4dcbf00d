import type { StoredItem } from './stored-items.ts';
import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';
import { CookieJar, type CookieDocument } from '../../infrastructure/viewer/cookie-jar.ts';

/**
 * Part of the window that keeps something, but databases, which the service lists. Each may throw as soon as it is
 * touched.
 */
export interface StorageWindow {
  readonly document: CookieDocument;
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;
  readonly caches: Pick<CacheStorage, 'keys' | 'delete'>;
  readonly navigator: { readonly serviceWorker?: ServiceWorkerContainer };
}

/** Storage of this origin that main can read, by any writer. */
export async function readStorage(window: StorageWindow): Promise<readonly StoredItem[]> {
  const cookies = unlessThrown(() => window.document.cookie.split('; ')) ?? [];
  const names = cookies.map((pair) => pair.replace(/=.*/s, '')).filter((name) => name !== '');
  const caches = (await unlessThrown(() => window.caches.keys())?.catch(() => [])) ?? [];
  const workers = (await unlessThrown(() => window.navigator.serviceWorker?.getRegistrations())?.catch(() => [])) ?? [];
  return [
    ...names.map((name) => item('cookie', name)),
    ...keysOf(() => window.localStorage).map((name) => item('local', name)),
    ...keysOf(() => window.sessionStorage).map((name) => item('session', name)),
    ...caches.map((name) => item('cache', name)),
    ...workers.map(({ scope }) => item('worker', scope)),
  ];
}

export async function eraseStorage(window: StorageWindow, items: readonly StoredItem[]): Promise<void> {
  const cookies = new CookieJar(() => window.document);
  for (const { kind, name } of items) {
    if (kind === 'local') unlessThrown(() => window.localStorage.removeItem(name));
    else if (kind === 'session') unlessThrown(() => window.sessionStorage.removeItem(name));
    else if (kind === 'cache') await unlessThrown(() => window.caches.delete(name))?.catch(() => false);
    else if (kind === 'cookie') {
      cookies.remove(name);
      // Removes a cookie of another writer, which may not be partitioned.
      unlessThrown(() => (window.document.cookie = `${name}=; Max-Age=0; Path=/`));
    } else if (kind === 'worker') {
      const worker = await unlessThrown(() => window.navigator.serviceWorker?.getRegistration(name))?.catch(
        () => undefined,
      );
      await worker?.unregister();
    }
  }
}

function keysOf(storage: () => Storage): readonly string[] {
  return (
    unlessThrown(() => {
      const kept = storage();
      return Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '');
    }) ?? []
  );
}

function item(kind: StoredItem['kind'], name: string): StoredItem {
  return { kind, name, records: 1 };
}
