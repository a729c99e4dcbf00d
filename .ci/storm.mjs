import { runnerImport } from 'vite';
import { ensureChromium } from './chromium.mjs';
import { runStep } from './run-steps.mjs';

/** Sends random requests to a player at random times in a real browser (tests/storm). Builds first, unless another build is given. */
const args = process.argv.slice(2);
ensureChromium();
const isOther = args.some((word) => word.startsWith('--against'));
if (!isOther && !runStep('npm', ['run', '--silent', 'build'])) process.exit(1);
const { module } = await runnerImport('./tests/storm/main.ts', { configFile: false });
process.exit((await module.main(args)) ? 0 : 1);
