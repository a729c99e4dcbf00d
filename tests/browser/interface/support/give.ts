import { onTestFinished } from 'vitest';

/** Replaces a property of the browser or device until the end of the test. */
export function give(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  });
}
