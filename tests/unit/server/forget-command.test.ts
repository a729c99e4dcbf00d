import { expect, test } from 'vitest';
import { systemClock } from '../../../src/provider/system.ts';
import { forgetCommand } from '../../../src/server/forget-command.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { eventStoreOf } from '../provider/support/budgets.ts';
import { openServerDatabases } from '../provider/support/open-database.ts';
import { received } from '../provider/support/store-contract.ts';
import { countOf } from '../provider/support/tables.ts';

async function createCommand() {
  const clock = createFakeClock();
  const databases = await openServerDatabases({ url: ':memory:' }, clock);
  await eventStoreOf(databases, clock).add([received([1, 2, 3])]);
  const at = (offsetMs: number): string => new Date(clock.now() + offsetMs).toISOString();
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  // The command closes its database, which would delete a database in memory.
  const open = () =>
    Promise.resolve({
      dialect: databases.state.dialect,
      execute: databases.state.execute.bind(databases.state),
      batch: databases.state.batch.bind(databases.state),
      close: () => Promise.resolve(),
    });
  return {
    lines,
    time: ['--from', at(-60_000), '--to', at(60_000)],
    events: () => countOf(databases.state, 'events'),
    run: (...args: string[]) => forgetCommand({ args, open, clock: systemClock, say, complain: say }),
  };
}

test('forget counts events, and deletes them only with --delete', async () => {
  const { lines, time, events, run } = await createCommand();
  expect(await run(...time)).toBe(true);
  expect(lines[0]).toMatch(/^Arrived from .*: 3 events and 1 session of 1 network\.$/);
  expect(lines.at(-1)).toBe('Nothing was deleted: add --delete.');
  expect(await events()).toBe(3);
  expect(await run(...time, '--delete')).toBe(true);
  expect(lines.at(-1)).toBe('They were deleted.');
  expect(await events()).toBe(0);
});

test.each([
  [[], '--from : write a time with its zone'],
  [['--from', '2026-11-27T08:00', '--to', '2026-11-27T09:00Z'], '--from 2026-11-27T08:00: write a time'],
  [['--from', '2026-11-27T08:00Z', '--to', '2026-11-27T08:00Z'], '--from has to be before --to.'],
  [['--everything'], "Unknown option '--everything'"],
])('forget refuses %j, and prints its usage', async (args, says) => {
  const { lines, events, run } = await createCommand();
  expect(await run(...args)).toBe(false);
  expect(lines.join('\n')).toContain(says);
  expect(lines.join('\n')).toContain('npm run forget --');
  expect(await events()).toBe(3);
});
