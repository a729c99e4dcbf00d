/** The page is at `/provider`, below whatever path the provider is shown; its data are beside it. */
export function dataAddress(name: string): string {
  return `${location.pathname.replace(/\/$/, '')}/api/${name}`;
}
