import { expect } from 'vitest';

/** Most waits take a task or two; the first chunk of a kind takes as long as the machine needs. */
export const until = <Value>(read: () => Value): ReturnType<typeof expect.poll<Value>> =>
  expect.poll(read, { interval: 5 });
