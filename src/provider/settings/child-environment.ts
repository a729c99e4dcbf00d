/** Paths, language, time zone, temporary files and certificates, and what systems need to start a program at all. */
const NEEDED =
  /^(?:PATH|HOME|USER|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|NODE_ENV|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|LD_LIBRARY_PATH|DYLD_\w+|FONTCONFIG_\w+|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE)$/i;

/**
 * The part of the environment that child processes get. ffmpeg reads the files of strangers, and neither ffmpeg nor the
 * database process needs the operator's password or any other setting.
 *
 * @param more Names of further variables.
 */
export function childEnvironment(environment: NodeJS.ProcessEnv, more?: RegExp): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(([name]) => NEEDED.test(name) || more?.test(name) === true);
  return Object.fromEntries(entries);
}
