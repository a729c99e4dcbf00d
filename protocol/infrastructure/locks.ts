/** Names of Web Locks (S10); both threads ask for them. */

const OWNER_LOCK_PREFIX = 'oriel.owner.';

/** A context's proof of life: held as long as it runs, and let go in the back/forward cache. */
export function ownerLockName(sessionId: string): string {
  return OWNER_LOCK_PREFIX + sessionId;
}

export function isOwnerLockName(name: string): boolean {
  return name.startsWith(OWNER_LOCK_PREFIX);
}

/** Held around one request, never longer: who holds it sends. */
export function senderLockName(identifier: string): string {
  return `oriel.sender.${encodeURIComponent(identifier)}`;
}
