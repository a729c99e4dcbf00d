import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { preparationProcess } from '../../../../src/studio/uploads/preparation-process.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const JOB = {
  ...{ id: 'AAAAAAAAAAA', fileName: 'film.mp4', title: null, isListed: true, copies: false },
  ...{ filePath: '/uploads/AAAAAAAAAAA', captionPaths: [], catalogFolder: '/catalog' },
};
const VIDEO = { title: 'A video', width: 640, height: 360 };

/** Starts a preparation process that runs this script. */
async function lab(script: string) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'child.mjs'), script);
  const clock = createFakeClock();
  const steps: string[] = [];
  const interrupt = new AbortController();
  const result = preparationProcess(join(folder, 'child.mjs'), clock)(
    JOB,
    (step, share) => steps.push(`${step} ${share}`),
    interrupt.signal,
  );
  return { clock, steps, interrupt, result };
}

test('a preparation process reports its progress and its result, and unknown messages are ignored', async () => {
  const { steps, result } = await lab(`process.once('message', ({ id }) => {
    process.send({ kind: 'progress', step: id, share: 0.5 });
    process.send({ kind: 'what is this' });
    process.send({ kind: 'result', result: { ok: true, film: ${JSON.stringify(VIDEO)} } });
    process.disconnect();
  });`);
  expect(await result).toEqual({ ok: true, film: VIDEO });
  expect(steps).toEqual(['AAAAAAAAAAA 0.5']);
});

test.each([
  ['process.exit(3)', 'The preparation ended before it was done (code 3). Try again'],
  ["process.kill(process.pid, 'SIGKILL')", '(SIGKILL)'],
  ["throw new RangeError('too far')", 'RangeError: too far.'],
])('a preparation process that does %s fails with a message of one line', async (what, message) => {
  const { result } = await lab(`process.once('message', () => { ${what}; });`);
  const failed = await result;
  expect(failed).toEqual({ ok: false, message: expect.stringContaining(message) });
  expect(!failed.ok && failed.message).not.toContain('\n');
});

test('an interrupted preparation process is disconnected, so that it can end by itself', async () => {
  const { interrupt, result } = await lab(`process.on('disconnect', () => process.exit(0));
    process.once('message', () => process.send({ kind: 'progress', step: 'begun', share: 0 }));`);
  interrupt.abort();
  expect(await result).toMatchObject({ ok: false });
});

test('an interrupted preparation process that does not end is killed with the programs that it has started', async () => {
  const { clock, steps, interrupt, result } = await lab(`import { spawn } from 'node:child_process';
    setInterval(() => undefined, 1_000);
    process.once('message', () => {
      const program = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], { stdio: 'ignore' });
      process.send({ kind: 'progress', step: String(program.pid), share: 0 });
    });`);
  await expect.poll(() => steps.length).toBe(1);
  const program = Number(steps[0]?.split(' ')[0]);
  interrupt.abort();
  await clock.advance(3_000);
  expect(await result).toMatchObject({ ok: false, message: expect.stringContaining('interrupted') });
  // The program no longer exists, or is a zombie for which its parent has not waited.
  const state = async (): Promise<string> =>
    /\) (\w)/.exec(await readFile(`/proc/${program}/stat`, 'utf8').catch(() => ') X'))?.[1] ?? '';
  await expect.poll(state).toMatch(/[XZ]/);
});
