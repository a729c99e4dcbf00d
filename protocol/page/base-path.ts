/** The last segments of an embed page's path: its name, and a video id if there is one. */
const PAGE_PATH = /^(.*?)\/(?:v|e|embed)(?:\/([^/]*))?\/?$/;

/** The path prefix of the server of an embed page, such as `/player`; empty at the root of its origin. */
export function basePathOf(pathname: string): string {
  return PAGE_PATH.exec(pathname)?.[1] ?? '';
}

/** Name at the end of an embed page's path: the id of a video, valid or not, or a kind of list; empty for neither. */
export function pageNameOf(pathname: string): string {
  return decodePathPart(PAGE_PATH.exec(pathname)?.[2] ?? '');
}

/** Decodes a part of a path. A part with malformed escapes stays as it is. */
export function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
