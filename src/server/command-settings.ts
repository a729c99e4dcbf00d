import { findCheckout } from '../provider/checkout.ts';
import { readSettings, settingsWarnings, type Settings } from '../provider/settings/settings.ts';
import { complain } from './terminal.ts';

/**
 * Settings of a command: those of the server, so that both find the same database and catalog. Faults are written to standard error;
 * `undefined` where no command can run.
 */
export function commandSettings(): Settings | undefined {
  const settings = readSettings(process.env, findCheckout(import.meta.url));
  if (!settings.ok) {
    complain(settings.message);
    return undefined;
  }
  for (const { message } of settingsWarnings(process.env, settings.value)) complain(message);
  return settings.value;
}
