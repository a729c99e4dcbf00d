import type { FakePlayer } from '../../../support/fake-player.ts';

/** Name and arguments of every executed command, whoever requested it. */
export function executedBy(player: FakePlayer): unknown[][] {
  return player.executed.map(({ command }) => {
    const given: unknown = command.arguments;
    return [command.name, ...(Array.isArray(given) ? (given as unknown[]) : [given])];
  });
}
