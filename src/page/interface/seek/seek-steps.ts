/** Arrow keys seek by this much, as in other embeds. */
export const SEEK_STEP_SECONDS = 5;
/** `j` and `l` seek by this much, as in other embeds. */
export const SEEK_LEAP_SECONDS = 10;
