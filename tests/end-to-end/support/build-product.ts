import { spawnSync } from 'node:child_process';

/** Runs before the first end-to-end test: builds the product as shipped, unless an earlier run of the same command has. */
export function setup(): void {
  if (process.env['TEST_BUILD'] === 'present') return;
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    /** The test runner sets another value, with which React would be built for development. */
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('the product does not build');
}
