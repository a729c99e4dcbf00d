/** Elements that take keys. The picture takes the focus, too, and is no control. */
export const CONTROL_SELECTOR = 'button, input, select, textarea, a[href]';
