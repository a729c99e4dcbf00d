import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../shared/icon.tsx';
import { IconButton } from '../shared/icon-button.tsx';
import { useFeature, useLanguage, useSay } from '../shared/player-context.tsx';
import { MenuIcon, type MenuIconName } from './menu-icon.tsx';
import { moveInRadioGroup } from './panel-keys.ts';
import { panels } from './panels.ts';

/**
 * A page of a menu. When it appears, it focuses the line from which the viewer returns, the selected choice, or the first control. It
 * starts at its top, however far the previous page was scrolled, and scrolls only as far as that control needs.
 */
export function MenuPage({ cameFrom, children }: { cameFrom: string | null; children: ReactNode }) {
  const panel = useFeature(panels);
  const language = useLanguage();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A dialog that is about to open is at its top, and moves the focus itself (panel-frame.tsx).
    if (element.current?.closest('dialog')?.open === false) return;
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    const target = find(`[data-row="${cameFrom}"]`) ?? find('[role="radio"][aria-checked="true"]');
    element.current?.parentElement?.scrollTo(0, 0);
    (target ?? find('button, select'))?.focus();
  }, [cameFrom]);
  // Marks the first visible line, whose end is under the close button. Lines have boxes once the dialog is open.
  useEffect(() => {
    const lines = element.current?.querySelectorAll<HTMLElement>('.menu-item') ?? [];
    [...lines].find((line) => line.getClientRects().length > 0)?.setAttribute('data-first', '');
  }, []);
  return (
    <div ref={element} className="menu-page">
      {children}
      {/* A menu that fills the whole frame has no outside to press. */}
      <IconButton icon="close" className="menu-close" label={language.say('close')} onClick={panel.close} />
    </div>
  );
}

interface SubmenuRowProps {
  readonly name: string;
  readonly icon: MenuIconName;
  readonly label: string;
  readonly value?: string;
  readonly onOpen: (name: string) => void;
}

/** A line that leads to choices and shows the selected one. */
export function SubmenuRow({ name, icon, label, value, onOpen }: SubmenuRowProps) {
  return (
    <button type="button" className="menu-item" data-row={name} data-opens-page="" onClick={() => onOpen(name)}>
      <MenuIcon name={icon} />
      <span className="menu-words">
        <span className="menu-label">{label}</span>
        {value !== undefined && <span className="menu-value">{value}</span>}
      </span>
      <Icon name="forward" />
    </button>
  );
}

interface FactRowProps {
  readonly icon: MenuIconName;
  readonly label: string;
  readonly value?: string;
}

/** A fact of this video, such as a lack of sound, where there is nothing to choose. */
export function FactRow({ icon, label, value }: FactRowProps) {
  return (
    <p className="menu-item menu-fact">
      <MenuIcon name={icon} />
      <span className="menu-words">
        <span className="menu-label">{label}</span>
        {value !== undefined && <span className="menu-value">{value}</span>}
      </span>
    </p>
  );
}

interface SwitchRowProps {
  readonly icon: MenuIconName;
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: () => void;
}

export function SwitchRow({ icon, label, isOn, onChange }: SwitchRowProps) {
  return (
    <button type="button" className="menu-item" role="switch" aria-checked={isOn} onClick={onChange}>
      <MenuIcon name={icon} />
      <span className="menu-label">{label}</span>
      <span className="switch" aria-hidden="true" />
    </button>
  );
}

interface ActionRowProps {
  readonly name: string;
  readonly icon: MenuIconName;
  readonly label: string;
  readonly onPress: () => void;
}

/** A line that closes the menu and runs an action. */
export function ActionRow({ name, icon, label, onPress }: ActionRowProps) {
  const panel = useFeature(panels);
  return (
    <button
      type="button"
      className="menu-item"
      data-row={name}
      onClick={() => {
        panel.close();
        onPress();
      }}
    >
      <MenuIcon name={icon} />
      <span className="menu-label">{label}</span>
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

export interface Choice<Key extends string = string> {
  readonly key: Key;
  /** By default a check mark, which only the chosen line shows. */
  readonly icon?: MenuIconName;
  readonly label: ReactNode;
  /** Smaller, behind the label. */
  readonly hint?: string | undefined;
}

interface ChoicesProps<Key extends string> {
  readonly className?: string;
  readonly label: string;
  readonly choices: readonly Choice<Key>[];
  readonly chosen: string;
  /** Read by screen readers after the chosen line, if another press does more than choose it again. */
  readonly hintOfChosen?: string;
  readonly onChoose: (key: Key) => void;
}

/** A radio group: one stop for Tab, arrows move and Home and End go to the ends; Space and Enter choose. */
export function Choices<Key extends string>(props: ChoicesProps<Key>) {
  const { className, label, choices, chosen, hintOfChosen, onChoose } = props;
  const hint = useId();
  const hasChosen = choices.some(({ key }) => key === chosen);
  return (
    <div className={className} role="radiogroup" tabIndex={-1} aria-label={label} onKeyDown={moveInRadioGroup}>
      {choices.map(({ key, icon = 'check', label: text, hint: behind }, index) => (
        <button
          key={key}
          type="button"
          role="radio"
          className="menu-item"
          aria-checked={key === chosen}
          aria-describedby={key === chosen && hintOfChosen !== undefined ? hint : undefined}
          tabIndex={key === chosen || (!hasChosen && index === 0) ? 0 : -1}
          onClick={() => onChoose(key)}
        >
          <MenuIcon name={icon} />
          <span className="menu-words">
            <span className="menu-label">{text}</span>
            {behind !== undefined && <span className="menu-value">{behind}</span>}
          </span>
        </button>
      ))}
      {hintOfChosen !== undefined && (
        <span id={hint} hidden>
          {hintOfChosen}
        </span>
      )}
    </div>
  );
}
