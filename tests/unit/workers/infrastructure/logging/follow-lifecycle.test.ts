import { expect, test } from 'vitest';
import type { LifecycleChange } from '../../../../../protocol/infrastructure/rpc.ts';
import { followLifecycle } from '../../../../../workers/infrastructure/logging/viewer-log.ts';

const SHOWN: LifecycleChange = { lifecycle: 'document_active', visibility: 'visible', online: true };
const HIDDEN = { ...SHOWN, visibility: 'hidden' } as const;
const FROZEN = { ...SHOWN, visibility: 'backgrounded' } as const;
const OFFLINE = { ...SHOWN, online: false };
const UNLOADING = { ...SHOWN, lifecycle: 'flush_logs' } as const;

/** Calls of the pipeline that one change of the lifecycle causes. */
function toldBy(change: LifecycleChange, previous: LifecycleChange | null): string[] {
  const told: string[] = [];
  const note = (what: string) => (): void => void told.push(what);
  followLifecycle(
    {
      suspend: note('suspend'),
      resume: note('resume'),
      revive: note('revive'),
      async leave() {
        told.push('leave');
      },
    },
    change,
    previous,
  );
  return told;
}

test.each([
  ['the first report', SHOWN, null, []],
  ['the first report, of a page in the background', HIDDEN, null, []],
  ['no change', SHOWN, SHOWN, []],
  ['becoming hidden', { ...HIDDEN, lifecycle: 'flush_logs' }, SHOWN, ['leave']],
  ['being hidden, once what was queued has been sent', HIDDEN, { ...HIDDEN, lifecycle: 'flush_logs' }, []],
  ['becoming visible', SHOWN, HIDDEN, ['revive']],
  ['staying hidden', HIDDEN, HIDDEN, []],
  ['going offline', OFFLINE, SHOWN, []],
  ['coming back online', SHOWN, OFFLINE, ['revive']],
  ['coming back online while hidden', HIDDEN, { ...HIDDEN, online: false }, ['revive']],
  ['becoming visible while offline', OFFLINE, { ...OFFLINE, visibility: 'hidden' }, ['revive']],
  ['unloading', UNLOADING, SHOWN, ['leave']],
  ['unloading while hidden', { ...UNLOADING, visibility: 'hidden' }, HIDDEN, ['leave']],
  ['entering the back/forward cache', FROZEN, SHOWN, ['suspend']],
  ['entering the back/forward cache while unloading', { ...FROZEN, lifecycle: 'flush_logs' }, UNLOADING, ['suspend']],
  ['leaving the back/forward cache', SHOWN, FROZEN, ['resume']],
  ['leaving the back/forward cache online', SHOWN, { ...FROZEN, online: false }, ['resume']],
] as const)('the change “%s” calls the right pipeline methods [S6]', (_what, change, previous, expected) => {
  expect(toldBy(change, previous)).toEqual(expected);
});
