import type { ComponentPropsWithRef } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> {
  readonly icon: IconName;
  /** The accessible name; the tooltip adds the key. */
  readonly label: string;
  /** For `aria-keyshortcuts`: one key. */
  readonly shortcut?: string;
}

/** A button of the control bar: one icon, one name, one key. */
export function IconButton({ icon, label, shortcut, className, ...rest }: IconButtonProps) {
  const tooltip = shortcut === undefined ? label : `${label} (${shortcut})`;
  return (
    <button
      {...rest}
      type="button"
      className={className === undefined ? 'icon-button' : `icon-button ${className}`}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      data-tooltip={tooltip}
      data-icon={icon}
    >
      <Icon name={icon} />
    </button>
  );
}
