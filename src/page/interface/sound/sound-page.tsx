import type { Language } from '../../language/language.ts';
import { Choices, SwitchRow } from '../panels/menu-parts.tsx';
import { useFeature, useLanguage, useStore } from '../shared/player-context.tsx';
import { BOOSTS_PERCENT, type SoundChoice } from './sound-choice.ts';
import { soundEffects } from './sound-effects.ts';

/** Stable volume and volume boost. */
export function SoundPage({ onDone }: { readonly onDone: (words: string) => void }) {
  const effects = useFeature(soundEffects);
  const { boostPercent, isStable } = useStore(effects);
  const language = useLanguage();
  const { say } = language;
  return (
    <>
      <SwitchRow
        icon="audio"
        label={say('stableVolume')}
        isOn={isStable}
        onChange={() => effects.choose({ isStable: !isStable })}
      />
      <p className="menu-heading">{say('volumeBoost')}</p>
      <Choices
        label={say('volumeBoost')}
        chosen={String(boostPercent)}
        choices={BOOSTS_PERCENT.map((percent) => ({ key: String(percent), label: boostName(percent, language) }))}
        onChoose={(key) => {
          const chosen = BOOSTS_PERCENT.find((percent) => String(percent) === key) ?? 100;
          effects.choose({ boostPercent: chosen });
          onDone(`${say('volumeBoost')}: ${boostName(chosen, language)}`);
        }}
      />
    </>
  );
}

/** The value of the line 'Sound' in the settings. */
export function soundSummary({ boostPercent, isStable }: SoundChoice, language: Language): string {
  // ‘Off’ would read as if the sound were off.
  const boost = boostPercent > 100 ? boostName(boostPercent, language) : language.say('normal');
  if (!isStable) return boost;
  const stable = language.say('stableVolume');
  return boostPercent > 100 ? `${stable}, ${boost}` : stable;
}

function boostName(percent: number, { say, percent: percentOf }: Language): string {
  return percent > 100 ? percentOf(percent) : say('off');
}
