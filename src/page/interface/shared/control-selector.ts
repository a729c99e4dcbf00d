/** Controls, which handle keys. The picture can have the focus, too, but is not a control. */
export const CONTROL_SELECTOR = 'button, input, select, textarea, a[href]';
