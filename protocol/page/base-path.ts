/** The last steps of an embed page's path: its name, and a video if it names one. */
const PAGE_PATH = /^(.*?)\/(?:v|e|embed)(?:\/[^/]*)?\/?$/;

/** The path below which the server of an embed page lies, such as `/player`; empty at the root of its origin. */
export function basePathOf(pathname: string): string {
  return PAGE_PATH.exec(pathname)?.[1] ?? '';
}
