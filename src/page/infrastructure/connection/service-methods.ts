import type { InfrastructureApi } from '../../../../protocol/infrastructure/rpc.ts';
import type { ServiceConnection } from './service-connection.ts';

/** Methods of the service that only the connection itself calls. */
type OwnCalls = 'ping' | 'start' | 'logEvents' | 'lifecycleChanged' | 'adStatusKnown' | 'readSpans' | 'writeTracks';

/** The service as Comlink gives it: every call waits for the service, has a deadline and settles with an `Outcome`. */
export type ServiceMethods = Omit<InfrastructureApi, OwnCalls>;

/**
 * `page` with all methods of the service that it does not have itself. A new method of the service thus needs no line on
 * the page but its caller's. Methods of `page` are bound, because a proxy has no access to private members.
 */
export function withServiceMethods<Page extends object>(
  page: Page,
  connection: Pick<ServiceConnection, 'call'>,
): Page & Omit<ServiceMethods, keyof Page> {
  return new Proxy(page, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name, target);
      if (typeof own === 'function') return own.bind(target);
      // A promise that resolves with this object looks for `then`.
      if (name in target || name === 'then') return own;
      return (...parameters: unknown[]) => connection.call((api) => Reflect.get(api, name)(...parameters));
    },
  }) as Page & Omit<ServiceMethods, keyof Page>;
}
