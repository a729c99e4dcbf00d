import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../shared/icon.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import { useSay, useViewer } from '../shared/player-context.tsx';

/** Takes focus when it appears: the line the viewer returns from, the selected choice, or the first control. */
export function MenuPage({ cameFrom, children }: { cameFrom: string | null; children: ReactNode }) {
  const { panels, language } = useViewer();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    const target = find(`[data-row="${cameFrom}"]`) ?? find('[role="radio"][aria-checked="true"]');
    (target ?? find('button, select'))?.focus();
  }, [cameFrom]);
  return (
    <div ref={element}>
      {children}
      {/* A menu that fills the whole frame has no outside to press. */}
      <IconButton icon="close" className="menu-close" label={language.say('close')} onClick={panels.close} />
    </div>
  );
}

interface SubmenuRowProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onOpen: (name: string) => void;
}

/** A line that leads to choices and shows the selected one. */
export function SubmenuRow({ name, label, value, onOpen }: SubmenuRowProps) {
  return (
    <button type="button" className="menu-item" data-row={name} onClick={() => onOpen(name)}>
      <span className="menu-label">{label}</span>
      <span className="menu-value">{value}</span>
      <Icon name="forward" />
    </button>
  );
}

export function SwitchRow({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: () => void }) {
  const say = useSay();
  return (
    <button type="button" className="menu-item" role="switch" aria-checked={isOn} onClick={onChange}>
      <span className="menu-label">{label}</span>
      <span className="menu-value" aria-hidden="true">
        {say(isOn ? 'on' : 'off')}
      </span>
    </button>
  );
}

export function BackRow({ label, onBack }: { label: string; onBack: () => void }) {
  const say = useSay();
  return (
    <button type="button" className="menu-item menu-back" aria-label={`${say('back')}: ${label}`} onClick={onBack}>
      <Icon name="back" />
      {label}
    </button>
  );
}

export interface Choice {
  readonly key: string;
  readonly label: ReactNode;
}

interface ChoicesProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

/** A radio group: one stop for Tab, arrows move and Home and End go to the ends; Space and Enter choose. */
export function Choices({ label, choices, chosen, onChoose }: ChoicesProps) {
  const hasChosen = choices.some(({ key }) => key === chosen);
  return (
    <div role="radiogroup" tabIndex={-1} aria-label={label} onKeyDown={moveFocus}>
      {choices.map(({ key, label: text }, index) => (
        <button
          key={key}
          type="button"
          role="radio"
          className="menu-item"
          aria-checked={key === chosen}
          tabIndex={key === chosen || (!hasChosen && index === 0) ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          <Icon name="check" />
          <span className="menu-label">{text}</span>
        </button>
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
  const current = items.findIndex((item) => item === document.activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  items[target]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
