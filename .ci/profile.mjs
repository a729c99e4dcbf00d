import { runnerImport } from 'vite';
import { ensureChromium } from './chromium.mjs';
import { runStep } from './run-steps.mjs';

/**
 * Profiles the built player (tests/profile). Builds first, unless the arguments ask for the existing build or need none; invalid
 * arguments are refused before that.
 */
const args = process.argv.slice(2);
const { module } = await runnerImport('./tests/profile/main.ts', { configFile: false, logLevel: 'error' });
const { browser, build } = module.needsOf(args);
if (browser) process.env.ORIEL_CHROMIUM = ensureChromium();
if (build && !runStep('npm', ['run', '--silent', 'build'])) process.exit(1);
process.exit(await module.main(args));
