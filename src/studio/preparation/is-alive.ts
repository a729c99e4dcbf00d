/** Whether a process exists. Signal 0 only tests for it; a refusal (EPERM) means that it belongs to another user. */
export function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
