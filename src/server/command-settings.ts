import { findCheckout } from '../provider/checkout.ts';
import { readSettings, settingsWarnings, type Settings } from '../provider/settings/settings.ts';

/**
 * Settings of a command: those of the server, so that both find the same database and catalog. What is wrong with them is
 * written to standard error; `undefined` where nothing can be done.
 */
export function commandSettings(): Settings | undefined {
  const settings = readSettings(process.env, findCheckout(import.meta.url));
  if (!settings.ok) {
    console.error(settings.message);
    return undefined;
  }
  for (const { message } of settingsWarnings(process.env, settings.value)) console.error(message);
  return settings.value;
}
