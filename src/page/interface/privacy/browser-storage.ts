import type { StoredItem } from './stored-items.ts';
import { unlessThrown } from '../../../../protocol/runtime/unless-thrown.ts';
import { CookieJar, type CookieDocument } from '../../infrastructure/viewer/cookie-jar.ts';

/** The storage of the window, except databases, which the service lists. Reading any of these properties may throw. */
export interface StorageWindow {
  readonly document: CookieDocument;
  readonly localStorage: Storage;
  readonly sessionStorage: Storage;
  readonly caches: Pick<CacheStorage, 'keys' | 'delete'>;
  readonly navigator: { readonly serviceWorker?: ServiceWorkerContainer };
}

/** Lists the storage of this origin that the main thread can read, whoever has written it. */
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
      // Removes an unpartitioned cookie, as other code may have written it.
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
