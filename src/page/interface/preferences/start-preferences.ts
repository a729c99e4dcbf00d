import { explainConsent, type ExplainConsentOptions } from './explain-consent.ts';
import { startDataSaver, type DataSaverOptions } from '../data-saver/data-saver.ts';
import { listenWhileHidden } from '../data-saver/listen-while-hidden.ts';
import { keepPreferences, type KeepPreferencesOptions } from './keep-preferences.ts';
import { useConfiguredQuality, type ConfiguredQualityOptions } from './configured-quality.ts';

/** Applies what earlier visits stored, what the address and the device say, and the configuration of the provider. */
export async function startPreferences(
  options: KeepPreferencesOptions & ConfiguredQualityOptions & DataSaverOptions & ExplainConsentOptions,
): Promise<void> {
  explainConsent(options);
  const configured = useConfiguredQuality(options);
  // Which limits hold depends on what earlier visits chose; until then, those of who saves data do.
  await keepPreferences(options);
  startDataSaver(options);
  listenWhileHidden(options);
  await configured;
}
