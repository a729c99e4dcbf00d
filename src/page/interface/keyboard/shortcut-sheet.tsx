import { KEY_TABLE, type KeyRow } from './key-table.ts';
import { LOOK_KEY_TABLE, lookActionOf } from '../spherical/look-key-table.ts';
import { usePlayerState, useSay } from '../shared/player-context.tsx';
import { PanelFrame, PanelHead } from '../panels/panel-frame.tsx';

/** The keyboard table currently in force. */
export function ShortcutSheet() {
  const say = useSay();
  const isSpherical = usePlayerState(({ spherical }) => spherical.fov !== undefined);
  const rows = isSpherical ? [...LOOK_KEY_TABLE, ...KEY_TABLE.filter(isLeftAlone)] : KEY_TABLE;
  return (
    <PanelFrame className="sheet" label={say('shortcuts')}>
      <PanelHead title={say('shortcuts')} />
      <dl className="shortcuts">
        {rows.map(({ label, shown, values }) => (
          <div key={shown.join()}>
            <dt>{say(label, values)}</dt>
            <dd dir="ltr">
              {shown.map((key) => (
                <kbd key={key}>{key === '␣' ? say('spaceKey') : key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </PanelFrame>
  );
}

/** A key that turns the view of spherical films has no other effect there. */
function isLeftAlone({ keys }: KeyRow): boolean {
  return Object.keys(keys).every((name) => lookActionOf(name, false) === undefined);
}
