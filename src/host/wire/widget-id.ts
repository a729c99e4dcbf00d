/** Identifies a player on the wire, in both directions. */
export type WidgetId = number | string;
