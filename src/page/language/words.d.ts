/** The part of a language's file that the player shows (`.build/language-parts.ts`). */
declare module '*.json?player' {
  const translation: import('./translation.ts').Translation;
  export default translation;
}
