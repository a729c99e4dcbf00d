import { COOKIE_NAMES } from '../../../protocol/infrastructure/cookies.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { cookieValue } from './cookie-header.ts';
import { HIGH_DENSITY_PREFERENCE_BIT, PREFERENCE_COOKIE_LIFETIME_SECONDS } from '../../../protocol/constants.ts';

export const PREFERENCE_COOKIE = COOKIE_NAMES.preferences;
/** Bits of the flags word, as hexadecimal (S9). */
const FLAGS_KEY = 'f';
const KEY = /^\w+$/;

export interface PreferencesOptions {
  readonly cookies: string;
  /** Passes the cookie to main, which writes it. */
  readonly write: (value: string, maxAgeSeconds: number) => void;
}

/** Model of the cookie that stores the viewer's preferences: `key=value&key=value` (S9). */
export class Preferences {
  readonly #write: PreferencesOptions['write'];
  #values: Map<string, string>;
  /** Changes of this page that its cookie does not show yet; `null` is a removed key. */
  readonly #changes = new Map<string, string | null>();

  #isHighDensity: boolean | undefined;

  constructor({ cookies, write }: PreferencesOptions) {
    this.#write = write;
    this.#values = new Map(parse(cookieValue(cookies, PREFERENCE_COOKIE) ?? ''));
  }

  all(): Record<string, string> {
    return Object.fromEntries(this.#values);
  }

  /** `cookies` is the current cookie text, so that changes by other tabs are kept. */
  set(key: string, value: string | null, cookies = ''): Outcome<void> {
    if (!KEY.test(key)) return fail('edge.invalid', `A preference key is made of word characters: ${key}`);
    this.#readAgain(cookies);
    this.#change(key, value);
    return succeed(undefined);
  }

  /**
   * Browsers limit a cookie to 400 days, so it is rewritten when it is used. The screen density is not a preference of
   * the viewer: it is stored only along with preferences.
   */
  renew(isHighDensity: boolean): void {
    this.#isHighDensity = isHighDensity;
    if (this.#values.size > 0) this.#save();
  }

  #flags(): number {
    return Number.parseInt(this.#values.get(FLAGS_KEY) ?? '0', 16) || 0;
  }

  /** The flag of the screen, once it is known (S9). */
  #markDensity(): void {
    const bit = HIGH_DENSITY_PREFERENCE_BIT;
    const flags = this.#flags();
    if (this.#isHighDensity === undefined || this.#isHighDensity === ((flags & bit) !== 0)) return;
    const marked = this.#isHighDensity ? flags | bit : flags & ~bit;
    this.#values.set(FLAGS_KEY, (marked >>> 0).toString(16));
  }

  #change(key: string, value: string | null): void {
    this.#changes.set(key, value);
    apply(this.#values, key, value);
    this.#save();
  }

  /** Reads the cookie again. If it is absent, blocked or cleared, the current values stay. */
  #readAgain(cookies: string): void {
    const text = cookieValue(cookies, PREFERENCE_COOKIE);
    if (text === undefined) return;
    this.#values = new Map(parse(text));
    for (const [key, value] of this.#changes) {
      if ((this.#values.get(key) ?? null) === value) this.#changes.delete(key);
      else apply(this.#values, key, value);
    }
  }

  #save(): void {
    this.#markDensity();
    const pairs = [...this.#values].map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    this.#write(pairs.join('&'), PREFERENCE_COOKIE_LIFETIME_SECONDS);
  }
}

function apply(values: Map<string, string>, key: string, value: string | null): void {
  if (value === null) values.delete(key);
  else values.set(key, value);
}

/** Unreadable parts are skipped: any script of the site may write a cookie. */
function* parse(text: string): Generator<[string, string]> {
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    const key = pair.slice(0, equals);
    if (equals < 1 || !KEY.test(key)) continue;
    try {
      yield [key, decodeURIComponent(pair.slice(equals + 1))];
    } catch {
      continue;
    }
  }
}
