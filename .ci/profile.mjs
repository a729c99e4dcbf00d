import { runnerImport } from 'vite';
import { ensureChromium } from './chromium.mjs';
import { runStep } from './run-steps.mjs';

/** Profiles the built player (tests/profile). Builds first, unless the build in dist/ is wanted or needed for nothing. */
const words = process.argv.slice(2);
const args = words.filter((word) => word !== '--no-build');
const measures = !['diff', '--help'].some((word) => args.includes(word));
if (measures) process.env.ORIEL_CHROMIUM = ensureChromium();
if (measures && args.length === words.length && !runStep('npm', ['run', '--silent', 'build'])) process.exit(1);
const { module } = await runnerImport('./tests/profile/main.ts', { configFile: false, logLevel: 'error' });
process.exit(await module.main(args));
