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

test('an unreachable registry passes the audit, with a message that it could not run', () => {
  const { isSound, said } = audit({ message: 'request failed, reason: getaddrinfo ENOTFOUND' }, {});
  expect(isSound).toBe(true);
  expect(said).toBe('The audit could not run: request failed, reason: getaddrinfo ENOTFOUND');
});

test('a vulnerability in a runtime dependency fails at any severity, and is named', () => {
  const { isSound, said } = audit(hole('low'), NONE);
  expect(isSound).toBe(false);
  expect(said).toContain('run-time dependencies: leaky <2.0.0 has a known hole (low)');
});
