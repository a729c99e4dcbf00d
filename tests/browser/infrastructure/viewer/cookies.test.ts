import { expect, onTestFinished, test } from 'vitest';
import { COOKIE_NAMES } from '../../../../protocol/infrastructure/cookies.ts';
import { CookieJar } from '../../../../src/page/infrastructure/viewer/cookie-jar.ts';
import { PersistentValue } from '../../../../src/page/infrastructure/viewer/persistent-value.ts';
import { LocalEntries } from '../../../../src/page/infrastructure/viewer/local-entries.ts';
import { systemClock } from '../../../../src/page/infrastructure/system-clock.ts';
import { PREFERENCE_COOKIE_LIFETIME_SECONDS } from '../../../../protocol/constants.ts';

/** The part of the Cookie Store that shows how the browser stored a cookie. */
interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly expires: number;
  readonly sameSite: string;
}
const cookieName = COOKIE_NAMES.preferences;
const lifetimeSeconds = PREFERENCE_COOKIE_LIFETIME_SECONDS;
const entries = new LocalEntries(() => localStorage, systemClock);

test('the browser stores the preferences cookie with SameSite=None and for the longest lifetime it allows [S9]', async () => {
  const box = new PersistentValue(new CookieJar(() => document), entries);
  onTestFinished(() => box.write(cookieName, '', 0));
  box.write(cookieName, 'f1=4000000&volume=50', lifetimeSeconds);
  expect(box.readAll()).toBe(`${cookieName}=f1=4000000&volume=50`);
  const stored = (await cookieStore.get(cookieName)) as StoredCookie | null;
  expect(stored).toMatchObject({ value: 'f1=4000000&volume=50', sameSite: 'none' });
  const days = ((stored?.expires ?? 0) - Date.now()) / 86_400_000;
  // The cookie requests 730 days; browsers allow 400.
  expect(days).toBeGreaterThan(399);

  box.write(cookieName, '', 0);
  expect(await cookieStore.get(cookieName)).toBeNull();
});

test('in a sandboxed frame cookies and local storage throw, as the fakes of the unit tests do', async () => {
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.srcdoc = `<script>
    const attempts = [() => document.cookie, () => (document.cookie = 'a=b'), () => localStorage];
    const threw = attempts.map((attempt) => { try { attempt(); return false; } catch { return true; } });
    parent.postMessage(threw, '*');
  </script>`;
  onTestFinished(() => frame.remove());
  const threw = await new Promise((resolve) => {
    window.addEventListener('message', ({ data, source }) => source === frame.contentWindow && resolve(data));
    document.body.append(frame);
  });
  expect(threw).toEqual([true, true, true]);
});
