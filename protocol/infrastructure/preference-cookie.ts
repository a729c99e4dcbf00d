/** The key of the viewer's choice about consent (S9). */
export const CHOICE_PREFERENCE = 'consent';
