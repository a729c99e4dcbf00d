/** Names of Web Locks (S10), requested by both threads. */

const OWNER_LOCK_PREFIX = 'oriel.owner.';

/** Lock that proves a context alive: held while it runs, released in the back/forward cache. */
export function ownerLockName(sessionId: string): string {
  return OWNER_LOCK_PREFIX + sessionId;
}

export function isOwnerLockName(name: string): boolean {
  return name.startsWith(OWNER_LOCK_PREFIX);
}

/** Name of the lock that is held while one request is sent, never longer: only its holder may send. */
export function senderLockName(identifier: string): string {
  return `oriel.sender.${encodeURIComponent(identifier)}`;
}
