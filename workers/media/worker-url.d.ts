/** Address of a file that is built as a separate entry (Vite). */
declare module '*?worker&url' {
  const url: string;
  export default url;
}
