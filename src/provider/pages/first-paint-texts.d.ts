declare module 'virtual:first-paint-texts' {
  /** The few texts that the page shows before any script, or without one. They are in the files of languages of the page (`.build/language-parts.ts`). */
  interface FirstPaintTexts {
    readonly player: string;
    readonly play: string;
    readonly pause: string;
    readonly unmute: string;
    readonly tapToUnmute: string;
    /** A menu, on phones. */
    readonly more: string;
    /** Text in place of the length of a live video. */
    readonly live: string;
    /** Shown if neither the video nor a script that explains the failure can be loaded. */
    readonly unreached: string;
    readonly needsScript: string;
    readonly unavailable: string;
  }

  const texts: Readonly<Record<import('../../../protocol/page/languages.ts').LanguageCode, FirstPaintTexts>>;
  export default texts;
}
