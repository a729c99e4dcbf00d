import type { Clock, Random } from '../../protocol/runtime/clock.ts';
import type { Database } from './database/database.ts';
import { ReceivedEventStore } from './logs/received-event-store.ts';
import { ErrorReportStore } from './stores/error-report-store.ts';
import { ForgottenPersons } from './stores/forgotten-persons.ts';
import { PersonStore } from './stores/person-store.ts';
import { ViewerReportStore } from './stores/viewer-report-store.ts';
import { ViewerStore } from './stores/viewer-store.ts';
import { ViewingStore } from './stores/viewing-store.ts';

/** Stores of data about viewers, over one database. */
export interface Stores {
  readonly receivedEvents: ReceivedEventStore;
  readonly reports: ErrorReportStore;
  readonly viewers: ViewerStore;
  /** All data about one person. */
  readonly persons: PersonStore;
  readonly forgotten: ForgottenPersons;
  /** Reports of viewers about videos. */
  readonly viewerReports: ViewerReportStore;
  readonly viewing: ViewingStore;
}

export interface StoresDependencies {
  readonly database: Database;
  /** The same database, in which the requests of clients take turns. */
  readonly fairDatabase: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly forgottenPath: string | undefined;
}

export function createStores({ database, fairDatabase, clock, random, forgottenPath }: StoresDependencies): Stores {
  const persons = new PersonStore(database, clock);
  return {
    receivedEvents: new ReceivedEventStore(fairDatabase),
    reports: new ErrorReportStore(fairDatabase, clock),
    viewers: new ViewerStore(fairDatabase, clock),
    persons,
    forgotten: new ForgottenPersons({ database, persons, random, path: forgottenPath }),
    viewerReports: new ViewerReportStore(database, clock),
    viewing: new ViewingStore(fairDatabase, clock),
  };
}
