import type { ShownKeyRow } from './key-row.ts';
import { singleKeys } from '../shared/single-keys.ts';
import { useFeature, usePlayerState, useSay, useStore } from '../shared/player-context.tsx';
import { SwitchRow } from '../panels/menu-parts.tsx';
import { PanelFrame, PanelHead } from '../panels/panel-frame.tsx';

/** A key that types a character, as the sheet shows it; also Space, and the dots of a range. */
const SHOWN_SINGLE_KEY = /^(?:⇧ )?[!-~…␣]$/;

/**
 * Keys whose order has a meaning (directions, ranges) are laid out from left to right in every language; other pairs follow the
 * language.
 */
const DIRECTED_KEY = /[←→<>…]/;

export interface ShortcutSheetProps {
  readonly rows: readonly ShownKeyRow[];
  /** Shown instead of `rows` for a spherical video. */
  readonly sphericalRows: readonly ShownKeyRow[];
}

/** The keyboard table in force, and the switch for the keys that type a character. */
export function ShortcutSheet({ rows, sphericalRows }: ShortcutSheetProps) {
  const say = useSay();
  const keys = useFeature(singleKeys);
  const hasSingleKeys = useStore(keys);
  const isSpherical = usePlayerState(({ spherical }) => spherical.fov !== undefined);
  return (
    <PanelFrame className="sheet" label={say('shortcuts')}>
      <PanelHead title={say('shortcuts')} />
      <SwitchRow icon="keyboard" label={say('singleKeys')} isOn={hasSingleKeys} onChange={keys.toggle} />
      <dl className="shortcuts">
        {(isSpherical ? sphericalRows : rows)
          .map(({ shown, ...row }) => ({ ...row, shown: shown.filter((key) => isInForce(row, key, hasSingleKeys)) }))
          .filter(({ shown }) => shown.length > 0)
          .map(({ label, shown, values }) => (
            <div key={shown.join()}>
              <dt>{say(label, values)}</dt>
              {/* Labels of keys read from left to right. */}
              <dd dir={shown.some((key) => DIRECTED_KEY.test(key)) ? 'ltr' : undefined}>
                {shown.map((key) => (
                  <kbd key={key} dir="ltr">
                    {key === '␣' ? say('spaceKey') : key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </PanelFrame>
  );
}

const isInForce = ({ isFocusOnly }: Pick<ShownKeyRow, 'isFocusOnly'>, key: string, hasSingleKeys: boolean): boolean =>
  hasSingleKeys || isFocusOnly === true || !SHOWN_SINGLE_KEY.test(key);
