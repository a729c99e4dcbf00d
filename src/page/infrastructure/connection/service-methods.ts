import type { InfrastructureApi } from '../../../../protocol/infrastructure/rpc.ts';
import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { ServiceConnection } from './service-connection.ts';

/** Methods of the service that only the connection itself calls. */
type OwnCalls = 'ping' | 'start' | 'logEvents' | 'lifecycleChanged' | 'adStatusKnown' | 'readSpans' | 'writeTracks';

/** The service as Comlink gives it: every call waits for the service, has a deadline and settles with an `Outcome`. */
export type ServiceMethods = Omit<InfrastructureApi, OwnCalls>;

type AnyMethod = (...parameters: readonly unknown[]) => Promise<Outcome<unknown>>;

/**
 * `page` with all methods of the service that it does not have itself. A new method of the service thus needs no line on
 * the page but its caller's. Members are bound, because a proxy has no access to private ones.
 */
export function withServiceMethods<Page extends object>(
  page: Page,
  connection: Pick<ServiceConnection, 'call'>,
): Page & Omit<ServiceMethods, keyof Page> {
  const methods = new Map<PropertyKey, unknown>();
  const methodOf =
    (name: string): AnyMethod =>
    (...parameters) =>
      connection.call((api) => (api as unknown as Record<string, AnyMethod>)[name]!(...parameters));
  return new Proxy(page, {
    get(target, name) {
      if (methods.has(name)) return methods.get(name);
      const own: unknown = Reflect.get(target, name, target);
      // A promise that resolves with this object looks for `then`.
      const isOwn = name in target || typeof name === 'symbol' || name === 'then';
      if (isOwn && typeof own !== 'function') return own;
      const method = typeof own === 'function' ? own.bind(target) : methodOf(String(name));
      methods.set(name, method);
      return method;
    },
  }) as Page & Omit<ServiceMethods, keyof Page>;
}
