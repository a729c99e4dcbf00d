import { runnerImport } from 'vite';
import { ensureChromium } from './chromium.mjs';
import { runStep } from './run-steps.mjs';

/**
 * Profiles the built player (tests/profile). Builds first, unless the build in dist/ is wanted or needed for nothing; a
 * command that is not understood is refused before that.
 */
const words = process.argv.slice(2);
const args = words.filter((word) => word !== '--no-build');
const { module } = await runnerImport('./tests/profile/main.ts', { configFile: false, logLevel: 'error' });
if (module.measures(args)) {
  process.env.ORIEL_CHROMIUM = ensureChromium();
  if (args.length === words.length && !runStep('npm', ['run', '--silent', 'build'])) process.exit(1);
}
process.exit(await module.main(args));
