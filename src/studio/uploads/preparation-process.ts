import { fork, type ChildProcess } from 'node:child_process';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import { PreparationMessage, type PreparationResult, type PrepareUpload } from './preparation-job.ts';
import { childEnvironment } from '../../provider/settings/child-environment.ts';

/** Time that an aborted process gets to remove unfinished files before it is killed. */
const END_GRACE_MS = 3_000;
const REASON_MAX_CHARACTERS = 2_000;

/**
 * Prepares videos in a separate process of low priority.
 *
 * @param script Path of the built `src/server/prepare.ts`.
 */
export function preparationProcess(script: string, clock: Clock): PrepareUpload {
  return (job, onProgress, signal) =>
    new Promise((resolve) => {
      let result: PreparationResult | undefined;
      let reason = '';
      let cancelKill = (): void => undefined;
      // A separate process group: Ctrl-C in a terminal must reach only the server, which then ends this process itself.
      const child = fork(script, [], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        detached: true,
        env: childEnvironment(process.env),
      });
      const end = (): void => {
        if (child.connected) child.disconnect();
        cancelKill = clock.after(END_GRACE_MS, () => killAll(child));
      };
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        reason = (reason + text).slice(-REASON_MAX_CHARACTERS);
      });
      child.on('message', (message) => {
        const parsed = parseAt('preparation', PreparationMessage, message);
        if (!parsed.ok) return;
        if (parsed.value.kind === 'result') result = parsed.value.result;
        else onProgress(parsed.value.step, parsed.value.share);
      });
      const settle = (how: string): void => {
        signal.removeEventListener('abort', end);
        cancelKill();
        if (result === undefined) killAll(child);
        resolve(result ?? { ok: false, message: endedEarly(how, reason) });
      };
      child.once('error', (error) => settle(error.message));
      // `close` comes after the last message, but never once this side has disconnected; then `exit` has to suffice.
      child.once('exit', () => signal.aborted && settle('interrupted'));
      child.once('close', (code, killedBy) => settle(killedBy ?? `code ${code}`));
      if (signal.aborted) return end();
      signal.addEventListener('abort', end, { once: true });
      child.send(job);
    });
}

/** Kills the process and the programs that it has started, which would otherwise keep running. */
function killAll(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of them have ended, or the system has no process groups.
    child.kill('SIGKILL');
  }
}

function endedEarly(how: string, reason: string): string {
  const line = /^\w*Error: .*$/m.exec(reason)?.[0];
  const why = line === undefined ? '' : ` ${line}.`;
  return `The preparation ended before it was done (${how}).${why} Try again; the machine may be short of memory.`;
}
