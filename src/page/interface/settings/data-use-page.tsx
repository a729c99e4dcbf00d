import { DATA_SAVER_CHOICES } from '../../../../protocol/media/loading-limits.ts';
import { useCommand, useLanguage, usePlayerState } from '../shared/player-context.tsx';
import { Choices } from '../panels/menu-parts.tsx';
import { hourCost } from './hour-cost.ts';
import { qualityLabel } from './quality-labels.ts';

/** The data saver, the best quality that the player may choose by itself, and what this video has loaded. */
export function DataUsePage({ onDone }: { readonly onDone: (words: string) => void }) {
  const language = useLanguage();
  const { say } = language;
  const { choice, maxQuality } = usePlayerState((snapshot) => snapshot.dataSaver);
  const qualities = usePlayerState((snapshot) => snapshot.qualities);
  const { bytesPerHour, loadedBytes } = usePlayerState((snapshot) => snapshot.dataUse);
  const command = useCommand();
  const limitLabel = (name: (typeof qualities)[number]): string => qualityLabel(name, say('noLimit'));
  return (
    <>
      <p className="menu-heading">{say('dataSaver')}</p>
      <Choices
        label={say('dataSaver')}
        chosen={choice}
        choices={DATA_SAVER_CHOICES.map((key) => ({ key, label: say(key) }))}
        onChoose={(key) => {
          command({ name: 'setDataSaver', arguments: [key] });
          onDone(`${say('dataSaver')}: ${say(key)}`);
        }}
      />
      <p className="menu-heading">{say('maxQuality')}</p>
      <Choices
        label={say('maxQuality')}
        chosen={maxQuality.viewer}
        choices={qualities.map((name) => ({
          key: name,
          label: limitLabel(name),
          hint: hourCost(bytesPerHour[name], language),
        }))}
        onChoose={(name) => {
          command({ name: 'setMaxQuality', arguments: [name] });
          onDone(`${say('maxQuality')}: ${limitLabel(name)}`);
        }}
      />
      {loadedBytes > 0 && <p className="menu-note">{say('hasLoaded', { amount: language.dataAmount(loadedBytes) })}</p>}
    </>
  );
}
