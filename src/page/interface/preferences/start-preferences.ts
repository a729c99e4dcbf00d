import { explainConsent, type ExplainConsentOptions } from './explain-consent.ts';
import { startDataSaver, type DataSaverOptions } from '../data-saver/data-saver.ts';
import { listenWhileHidden } from '../data-saver/listen-while-hidden.ts';
import { keepPreferences, type KeepPreferencesOptions } from './keep-preferences.ts';
import { useConfiguredQuality, type ConfiguredQualityOptions } from './configured-quality.ts';

/** Applies stored preferences, parameters of the address, properties of the device, and the configuration of the provider. */
export async function startPreferences(
  options: KeepPreferencesOptions & ConfiguredQualityOptions & DataSaverOptions & ExplainConsentOptions,
): Promise<void> {
  explainConsent(options);
  const configured = useConfiguredQuality(options);
  // The limits depend on stored preferences; until these are read, `FIRST_LIMITS` apply, as for a viewer who saves data.
  await keepPreferences(options);
  startDataSaver(options);
  listenWhileHidden(options);
  await configured;
}
