import type { PageConfig } from '../../../../protocol/page/page-config.ts';
import type { Contact, Purpose } from '../../../../protocol/privacy/contacts.ts';
import {
  isCall,
  isTo,
  watchContacts,
  type RequestRecord,
  type SeenRequest,
} from '../../../../protocol/runtime/watch-contacts.ts';

/** Purposes of requests by elements of main: no other thread makes such requests. */
const BY_ELEMENT: Readonly<Record<string, Purpose>> = {
  img: 'pictures',
  image: 'pictures',
  css: 'pictures',
  video: 'video',
  audio: 'video',
  track: 'captions',
  beacon: 'calls',
};

/** Lists the origins that main has contacted since its start. `config`: as far as the page knows it now. */
export function watchPageContacts(
  page: { readonly performance: RequestRecord; readonly origin: string },
  config: () => PageConfig | null,
): () => readonly Contact[] {
  const read = watchContacts(page.performance, (request) => purposeOf(request, page.origin, config()));
  // The page itself came from its origin, but is not among its resources.
  return () => [{ origin: page.origin, purpose: 'player' }, ...read()];
}

export function purposeOf(request: SeenRequest, ownOrigin: string, config: PageConfig | null): Purpose {
  const { origin, by } = request;
  const resolve = (address: string): string => new URL(address, ownOrigin).href;
  const { addresses } = config ?? {};
  if (addresses !== undefined && isTo(request, resolve(addresses.adStatusScript))) return 'adStatus';
  if (isCall(request, addresses ?? {}, resolve)) return 'calls';
  const element = BY_ELEMENT[by];
  if (element !== undefined) return element;
  const { drm = {} } = config?.playerResponse?.streamingData ?? {};
  if (Object.values(drm).some(({ licenseUrl }) => isTo(request, resolve(licenseUrl)))) return 'license';
  const isOwn = origin === ownOrigin;
  // The first segments, and everything of an engine on main.
  if (by === 'fetch' || by === 'xmlhttprequest')
    return isOwn || JSON.stringify(config?.playerResponse ?? '').includes(origin) ? 'video' : 'unknown';
  return isOwn ? 'player' : 'unknown';
}
