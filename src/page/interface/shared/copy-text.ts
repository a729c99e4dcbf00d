/** Copies by the clipboard where the host's `allow` list grants it, else by a selection. Returns whether the text was copied. */
export async function copyText(root: HTMLElement, text: string): Promise<boolean> {
  const { ownerDocument: document } = root;
  try {
    const { clipboard, permissions } = document.defaultView?.navigator ?? navigator;
    // An attempt without permission logs an error in the host's console.
    if (await isDenied(permissions)) throw new DOMException('not granted', 'NotAllowedError');
    await clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    // While a panel is open, everything outside is inert: its selection would copy nothing.
    (root.querySelector('[data-panel]') ?? root).append(field);
    field.select();
    // `execCommand` is deprecated, but the only way in frames without the permission.
    const isCopied = document.execCommand('copy');
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}

/** Whether writing is denied. Only some browsers report this permission; others prompt, or write at once. */
async function isDenied(permissions: Permissions | undefined): Promise<boolean> {
  try {
    const status = await permissions?.query({ name: 'clipboard-write' as PermissionName });
    return status?.state === 'denied';
  } catch {
    return false;
  }
}
