import { expect } from 'vitest';

/** Most of what is waited for takes a task or two; the first chunk of a kind takes as long as the machine is slow. */
export const until = <Value>(read: () => Value): ReturnType<typeof expect.poll<Value>> =>
  expect.poll(read, { interval: 5 });
