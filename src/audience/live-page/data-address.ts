/** Address of the page's data: below the path of the page, `/provider` after the provider's path prefix. */
export function dataAddress(name: string): string {
  return `${location.pathname.replace(/\/$/, '')}/api/${name}`;
}
