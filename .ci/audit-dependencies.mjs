import { spawnSync } from 'node:child_process';

/** What runs where strangers can reach it may have no known hole; what only builds and tests it, no grave one. */
const AUDITS = [
  { what: 'run-time dependencies', options: ['--omit=dev'], severities: ['low', 'moderate', 'high', 'critical'] },
  { what: 'all dependencies', options: [], severities: ['high', 'critical'] },
];

/**
 * Asks the registry for known holes in what is installed; answers whether there is none. Without a network, or with a
 * registry that knows no audits, that cannot be said: it says so, and nothing has failed.
 */
export function auditDependencies(ask = askRegistry, say = console.log) {
  let isSound = true;
  for (const { what, options, severities } of AUDITS) {
    const { vulnerabilities, message } = ask(options);
    if (vulnerabilities === undefined) {
      say(`The audit could not run: ${message ?? 'npm gave no reason'}`);
      return isSound;
    }
    const found = Object.values(vulnerabilities).filter(({ severity }) => severities.includes(severity));
    for (const { name, severity, range } of found) say(`${what}: ${name} ${range} has a known hole (${severity})`);
    if (found.length > 0) {
      isSound = false;
      say(`"npm audit ${options.join(' ')}" tells more, and "npm audit fix" what mends it.`);
    }
  }
  return isSound;
}

/** What npm prints, findings or the reason why there are none. */
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
