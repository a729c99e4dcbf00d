/**
 * Keeps the proxy that a Comlink remote creates for each method as long as the remote itself. Comlink creates a proxy on
 * every access to a method, and runs code when a proxy is collected; in the back/forward cache that code ends the page.
 */
export function pinMethods<T extends object>(remote: T): T {
  const methods = new Map<PropertyKey, unknown>();
  return new Proxy(remote, {
    get(target, name) {
      if (!methods.has(name)) methods.set(name, Reflect.get(target, name));
      return methods.get(name);
    },
  });
}
