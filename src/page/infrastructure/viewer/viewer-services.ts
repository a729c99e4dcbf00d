import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { AdStatus, PageHooks } from '../../../../protocol/infrastructure/rpc.ts';
import type { ScriptUrlPolicy } from '../../platform/trusted-types.ts';
import type { Lifecycle } from '../../lifecycle/lifecycle.ts';
import type { DeferredJob, DeferredWork } from './deferred-work.ts';
import { CookieJar, type CookieDocument } from './cookie-jar.ts';
import { PersistentValue } from './persistent-value.ts';
import { LocalEntries } from './local-entries.ts';
import { locate, type Geolocator } from './locate.ts';

/** The part of the window with storage, location and privacy signals of the viewer. */
export interface ViewerWindow {
  readonly document: Pick<Document, 'createElement' | 'head'> & CookieDocument;
  readonly localStorage: Storage;
  readonly navigator: { readonly geolocation?: Geolocator; readonly globalPrivacyControl?: boolean };
}

export interface ViewerServicesOptions {
  readonly clock: Clock;
  readonly lifecycle: Pick<Lifecycle, 'state' | 'subscribe'>;
  readonly policy: ScriptUrlPolicy;
  readonly window: ViewerWindow;
  readonly onError: (error: unknown) => void;
}

/** Platform services that only the main thread has: cookies, local storage, geolocation, third-party scripts. */
export interface ViewerServices {
  readonly hooks: Pick<PageHooks, 'askLocation' | 'writeCookie'>;
  /** Cookies and their substitutes in local storage, in the form of `document.cookie`. */
  readCookies(): string;
  readonly objectsToTracking: boolean;
  /** Starts low-priority work once the service runs. Skips the ad check without an address. */
  startDeferredWork(adStatusAddress: string | null, onAdStatus: (status: AdStatus) => void): void;
  /** Schedules a job with the deferred work, once that has started (X5). */
  defer(...job: DeferredJob): void;
  stop(): void;
}

export function createViewerServices({ window, clock, ...options }: ViewerServicesOptions): ViewerServices {
  const entries = new LocalEntries(() => window.localStorage, clock);
  const kept = new PersistentValue(new CookieJar(() => window.document), entries);
  let isStarted = false;
  const waiting: DeferredJob[] = [];
  let deferred: DeferredWork | null = null;
  return {
    hooks: {
      askLocation: (timeoutMs, maximumAgeMs) => locate(() => window.navigator.geolocation, timeoutMs, maximumAgeMs),
      writeCookie: (name, value, maxAgeSeconds) => kept.write(name, value, maxAgeSeconds),
    },
    readCookies: () => kept.readAll(),
    objectsToTracking: window.navigator.globalPrivacyControl === true,
    startDeferredWork(adStatusAddress, onAdStatus) {
      if (isStarted) return;
      isStarted = true;
      import('./deferred-work.ts').then(({ startDeferredWork }) => {
        if (!isStarted) return;
        deferred = startDeferredWork({ ...options, clock, scope: window, entries, adStatusAddress, onAdStatus });
        for (const job of waiting) deferred.schedule(...job);
      }, options.onError);
    },
    defer(...job) {
      if (deferred === null) waiting.push(job);
      else deferred.schedule(...job);
    },
    stop() {
      isStarted = false;
      deferred?.stop();
    },
  };
}
