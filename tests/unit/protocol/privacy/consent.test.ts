import { expect, test } from 'vitest';
import {
  allows,
  ceilingOf,
  CONSENT_LEVELS,
  consentOf,
  CONSENTS,
  isStated,
  KEPT_FROM,
  readConsent,
  type ConsentStatements,
  type KeptClass,
} from '../../../../protocol/privacy/consent.ts';

const SAID = [undefined, ...CONSENTS];
const CLASSES = Object.keys(KEPT_FROM) as KeptClass[];

/** Every combination of what viewer, host, address and configuration can say: 256. */
const EVERYTHING: readonly ConsentStatements[] = [false, true].flatMap((privateEmbed) =>
  [false, true].flatMap((objects) =>
    SAID.flatMap((choice) =>
      SAID.flatMap((configured) => SAID.map((message) => ({ privateEmbed, objects, choice, configured, message }))),
    ),
  ),
);
const rank = (level: (typeof CONSENT_LEVELS)[number]): number => CONSENT_LEVELS.indexOf(level);

test('a viewer without a decision is not recognised', () => {
  const level = consentOf({});
  expect(level).toBe('strict');
  expect(CLASSES.filter((kept) => allows(level, kept))).toEqual(['choices', 'delivery']);
});

test('no configuration, address or message gives more than the signals of the viewer allow', () => {
  expect(EVERYTHING).toHaveLength(256);
  for (const statements of EVERYTHING) {
    const { privateEmbed, objects, choice } = statements;
    const level = consentOf(statements);
    expect(rank(level), JSON.stringify(statements)).toBeLessThanOrEqual(rank(ceilingOf(statements)));
    expect(CLASSES.some((kept) => allows(level, kept)) && privateEmbed, JSON.stringify(statements)).toBe(false);
    if (objects) expect(rank(level), JSON.stringify(statements)).toBeLessThanOrEqual(rank('strict'));
    if (choice !== undefined) expect(rank(level), JSON.stringify(statements)).toBeLessThanOrEqual(rank(choice));
  }
});

test('the viewer’s choice takes precedence over host and configuration, up and down', () => {
  for (const choice of CONSENTS)
    for (const message of SAID)
      for (const configured of SAID) expect(consentOf({ choice, message, configured })).toBe(choice);
});

test('the last word of the host applies, and before it the configuration', () => {
  expect(consentOf({ configured: 'measured' })).toBe('measured');
  expect(consentOf({ configured: 'measured', message: 'strict' })).toBe('strict');
  expect(consentOf({ configured: 'strict', message: 'functional' })).toBe('functional');
});

test('a higher level allows everything that a lower one does', () => {
  const allowed = CONSENT_LEVELS.map((level) => CLASSES.filter((kept) => allows(level, kept)));
  for (const [index, classes] of allowed.entries())
    expect(allowed[index + 1] ?? classes).toEqual(expect.arrayContaining(classes));
  expect(allowed.map(({ length }) => length)).toEqual([0, 2, 6, 7]);
});

test('a decision exists where the viewer objects, or viewer, host or configuration say anything', () => {
  expect(isStated({})).toBe(false);
  expect(isStated({ objects: true })).toBe(true);
  expect(isStated({ message: 'strict' })).toBe(true);
  expect(isStated({ privateEmbed: true, message: 'strict' })).toBe(false);
});

test('a statement that is no level of consent counts as strict', () => {
  expect(['strict', 'functional', 'measured', 'none', 'MEASURED', '', undefined].map(readConsent)).toEqual([
    'strict',
    'functional',
    'measured',
    ...Array.from({ length: 3 }, () => 'strict'),
    undefined,
  ]);
});
