/** A file's text, bundled by the build. */
declare module '*?raw' {
  const text: string;
  export default text;
}
