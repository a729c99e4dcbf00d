import { spawnSync } from 'node:child_process';

/** Runtime dependencies must have no known vulnerability; other dependencies must have no severe vulnerability. */
const AUDITS = [
  { what: 'run-time dependencies', options: ['--omit=dev'], severities: ['low', 'moderate', 'high', 'critical'] },
  { what: 'all dependencies', options: [], severities: ['high', 'critical'] },
];

/**
 * Audits the installed packages; returns whether they pass. Without a network, or with a registry
 * without audits, it reports that it could not run and passes.
 */
export function auditDependencies() {
  let isSound = true;
  for (const { what, options, severities } of AUDITS) {
    const { vulnerabilities, message } = askRegistry(options);
    if (vulnerabilities === undefined) {
      console.log(`The audit could not run: ${message ?? 'npm gave no reason'}`);
      return isSound;
    }
    const found = Object.values(vulnerabilities).filter(({ severity }) => severities.includes(severity));
    for (const { name, severity, range } of found)
      console.log(`${what}: ${name} ${range} has a known hole (${severity})`);
    if (found.length > 0) {
      isSound = false;
      console.log(`"npm audit ${options.join(' ')}" tells more, and "npm audit fix" what mends it.`);
    }
  }
  return isSound;
}

/** Output of npm: findings, or the reason for which the audit failed. */
function askRegistry(options) {
  const { stdout, error } = spawnSync(
    'npm',
    ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000', ...options],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    },
  );
  if (error !== undefined) return { message: error.message };
  try {
    return JSON.parse(stdout);
  } catch {
    return {};
  }
}
