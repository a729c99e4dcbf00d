import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';

/** Fields of responses that hold an address, by their names (`player-response.ts`). */
const ADDRESS_FIELD = /^url$|Url$|Picture$/;
/** Fields whose own fields are named by addresses. */
const FIELDS_BY_ADDRESS: ReadonlySet<string> = new Set(['inlinePlaylists']);

export function isAbsolute(address: string): boolean {
  return unlessThrown(() => Boolean(new URL(address))) ?? false;
}

/** Resolves an address of a response against `provider`, the address below which the provider's calls lie. */
export function absoluteAddress(address: string, provider: string): string {
  return new URL(address, provider.endsWith('/') ? provider : `${provider}/`).href;
}

/**
 * Addresses in a response are relative to the provider. For a page of another origin, where they would be the page's own
 * paths, they are made absolute on arrival, so that no later code has to know the provider.
 */
export function withAbsoluteAddresses<Response>(response: Response, provider: string): Response {
  return resolveIn(response, '', provider) as Response;
}

function resolveIn(value: unknown, field: string, provider: string): unknown {
  if (typeof value === 'string') return ADDRESS_FIELD.test(field) ? absoluteAddress(value, provider) : value;
  if (Array.isArray(value)) return value.map((item) => resolveIn(item, field, provider));
  if (typeof value !== 'object' || value === null) return value;
  const isByAddress = FIELDS_BY_ADDRESS.has(field);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      isByAddress ? absoluteAddress(name, provider) : name,
      resolveIn(inner, name, provider),
    ]),
  );
}
