import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs commands of CONTRIBUTING in a fresh clone of the current commit, after only `npm ci`: each has to work without a build, or to
 * print in one line what it needs. Commands that build first and take long are left out: CI runs `check` and `test` in another job;
 * `bench`, `profile`, `test:storm` and `test:cluster` are only run by hand.
 */
const NEEDS_BUILD = /^Nothing is built yet: npm run build$/m;
const COMMANDS = [
  { words: ['serve'], says: NEEDS_BUILD },
  { words: ['backup'], says: NEEDS_BUILD },
  { words: ['forget'], says: NEEDS_BUILD },
  { words: ['consume'], says: NEEDS_BUILD },
  { words: ['stack', '--', 'package.json'] },
  { words: ['settings'] },
  { words: ['test:unit'] },
  { words: ['videos'] },
  { words: ['build'] },
  { words: ['build:package'] },
  { words: ['build:static', '--', '--provider', 'https://api.videos.example'] },
  { words: ['add', '--', 'missing.mp4'], says: /missing\.mp4|ffmpeg/ },
  { words: ['start'], serves: true },
  { words: ['dev'], serves: true },
];
const only = process.argv.slice(2);

/** Ends a process with all processes that it has started. */
function stop({ pid }) {
  if (pid !== undefined) process.kill(-pid);
}

/** Runs a command until it ends, or until it has printed an address that responds. */
function run(command, words, folder, serves = false) {
  const env = { ...process.env, PORT: '0', ORIEL_DATA_DIR: join(folder, 'data') };
  const child = spawn(command, words, { cwd: folder, env, detached: true });
  return new Promise((resolve) => {
    let text = '';
    let isAsked = false;
    let status;
    const read = (chunk) => {
      text += chunk;
      const address = serves ? /https?:\/\/(?:localhost|127\.0\.0\.1):\d+(?=\D)/.exec(text)?.[0] : undefined;
      if (address === undefined || isAsked) return;
      isAsked = true;
      fetch(address)
        .then(
          (response) => (status = response.status),
          () => undefined,
        )
        .finally(() => stop(child));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('close', (code) => resolve({ code: serves && status === 200 ? 0 : (code ?? 1), text }));
  });
}

const folder = mkdtempSync(join(tmpdir(), 'oriel-clone-'));
const failed = [];
try {
  for (const [command, ...words] of [
    ['git', 'clone', '--quiet', '--no-hardlinks', process.cwd(), folder],
    ['npm', 'ci', '--no-audit', '--no-fund'],
  ]) {
    const { code, text } = await run(command, words, folder);
    if (code !== 0) throw new Error(text);
  }
  for (const { words, says, serves } of COMMANDS) {
    if (only.length > 0 && !only.includes(words[0])) continue;
    // Restores the clone, except for the installed packages.
    await run('git', ['clean', '--quiet', '-fdx', '--exclude', 'node_modules'], folder);
    rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
    const { code, text } = await run('npm', ['run', '--silent', ...words], folder, serves);
    const isGood = says === undefined ? code === 0 : code !== 0 && says.test(text);
    console.log(`${isGood ? 'works ' : 'FAILED'} npm run ${words.join(' ')}`);
    if (isGood) continue;
    failed.push(words[0]);
    console.log(text.slice(-4_000));
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
console.log(failed.length === 0 ? 'Every command works in a fresh clone.' : `Failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
