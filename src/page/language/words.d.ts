/** The parts of a language's file (`.build/language-parts.ts`). */
declare module '*.json?player' {
  const translation: import('./translation.ts').Translation;
  export default translation;
}
