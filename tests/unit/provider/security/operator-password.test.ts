import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { judgeOperatorPassword } from '../../../../src/provider/security/operator-password.ts';

const publicOrigin = 'https://videos.example';

test.each([
  ['short', /fewer than 12 characters/],
  ['aaaaaaaaaaaaaaaaaaaa', /fewer than 6 different/],
  ['ababababababab12', /fewer than 6 different/],
  ['Password1234567890', /guessed first/],
  ['oriel-operator-admin', /guessed first/],
  ['videos.example.secret', /guessed first/],
  ['x1y2z3'.repeat(200), /more than 1024 characters/],
])(
  'a public server refuses to start with the password %s, and names the reason and the remedy',
  (operatorPassword, reason) => {
    for (const settings of [{ publicOrigin }, { publicOrigin, trustedHops: 1 }]) {
      const verdict = judgeOperatorPassword({ operatorPassword, ...settings });
      expect(verdict).toMatchObject({ kind: 'refused', message: expect.stringMatching(reason) });
      expect(verdict).toMatchObject({ message: expect.stringContaining('ORIEL_OPERATOR_PASSWORD') });
      expect(verdict).toMatchObject({ message: expect.stringContaining('openssl rand') });
    }
  },
);

test('a weak password is a warning on a server without public origin, and is refused behind a proxy', () => {
  expect(judgeOperatorPassword({ operatorPassword: 'short' })).toMatchObject({ kind: 'warning' });
  const local = { operatorPassword: 'short', publicOrigin: 'http://localhost:4173' };
  expect(judgeOperatorPassword(local)).toMatchObject({ kind: 'warning' });
  expect(judgeOperatorPassword({ operatorPassword: 'short', trustedHops: 1 })).toMatchObject({ kind: 'refused' });
});

test.each([
  'Oriel-2026-admin!',
  'Sommer2026Sommer2026',
  'hallo-Hallo-hallo',
  'Winter2025!!',
  'Passwort-Firma-2024',
  'Mueller-Garten-1987',
])('the password %s, of words and years, is a warning with a remedy even on a public server', (operatorPassword) => {
  for (const settings of [{}, { publicOrigin }, { trustedHops: 1 }])
    expect(judgeOperatorPassword({ operatorPassword, ...settings })).toEqual({
      kind: 'warning',
      message:
        'ORIEL_OPERATOR_PASSWORD consists of few words, years or repeats, which guessers combine first. Set another, such as what this prints: openssl rand -base64 24',
    });
});

test('the command that the warning names prints accepted passwords', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    const bytes = createHash('sha256').update(String(byte)).digest().subarray(0, 24);
    const operatorPassword = bytes.toString('base64');
    expect(judgeOperatorPassword({ operatorPassword, publicOrigin })).toEqual({ kind: 'accepted' });
  }
});

test.each(['m3bVh0k1xJp2Q9sTz7w4', 'correct horse battery', 'a password of this test', 'ÄöüßÉñçøåÆłž'])(
  'the password %s is accepted, and so is a missing password',
  (operatorPassword) => {
    expect(judgeOperatorPassword({ operatorPassword, publicOrigin })).toEqual({ kind: 'accepted' });
    expect(judgeOperatorPassword({ publicOrigin })).toEqual({ kind: 'accepted' });
  },
);
