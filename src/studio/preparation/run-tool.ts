import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { systemFault } from '../../provider/files/system-fault.ts';
import { childEnvironment } from '../../provider/settings/child-environment.ts';
import { interrupted, PreparationFault, ToolFault } from '../preparation-fault.ts';

/** Keeps the end of the standard error: these programs print the reason of a failure last. */
const ERROR_TEXT_MAX_CHARACTERS = 4_000;

export interface ToolRun {
  readonly args: readonly string[];
  /** Arguments of another run of the program, whose output is the standard input of this one. */
  readonly feed?: readonly string[] | undefined;
  /** Working folder, so that arguments can be plain file names, which need no escaping. */
  readonly folder?: string;
  /** Called for each line of the standard output. */
  readonly onLine?: (line: string) => void;
  /** Called for each line of the standard error. */
  readonly onErrorLine?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** After this time the program is killed, and the failure counts as a fault of the file. */
  readonly timeoutMs?: number;
}

/** Default arguments: print errors only, never prompt, overwrite the output of an earlier run. */
const DEFAULT_ARGS = {
  ffmpeg: ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'],
  ffprobe: ['-loglevel', 'error'],
} as const;

/** Runs `ffmpeg` or `ffprobe` until it exits; failures are {@link PreparationFault}s whose messages contain the remedy. */
export type RunTool = (program: 'ffmpeg' | 'ffprobe', run: ToolRun) => Promise<void>;

export const runTool: RunTool = async (program, tool) => {
  const { feed, onErrorLine, signal } = tool;
  const child = spawnTool(program, tool);
  child.stdin.on('error', () => undefined);
  if (feed === undefined) {
    child.stdin.end();
    return exitOf(program, tool, child);
  }
  const feeder = spawnTool(program, { ...tool, args: feed });
  feeder.stdin.end();
  // When either process exits, the other one exits, too, on a broken pipe or at the end of its input.
  child.on('close', () => feeder.stdout.destroy());
  feeder.stdout.pipe(child.stdin);
  const runs = [exitOf(program, { ...(onErrorLine && { onErrorLine }), signal }, feeder), exitOf(program, tool, child)];
  const reasons = (await Promise.allSettled(runs)).flatMap((run) => (run.status === 'rejected' ? [run.reason] : []));
  if (reasons.length > 0) throw reasons.find((reason) => !BROKEN_PIPE.test(String(reason))) ?? reasons[0];
};

const BROKEN_PIPE = /Broken pipe|EPIPE|SIGPIPE|Connection reset/;

const spawnTool = (program: keyof typeof DEFAULT_ARGS, { args, folder, signal, timeoutMs }: ToolRun) =>
  spawn(program, [...DEFAULT_ARGS[program], ...args], {
    env: childEnvironment(process.env),
    cwd: folder,
    // On SIGTERM, ffmpeg would finalize its truncated output as if it were complete.
    killSignal: 'SIGKILL',
    signal,
    timeout: timeoutMs,
  });

/** Settles when the process has exited. */
const exitOf = (
  program: keyof typeof DEFAULT_ARGS,
  { onLine, onErrorLine, signal, timeoutMs }: Omit<ToolRun, 'args'>,
  child: ChildProcessWithoutNullStreams,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let errors = '';
    if (onLine === undefined) child.stdout.resume();
    else createInterface({ input: child.stdout }).on('line', onLine);
    createInterface({ input: child.stderr }).on('line', (line) => {
      errors = `${errors}${line}\n`.slice(-ERROR_TEXT_MAX_CHARACTERS);
      onErrorLine?.(line);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? missing(program) : signal?.aborted === true ? interrupted() : error),
    );
    child.on('close', (code: number | null, killedBy: string | null) => {
      // ffmpeg's HLS muxer exits with 0 on a full disk.
      if (code === 0 && !DISK_FULL.test(errors)) resolve();
      else if (signal?.aborted === true) reject(interrupted());
      else if (killedBy === 'SIGKILL' && timeoutMs !== undefined) reject(tooSlow(program, timeoutMs));
      else reject(faultOf(program, errors, code ?? killedBy));
    });
  });

const DISK_FULL = /No space left on device|Disk quota exceeded|File too large/;

const INSTALL =
  'Debian and Ubuntu: sudo apt install ffmpeg; macOS: brew install ffmpeg; Windows: winget install ffmpeg';

const missing = (program: string): PreparationFault =>
  new PreparationFault(`${program} is not installed, and videos are prepared with it. ${INSTALL}.`);

const tooSlow = (program: string, timeoutMs: number): PreparationFault =>
  new PreparationFault(
    `${program} ended with nothing after ${timeoutMs / 1_000} s: the file cannot be read in that time`,
  );

/** SVT-AV1 prints these remarks at every log level of ffmpeg. */
const NO_REASON = /^Conversion failed!?$|^Svt\[(?:info|warn)\]/;

function faultOf(program: string, errors: string, exit: number | string | null): PreparationFault {
  const lines = errors.split('\n').map((line) => line.trim());
  const shortage = lines.find((line) => systemFault(new Error(line), program) !== undefined);
  const reason = shortage ?? lines.findLast((line) => line !== '' && !NO_REASON.test(line)) ?? 'it says no reason';
  const message = `${program} ended with ${exit}: ${reason}`;
  return new ToolFault(message, { canGoOn: systemFault(new Error(message), program) !== undefined });
}
