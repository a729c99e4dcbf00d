import { beforeAll } from 'vitest';

/** What the tests of a file have in common: there from before the first of them until after the last. */
export function sharedByTests<T extends object>(open: () => Promise<T>, close: (opened: T) => Promise<unknown>): T {
  const shared = {} as T;
  beforeAll(async () => {
    const opened = await open();
    Object.assign(shared, opened);
    return () => close(opened);
  });
  return shared;
}
