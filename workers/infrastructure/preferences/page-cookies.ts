import type { InfrastructureSettings, PageHooks } from '../../../protocol/infrastructure/rpc.ts';
import type { Session } from '../context/session.ts';
import { LocationToken, LOCATION_TOKEN_COOKIE } from './location-token.ts';
import { Preferences, PREFERENCE_COOKIE } from './preferences.ts';

/** The two cookies of the page: their content is managed here and written by main, which has access to cookies. */
export class Cookies {
  readonly preferences: Preferences;
  readonly #locationToken: LocationToken;
  readonly #session: Session;

  constructor({ cookies }: InfrastructureSettings, hooks: PageHooks | undefined, session: Session) {
    const write =
      (name: string) =>
      (value: string, maxAgeSeconds: number): void => {
        // P10: a private embed stores nothing.
        if (!session.page.privacy.privateEmbed) void hooks?.writeCookie(name, value, maxAgeSeconds);
      };
    this.#session = session;
    this.preferences = new Preferences({ cookies, write: write(PREFERENCE_COOKIE) });
    this.#locationToken = new LocationToken(cookies, write(LOCATION_TOKEN_COOKIE));
    this.#showLocationToken();
  }

  saveLocationToken(token: string): void {
    this.#locationToken.save(token);
    this.#showLocationToken();
  }

  /** The cookie tells the provider whether to send high-density images (S9). */
  renew(): void {
    this.preferences.renew(this.#session.settings.client.screenPixelDensity > 1);
  }

  /** N18: it is sent with every call. */
  #showLocationToken(): void {
    const token = this.#locationToken.value;
    const session = this.#session;
    if (token === undefined || session.page.privacy.privateEmbed) return;
    session.locationInfo = {
      locationInfoStatus: 'unknown',
      ...session.locationInfo,
      locationPlayabilityToken: token,
    };
  }
}
