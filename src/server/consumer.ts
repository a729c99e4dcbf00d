import { findCheckout } from '../provider/checkout.ts';
import { DatabaseUnavailable } from '../provider/database/open-database.ts';
import { createOutputLog } from '../provider/operations/pino-log.ts';
import { RepeatedLines } from '../provider/operations/repeated-lines.ts';
import { configureSchemas } from '../provider/schema-configuration.ts';
import { readSettings, type Settings } from '../provider/settings/settings.ts';
import { STORAGE_PARTS } from './open-server-storage.ts';
import { prepareDataFolder, StartRefused } from './start-failures.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { openConsumer } from '../cluster/stream/open-consumer.ts';
import { systemClock } from '../provider/system.ts';
import { giveUp } from './terminal.ts';

/**
 * Entry of `npm run consume`: stores events from the stream in the database. Any number of these processes may run, with the settings
 * of the providers.
 */
async function main(): Promise<void> {
  configureSchemas();
  const settings = readSettings(process.env, findCheckout(import.meta.url));
  if (!settings.ok) return giveUp(settings.message);
  const { natsUrl, logLevel, databaseUrl } = settings.value;
  if (natsUrl === undefined)
    return giveUp('Name the servers of the stream in ORIEL_NATS_URL: it has what is to be stored.');
  try {
    await prepareDataFolder(databaseUrl);
    await consume(
      settings.value,
      natsUrl,
      createOutputLog({ level: logLevel ?? 'info', isTerminal: false }, systemClock),
    );
  } catch (error) {
    const isExplained = error instanceof DatabaseUnavailable || error instanceof StartRefused;
    giveUp(error instanceof Error ? (isExplained ? error.message : (error.stack ?? error.message)) : String(error));
  }
}

async function consume(settings: Settings, natsUrl: string, log: ReturnType<typeof createOutputLog>): Promise<void> {
  const { databaseUrl: url, databaseAuthToken: authToken, limits } = settings;
  const lines = new RepeatedLines(log, systemClock);
  const consumer = await openConsumer({
    address: { url, authToken, natsUrl },
    clock: systemClock,
    limits,
    parts: STORAGE_PARTS,
    onProblem: (kind, error) =>
      lines.write({ kind }, { level: 'warn', fields: { err: error }, message: `events are not stored: ${kind}` }),
  });
  log.info({}, 'The consumer is ready');
  const ended = consumer.run();
  stopOnSignal(process, systemClock, async () => {
    log.info({}, 'The consumer is stopping');
    consumer.stop();
    await ended;
    await consumer.close();
    lines.close();
    await log.flush();
  });
  await ended;
}

await main();
