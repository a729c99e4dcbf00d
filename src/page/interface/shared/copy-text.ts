/** Copies by the clipboard where the host's `allow` list grants it, else by a selection; says whether it worked. */
export async function copyText(root: HTMLElement, text: string): Promise<boolean> {
  const { ownerDocument: document } = root;
  try {
    const { clipboard, permissions } = document.defaultView?.navigator ?? navigator;
    // An attempt that the host does not grant is an error in its console.
    if (await isDenied(permissions)) throw new DOMException('not granted', 'NotAllowedError');
    await clipboard.writeText(text);
    return true;
  } catch {
    const focused = document.activeElement;
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'visually-hidden';
    // Beside an open panel everything is inert, and would be copied as nothing.
    (root.querySelector('[data-panel]') ?? root).append(field);
    field.select();
    // Deprecated, and the only way in frames without the permission.
    const isCopied = document.execCommand('copy');
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}

/** Only some browsers know of this permission; the others ask, or just write. */
async function isDenied(permissions: Permissions | undefined): Promise<boolean> {
  try {
    const status = await permissions?.query({ name: 'clipboard-write' as PermissionName });
    return status?.state === 'denied';
  } catch {
    return false;
  }
}
