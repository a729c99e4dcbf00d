import type { QualityName } from '../../../../protocol/host/player-info.ts';
import { DATA_SAVER_CHOICES, type DataUse } from '../../../../protocol/media/loading-limits.ts';
import type { Language } from '../../language/language.ts';
import type { DataSaverSnapshot } from '../../player/player.ts';
import { lowestOf, savedQuality } from '../data-saver/loading-limits.ts';
import { networkOf, readNetworkFacts } from '../../platform/network-facts.ts';
import { useCommand, useLanguage, usePlayerState } from '../shared/player-context.tsx';
import { Choices } from '../panels/menu-parts.tsx';
import { qualityChoices } from './quality-choices.ts';
import { qualityLabel } from './quality-labels.ts';

/** The data saver, the best automatic quality, and the bytes that this video has loaded. */
export function DataUsePage({ onDone }: { readonly onDone: (words: string) => void }) {
  const language = useLanguage();
  const { say } = language;
  const { choice, maxQuality } = usePlayerState((snapshot) => snapshot.dataSaver);
  const qualities = usePlayerState((snapshot) => snapshot.qualities);
  const { bytesPerHour, loadedBytes } = usePlayerState((snapshot) => snapshot.dataUse);
  const quality = usePlayerState((snapshot) => snapshot.qualityChoice);
  const command = useCommand();
  const saved = savedQuality(readNetworkFacts(networkOf(navigator)));
  // The viewer's later choice counts: a new limit replaces a chosen quality above it by the automatic quality.
  const giveWay = (limit: QualityName): void => {
    if (quality !== 'auto' && lowestOf([quality, limit]) !== quality)
      command({ name: 'setPlaybackQuality', arguments: ['auto'] });
  };
  return (
    <>
      <p className="menu-heading">
        {say('dataSaver')} <span className="menu-cost">{saverWords(saved, qualities, bytesPerHour, language)}</span>
      </p>
      <Choices
        className="short-choices"
        label={say('dataSaver')}
        chosen={choice}
        choices={DATA_SAVER_CHOICES.map((key) => ({ key, label: say(key) }))}
        onChoose={(key) => {
          command({ name: 'setDataSaver', arguments: [key] });
          if (key === 'on') giveWay(saved);
          onDone(`${say('dataSaver')}: ${say(key)}`);
        }}
      />
      <p className="menu-heading">{say('maxQuality')}</p>
      <Choices
        label={say('maxQuality')}
        chosen={maxQuality.viewer}
        choices={qualityChoices(qualities, say('noLimit'), bytesPerHour, language)}
        onChoose={(name) => {
          command({ name: 'setMaxQuality', arguments: [name] });
          giveWay(name);
          onDone(`${say('maxQuality')}: ${qualityLabel(name, say('noLimit'))}`);
        }}
      />
      {loadedBytes > 0 && <p className="menu-note">{say('hasLoaded', { amount: language.dataAmount(loadedBytes) })}</p>}
    </>
  );
}

/** The best quality with the data saver and its cost, as in `≤ 480p, about 280 MB an hour`. */
function saverWords(
  saved: QualityName,
  qualities: readonly QualityName[],
  bytesPerHour: DataUse['bytesPerHour'],
  { say, dataAmount }: Language,
): string {
  const best = qualities.find((name) => lowestOf([name, saved]) === name);
  const bytes = best === undefined ? undefined : bytesPerHour[best];
  const cost = bytes === undefined ? [] : [say('perHour', { amount: dataAmount(bytes) })];
  return [`≤ ${qualityLabel(saved, '')}`, ...cost].join(', ');
}

/** Both limits in force, as in `Data saver, ≤ 240p`. */
export function dataUseSummary({ isOn, maxQuality }: DataSaverSnapshot, { say }: Language): string {
  const limit = qualityLabel(maxQuality.viewer, '');
  const parts = [...(isOn ? [say('dataSaver')] : []), ...(limit === '' ? [] : [`≤ ${limit}`])];
  return parts.length === 0 ? say('normal') : parts.join(', ');
}
