/**
 * Keeps what a Comlink remote makes of each method for as long as the remote itself. Comlink makes a proxy whenever a method
 * is named, and runs code when one is collected; collected in the back/forward cache, that code ends the page.
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
