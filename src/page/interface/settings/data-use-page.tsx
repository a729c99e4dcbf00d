import { DATA_SAVER_CHOICES } from '../../../../protocol/media/loading-limits.ts';
import { useCommand, useLanguage, usePlayerState } from '../shared/player-context.tsx';
import { Choices } from '../panels/menu-parts.tsx';
import { qualityChoices } from './quality-choices.ts';
import { qualityLabel } from './quality-labels.ts';

/** The data saver, the best quality that the player may choose by itself, and what this video has loaded. */
export function DataUsePage({ onDone }: { readonly onDone: (words: string) => void }) {
  const language = useLanguage();
  const { say } = language;
  const { choice, maxQuality } = usePlayerState((snapshot) => snapshot.dataSaver);
  const qualities = usePlayerState((snapshot) => snapshot.qualities);
  const { bytesPerHour, loadedBytes } = usePlayerState((snapshot) => snapshot.dataUse);
  const command = useCommand();
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
        choices={qualityChoices(qualities, say('noLimit'), bytesPerHour, language)}
        onChoose={(name) => {
          command({ name: 'setMaxQuality', arguments: [name] });
          onDone(`${say('maxQuality')}: ${qualityLabel(name, say('noLimit'))}`);
        }}
      />
      {loadedBytes > 0 && <p className="menu-note">{say('hasLoaded', { amount: language.dataAmount(loadedBytes) })}</p>}
    </>
  );
}
