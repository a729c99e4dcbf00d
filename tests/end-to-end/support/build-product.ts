import { spawnSync } from 'node:child_process';

/** Before the first end-to-end test: the product as users get it. */
export function setup(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    /** The test runner sets another, with which React would be built for development. */
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('the product does not build');
}
