/** The last segments of an embed page's path: its name, and a video id if there is one. */
const PAGE_PATH = /^(.*?)\/(?:v|e|embed)(?:\/[^/]*)?\/?$/;

/** The path prefix of the server of an embed page, such as `/player`; empty at the root of its origin. */
export function basePathOf(pathname: string): string {
  return PAGE_PATH.exec(pathname)?.[1] ?? '';
}
