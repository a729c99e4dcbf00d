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
  /** Hands the cookie to main, which owns it. */
  readonly write: (value: string, maxAgeSeconds: number) => void;
}

/** S9: the model of the one cookie that keeps what the viewer prefers: `key=value&key=value`. */
export class Preferences {
  readonly #write: PreferencesOptions['write'];
  #values: Map<string, string>;
  /** Changes of this page that its cookie has not shown yet; `null` is a key that was forgotten. */
  readonly #changes = new Map<string, string | null>();

  #isHighDensity: boolean | undefined;

  constructor({ cookies, write }: PreferencesOptions) {
    this.#write = write;
    this.#values = new Map(parse(cookieValue(cookies, PREFERENCE_COOKIE) ?? ''));
  }

  all(): Record<string, string> {
    return Object.fromEntries(this.#values);
  }

  /** `cookies` as they are now: other tabs write too, and what they have changed stays. */
  set(key: string, value: string | null, cookies = ''): Outcome<void> {
    if (!KEY.test(key)) return fail('edge.invalid', `A preference key is made of word characters: ${key}`);
    this.#readAgain(cookies);
    this.#change(key, value);
    return succeed(undefined);
  }

  /**
   * Browsers let a cookie live for 400 days at most, so it is written anew when it is used. A screen is no choice of the
   * viewer's: it goes along with what they have chosen, and alone it makes no cookie.
   */
  renew(isHighDensity: boolean): void {
    this.#isHighDensity = isHighDensity;
    if (this.#values.size > 0) this.#save();
  }

  #flags(): number {
    return Number.parseInt(this.#values.get(FLAGS_KEY) ?? '0', 16) || 0;
  }

  /** S9: the flag of the screen, once it is known. */
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

  /** Where there is no cookie, none can be kept, or somebody has cleared them all: what is known here goes on. */
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

/** What cannot be read is left out: anybody on the site may write a cookie. */
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
