import { KEY_TABLE } from '../../interaction/keyboard/key-table.ts';
import { useSay } from '../player-context.tsx';
import { PanelFrame, PanelHead } from './panel-frame.tsx';

/** The keyboard table, as it is in force. */
export function ShortcutSheet() {
  const say = useSay();
  return (
    <PanelFrame className="sheet" label={say('shortcuts')}>
      <PanelHead title={say('shortcuts')} />
      <dl className="shortcuts">
        {KEY_TABLE.map(({ label, values, shown }) => (
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
