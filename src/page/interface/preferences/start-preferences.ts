import { keepPreferences, type KeepPreferencesOptions } from './keep-preferences.ts';
import { useConfiguredQuality, type ConfiguredQualityOptions } from './configured-quality.ts';

/** Applies what earlier visits stored: the viewer's choices, and the configuration of the provider. */
export async function startPreferences(options: KeepPreferencesOptions & ConfiguredQualityOptions): Promise<void> {
  await Promise.all([keepPreferences(options), useConfiguredQuality(options)]);
}
