import { execFile, spawnSync, type ExecFileException } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** For videos that are only read again. */
export const QUICK = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'] as const;

export const ffmpeg = (...args: readonly string[]) => runFile('ffmpeg', ['-v', 'error', '-y', ...args]);

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `npm run add` and `npm run videos`, as they are built, over a catalog. */
export async function runProgram(name: 'add' | 'videos', catalog: string, ...args: readonly string[]): Promise<Ended> {
  const environment = { ...process.env, ORIEL_CATALOG_DIR: catalog };
  try {
    const ended = await runFile(process.execPath, [`dist/provider/${name}.js`, ...args], { env: environment });
    return { code: 0, ...ended };
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as ExecFileException;
    return { code: Number(code), stdout, stderr };
  }
}

/** Files and folders that a server would look at: not what is being made. */
export async function visibleIn(catalog: string): Promise<string[]> {
  const names = await readdir(catalog, { recursive: true }).catch(() => []);
  return names.filter((name) => !name.split('/').some((step) => step.startsWith('.'))).toSorted();
}
