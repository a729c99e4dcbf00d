import { findCheckout } from '../provider/checkout.ts';
import { readSettings, settingsWarnings, type Settings } from '../provider/settings/settings.ts';
import { complain } from './terminal.ts';

/**
 * Settings of a command, which are the server's settings, so that both use the same database and catalog. Writes faults to standard
 * error and returns `undefined` if the settings are invalid.
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
