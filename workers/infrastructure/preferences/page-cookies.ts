import type { InfrastructureSettings, PageHooks } from '../../../protocol/infrastructure/rpc.ts';
import { CHOICE_PREFERENCE } from '../../../protocol/infrastructure/cookies.ts';
import { readConsent, type KeptClass } from '../../../protocol/privacy/consent.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Session } from '../context/session.ts';
import { LocationToken, LOCATION_TOKEN_COOKIE } from './location-token.ts';
import { Preferences, PREFERENCE_COOKIE } from './preferences.ts';

/** The two cookies of the page: their content is managed here and written by main, which has access to cookies. */
export class Cookies {
  #preferences: Preferences;
  readonly #locationToken: LocationToken;
  readonly #session: Session;
  readonly #checkpoint: Checkpoint;
  readonly #write: (name: string, kept: KeptClass) => (value: string, maxAgeSeconds: number) => void;
  #lastWrite: void | Promise<void> = undefined;

  constructor(
    { cookies }: InfrastructureSettings,
    hooks: PageHooks | undefined,
    session: Session,
    checkpoint: Checkpoint,
  ) {
    this.#write =
      (name, kept) =>
      (value, maxAgeSeconds): void => {
        // A private embed stores nothing, and any other embed only what the consent allows (P10).
        if (maxAgeSeconds === 0 || session.consent.allows(kept))
          this.#lastWrite = hooks?.writeCookie(name, value, maxAgeSeconds);
      };
    this.#session = session;
    this.#checkpoint = checkpoint;
    this.#preferences = this.#readPreferences(cookies);
    this.#locationToken = new LocationToken(cookies, this.#write(LOCATION_TOKEN_COOKIE, 'location'));
    this.followChoice();
    const { locationToken } = checkpoint.state;
    if (locationToken === undefined) this.showLocationToken();
    else this.#send(locationToken);
  }

  /** Resolves when main has written the last cookie, so that the next request carries it. */
  async written(): Promise<void> {
    await this.#lastWrite;
  }

  get preferences(): Preferences {
    return this.#preferences;
  }

  /** Applies the consent of the viewer, which is one of the preferences. */
  followChoice(): void {
    this.#session.consent.state({ choice: readConsent(this.#preferences.all()[CHOICE_PREFERENCE]) });
  }

  /** Forgets preferences that the viewer has erased, so that the next choice does not write them again. */
  forgetPreferences(): void {
    this.#preferences = this.#readPreferences('');
    this.followChoice();
  }

  forgetLocation(): void {
    this.#locationToken.forget();
    this.#checkpoint.save({ locationToken: undefined });
    const { locationPlayabilityToken: _, ...place } = this.#session.locationInfo ?? {};
    this.#session.locationInfo = 'locationInfoStatus' in place ? place : undefined;
  }

  saveLocationToken(token: string): void {
    this.#locationToken.save(token);
    this.#checkpoint.save({ locationToken: token });
    this.#send(token);
  }

  /** Stores the screen density for providers that choose pictures by it (S9); the reference provider does not use it. */
  renew(): void {
    this.#preferences.renew(this.#session.settings.client.screenPixelDensity > 1);
  }

  /** If consent allows the location token, saves the token that this page received and sends it with every call (N18). */
  showLocationToken(): void {
    if (!this.#session.consent.allows('location')) return;
    const { locationToken } = this.#checkpoint.state;
    if (locationToken !== undefined) this.#locationToken.save(locationToken);
    const token = this.#locationToken.value;
    if (token !== undefined) this.#send(token);
  }

  #readPreferences(cookies: string): Preferences {
    return new Preferences({ cookies, write: this.#write(PREFERENCE_COOKIE, 'choices') });
  }

  #send(token: string): void {
    const session = this.#session;
    if (session.page.privacy.privateEmbed) return;
    session.locationInfo = {
      locationInfoStatus: 'unknown',
      ...session.locationInfo,
      locationPlayabilityToken: token,
    };
  }
}
