import type { PageConfig } from '../../../../protocol/page/page-config.ts';
import type { Contact, Purpose } from '../../../../protocol/privacy/contacts.ts';
import {
  isCall,
  isTo,
  watchContacts,
  type RequestRecord,
  type SeenRequest,
} from '../../../../protocol/runtime/watch-contacts.ts';

/** Purposes of requests by initiator type, for the types that only the main thread has. */
const BY_ELEMENT: Readonly<Record<string, Purpose>> = {
  img: 'pictures',
  image: 'pictures',
  css: 'pictures',
  video: 'video',
  audio: 'video',
  track: 'captions',
  beacon: 'calls',
};

/** Lists the origins that the main thread has contacted since its start. `config` returns the configuration if the page has it already. */
export function watchPageContacts(
  page: { readonly performance: RequestRecord; readonly origin: string },
  config: () => PageConfig | null,
): () => readonly Contact[] {
  const read = watchContacts(page.performance, (request) => purposeOf(request, page.origin, config()));
  // Resource Timing does not list the page itself.
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
  // The first segments, and all requests of an engine on the main thread.
  if (by === 'fetch' || by === 'xmlhttprequest')
    return isOwn || JSON.stringify(config?.playerResponse ?? '').includes(origin) ? 'video' : 'unknown';
  return isOwn ? 'player' : 'unknown';
}
