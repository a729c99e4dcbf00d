/** A decorative picture beside its text, requested without cookies. */
export function picture(document: Document, address: string, name = ''): HTMLImageElement {
  const image = document.createElement('img');
  image.className = name;
  image.alt = '';
  image.crossOrigin = 'anonymous';
  image.src = address;
  return image;
}
