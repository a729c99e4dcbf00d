import type { ComponentPropsWithRef } from 'react';
import { tooltipOf, useShortcut } from './use-shortcut.ts';
import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> {
  readonly icon: IconName;
  /** The accessible name; the tooltip adds the key. */
  readonly label: string;
  /** The key for `aria-keyshortcuts`; left out while the host or the viewer has turned it off. */
  readonly shortcut?: string;
}

/** A button of the control bar: one icon, one name, one key. */
export function IconButton({ icon, label, shortcut, className, ...rest }: IconButtonProps) {
  const key = useShortcut(shortcut);
  return (
    <button
      {...rest}
      type="button"
      className={className === undefined ? 'icon-button' : `icon-button ${className}`}
      aria-label={label}
      aria-keyshortcuts={key}
      data-tooltip={tooltipOf(label, key)}
      data-icon={icon}
    >
      <Icon name={icon} />
    </button>
  );
}
