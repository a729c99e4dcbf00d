import { expect, test } from 'vitest';
import type { LifecycleChange } from '../../../../../protocol/infrastructure/rpc.ts';
import type { LogPipeline } from '../../../../../workers/infrastructure/logging/log-pipeline.ts';
import { ViewerLog } from '../../../../../workers/infrastructure/logging/viewer-log.ts';
import { settle } from '../../../../support/fake-clock.ts';

/** A log whose pipeline only notes its calls. */
function setUp() {
  const told: string[] = [];
  const note =
    (name: string) =>
    (...parameters: unknown[]) =>
      void told.push([name, ...parameters].join(' '));
  const names = ['start', 'stop', 'suspend', 'resume', 'add', 'flush', 'restore'];
  const pipeline = Object.fromEntries(names.map((name) => [name, note(name)])) as unknown as LogPipeline;
  const log = new ViewerLog();
  return { log, told, open: () => log.open({ pipeline, database: { close: note('close') } }) };
}

const SHOWN: LifecycleChange = { lifecycle: 'document_active', visibility: 'visible', online: true };
const FROZEN = { ...SHOWN, visibility: 'backgrounded' } as const;

test('events and changes that come before the database is open reach the pipeline afterwards, in order', async () => {
  const { log, told, open } = setUp();
  void log.add('a\nb', 2);
  log.lifecycleChanged(FROZEN);
  log.lifecycleChanged(SHOWN);
  log.lifecycleChanged(SHOWN);
  log.stop();
  await settle();
  expect(told).toEqual([]);
  open();
  await settle();
  expect(told).toEqual(['start', 'add a\nb 2', 'suspend', 'resume', 'stop']);
});

test('a database that is lost while it opens is not restored: nothing is in it', async () => {
  const { log, told, open } = setUp();
  log.restore();
  open();
  await settle();
  expect(told).toEqual(['start']);
  log.restore();
  expect(told).toEqual(['start', 'restore']);
});

test('the disk is left when everything that can be sent has been sent', async () => {
  const { log, told, open } = setUp();
  open();
  await log.leaveDisk();
  expect(told).toEqual(['start', 'flush', 'close']);
});
