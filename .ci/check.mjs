import { auditDependencies } from './audit-dependencies.mjs';
import { checkFolderPairs } from './folder-pairs.mjs';
import { checkLanguage } from './language.mjs';
import { checkRooms } from './rooms.mjs';
import { runStep, runTool } from './run-steps.mjs';

/** Steps of `npm run check`. All steps run, even after a failure, so that one run shows every problem. */
const steps = [
  ['types', () => runTool('tsc', ['--build', '--force'])],
  ['lint', () => runTool('oxlint', ['--type-aware', '--deny-warnings', '.'])],
  ['rooms', checkRooms],
  ['folders', checkFolderPairs],
  ['language', checkLanguage],
  ['format', () => runTool('prettier', ['--check', '--log-level', 'warn', '.'])],
  ['dead code', () => runTool('knip', ['--config', '.config/knip.json', '--no-progress'])],
  /** Exports that only tests use count as dead, too. */
  [
    'dead code of the product',
    () =>
      runTool('knip', ['--config', '.config/knip.json', '--production', '--include', 'files,exports', '--no-progress']),
  ],
  ['audit', () => auditDependencies()],
  ['build', () => runStep('npm', ['run', '--silent', 'build'])],
  /** Checks the build against `browserslist` in `package.json`. */
  [
    'old browsers',
    () => runTool('eslint', ['--config', '.config/eslint.config.mjs', 'dist/client/assets', 'dist/host']),
  ],
];

const failed = [];
for (const [name, run] of steps) {
  console.log(`— ${name}`);
  if (!run()) failed.push(name);
}
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
