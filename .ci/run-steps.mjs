import { spawnSync } from 'node:child_process';

/** Runs a program with its output shown; returns whether it succeeded. */
export function runStep(program, args, environment = {}) {
  const { status, error } = spawnSync(program, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...environment },
  });
  if (error !== undefined) console.error(error.message);
  return status === 0;
}

/** Runs a program of a development dependency. */
export function runTool(name, args, environment) {
  return runStep('npx', ['--no-install', name, ...args], environment);
}
