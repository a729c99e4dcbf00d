/** `readyState` of media elements (HTML, 4.8.11.7): workers have no element that names them. */
export const HAVE_METADATA = 1;
export const HAVE_FUTURE_DATA = 3;
export const HAVE_ENOUGH_DATA = 4;
