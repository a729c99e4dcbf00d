/** Paths, language, time zone, temporary files and certificates, and what systems need to start a program at all. */
const NEEDED =
  /^(?:PATH|HOME|USER|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|NODE_ENV|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|LD_LIBRARY_PATH|DYLD_\w+|FONTCONFIG_\w+|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE)$/i;

/**
 * The part of the environment that other programs get. ffmpeg reads the files of strangers, and neither it nor the database's
 * process has a use for the password of the operator or any other setting.
 *
 * @param more Further variables.
 */
export function childEnvironment(environment: NodeJS.ProcessEnv, more?: RegExp): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(([name]) => NEEDED.test(name) || more?.test(name) === true);
  return Object.fromEntries(entries);
}
