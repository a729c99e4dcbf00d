import type { Feature } from '../provider/feature.ts';
import { operatorPolicy } from '../provider/security/content-security-policy.ts';
import { NO_PERMISSIONS } from '../provider/security/security-headers.ts';
import { BandwidthRecord } from './bandwidth/bandwidth-record.ts';
import { BandwidthStore, type BandwidthQuery } from './bandwidth/bandwidth-store.ts';
import { joinHours } from './counting/join-hours.ts';
import { ChangeFeed } from './observation/change-feed.ts';
import { observationRoutes } from './observation/observation-routes.ts';
import { ObservationStore } from './observation/observation-store.ts';
import { audienceRoutes } from './reports/audience-routes.ts';
import { AudienceStore } from './reports/audience-store.ts';
import { FailureStore } from './reports/failure-store.ts';
import { MostWatched } from './reports/most-watched.ts';
import { MOST_WATCHED_PATH, mostWatchedRoutes } from './reports/most-watched-routes.ts';

const PAGE = { policy: operatorPolicy, permissions: NO_PERMISSIONS, isOperators: true };

/** Mounts the operator's reports: what viewers saw, and what the provider receives and does. */
export const AUDIENCE_FEATURE: Feature = {
  operatorPaths: ['/provider', '/provider/viewers'],
  documents: [
    { ...PAGE, path: '/provider', template: 'live-page' },
    { ...PAGE, path: '/provider/viewers', template: 'viewers-page' },
  ],
  sweep: joinHours,
  mostWatched: {
    path: MOST_WATCHED_PATH,
    open: ({ database, ...rest }) => new MostWatched({ ...rest, audience: new AudienceStore(database) }),
  },
  mount(app, context) {
    const { database, limits, clock, changes, mostWatched, signedMedia } = context;
    const observations = new ObservationStore(database, limits);
    const feed = new ChangeFeed(clock, () => observations.latest());
    changes.subscribe(feed.changed);
    const audience = new AudienceStore(database);
    const record = new BandwidthRecord({
      ...context,
      admission: context.budgets.admission,
      onProblem: (error) =>
        context.repeatedLines.write(
          { kind: 'bandwidth' },
          { level: 'error', fields: { err: error }, message: 'counts of sent bytes could not be stored' },
        ),
    });
    const store = new BandwidthStore(database);
    const bandwidth = {
      async find(query: BandwidthQuery) {
        await record.write();
        return store.find(query);
      },
    };
    audienceRoutes(app, { ...context, audience, failures: new FailureStore(database), bandwidth });
    if (mostWatched !== undefined) mostWatchedRoutes(app, { mostWatched, signedMedia });
    observationRoutes(app, { ...context, observations, feed, startedAtMs: clock.now() });
    return {
      endStreams: () => feed.close(),
      async close() {
        feed.close();
        await record.close();
      },
    };
  },
};
