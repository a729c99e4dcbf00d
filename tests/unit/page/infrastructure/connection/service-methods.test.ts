import { expect, test } from 'vitest';
import type { InfrastructureApi } from '../../../../../protocol/infrastructure/rpc.ts';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import { withServiceMethods } from '../../../../../src/page/infrastructure/connection/service-methods.ts';

class Page {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  log(): void {
    this.#count += 1;
  }
}

function open() {
  const calls: unknown[][] = [];
  const api = {
    stateConsent: async (...parameters: unknown[]) => succeed(calls.push(parameters)),
  } as unknown as InfrastructureApi;
  return { calls, infrastructure: withServiceMethods(new Page(), { call: (method) => method(api) }) };
}

test('a method that the page does not have is called on the service, with what it was given', async () => {
  const { calls, infrastructure } = open();
  expect(await infrastructure.stateConsent({ analytics: true } as never)).toEqual(succeed(1));
  expect(calls).toEqual([[{ analytics: true }]]);
});

test('members of the page stay its own, private ones included', () => {
  const { infrastructure } = open();
  const { log } = infrastructure;
  log();
  infrastructure.log();
  expect(infrastructure.count).toBe(2);
});

test('a promise may resolve with it: it has no `then`', async () => {
  const { infrastructure } = open();
  expect(await Promise.resolve(infrastructure)).toBe(infrastructure);
});
