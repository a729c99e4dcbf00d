import { expect, test } from 'vitest';
import { auditDependencies, type AuditReport } from '../../../.ci/audit-dependencies.mjs';

function audit(atRunTime: AuditReport, inAll: AuditReport): { isSound: boolean; said: string } {
  const said: string[] = [];
  const isSound = auditDependencies(
    (options) => (options.includes('--omit=dev') ? atRunTime : inAll),
    (line) => said.push(line),
  );
  return { isSound, said: said.join('\n') };
}

const hole = (severity: string): AuditReport => ({
  vulnerabilities: { leaky: { name: 'leaky', severity, range: '<2.0.0' } },
});
const NONE: AuditReport = { vulnerabilities: {} };

test('a registry that cannot be asked fails nothing, and the audit says that it could not run', () => {
  const { isSound, said } = audit({ message: 'request failed, reason: getaddrinfo ENOTFOUND' }, {});
  expect(isSound).toBe(true);
  expect(said).toBe('The audit could not run: request failed, reason: getaddrinfo ENOTFOUND');
});

test('a known hole in what runs fails at any severity, and is named', () => {
  const { isSound, said } = audit(hole('low'), NONE);
  expect(isSound).toBe(false);
  expect(said).toContain('run-time dependencies: leaky <2.0.0 has a known hole (low)');
});

test.each([
  ['moderate', true],
  ['high', false],
  ['critical', false],
])('a hole of %s severity in what builds: sound is %s', (severity, isSound) => {
  expect(audit(NONE, hole(severity)).isSound).toBe(isSound);
});

test('without known holes nothing is said', () => {
  expect(audit(NONE, NONE)).toEqual({ isSound: true, said: '' });
});
