/** Copies by the clipboard where the host's `allow` list grants it, else by a selection; says whether it worked. */
export async function copyText(root: HTMLElement, text: string): Promise<boolean> {
  const { ownerDocument: document } = root;
  try {
    await document.defaultView?.navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    root.append(field);
    field.select();
    /** Deprecated, and the only way in frames without the permission. */
    const isCopied = document.execCommand('copy');
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}
