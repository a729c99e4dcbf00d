/** The last segments of an embed page's path: its name, and a video id if there is one. */
const PAGE_PATH = /^(.*?)\/(?:v|e|embed)(?:\/([^/]*))?\/?$/;

/** The path prefix of the server of an embed page, such as `/player`; empty at the root of its origin. */
export function basePathOf(pathname: string): string {
  return PAGE_PATH.exec(pathname)?.[1] ?? '';
}

/** What an embed page's path names: the id of a video, valid or not, or a kind of list; empty for neither. */
export function pageNameOf(pathname: string): string {
  const name = PAGE_PATH.exec(pathname)?.[2] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
