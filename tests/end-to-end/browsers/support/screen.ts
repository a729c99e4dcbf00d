import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Screen {
  /** Value of `DISPLAY`. */
  readonly display: string;
  stop(): Promise<void>;
}

/** Starts a screen in memory, which chooses a free display number and reports it when it is ready. */
export async function startScreen(program: string): Promise<Screen> {
  const running = spawn(program, ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(running, 'exit');
  for await (const number of createInterface(running.stdout)) {
    return {
      display: `:${number}`,
      async stop() {
        running.kill();
        await ended;
      },
    };
  }
  throw new Error(`${program} gives no screen`);
}
