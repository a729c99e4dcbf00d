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

/** All 256 combinations of statements by viewer, host, address and configuration. */
const EVERYTHING: readonly ConsentStatements[] = [false, true].flatMap((privateEmbed) =>
  [false, true].flatMap((objects) =>
    SAID.flatMap((choice) =>
      SAID.flatMap((configured) => SAID.map((message) => ({ privateEmbed, objects, choice, configured, message }))),
    ),
  ),
);
const rank = (level: (typeof CONSENT_LEVELS)[number]): number => CONSENT_LEVELS.indexOf(level);

test('without any statement the consent is strict, so that the viewer is not recognised', () => {
  const level = consentOf({});
  expect(level).toBe('strict');
  expect(CLASSES.filter((kept) => allows(level, kept))).toEqual(['choices', 'delivery']);
});

test('no configuration, address or message raises consent above what the viewer’s signals allow', () => {
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

test('the viewer’s choice overrides host and configuration, to a higher and to a lower level', () => {
  for (const choice of CONSENTS)
    for (const message of SAID)
      for (const configured of SAID) expect(consentOf({ choice, message, configured })).toBe(choice);
});

test('the message of the host overrides the configuration', () => {
  expect(consentOf({ configured: 'measured' })).toBe('measured');
  expect(consentOf({ configured: 'measured', message: 'strict' })).toBe('strict');
  expect(consentOf({ configured: 'strict', message: 'functional' })).toBe('functional');
});

test('a higher level of consent allows everything that a lower level allows', () => {
  const allowed = CONSENT_LEVELS.map((level) => CLASSES.filter((kept) => allows(level, kept)));
  for (const [index, classes] of allowed.entries())
    expect(allowed[index + 1] ?? classes).toEqual(expect.arrayContaining(classes));
  expect(allowed.map(({ length }) => length)).toEqual([0, 2, 6, 7]);
});

test('consent is stated if the viewer objects, or if viewer, host or configuration state it, except in a private embed', () => {
  expect(isStated({})).toBe(false);
  expect(isStated({ objects: true })).toBe(true);
  expect(isStated({ message: 'strict' })).toBe(true);
  expect(isStated({ privateEmbed: true, message: 'strict' })).toBe(false);
});

test('a statement that is not a level of consent counts as strict', () => {
  expect(['strict', 'functional', 'measured', 'none', 'MEASURED', '', undefined].map(readConsent)).toEqual([
    'strict',
    'functional',
    'measured',
    ...Array.from({ length: 3 }, () => 'strict'),
    undefined,
  ]);
});
