import { expect, test, vi } from 'vitest';
import { explainConsent } from '../../../../../src/page/interface/preferences/explain-consent.ts';

test.each(['consent=mesaured', 'consent='])('a console warning says that %s counts as strict [P10]', (query) => {
  const warn = vi.fn<(message: string) => void>();
  explainConsent({ query: new URLSearchParams(query), console: { warn } });
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    `Oriel: ${query} counts as strict: the levels are none, strict, functional, measured.`,
  );
});

test.each(['', 'consent=none', 'consent=measured'])('an address with “%s” logs nothing', (query) => {
  const warn = vi.fn<(message: string) => void>();
  explainConsent({ query: new URLSearchParams(query), console: { warn } });
  expect(warn).not.toHaveBeenCalled();
});
