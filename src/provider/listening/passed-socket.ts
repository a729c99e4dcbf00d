/** The first descriptor that a service manager passes, after standard input, output and error. */
const FIRST_PASSED = 3;

/**
 * The descriptor of a listening socket that systemd has opened for this process (`sd_listen_fds(3)`). Its socket outlives the
 * process, so clients that connect during a restart wait instead of being refused. `undefined` without such a socket.
 */
export function passedSocket(
  { LISTEN_PID, LISTEN_FDS }: Readonly<Record<string, string | undefined>>,
  processId: number,
): number | undefined {
  return LISTEN_PID === String(processId) && LISTEN_FDS === '1' ? FIRST_PASSED : undefined;
}
