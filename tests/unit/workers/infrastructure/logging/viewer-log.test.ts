import { expect, test, vi } from 'vitest';
import type { LifecycleChange } from '../../../../../protocol/infrastructure/rpc.ts';
import { ViewerLog } from '../../../../../workers/infrastructure/logging/viewer-log.ts';
import { settle } from '../../../../support/fake-clock.ts';
import { makeLine, Origin } from '../../../../support/pipeline-harness.ts';

const NAMES = ['start', 'stop', 'suspend', 'resume', 'add', 'flush', 'restore'] as const;

/** A log over a pipeline whose calls are recorded. */
function setUp() {
  const { pipeline } = new Origin().openTab();
  const close = vi.fn();
  const spies = [...NAMES.map((name) => [name, vi.spyOn(pipeline, name)] as const), ['close', close] as const];
  const log = new ViewerLog();
  /** Calls of the pipeline, in their order. */
  const told = (): string[] =>
    spies
      .flatMap(([name, { mock }]) =>
        mock.calls.map((given, at) => ({ call: [name, ...given].join(' '), order: mock.invocationCallOrder[at] ?? 0 })),
      )
      .toSorted((left, right) => left.order - right.order)
      .map(({ call }) => call);
  return { log, told, open: () => log.open({ pipeline, database: { close } }) };
}

const LINE = makeLine();
const SHOWN: LifecycleChange = { lifecycle: 'document_active', visibility: 'visible', online: true };
const FROZEN = { ...SHOWN, visibility: 'backgrounded' } as const;

test('events and lifecycle changes from before the database is open are passed to the pipeline in order once it is open', async () => {
  const { log, told, open } = setUp();
  void log.add(LINE, 2);
  log.lifecycleChanged(FROZEN);
  log.lifecycleChanged(SHOWN);
  log.lifecycleChanged(SHOWN);
  log.stop();
  await settle();
  expect(told()).toEqual([]);
  open();
  await settle();
  expect(told()).toEqual(['start', `add ${LINE} 2`, 'suspend', 'resume', 'stop']);
});

test('restore is ignored while the database opens, since it has no rows yet', async () => {
  const { log, told, open } = setUp();
  log.restore();
  open();
  await settle();
  expect(told()).toEqual(['start']);
  log.restore();
  expect(told()).toEqual(['start', 'restore']);
});

test('leaveDisk flushes the pipeline before it closes the database', async () => {
  const { log, told, open } = setUp();
  open();
  await log.leaveDisk();
  expect(told()).toEqual(['start', 'flush', 'close']);
});
