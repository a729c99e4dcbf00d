import { DEFAULT_SERVICE_ADDRESSES } from '../../../protocol/page/default-addresses.ts';
import { basePathOf, pageNameOf } from '../../../protocol/page/base-path.ts';
import { PageConfig, type ServiceAddresses } from '../../../protocol/page/page-config.ts';
import { EMBEDDER_PARAMETER, PAGE_CONFIG_PATH, PAGE_NAME_PARAMETER } from '../../../protocol/provider/paths.ts';
import { fail, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import type { Session } from '../context/session.ts';
import { absoluteAddress, withAbsoluteAddresses } from './absolute-addresses.ts';
import { readJson } from './read-json.ts';
import type { Send } from './transport.ts';

/** Requests the configuration of a page that was served as a plain file, before the service starts. */
export async function loadPageConfig(session: Session, send: Send): Promise<Outcome<PageConfig>> {
  const { page, settings } = session;
  const pageAddress = new URL(settings.address ?? settings.origin);
  const provider = session.resolve(page.addresses.api);
  const asked = query(pageAddress, settings.client.originalUrl);
  const response = await send({ address: absoluteAddress(`.${PAGE_CONFIG_PATH}?${asked}`, provider), method: 'GET' });
  const json = response.ok ? readJson(response.value) : response;
  const parsed = json.ok ? parseAt('page configuration', PageConfig, json.value) : json;
  if (!parsed.ok) return parsed;
  const { addresses, playerResponse, ...config } = parsed.value;
  if (config.player === undefined) return fail('edge.invalid', 'The page configuration has no player');
  return {
    ok: true,
    value: {
      ...config,
      addresses: resolved(addresses, provider, pageAddress),
      ...(page.withCredentials === undefined ? {} : { withCredentials: page.withCredentials }),
      ...(playerResponse === undefined ? {} : { playerResponse: withAbsoluteAddresses(playerResponse, provider) }),
    },
  };
}

function query({ pathname, search }: URL, embedder: string | undefined): URLSearchParams {
  const asked = new URLSearchParams(search);
  asked.set(PAGE_NAME_PARAMETER, pageNameOf(pathname));
  if (embedder !== undefined) asked.set(EMBEDDER_PARAMETER, embedder);
  return asked;
}

function resolved(addresses: ServiceAddresses, provider: string, { origin, pathname }: URL): ServiceAddresses {
  const named = Object.entries(addresses).map(([name, address]) => [name, absoluteAddress(address, provider)]);
  const { adStatusScript } = addresses;
  return {
    ...(Object.fromEntries(named) as ServiceAddresses),
    api: absoluteAddress(addresses.api, provider).replace(/\/$/, ''),
    /** The page loads scripts only from its own origin, so this script is served beside the page. */
    adStatusScript: adStatusScript.startsWith('/')
      ? origin + basePathOf(pathname) + DEFAULT_SERVICE_ADDRESSES.adStatusScript
      : adStatusScript,
  };
}
