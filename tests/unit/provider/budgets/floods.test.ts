import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { findPostgres, PostgresServer } from '../../../support/cluster/postgres-server.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { describeFloods } from '../support/flood-contract.ts';

const bin = findPostgres();
/** Timeout for a busy machine. */
const START_TIMEOUT_MS = 60_000;

describe('floods on libSQL', () =>
  describeFloods(async () => `file:${join(await temporaryFolder(), 'provider.db')}`, 6));

describe.skipIf(bin === undefined)('floods on PostgreSQL (needs its programs)', { tags: ['thorough'] }, () => {
  let server: PostgresServer;
  let databases = 0;
  let starting: Promise<PostgresServer> | undefined;
  beforeAll(async () => {
    starting = PostgresServer.start(bin ?? '', ['fsync=off', 'max_connections=200']);
    server = await starting;
  }, START_TIMEOUT_MS);
  afterAll(async () => (await starting)?.stop(), START_TIMEOUT_MS);

  describeFloods(() => server.createDatabase(`floods_${(databases += 1)}`), 2);
});
