import type { BrowserContext } from 'playwright';
import type { ApiName } from '../browsers/support/take-away.ts';
import { haveTimersToRun, killInfrastructure } from './support/kill-infrastructure.ts';
import type { Visit } from './support/open-player.ts';

/** A way in which viewers have the player. */
export interface Mode {
  readonly name: string;
  /** Part of the address of the player. */
  readonly query?: string;
  /** Attributes of its frame. */
  readonly frame?: string;
  /** Refuses storage to frames of other sites. */
  readonly refusesStorage?: true;
  /** Interfaces that the browser does not have. */
  readonly without?: readonly ApiName[];
  /** The players are plain files. */
  readonly isStatic?: true;
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
  /** Once the player is there. */
  readonly begin?: (visit: Visit) => Promise<void>;
  /** What the player says of itself, to show that the mode is in force. */
  readonly seen: { readonly service: 'worker' | 'inline'; readonly storage: string; readonly engine: string };
  /** All that is kept beyond the page; absent: everything. */
  readonly keeps?: 'cookies' | 'nothing';
  /** Nothing may be kept, whatever host and viewer say. */
  readonly isPrivate?: true;
  /** Controls that are not offered, by their place and their name. */
  readonly lacks?: readonly string[];
  /** Messages of the browser in the console, and reports about what the player does without. */
  readonly expects?: RegExp;
}

const ORDINARY = { service: 'worker', storage: 'indexeddb', engine: 'worker' } as const;

/** Controls for viewers who may be known again. */
const FOR_VIEWERS: readonly string[] = [
  'Top | Subscribe: Oriel',
  'Top | Subscribed: Oriel',
  'More | Subscribe',
  'More | Notifications',
  'More | Save to “Saved videos”',
  'More | Rate this video',
  'More | Report video',
  'More › Notifications | Back: Notifications',
  'More › Notifications | Notifications',
  'More › Report video | Back: Report video',
  'More › Report video | Reason',
  'Privacy | What may be stored',
];

export const MODES: readonly Mode[] = [
  { name: 'the ordinary mode', seen: ORDINARY },
  { name: 'worker=off', query: '&worker=off', seen: { service: 'inline', storage: 'indexeddb', engine: 'main' } },
  {
    name: 'a policy without workers',
    prepare: (context) =>
      context.route(/\/embed\//, async (route) => {
        const response = await route.fetch();
        const policy = `${response.headers()['content-security-policy']}, worker-src 'none'`;
        await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
      }),
    seen: { service: 'inline', storage: 'indexeddb', engine: 'main' },
    expects: /directive: "worker-src 'none'"|reported: Error: worker failed to load/,
  },
  {
    name: 'an infrastructure worker that has died four times',
    prepare: haveTimersToRun,
    begin: killInfrastructure,
    seen: { service: 'inline', storage: 'indexeddb', engine: 'worker' },
  },
  {
    name: 'a browser that refuses storage to frames',
    refusesStorage: true,
    seen: { ...ORDINARY, storage: 'memory' },
    keeps: 'cookies',
    expects: /reported: StorageFault/,
  },
  {
    name: 'storage that throws',
    prepare: (context) =>
      context.addInitScript(() => {
        const refuse = () => {
          throw new DOMException('refused', 'SecurityError');
        };
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
          Object.defineProperty(window, name, { get: refuse });
        Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse });
      }),
    seen: ORDINARY,
    keeps: 'nothing',
  },
  {
    name: 'a sandbox of an opaque origin, which refuses workers and storage',
    frame: 'sandbox="allow-scripts allow-popups allow-downloads"',
    seen: { service: 'inline', storage: 'memory', engine: 'main' },
    keeps: 'nothing',
    lacks: ['Stats for nerds | Window'],
    expects: /could not be origin-keyed|IndexedDB is not supported|worker refused: SecurityError/,
  },
  {
    name: 'no MediaSource in workers',
    without: ['MediaSource.canConstructInDedicatedWorker', 'MediaSourceHandle'],
    seen: { ...ORDINARY, engine: 'main' },
  },
  {
    name: 'no compression and no Web Locks',
    without: ['CompressionStream', 'DecompressionStream', 'Navigator.locks', 'WorkerNavigator.locks', 'LockManager'],
    seen: ORDINARY,
  },
  { name: 'a static host', isStatic: true, seen: ORDINARY },
  {
    name: 'a private embed',
    query: '&consent=none',
    seen: { ...ORDINARY, storage: 'memory' },
    keeps: 'nothing',
    isPrivate: true,
    lacks: FOR_VIEWERS,
  },
  {
    name: 'a credentialless frame',
    frame: 'credentialless',
    seen: { ...ORDINARY, storage: 'memory' },
    keeps: 'nothing',
    isPrivate: true,
    lacks: [...FOR_VIEWERS, 'Stats for nerds | Window'],
  },
];
