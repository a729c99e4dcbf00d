/** The page is at `/provider`, below the path prefix of the provider; its data are beside it. */
export function dataAddress(name: string): string {
  return `${location.pathname.replace(/\/$/, '')}/api/${name}`;
}
