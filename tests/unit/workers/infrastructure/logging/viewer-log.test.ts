import { expect, test } from 'vitest';
import type { LifecycleChange } from '../../../../../protocol/infrastructure/rpc.ts';
import type { LogPipeline } from '../../../../../workers/infrastructure/logging/log-pipeline.ts';
import { ViewerLog } from '../../../../../workers/infrastructure/logging/viewer-log.ts';
import { settle } from '../../../../support/fake-clock.ts';

/** A log whose pipeline only notes its calls, once `open` was called. */
function setUp() {
  const told: string[] = [];
  const note = (what: string) => () => void told.push(what);
  const pipeline = { start: note('start'), stop: note('stop'), suspend: note('suspend'), resume: note('resume') };
  const opened = { pipeline: pipeline as unknown as LogPipeline, memoryReason: 'why', closeDisk() {} };
  let open = (): void => {};
  const log = new ViewerLog(new Promise((resolve) => (open = () => resolve(opened))));
  return { log, told, opened, open };
}

const SHOWN: LifecycleChange = { lifecycle: 'document_active', visibility: 'visible', online: true };
const FROZEN = { ...SHOWN, visibility: 'backgrounded' } as const;

test('a pipeline is started once, when it has opened', async () => {
  const { log, told, opened, open } = setUp();
  await settle();
  expect(told).toEqual([]);
  open();
  expect(await log.opened).toEqual(opened);
  expect(await log.opened).toEqual(opened);
  expect(told).toEqual(['start']);
});

test('what happens while a pipeline opens is told it afterwards, in order', async () => {
  const { log, told, open } = setUp();
  log.lifecycleChanged(FROZEN);
  log.lifecycleChanged(SHOWN);
  log.lifecycleChanged(SHOWN);
  log.stop();
  open();
  await settle();
  expect(told).toEqual(['start', 'suspend', 'resume', 'stop']);
});
