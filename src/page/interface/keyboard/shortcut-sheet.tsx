import type { KeyRow } from './key-row.ts';
import { KEY_TABLE } from './key-table.ts';
import { singleKeys } from './single-keys.ts';
import { LOOK_KEY_TABLE, lookActionOf } from '../spherical/look-key-table.ts';
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

/** The keyboard table in force, and the switch for the keys that type a character. */
export function ShortcutSheet() {
  const say = useSay();
  const keys = useFeature(singleKeys);
  const hasSingleKeys = useStore(keys);
  const isSpherical = usePlayerState(({ spherical }) => spherical.fov !== undefined);
  const rows = isSpherical ? [...LOOK_KEY_TABLE, ...KEY_TABLE.filter(isLeftAlone)] : KEY_TABLE;
  return (
    <PanelFrame className="sheet" label={say('shortcuts')}>
      <PanelHead title={say('shortcuts')} />
      <SwitchRow icon="keyboard" label={say('singleKeys')} isOn={hasSingleKeys} onChange={keys.toggle} />
      <dl className="shortcuts">
        {rows
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

/** Keys that need the focus on the picture cannot be turned off. */
function isInForce(row: object, key: string, hasSingleKeys: boolean): boolean {
  const isFocusOnly = 'isFocusOnly' in row && row.isFocusOnly === true;
  return hasSingleKeys || isFocusOnly || !SHOWN_SINGLE_KEY.test(key);
}

/** Whether no key of the row turns the view of spherical videos, which takes precedence there. */
function isLeftAlone({ keys }: KeyRow): boolean {
  return Object.keys(keys).every((name) => lookActionOf(name, false) === undefined);
}
